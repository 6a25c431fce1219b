"""A git repository's layout, learned by reading files; nothing is run and no setting is obeyed.

Read are `.git` (a directory, or a file that names one), `commondir`, `HEAD`, the refs, and
of the configuration only the words that say which format the repository has.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from workbench.text.beneath import read_file, scan_dir
from workbench.text.errors import Unreadable
from workbench.text.visible import from_bytes, visible

_SMALL = 4096
_CONFIG_LIMIT = 1024 * 1024
_PACKED_LIMIT = 32 * 1024 * 1024
_MAX_REFS = 50_000
_MAX_DEPTH = 32
_OBJECT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REF = re.compile(r"refs(?:/(?!\.)[^\x00-\x20\x7f~^:?*\[\\/]+(?<!\.lock))+")
_SECTION = re.compile(r'\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)')
_VARIABLE = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*?))?\s*")
_HARMLESS = frozenset(("noop", "noop-v1", "preciousobjects", "worktreeconfig", "relativeworktrees"))
_OPERATIONS = {
    "MERGE_HEAD": "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "BISECT_LOG": "a bisect",
    "index.lock": "another git command",
}


@dataclass(frozen=True, slots=True)
class Worktree:
    """Where a work tree stands and where its repository is; `common_dir` holds objects and refs."""

    top: Path
    git_dir: Path
    common_dir: Path

    def relative(self, path: Path) -> str:
        """The path as the repository names it; raises ValueError outside the work tree."""
        return (path.parent.resolve() / path.name).relative_to(self.top).as_posix()


@dataclass(frozen=True, slots=True)
class Refs:
    """What `HEAD` and the refs say: `branch` is None when detached, `commit` when nothing is committed."""

    branch: str | None
    commit: str | None
    names: dict[str, str]


def find_worktree(path: Path) -> Worktree | None:
    """The work tree that holds `path`, or None outside of any.

    Raises `Unreadable` where there is one whose layout is not understood.
    """
    try:
        return _find(path.resolve())
    except OSError as error:
        raise Unreadable(str(error.strerror).lower(), path=visible(str(path))) from None


def _find(start: Path) -> Worktree | None:
    if not start.is_dir():
        start = start.parent
    for top in (start, *start.parents):
        git_dir = _git_dir(top)
        if git_dir is not None:
            return Worktree(top, git_dir, _common_dir(git_dir))
        if top.parent.stat().st_dev != top.stat().st_dev:
            return None
    return None


def in_progress(worktree: Worktree) -> str | None:
    """The git operation that is under way, during which nothing may be written, or None."""
    for name, operation in _OPERATIONS.items():
        if (worktree.git_dir / name).exists():
            return operation
    return None


def _git_dir(top: Path) -> Path | None:
    place = top / ".git"
    if place.is_symlink():
        raise Unreadable(".git is a symlink", path=visible(str(top)))
    if place.is_dir():
        return place if (place / "HEAD").exists() else None
    if not place.exists():
        return None
    text = from_bytes(read_file(top, ".git", limit=_SMALL).data)
    if not text.startswith("gitdir: ") or "\n" in text.rstrip("\n"):
        raise Unreadable("its .git file is not understood", path=visible(str(top)))
    target = (top / text[len("gitdir: ") :].rstrip("\r\n")).resolve()
    if not (target / "HEAD").exists():
        raise Unreadable("its .git file names no repository", path=visible(str(top)))
    return target


def _common_dir(git_dir: Path) -> Path:
    text = _small(git_dir, "commondir")
    common = git_dir if text is None else (git_dir / text.rstrip("\r\n")).resolve()
    if not (common / "objects").is_dir():
        raise Unreadable("the repository has no objects folder", path=visible(str(common)))
    return common


def _small(root: Path, relative: str) -> str | None:
    """A small text file, or None when it is missing."""
    try:
        return from_bytes(read_file(root, relative, limit=_SMALL).data)
    except Unreadable as error:
        if error.code == "missing":
            return None
        raise


def object_format(worktree: Worktree) -> str:
    """`sha1` or `sha256`; raises `Unreadable` for a repository whose objects are not all here and plain."""
    common = worktree.common_dir
    settings = read_settings(common)
    where = visible(str(common))
    if (common / "shallow").exists():
        raise Unreadable("shallow clone: its history is cut", path=where)
    version = settings.get("core.repositoryformatversion", "0")
    if version not in ("0", "1"):
        raise Unreadable(f"repository format {visible(version)} is not known", path=where)
    promisor = any(
        key.startswith("remote.") and key.endswith(".promisor") and settings[key] != "false"
        for key in settings
    )
    if promisor or "extensions.partialclone" in settings:
        raise Unreadable("partial clone: objects are missing", path=where)
    extensions = {
        key.split(".", 1)[1]: value for key, value in settings.items() if key.startswith("extensions.")
    }
    found = extensions.pop("objectformat", "sha1").lower()
    if extensions.pop("refstorage", "files").lower() != "files" or (common / "reftable").exists():
        raise Unreadable("its refs are in a reftable, which is not read yet", path=where)
    unknown = sorted(set(extensions) - _HARMLESS)
    if version == "1" and unknown:
        raise Unreadable(f"repository extension {visible(unknown[0])} is not known", path=where)
    if found not in ("sha1", "sha256"):
        raise Unreadable(f"object format {visible(found)} is not known", path=where)
    return found


def read_settings(common: Path) -> dict[str, str]:
    """The repository's own settings as plain words, the last of each name; includes are not followed."""
    try:
        text = from_bytes(read_file(common, "config", limit=_CONFIG_LIMIT).data)
    except Unreadable as error:
        if error.code == "missing":
            return {}
        raise
    settings: dict[str, str] = {}
    section = ""
    for line in text.replace("\\\n", "").split("\n"):
        header = _SECTION.fullmatch(line.rstrip("\r"))
        if header:
            name, sub, line = header.groups()
            section = name.lower() if sub is None else f"{name.lower()}.{sub}"
        variable = _VARIABLE.fullmatch(line.rstrip("\r"))
        if variable and section:
            value = "true" if variable.group(2) is None else _plain(variable.group(2))
            settings[f"{section}.{variable.group(1).lower()}"] = value
    return settings


