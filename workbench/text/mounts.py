"""Which mount a path stands on, as the kernel tells it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc/self")


@dataclass(frozen=True, slots=True)
class Mount:
    """The kind of a file system by the kernel's name, and the options of mount and file system."""

    kind: str
    options: frozenset[str] = frozenset()


def mount_of(path: Path) -> Mount | None:
    """The mount that holds a folder or file, or None where the kernel does not tell."""
    try:
        told = (_PROC / "mountinfo").read_bytes()
        resolved = os.fsencode(path.resolve())
    except OSError:
        return None
    return find_mount(told, resolved, mount_id(path))


def mount_id(path: Path) -> bytes | None:
    """The number of the mount in the kernel's list, or None where it does not tell."""
    with suppress(OSError):
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            lines = (_PROC / "fdinfo" / str(fd)).read_bytes().splitlines()
        finally:
            os.close(fd)
        return next((line.split()[1] for line in lines if line.startswith(b"mnt_id:")), None)
    return None


def find_mount(mountinfo: bytes, path: bytes, number: bytes | None) -> Mount | None:
    """The mount of that number, else the last of those that stand nearest above the path."""
    best, found = -1, None
    for line in mountinfo.splitlines():
        left, _, right = line.partition(b" - ")
        fields, after = left.split(b" "), right.split(b" ")
        if len(fields) < 6 or len(after) < 3:
            continue
        point = _unescaped(fields[4])
        if fields[0] == number:
            return _mount(fields[5], after)
        if len(point) >= best and (point == b"/" or path == point or path.startswith(point + b"/")):
            best, found = len(point), _mount(fields[5], after)
    return found


def _mount(options: bytes, after: list[bytes]) -> Mount:
    """A mount from its own options and what stands behind the dash: kind, source, options."""
    words = (options + b"," + after[2]).decode("utf-8", "replace").split(",")
    return Mount(after[0].decode("utf-8", "replace"), frozenset(words))


def _unescaped(field: bytes) -> bytes:
    """A field with its octal escapes resolved, the backslash last."""
    for code in (b" ", b"\t", b"\n", b"\\"):
        field = field.replace(b"\\%03o" % code[0], code)
    return field
