"""A run of the program as the history of a disk: every call that changes a world or brings it to disk.

A call on the world that is not understood is an error, and so is a history whose last tree is
not the tree that really stands there: nothing that was done can be missing from it.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.proof.power_disk import ROOT, Cut, History, Moded, Named, Node, Said, Synced, Tree, Wrote, whole
from tests.proof.probe import read_tree
from tests.proof.program import LIMIT, PROGRAM, Ran, environment, words_of
from tests.proof.tracing import CHANGES

_ORDER_ONLY = ("flock", "fcntl", "close")
"""Calls that leave nothing on a disk."""

_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+|\?)(?:<([^>]*)>)?")
_CODES = re.compile(r"(?:\\x[0-9a-f]{2})+")
_AT = re.compile(r"^(-?\w+)(?:<(.*)>)?$")


def first_history(world: Path) -> History:
    """A history in which a world stands on disk and nothing was done yet."""
    return history_of(read_tree(world))


def history_of(tree: Tree) -> History:
    """A history in which a tree stands on disk and nothing was done yet."""
    history = History()
    at = {"": ROOT}
    for path, (mode, data) in sorted(tree.items()):
        parent, _, name = path.rpartition("/")
        node = at[path] = len(history.nodes) + 1
        history.nodes[node] = Node(mode, data)
        history.names[at[parent]][name] = node
        if stat.S_ISDIR(mode):
            history.names[node] = {}
    return history


def record(
    history: History, world: Path, *words: str, program: Sequence[str] | None = None, terminal: bool = False
) -> Ran:
    """Run the program to its end and add what it did to a history whose last tree is that world.

    On a ``terminal`` it answers a person, and not with JSON.
    """
    report = world.with_name(world.name + ".trace")
    tracer = _tracer(report)
    argv = [*tracer, *(program or [str(PROGRAM)]), *words_of(world, words)]
    ran = _on_terminal(argv[:-1], world) if terminal else _in_pipes(argv, world)
    follow(history, report.read_text("ascii", "replace").splitlines(), str(world))
    report.unlink()
    assert whole(history) == read_tree(world), "the trace does not tell all that was done"
    return ran


def follow(history: History, lines: Sequence[str], world: str, umask: int | None = None) -> None:
    """Add the calls of a trace to a history.

    Raises:
        ValueError: a call on the world is not one that is understood.
    """
    reader = _Reader(history, world, _umask() if umask is None else umask)
    for line in lines:
        reader.read(line)


def _tracer(report: Path) -> list[str]:
    names = ",".join(f"?{name}" for name in CHANGES if name not in _ORDER_ONLY)
    return [
        "strace", "-f", "-qq", "-y", "-xx", "-s", "100000000", "--seccomp-bpf", "-o", str(report),
        "-e", f"trace={names}", "--",
    ]  # fmt: skip


def _in_pipes(argv: Sequence[str], world: Path) -> Ran:
    done = subprocess.run(
        argv, env=environment(world), cwd=world, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def _on_terminal(argv: Sequence[str], world: Path) -> Ran:
    ours, theirs = os.openpty()
    env = {**environment(world), "TERM": "xterm-256color"}
    process = subprocess.Popen(argv, env=env, cwd=world, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while more := os.read(ours, 65536):
            said += more
    except OSError:  # how a terminal says that nobody is on its other side any more
        pass
    os.close(ours)
    return Ran(process.wait(LIMIT), said.decode("utf-8", "replace"), "")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@dataclass
class _Reader:
    """Turns calls into steps; ``names`` are those that every program sees at the moment."""

    history: History
    world: str
    umask: int
    names: dict[int, dict[str, int]] = field(init=False)
    ends: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = {node: {} for node, seen in self.history.nodes.items() if stat.S_ISDIR(seen.mode)}
        self.names |= {node: dict(entries) for node, entries in self.history.names.items()}
        for step in self.history.steps:
            if isinstance(step, Named):
                self._name(step)

    def read(self, line: str) -> None:
        """Add one line of a trace."""
        match = _LINE.match(line)
        if match is None:
            if self._is_about_world(line):
                raise ValueError(f"not understood: {line[:200]}")
            return
        name, given, result, opened = match.groups()
        if result.startswith("-") or result == "?":
            return
        args = given.split(", ")
        if name == "write" and args[0].startswith(("1<", "1,")) and not self._is_about_world(args[0]):
            self.history.steps.append(Said(_text(args[1])))
        elif self._is_about_world(given) or (opened and self._is_about_world(opened)):
            self._change(name, args, int(result), _text(opened or "").decode())

    def _change(self, name: str, args: list[str], result: int, opened: str) -> None:
        ways: dict[str, Callable[[], None]] = {
            "open": lambda: self._opened(opened, args[1], args[2:]),
            "openat": lambda: self._opened(opened, args[2], args[3:]),
            "write": lambda: self._wrote(args[0], _text(args[1])[:result]),
            "pwrite64": lambda: self._wrote(args[0], _text(args[1])[:result], int(args[3])),
            "fsync": lambda: self._add(Synced(self._node(args[0]))),
            "fdatasync": lambda: self._add(Synced(self._node(args[0]))),
            "ftruncate": lambda: self._add(Cut(self._node(args[0]), int(args[1]))),
            "fchmod": lambda: self._add(Moded(self._node(args[0]), int(args[1], 8))),
            "rename": lambda: self._renamed(self._place(None, args[0]), self._place(None, args[1]), ""),
            "renameat": lambda: self._renamed(self._place(*args[0:2]), self._place(*args[2:4]), ""),
            "renameat2": lambda: self._renamed(self._place(*args[0:2]), self._place(*args[2:4]), args[4]),
            "linkat": lambda: self._linked(self._place(*args[0:2]), self._place(*args[2:4])),
            "unlink": lambda: self._gone(self._place(None, args[0])),
            "rmdir": lambda: self._gone(self._place(None, args[0])),
            "unlinkat": lambda: self._gone(self._place(*args[0:2])),
            "mkdir": lambda: self._made(self._place(None, args[0]), stat.S_IFDIR, args[1]),
            "mkdirat": lambda: self._made(self._place(*args[0:2]), stat.S_IFDIR, args[2]),
        }
        if name not in ways:
            raise ValueError(f"not understood: {name}({', '.join(args)[:200]}")
        ways[name]()

    def _opened(self, path: str, flags: str, mode: Sequence[str]) -> None:
        if not re.search(r"O_CREAT|O_WRONLY|O_RDWR|O_TRUNC", flags):
            return
        place = self._split(path)
        if place[1] not in self.names[place[0]]:
            self._made(place, stat.S_IFREG, mode[0])
        elif "O_TRUNC" in flags:
            self._add(Cut(self._at(place), 0))
        self.ends[path] = -1 if "O_APPEND" in flags else 0

    def _wrote(self, fd: str, data: bytes, at: int | None = None) -> None:
        path, node = self._path(fd), self._node(fd)
        if at is None:
            end = self.ends[path]
            at = self._size(node) if end == -1 else end
            self.ends[path] = -1 if end == -1 else at + len(data)
        self._add(Wrote(node, at, data))

    def _size(self, node: int) -> int:
        size = len(self.history.nodes[node].data)
        for step in self.history.steps:
            if isinstance(step, Wrote) and step.node == node:
                size = max(size, step.at + len(step.data))
            elif isinstance(step, Cut) and step.node == node:
                size = step.size
        return size

    def _made(self, place: tuple[int, str], kind: int, mode: str) -> None:
        node = len(self.history.nodes) + 1
        self.history.nodes[node] = Node(kind | (int(mode, 8) & ~self.umask))
        if kind == stat.S_IFDIR:
            self.names[node] = {}
        self._add(Named(((*place, node),)))

    def _renamed(self, old: tuple[int, str], new: tuple[int, str], flags: str) -> None:
        instead = self._at(new) if "RENAME_EXCHANGE" in flags else None
        self._add(Named(((*old, instead), (*new, self._at(old)))))

    def _linked(self, old: tuple[int, str], new: tuple[int, str]) -> None:
        self._add(Named(((*new, self._at(old)),)))

    def _gone(self, place: tuple[int, str]) -> None:
        self._add(Named(((*place, None),)))

    def _add(self, step: Named | Wrote | Cut | Moded | Synced) -> None:
        self.history.steps.append(step)
        if isinstance(step, Named):
            self._name(step)

    def _name(self, step: Named) -> None:
        for directory, name, node in step.changes:
            entries = self.names.setdefault(directory, {})
            entries.pop(name, None)
            if node is not None:
                entries[name] = node

    # Where a call points to

    def _is_about_world(self, text: str) -> bool:
        return any(
            found == self.world or found.startswith(self.world + "/")
            for found in (_text(codes).decode("utf-8", "replace") for codes in _CODES.findall(text))
        )

    def _path(self, fd: str) -> str:
        match = _AT.match(fd)
        if match is None or match[2] is None:
            raise ValueError(f"no path is known of {fd[:200]}")
        return _text(match[2]).decode()

    def _place(self, at: str | None, name: str) -> tuple[int, str]:
        path = _text(name).decode()
        if not path.startswith("/"):
            path = f"{self._path(at or '')}/{path}"
        return self._split(path)

    def _node(self, fd: str) -> int:
        path = self._path(fd)
        return ROOT if path == self.world else self._at(self._split(path))

    def _split(self, path: str) -> tuple[int, str]:
        *above, name = path.removeprefix(self.world + "/").split("/")
        node = ROOT
        for step in above:
            node = self.names[node][step]
        return node, name

    def _at(self, place: tuple[int, str]) -> int:
        return self.names[place[0]][place[1]]


def _text(codes: str) -> bytes:
    """The bytes that a string of a trace stands for; all of its characters are written as numbers."""
    return bytes.fromhex("".join(_CODES.findall(codes)).replace("\\x", ""))
