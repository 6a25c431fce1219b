"""Reading beneath a root, one name at a time, following no link and waiting for nothing."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from workbench.text.errors import Unreadable
from workbench.text.visible import visible

LIMIT = 64 * 1024 * 1024
"""Bytes; a larger file is not read."""
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
DIRECTORY_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_KINDS = {
    stat.S_IFIFO: "is a FIFO",
    stat.S_IFSOCK: "is a socket",
    stat.S_IFCHR: "is a device",
    stat.S_IFBLK: "is a device",
    stat.S_IFDIR: "is a directory",
}
_REASONS = {
    errno.ENOENT: "does not exist",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOTDIR: "is not a directory",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "is a symlink",
}


class FileStat(NamedTuple):
    """What tells one state of a file from another, cheaply; the truth is its bytes."""

    dev: int
    ino: int
    size: int
    mtime_ns: int
    mode: int
    nlink: int
    ctime_ns: int

    @classmethod
    def of(cls, result: os.stat_result) -> FileStat:
        return cls(
            result.st_dev,
            result.st_ino,
            result.st_size,
            result.st_mtime_ns,
            result.st_mode,
            result.st_nlink,
            result.st_ctime_ns,
        )


@dataclass(frozen=True, slots=True)
class FileImage:
    """A file as it was read, once. `stat` was taken before the bytes, so a later change shows."""

    path: str
    data: bytes = field(repr=False)
    stat: FileStat


class Entry(NamedTuple):
    """A name in a directory and what it is: file, directory, symlink or other."""

    name: str
    kind: str


def read_file(root: Path, relative: str, *, limit: int = LIMIT) -> FileImage:
    """The bytes of one regular file beneath `root`, read once.

    Raises `Unreadable` (code `missing` where nothing is there) for anything else: a link, a
    FIFO, a device, another file system, more than `limit` bytes, a name that leaves the root.
    """
    with opened_parent(root, relative) as (parent, name, device):
        fd, state = open_regular(parent, name, relative, device)
        try:
            if state.st_size > limit:
                raise Unreadable(f"larger than {_size(limit)}", path=visible(relative))
            data = read_all(fd, limit + 1)
        except OSError as error:
            raise _unreadable(error, relative) from None
        finally:
            os.close(fd)
    if len(data) > limit:
        raise Unreadable(f"larger than {_size(limit)}", path=visible(relative))
    return FileImage(relative, data, FileStat.of(state))


def list_dir(root: Path, relative: str = "") -> list[str]:
    """Names in a directory beneath `root` in byte order; a name that is no UTF-8 holds surrogates."""
    return [entry.name for entry in scan_dir(root, relative)]


def scan_dir(root: Path, relative: str = "") -> list[Entry]:
    """As `list_dir`, with the kind of each entry; no link is followed."""
    names = _names(relative) if relative not in ("", ".") else []
    fd = _walk(root, names, relative)[0]
    try:
        with os.scandir(fd) as entries:
            found = [Entry(entry.name, _kind(entry)) for entry in entries]
    except OSError as error:
        raise _unreadable(error, relative or ".") from None
    finally:
        os.close(fd)
    return sorted(found, key=lambda entry: os.fsencode(entry.name))


def _kind(entry: os.DirEntry[str]) -> str:
    with suppress(OSError):
        if entry.is_symlink():
            return "symlink"
        if entry.is_file(follow_symlinks=False):
            return "file"
        if entry.is_dir(follow_symlinks=False):
            return "directory"
    return "other"


def _names(relative: str) -> list[str]:
    """The components of a path that stays beneath its root."""
    names = relative.split("/")
    if "\0" in relative:
        raise Unreadable("the name holds a NUL", path=visible(relative))
    if relative.startswith("/") or ".." in names:
        raise Unreadable("leaves the store", path=visible(relative))
    if any(name in ("", ".") for name in names):
        raise Unreadable("is no plain path", path=visible(relative))
    try:
        os.fsencode(relative)
    except UnicodeEncodeError:
        raise Unreadable("is a name that no file can have", path=visible(relative)) from None
    return names


def _walk(root: Path, names: Sequence[str], relative: str) -> tuple[int, int]:
    """Descriptor of the directory `names` beneath `root`, and the device of the root."""
    try:
        fd = os.open(root, DIRECTORY_FLAGS)
    except OSError as error:
        raise _unreadable(error, str(root)) from None
    device = os.fstat(fd).st_dev
    for name in names:
        try:
            below = os.open(name, DIRECTORY_FLAGS | os.O_NOFOLLOW, dir_fd=fd)
        except OSError as error:
            raise _link_reason(fd, name, relative) or _unreadable(error, relative) from None
        finally:
            os.close(fd)
        fd = below
        if os.fstat(fd).st_dev != device:
            os.close(fd)
            raise Unreadable("is on another file system", path=visible(relative))
    return fd, device


@contextmanager
def opened_parent(root: Path, relative: str) -> Iterator[tuple[int, str, int]]:
    """Descriptor of the directory that holds the file, the file's name, and the device of the root."""
    *names, name = _names(relative)
    fd, device = _walk(root, names, relative)
    try:
        yield fd, name, device
    finally:
        os.close(fd)


def open_regular(parent: int, name: str, relative: str, device: int) -> tuple[int, os.stat_result]:
    """Open a regular file for reading; what it is is looked at before and after the opening."""
    try:
        _check_regular(os.stat(name, dir_fd=parent, follow_symlinks=False), parent, name, relative, device)
        fd = os.open(name, _READ, dir_fd=parent)
    except OSError as error:
        raise _unreadable(error, relative) from None
    try:
        state = os.fstat(fd)
        _check_regular(state, parent, name, relative, device)
    except BaseException:
        os.close(fd)
        raise
    return fd, state


def _check_regular(state: os.stat_result, parent: int, name: str, relative: str, device: int) -> None:
    kind = stat.S_IFMT(state.st_mode)
    if kind == stat.S_IFLNK:
        raise _link_reason(parent, name, relative) or Unreadable("is a symlink", path=visible(relative))
    if kind != stat.S_IFREG:
        raise Unreadable(_KINDS.get(kind, "is not a regular file"), path=visible(relative))
    if state.st_dev != device:
        raise Unreadable("is on another file system", path=visible(relative))


def _link_reason(parent: int, name: str, relative: str) -> Unreadable | None:
    """The reason for a symlink, which names where it leads."""
    try:
        target = os.readlink(name, dir_fd=parent)
    except (OSError, ValueError):
        return None
    return Unreadable(f"is a symlink to {visible(target)}", path=visible(relative), code="symlink")


def _unreadable(error: OSError, path: str) -> Unreadable:
    number = error.errno or 0
    reason = _REASONS.get(number) or (os.strerror(number).lower() if number else "cannot be read")
    return Unreadable(reason, path=visible(path), code="missing" if number == errno.ENOENT else None)


def read_all(fd: int, limit: int) -> bytes:
    """Up to `limit` bytes from the current place to the end."""
    parts: list[bytes] = []
    left = limit
    while left > 0 and (part := os.read(fd, min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _size(limit: int) -> str:
    return f"{limit // (1024 * 1024)} MiB" if limit >= 1024 * 1024 else f"{limit} bytes"
