"""Lines beside a topic of :mod:`workbench.governance.own`: what changed of a large value, and no more.

One JSON object a line, each on disk before the next. A line that does not read ends the file: what was
being written when the power went never counted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

from workbench.governance.own import LIMIT, opened, own_dir
from workbench.text.beneath import read_file
from workbench.text.errors import Refused, Unreadable

Look = tuple[tuple[int, ...] | None, tuple[int, ...] | None]
"""Device, inode, size and times of a topic's value and of its lines; None where there is none."""


def look_of(private_home: Path, root: Path, topic: str) -> Look:
    """How the two files of a topic look now."""
    try:
        folder = own_dir(private_home, root)
    except (OSError, Refused):
        return None, None
    return _look(folder / f"{topic}.json"), _look(folder / f"{topic}.lines")


def read_lines(private_home: Path, root: Path, topic: str) -> tuple[list[Mapping[str, Any]], int]:
    """The lines of a topic, and how many bytes those take; nothing where none read."""
    try:
        folder = own_dir(private_home, root).relative_to(private_home)
        data = read_file(private_home, f"{folder}/{topic}.lines", limit=LIMIT).data
    except (OSError, ValueError, Refused, Unreadable):
        return [], 0
    found: list[Mapping[str, Any]] = []
    size = 0
    for line in data.splitlines(keepends=True):
        with suppress(ValueError, RecursionError):
            value = json.loads(line)
            if isinstance(value, dict) and line.endswith(b"\n"):
                found.append(value)
                size += len(line)
                continue
        break
    return found, size


def append_line(private_home: Path, root: Path, topic: str, value: Mapping[str, Any], size: int) -> bool:
    """Add a line where the file has that size, 0 where there is none; answers whether it is on disk."""
    data = json.dumps(value, ensure_ascii=True).encode("ascii") + b"\n"
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        with opened(private_home, root) as folder:
            file = os.open(f"{topic}.lines", flags, 0o600, dir_fd=folder)
            try:
                state = os.fstat(file)
                if not S_ISREG(state.st_mode) or state.st_size != size or os.write(file, data) != len(data):
                    return False
                os.fsync(file)
            finally:
                os.close(file)
            if not size:
                os.fsync(folder)
    except (OSError, Refused):
        return False
    return True


def forget_lines(private_home: Path, root: Path, topic: str) -> None:
    """Take the lines away; they count for nothing any more."""
    with suppress(OSError, Refused), opened(private_home, root) as folder:
        os.unlink(f"{topic}.lines", dir_fd=folder)


def _look(path: Path) -> tuple[int, ...] | None:
    try:
        state = path.lstat()
    except (OSError, ValueError):
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns
