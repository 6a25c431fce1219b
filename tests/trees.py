"""Whole trees of files as values, so that a test can say what changed and what did not."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

Entry = tuple[int, bytes | str | None]
"""Mode bits with the file type, and a file's bytes, a link's target, or None for anything else."""


def tree_bytes(root: Path) -> dict[str, Entry]:
    """Everything under `root` by its path from there: `{"memory/log.md": (0o100644, b"...")}`.

    Links are not followed and folders count, so two equal answers mean two equal trees.
    """
    return {path.relative_to(root).as_posix(): _entry(path) for path in sorted(root.rglob("*"))}


def changed_paths(before: dict[str, Entry], after: dict[str, Entry]) -> set[str]:
    """The paths that came, went, or differ in bytes or mode between two trees."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def copy_store(source: Path, target: Path) -> Path:
    """A writable copy of a store, byte for byte, with no git of its own."""
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | stat.S_IWUSR | stat.S_IRUSR)
    return target


def _entry(path: Path) -> Entry:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return mode, str(path.readlink())
    return mode, path.read_bytes() if stat.S_ISREG(mode) else None


def open_up(*folders: Path) -> None:
    """Let anybody write, and reach the folders from above."""
    for folder in folders:
        folder.mkdir(exist_ok=True, parents=True)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        for above in folder.parents:
            if above.stat().st_uid == os.getuid() and above.stat().st_mode & 0o055 != 0o055:
                above.chmod(above.stat().st_mode | 0o055)
