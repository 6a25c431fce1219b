"""The one safe way to run git: never with the repository's configuration.

Filters, hooks, monitors, pagers and signature programs are named by configuration, and no
set of flags turns all of them off. So git works in a private bare directory of ours that
borrows the objects of the repository and has copies of its refs: its configuration, index,
attributes and work tree are out of reach, and nothing in it changes.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from workbench.text.errors import Unreadable
from workbench.text.gitdir import Refs, Worktree, find_worktree, in_progress, object_format, read_refs
from workbench.text.gitrun import OUTPUT_LIMIT, TIMEOUT, Answer, isolated, run_git
from workbench.text.visible import from_bytes, one_line, visible

__all__ = [
    "Commit", "History", "Worktree", "find_worktree", "global_identity", "identity_of", "in_progress",
]  # fmt: skip

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_IDENTITY = re.compile(r"[A-Za-z0-9._@+-]{1,64}")
_FORMAT = "--format=tformat:%H%x00%an%x00%ae%x00%aI%x00%s"
_FIELDS = 5
_MOST_COMMITS = 500
_CONFIG = """[core]
\trepositoryformatversion = {version}
\tbare = true
\thooksPath = /dev/null
\tattributesFile = /dev/null
\tfsmonitor = false
\tlogAllRefUpdates = false
[log]
\tshowSignature = false
[mailmap]
\tblob = refs/none
[gc]
\tauto = 0
"""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit as its maker wrote it: every field but `sha` is a claim, and untrusted text."""

    sha: str
    author: str
    email: str
    date: str
    """Author date, ISO 8601; empty when the commit has none that can be read."""
    subject: str = field(repr=False)


class History:
    """The committed history of a work tree, to be used as a context manager.

    Entering raises `Unreadable` for a repository of another user that the person has not
    called safe, and for formats that are not understood: shallow, partial, reftable.
    Paths are those of the repository, with `/`. Every method may raise `Unreadable`.
    """

    def __init__(self, worktree: Worktree, *, timeout: float = TIMEOUT) -> None:
        self.worktree = worktree
        self.timeout = timeout
        self._private: Path | None = None
        self._refs: Refs | None = None

    def __enter__(self) -> Self:
        check_owner(self.worktree)
        kind = object_format(self.worktree)
        self._refs = read_refs(self.worktree)
        self._private = Path(tempfile.mkdtemp(prefix="workbench-git-"))
        try:
            _furnish(self._private, self.worktree, self._refs, kind)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._private is not None:
            shutil.rmtree(self._private, ignore_errors=True)
            self._private = None

    def head(self) -> tuple[str | None, str] | None:
        """Branch (None when detached) and commit; None when nothing is committed yet."""
        if self._refs is None or self._refs.commit is None:
            return None
        return self._refs.branch, self._refs.commit

    def file_log(self, path: str, limit: int = 50) -> list[Commit]:
        """The newest commits that changed a file, newest first; renames are not followed."""
        return self._log([f"--max-count={limit}"], ["--", path])

    def last_change(self, path: str, start: int, end: int) -> Commit | None:
        """The newest commit behind the committed lines `start` to `end` (from 1); None if not there."""
        head = self.head()
        if head is None:
            return None
        try:
            found = self._run("blame", "--porcelain", f"-L{start},{end}", head[1], "--", path)
        except _NoSuchLines:
            return None
        shas = dict.fromkeys(re.findall(rb"^([0-9a-f]{40,64}) \d+ \d+", found, re.MULTILINE))
        newest = [sha.decode("ascii") for sha in list(shas)[:_MOST_COMMITS]]
        commits = self._log(["--no-walk=sorted", "--max-count=1"], ["--"], newest)
        return commits[0] if commits else None

    def change_of(self, path: str, span: bytes) -> Commit | None:
        """The newest commit behind whole lines, found by their bytes; None if they are not committed."""
        head = self.head()
        data = None if head is None else self.blob(head[1], path)
        lines = span.rstrip(b"\r\n")
        match = re.search(rb"(?m)^" + re.escape(lines) + rb"(?:\r?$|\Z)", data or b"") if lines else None
        if not data or match is None:
            return None
        start = data.count(b"\n", 0, match.start()) + 1
        return self.last_change(path, start, start + lines.count(b"\n"))

    def blob(self, commit: str, path: str) -> bytes | None:
        """The bytes of a file in a commit; None when the commit has no such file."""
        if not _COMMIT.fullmatch(commit):
            raise Unreadable("is no full commit id", path=one_line(commit, 80))
        listing = self._run("ls-tree", "-z", "--full-tree", commit, "--", path)
        entry = listing.split(b"\0")[0].partition(b"\t")
        if os.fsencode(path) != entry[2]:
            return None
        mode, kind, oid = entry[0].decode("ascii").split(" ")
        if mode == "120000" or kind != "blob":
            raise Unreadable("is no plain file in that commit", path=visible(path))
        return self._run("cat-file", "blob", oid)

    def _log(self, options: list[str], paths: list[str], commits: list[str] | None = None) -> list[Commit]:
        head = self.head()
        if head is None:
            return []
        out = self._run(
            "log", "-z", "--no-show-signature", _FORMAT, *options, *(commits or [head[1]]), *paths
        )
        fields = [from_bytes(part) for part in out.split(b"\0")]
        whole = len(fields) - len(fields) % _FIELDS
        return [_commit(fields[at : at + _FIELDS]) for at in range(0, whole, _FIELDS)]

    def _run(self, *arguments: str) -> bytes:
        if self._private is None:
            raise RuntimeError("History is used outside its with block")
        env = isolated(self._private) | {"GIT_DIR": str(self._private)}
        answer = run_git(arguments, cwd=self._private, env=env, timeout=self.timeout, limit=OUTPUT_LIMIT)
        if answer.code != 0:
            raise _failure(answer, self.worktree)
        return answer.out


