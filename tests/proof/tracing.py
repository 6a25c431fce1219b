"""System calls of the program under strace: those from the lock on, and a fault at one of them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tests.proof.program import Ran, run

CHANGES = (
    "open", "openat", "openat2", "creat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync",
    "fdatasync", "sync_file_range", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
    "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "truncate", "ftruncate", "fallocate",
    "copy_file_range", "sendfile", "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "utimensat",
    "setxattr", "fsetxattr", "flock", "fcntl", "close",
)  # fmt: skip
"""Calls that change something or put changes in order."""

_ORDERS = ("fsync", "fdatasync", "sync_file_range", "close", "flock", "fcntl")
"""Calls that put changes in order, or let go, and leave every file as it was."""

_LINE = re.compile(r"^(\d+) +(\w+)\((.*)$")
_RESULT = re.compile(r"= (-?\d+)")
_WRITABLE = re.compile(r"O_CREAT|O_WRONLY|O_RDWR|O_TRUNC")
_TRIES = 12


@dataclass(frozen=True)
class Call:
    """One system call from the lock on: its name, which of that name since the start and since the lock."""

    name: str
    nth: int
    after_lock: int
    text: str

    def __str__(self) -> str:
        return f"{self.name}#{self.after_lock} {self.text[:90]}"

    @property
    def changes(self) -> bool:
        """Whether it left something else behind than it found, or said something."""
        return self.name not in _ORDERS and "= -1 " not in self.text


@cache
def missing_tracer() -> str:
    """Why system calls cannot be traced here; empty when they can."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    words = _strace(Path(os.devnull), ("close",), fast=False)[:-1]
    tried = subprocess.run(
        [*words, "-e", "inject=close:signal=KILL", "--", "true"], capture_output=True, check=False
    )
    return "" if tried.returncode == -signal.SIGKILL else "strace cannot end a program at a call here"


def calls_of(world: Path, *words: str, program: Sequence[str] | None = None) -> tuple[Ran, list[Call]]:
    """Run undisturbed; every call from the lock on that changes something or orders it."""
    report = world / "trace"
    ran = run(world, *words, before=_strace(report, CHANGES, fast=True), program=program)
    calls = _parse(report.read_text(errors="replace"))
    report.unlink()
    return ran, calls


def aimed_fault(
    world: Path, call: Call, fault: str, *words: str, program: Sequence[str] | None = None
) -> tuple[Ran, bool, Call]:
    """Run with a fault at one call (`signal=KILL`, `error=EIO`; `error=EIO+` at all of its name from there
    on). False where another call was hit, with the call as it has to be counted after what this run showed.

    The count from the start can shift by a few when a file is read while the program is
    loaded; the count from the lock on cannot. Where the first shows a shift the world is spoilt.
    """
    report = world / "trace"
    ran = run(world, *words, before=fault_words(report, call, fault), program=program)
    text = report.read_text(errors="replace")
    report.unlink()
    return ran, _hit(text, call, fault.removesuffix("+")), _recounted(text, call)


def _recounted(report: str, call: Call) -> Call:
    """The call with its count from the start as this run had it, where the run came as far as the lock."""
    names = [name for name, _ in _lines(report)]
    if "flock" not in names:
        return call
    return replace(call, nth=names[: names.index("flock")].count(call.name) + call.after_lock)


def fault_words(report: Path, call: Call, fault: str) -> list[str]:
    """The tracer's words for a fault at one call."""
    onwards = "+" if fault.endswith("+") else ""
    inject = f"inject={call.name}:{fault.removesuffix('+')}:when={call.nth}{onwards}"
    fast = not fault.startswith("signal=")
    return [*_strace(report, (call.name, "flock"), fast=fast)[:-1], "-e", inject, "--"]


def _strace(report: Path, names: Sequence[str], *, fast: bool) -> list[str]:
    """The tracer's own words. ``fast`` lets other calls pass unseen; signals are not delivered under it."""
    trace = "trace=" + ",".join(f"?{name}" for name in dict.fromkeys(names))
    filtered = ["--seccomp-bpf"] if fast else []
    return ["strace", "-f", "-qq", *filtered, "-s", "60", "-o", str(report), "-e", trace, "--"]


def _lines(report: str) -> list[tuple[str, str]]:
    """(name, rest) of every call of the first process."""
    found = [match.groups() for match in map(_LINE.match, report.splitlines()) if match]
    return [(name, rest) for pid, name, rest in found if pid == found[0][0]]


def _parse(report: str) -> list[Call]:
    total: Counter[str] = Counter()
    since: Counter[str] = Counter()
    writable: set[str] = set()
    calls: list[Call] = []
    locked = False
    for name, rest in _lines(report):
        total[name] += 1
        if name == "flock" and "LOCK_EX" in rest and not locked:
            locked = True
            writable.add(rest.split(",")[0])
        if not locked:
            continue
        since[name] += 1
        if _counts(name, rest, writable):
            calls.append(Call(name, total[name], since[name], rest))
        _follow(name, rest, writable)
    return calls


def _follow(name: str, rest: str, writable: set[str]) -> None:
    """Keep the descriptors whose closing means something: those written through, and the lock's."""
    result = _RESULT.search(rest)
    if name in ("open", "openat", "openat2", "creat") and result and not result[1].startswith("-"):
        (writable.add if name == "creat" or _WRITABLE.search(rest) else writable.discard)(result[1])
    if name == "close":
        writable.discard(rest.split(")")[0])


def _counts(name: str, rest: str, writable: set[str]) -> bool:
    if name in ("open", "openat", "openat2"):
        return _WRITABLE.search(rest) is not None
    if name == "close":
        return rest.split(")")[0] in writable
    if name == "fcntl":
        return "F_SETLEASE" in rest or "F_SETSIG" in rest
    return True


def _hit(report: str, call: Call, fault: str) -> bool:
    """Whether the fault fell on that very call: so many of its name since the lock, then the mark of it."""
    lines = report.splitlines()
    start = next((at for at, line in enumerate(lines) if " flock(" in line), len(lines))
    mine = [at for at, line in enumerate(lines) if at >= start and f" {call.name}(" in line]
    if len(mine) < call.after_lock:
        return False
    kind, _, what = fault.partition("=")
    if kind == "error":
        first = next((at for at, line in enumerate(lines) if "(INJECTED)" in line), None)
        return first == mine[call.after_lock - 1]
    mark = f"SIG{what} "
    end = next((at for at, line in enumerate(lines) if mark in line and " --- " in line), None)
    if end is None and not any("killed by" in line for line in lines):
        return False
    return len([at for at in mine if end is None or at < end]) == call.after_lock
