"""Reading and writing the few files that governance owns, with a missing file as an answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from workbench.text import durable
from workbench.text.errors import IoFailed, Refused, Unreadable
from workbench.text.visible import visible


def base_of(root: Path, path: str) -> tuple[Path, str]:
    """The directory and the name below it of a store path; ``../`` means the agent home around the root."""
    return (root.parent, path[3:]) if path.startswith("../") else (root, path)


def read_or_none(root: Path, path: str, *, limit: int = durable.LIMIT) -> bytes | None:
    """The bytes of a file, or None where nothing is.

    Raises:
        Unreadable: something is there that cannot be read as a regular file.
    """
    base, relative = base_of(root, path)
    try:
        return durable.read_file(base, relative, limit=limit).data
    except Unreadable as error:
        if error.code == "missing":
            return None
        raise


def names_in(root: Path, directory: str) -> Sequence[str]:
    """The names in a directory, or none where there is no directory.

    Raises:
        Unreadable: it is there and cannot be listed.
    """
    try:
        return durable.list_dir(root, directory)
    except Unreadable as error:
        if error.code == "missing":
            return ()
        raise


def check_writable(root: Path, path: str) -> None:
    """Refuse before anything is recorded what the file system would refuse afterwards.

    Raises:
        IoFailed: the file's directory, or the file, cannot be written by this person.
        Refused: the file has a second name, under which it would not change.
    """
    base, relative = base_of(root, path)
    target = base / relative
    directory = target.parent
    while not directory.exists() and directory != base:
        directory = directory.parent
    if target.is_file() and target.stat().st_nlink > 1:
        raise Refused(
            f"{visible(path)} has more than one name (hard links).", not_done="Nothing was recorded."
        )
    if not os.access(directory, os.W_OK | os.X_OK) or (target.exists() and not os.access(target, os.W_OK)):
        if _mounted_read_only(directory):
            raise IoFailed(
                f"{visible(path)} cannot be written: it is mounted read-only.",
                not_done="Nothing was recorded.",
                next="Mount it for writing, then decide again.",
            )
        raise IoFailed(
            f"{visible(path)} cannot be written: read-only, or no permission.",
            not_done="Nothing was recorded.",
            next="Give yourself permission to write there, then decide again.",
        )


def _mounted_read_only(directory: Path) -> bool:
    try:
        return bool(os.statvfs(directory).f_flag & os.ST_RDONLY)
    except OSError:
        return False