class _NoSuchLines(Unreadable):
    """The committed file has no such lines, or there is no such file."""


def _commit(fields: list[str]) -> Commit:
    sha, author, email, date, subject = fields
    return Commit(sha.strip("\n"), author, email, re.sub("Z$", "+00:00", date), subject)


def _failure(answer: Answer, worktree: Worktree) -> Unreadable:
    first = from_bytes(answer.err.split(b"\n")[0])
    kind = _NoSuchLines if re.search(r"has only|no such path|There is no path", first) else Unreadable
    return kind(f"git cannot read its history ({one_line(first, 160)})", path=visible(str(worktree.top)))


def _furnish(private: Path, worktree: Worktree, refs: Refs, kind: str) -> None:
    """Make the private directory a bare repository that borrows the other's objects."""
    objects = str(worktree.common_dir / "objects")
    if "\n" in objects:
        raise Unreadable("its path holds a line end", path=visible(objects))
    version = 0 if kind == "sha1" else 1
    config = _CONFIG.format(version=version) + (f"[extensions]\n\tobjectFormat = {kind}\n" if version else "")
    (private / "objects/info").mkdir(parents=True)
    (private / "refs").mkdir()
    (private / "config").write_text(config, encoding="ascii")
    (private / "objects/info/alternates").write_bytes(os.fsencode(objects) + b"\n")
    packed = "".join(f"{value} {name}\n" for name, value in sorted(refs.names.items()))
    (private / "packed-refs").write_bytes(os.fsencode(packed))
    head = f"ref: refs/heads/{refs.branch}" if refs.branch in _branches(refs) else refs.commit
    (private / "HEAD").write_bytes(os.fsencode(f"{head or 'ref: refs/heads/none'}\n"))


def _branches(refs: Refs) -> set[str]:
    return {name.removeprefix("refs/heads/") for name in refs.names if name.startswith("refs/heads/")}


def check_owner(worktree: Worktree) -> None:
    """Refuse another user's repository unless the person's own git settings call it safe, as git does."""
    mine = {os.geteuid()}
    if os.geteuid() == 0 and os.environ.get("SUDO_UID", "").isdigit():
        mine.add(int(os.environ["SUDO_UID"]))
    if all(place.stat().st_uid in mine for place in (worktree.top, worktree.git_dir)):
        return
    for safe in _personal("--get-all", "safe.directory"):
        folder = safe.removesuffix("/*")
        if safe in ("*", str(worktree.top)) or (safe != folder and worktree.top.is_relative_to(folder)):
            return
    raise Unreadable(
        "the repository belongs to another user (dubious ownership)",
        path=visible(str(worktree.top)),
        code="dubious-ownership",
        next="if you trust it: git config --global --add safe.directory <path>",
    )


def global_identity() -> str | None:
    """Who the person is by their global git settings, never the repository's; None if these do not tell."""
    name = next(iter(_personal("--get", "user.name")), "")
    email = next(iter(_personal("--get", "user.email")), "")
    return identity_of(name, email)


def identity_of(name: str, email: str) -> str | None:
    """An id `[A-Za-z0-9._@+-]{1,64}`: the name in small letters with `-` for blanks, else the address."""
    for candidate in ("-".join(name.lower().split()), email.strip()):
        if _IDENTITY.fullmatch(candidate):
            return candidate
    return None


def _personal(*query: str) -> list[str]:
    """Values of the person's own settings, asked where no repository can answer."""
    with tempfile.TemporaryDirectory(prefix="workbench-git-") as folder:
        env = isolated(Path(folder))
        for key in ("HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"):
            env.pop(key)
            if key in os.environ:
                env[key] = os.environ[key]
        try:
            arguments = ["config", "--global", "--includes", "--null", *query]
            answer = run_git(arguments, cwd=Path(folder), env=env, limit=1 << 20)
        except Unreadable:
            return []
    return [from_bytes(value) for value in answer.out.split(b"\0")[:-1]] if answer.code == 0 else []