def _plain(value: str) -> str:
    """A value without its comment and quotes."""
    return re.split(r"\s*[#;]", value)[0].strip().strip('"')


def read_refs(worktree: Worktree) -> Refs:
    """`HEAD` and every ref, loose before packed; names that git would not allow are left out."""
    names = _packed(worktree.common_dir)
    _loose(worktree.common_dir, "refs", names, 0)
    head = _small(worktree.git_dir, "HEAD")
    text = (head or "").rstrip("\r\n")
    if _OBJECT.fullmatch(text):
        return Refs(None, text, names)
    target = text[len("ref:") :].strip()
    if not text.startswith("ref:") or not _is_ref(target):
        raise Unreadable("its HEAD is not understood", path=visible(str(worktree.git_dir)))
    return Refs(target.removeprefix("refs/heads/"), names.get(target), names)


def _is_ref(name: str) -> bool:
    return bool(_REF.fullmatch(name)) and ".." not in name and "@{" not in name


def _packed(common: Path) -> dict[str, str]:
    try:
        text = from_bytes(read_file(common, "packed-refs", limit=_PACKED_LIMIT).data)
    except Unreadable as error:
        if error.code == "missing":
            return {}
        raise
    names: dict[str, str] = {}
    for line in text.split("\n"):
        value, _, name = line.rstrip("\r").partition(" ")
        if _OBJECT.fullmatch(value) and _is_ref(name):
            names[name] = value
    return names


def _loose(common: Path, directory: str, names: dict[str, str], depth: int) -> None:
    if depth > _MAX_DEPTH or len(names) > _MAX_REFS:
        raise Unreadable("it has too many refs", path=visible(str(common)))
    try:
        entries = scan_dir(common, directory)
    except Unreadable:
        return
    for entry in entries:
        name = f"{directory}/{entry.name}"
        if entry.kind == "directory":
            _loose(common, name, names, depth + 1)
        elif entry.kind == "file" and _is_ref(name):
            with suppress(Unreadable):
                value = (_small(common, name) or "").strip()
                if _OBJECT.fullmatch(value):
                    names[name] = value
