"""Which files make a store, and what each one holds (§7.3, §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISLNK
from typing import Literal

from workbench.store.snapshot import Capability, Expected, Found
from workbench.text import durable
from workbench.text.errors import Unreadable

Role = Literal["inbox", "index", "log", "conventions", "topic", "archive", "record", "hypothesis"]

INBOX, INDEX, LOG, CONVENTIONS = "memory.md", "index.md", "log.md", "conventions.md"
TOPICS, ARCHIVE, GOVERNANCE = "topics", "archive", "governance"
HOT_ENTRIES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
WALKS = ("active", "discharged", "rejected", "archived", "noteworthy")
DEEPEST = 6
"""How many folders deep pages are read; what lies deeper is said to be unread."""

_FILES: dict[str, Role] = {INBOX: "inbox", INDEX: "index", LOG: "log", CONVENTIONS: "conventions"}
_BESIDE = ("controls", "proposals", "receipts", "erasures", "feedback")
_RECORD_DIRS = (
    "governance/controls",
    "governance/proposals",
    "governance/receipts",
    "governance/erasures",
    *(f"../{name}" for name in _BESIDE),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to read: its path relative to the memory root, and what it holds."""

    path: str
    role: Role


def recognise(path: Path) -> Found | None:
    """The store at ``path``: a memory root, or an agent home that holds ``memory/``. Reads names only."""
    memory = path / "memory"
    if _is_memory(memory) or _is_closed(memory):
        return Found("filesystem", memory, _home_of(memory))
    return Found("filesystem", path, _home_of(path)) if _is_memory(path) else None


def looked_for() -> str:
    """What would have made a directory a store."""
    return f"{INBOX}, {INDEX} or {TOPICS}/ in the directory or in its memory/"


def _is_memory(root: Path) -> bool:
    files = any(_is_there(root / name) for name in (INBOX, INDEX))
    return files or _mode(root / TOPICS) in ("directory", "link")


def _is_closed(root: Path) -> bool:
    """Whether a directory is there into which this person may not look."""
    return _mode(root) == "directory" and _mode(root / INBOX) == "denied"


def _is_there(path: Path) -> bool:
    return _mode(path) not in ("nothing", "denied")


def _mode(path: Path) -> Literal["directory", "link", "other", "nothing", "denied"]:
    """What stands at a path, no link followed."""
    try:
        mode = path.lstat().st_mode
    except PermissionError:
        return "denied"
    except (OSError, ValueError):
        return "nothing"
    return "directory" if S_ISDIR(mode) else "link" if S_ISLNK(mode) else "other"


def _home_of(root: Path) -> Path | None:
    """The agent home around a memory root, when its other files show that it is one."""
    home = root.parent
    marks = (
        *HOT_ENTRIES,
        "steering",
        "walks",
        *_BESIDE,
    )
    named = root.name in ("memory", "memories")
    return home if named and any(_is_there(home / mark) for mark in marks) else None


def base_of(found: Found, path: str) -> tuple[Path, str]:
    """The directory and the relative name below it of a store path (``../`` means the agent home)."""
    if path.startswith("../"):
        return found.home or found.root.parent, path[3:]
    return found.root, path


def wanted(found: Found) -> Iterator[Wanted | tuple[str, str]]:
    """Every file to read, in reading order; a directory that can't be listed is ``(path, reason)``."""
    for name, role in _FILES.items():
        if _mode(found.root / name) != "nothing":
            yield Wanted(name, role)
    for folder, kind in ((ARCHIVE, "archive"), (TOPICS, "topic")):
        yield from _folder(found, folder, ".md", kind, DEEPEST)  # type: ignore[arg-type]
    for folder in _RECORD_DIRS:
        if found.home is not None or not folder.startswith("../"):
            yield from _folder(found, folder, ".yaml", "record")
    yield from _walks(found)


def expected(path: str) -> Expected | None:
    """What a file, or a folder, of a store is there for, by its place alone."""
    if path in _FILES:
        return _FILES[path]  # type: ignore[return-value]
    first = path.removeprefix("../").removeprefix(f"{GOVERNANCE}/").partition("/")[0]
    if first in _BESIDE or (first == "walks" and path.startswith("../")):
        return first  # type: ignore[return-value]
    return {ARCHIVE: "archive", TOPICS: "topic"}.get(first)  # type: ignore[return-value]


def _walks(found: Found) -> Iterator[Wanted | tuple[str, str]]:
    if found.home is None:
        return
    if _mode(found.home / "walks") == "link":
        yield "../walks", _link_reason(found.home, "walks")
        return
    for walk in WALKS:
        yield from _folder(found, f"../walks/{walk}", ".yaml", "hypothesis")


def _folder(
    found: Found, folder: str, suffix: str, role: Role, deeper: int = 0
) -> Iterator[Wanted | tuple[str, str]]:
    base, relative = base_of(found, folder)
    try:
        entries = durable.scan_dir(base, relative)
    except Unreadable as error:
        if error.code != "missing":
            yield folder, error.reason
        return
    for name, kind in entries:
        path = f"{folder}/{name}"
        if name.startswith("."):
            continue
        if name.endswith(suffix) or (suffix == ".yaml" and name.endswith(".yml")):
            yield Wanted(path, role)
        elif deeper > 1 and kind == "directory":
            yield from _folder(found, path, suffix, role, deeper - 1)
        elif deeper and kind == "directory":
            yield path, "lies deeper than folders are read"
        elif deeper and kind == "symlink":
            yield path, _link_reason(base, f"{relative}/{name}")


def _link_reason(base: Path, relative: str) -> str:
    try:
        durable.scan_dir(base, relative)
    except Unreadable as error:
        return error.reason
    return "is a symlink"


def capabilities(paths: Mapping[str, Role], stored: int, named: int) -> tuple[Capability, ...]:
    """The five capabilities of §7.1 as the files support them. Says what is there, never a level.

    ``stored`` rows stand in the item store, ``named`` of them have an id.
    """
    days = sum(1 for role in paths.values() if role == "archive")
    pages = sum(1 for role in paths.values() if role == "topic")
    return (
        _file(paths, INBOX, "inbox"),
        Capability(
            "archive",
            days > 0,
            _counted(days, "day") + " in archive/" if days else "no readable day in archive/",
        ),
        Capability("item store", named > 0, _store_reason(pages, stored, named)),
        _file(paths, INDEX, "index"),
        _file(paths, LOG, "operation log"),
    )


def _file(
    paths: Mapping[str, Role], name: str, capability: Literal["inbox", "index", "operation log"]
) -> Capability:
    there = name in paths
    return Capability(capability, there, f"{name} reads" if there else f"no readable {name}")


def _store_reason(pages: int, stored: int, named: int) -> str:
    if not pages:
        return "no readable page in topics/"
    if not named:
        return f"{_counted(pages, 'page')} in topics/, but no item has an id"
    without = stored - named
    return f"{_counted(named, 'item')} with an id in {_counted(pages, 'page')}" + (
        f", {without} without" if without else ""
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
