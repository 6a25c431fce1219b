"""Files read without harm and written so that they survive a crash or were never there.

Reading walks down from a root one name at a time and follows no link. Creating never
replaces; replacing swaps two names and looks at what it displaced, so that an edit made
meanwhile is kept; appending is one write. Every write is on disk before its function
returns. Errors of the operating system become `IoFailed`, refusals of this module
`Refused` or `Unreadable`, and an edit by somebody else `StoreChanged`.

Linux is meant; where `renameat2` has no flags the weaker way is taken and reported.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from workbench.text import _linux
from workbench.text.beneath import (
    DIRECTORY_FLAGS,
    LIMIT,
    Entry,
    FileImage,
    FileStat,
    list_dir,
    opened_parent,
    read_all,
    read_file,
    scan_dir,
)
from workbench.text.errors import IoFailed, Refused, StoreChanged, Unreadable
from workbench.text.lock import WriterLock
from workbench.text.staging import (
    changed,
    exists,
    holds,
    io_errors,
    is_own_temp,
    is_swap,
    keep_aside,
    open_for_change,
    publish,
    second_names,
    stage,
    temp_name,
    unlink_quietly,
)
from workbench.text.swap import Replaced, replace
from workbench.text.visible import visible

__all__ = [
    "LIMIT", "Entry", "FileImage", "FileStat", "Replaced", "WriterLock", "append", "clear_temps", "create",
    "is_own_temp", "list_dir", "make_dirs", "own_temps", "read_file", "remove", "replace",
    "scan_dir",
]  # fmt: skip


def make_dirs(path: Path, mode: int = 0o755, *, beneath: Path | None = None) -> None:
    """Make a directory and its missing parents, each on disk before the next.

    The last one that is there already is brought to disk too: who made it may have been ended just
    before that. With `beneath`, that one must be there: a store that was moved away is not begun anew.
    No directory between it and `path` may be a link.
    """
    if beneath is not None:
        _refuse_links(path, beneath)
    missing: list[Path] = []
    at = path
    with io_errors(f"cannot make {visible(str(path))}", "nothing was written"):
        while not at.exists():
            if at == beneath:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(at))
            missing.append(at)
            at = at.parent
        with suppress(PermissionError):  # whose parent we may not open, we did not make
            _sync_directory(at.parent)
        for step in reversed(missing):
            with suppress(FileExistsError):
                step.mkdir(mode)
            _sync_directory(step.parent)
        if not path.is_dir():
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def _refuse_links(path: Path, beneath: Path) -> None:
    at = beneath
    for name in path.relative_to(beneath).parts:
        at = at / name
        if name == ".." or at.is_symlink():
            raise Refused(f"{visible(str(at))} is a symlink", code="symlink", not_done="nothing was written")


def _sync_directory(path: Path) -> None:
    fd = os.open(path, DIRECTORY_FLAGS)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def create(
    directory: Path, name: str, data: bytes, *, mode: int = 0o644, beneath: Path | None = None
) -> bool:
    """Make a new file, whole and on disk. False when it is already there with these very bytes.

    Raises FileExistsError when it is there with others, and `IoFailed` when nothing was made.
    With `beneath`, no directory between that one and the file may be a link.
    """
    if beneath is not None:
        _refuse_links(directory, beneath)
    what = visible(str(directory / name))
    with io_errors(f"cannot write {what}", "nothing was recorded"):
        parent = os.open(directory, DIRECTORY_FLAGS | os.O_NOFOLLOW)
        try:
            temp = stage(parent, data, mode)
            try:
                publish(parent, temp, name)
            except FileExistsError:
                unlink_quietly(parent, temp)
                if not holds(parent, name, data):
                    raise
                os.fsync(parent)
                return False
            except BaseException:
                unlink_quietly(parent, temp)
                raise
            _sync_or_withdraw(parent, name)
            return True
        finally:
            os.close(parent)


def _sync_or_withdraw(parent: int, name: str) -> None:
    """Make the new name durable, or take it away again so that nothing was recorded."""
    try:
        os.fsync(parent)
    except OSError:
        unlink_quietly(parent, name)
        raise


def append(root: Path, relative: str, data: bytes, *, create_mode: int = 0o644) -> None:
    """Add bytes to the end of a file in one write, on disk on return; made if it is missing.

    Raises `IoFailed` when only a part was written, `Refused` for a link or anything but a
    regular file with one name.
    """
    with opened_parent(root, relative) as (parent, name, device):
        with io_errors(f"cannot append to {visible(relative)}", "nothing was recorded"):
            existed = exists(parent, name)
        if existed:
            os.close(open_for_change(parent, name, relative, device))
        with io_errors(f"cannot append to {visible(relative)}", "nothing was recorded"):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            fd = os.open(name, flags, create_mode, dir_fd=parent)
            try:
                _append(fd, data, relative)
            finally:
                os.close(fd)
            if not existed:
                os.fsync(parent)


def _append(fd: int, data: bytes, relative: str) -> None:
    state = os.fstat(fd)
    if not stat.S_ISREG(state.st_mode):
        raise Refused(f"{visible(relative)} is not a regular file", not_done="nothing was written")
    if state.st_nlink > 1:
        raise second_names(relative)
    written = os.write(fd, data)
    if written != len(data):
        raise IoFailed(
            f"{visible(relative)}: only {written} of {len(data)} bytes were appended",
            code="short-write",
            not_done="the line is torn and does not count",
            next="free some space, then run `workbench resume`",
        )
    os.fsync(fd)


def remove(root: Path, relative: str, expected: bytes | None) -> bool:
    """Take a file away, durably; False when there is none.

    With `expected` the file first moves aside and goes only if it holds these bytes; else it
    is put back and `StoreChanged` raised. `Refused` for a link or a file with several names.
    """
    with opened_parent(root, relative) as (parent, name, device):
        try:
            fd = open_for_change(parent, name, relative, device)
        except StoreChanged:
            return False
        try:
            with io_errors(f"cannot remove {visible(relative)}", "the file was left as it was"):
                _remove(parent, name, visible(relative), fd, expected)
        finally:
            os.close(fd)
    return True


def _remove(parent: int, name: str, relative: str, fd: int, expected: bytes | None) -> None:
    if expected is not None:
        if read_all(fd, len(expected) + 1) != expected:
            raise changed(f"{relative} is no longer what was reviewed")
        aside = temp_name(swap=True)
        os.rename(name, aside, src_dir_fd=parent, dst_dir_fd=parent)
        if not holds(parent, aside, expected) or _linux.has_writer(fd):
            _restore(parent, aside, name, relative)
        name = aside
    os.unlink(name, dir_fd=parent)
    os.fsync(parent)


def _restore(parent: int, aside: str, name: str, relative: str) -> None:
    try:
        publish(parent, aside, name)
    except FileExistsError:
        kept = keep_aside(parent, aside, name)
        raise StoreChanged(
            f"{relative} was written anew meanwhile; the earlier version is kept as {visible(kept)}",
            code="conflict",
            not_done="nothing was removed",
        ) from None
    os.fsync(parent)
    raise changed(f"{relative} was changed by another program")


def own_temps(root: Path, directories: Collection[str]) -> list[str]:
    """Paths of temps that an interrupted write left in these directories beneath `root`."""
    found: list[str] = []
    for directory in sorted(directories):
        with suppress(Unreadable):
            for entry in scan_dir(root, directory):
                if entry.kind == "file" and is_own_temp(entry.name):
                    prefix = "" if directory in ("", ".") else f"{directory}/"
                    found.append(prefix + entry.name)
    return found


def clear_temps(
    root: Path, directories: Collection[str], known: Callable[[bytes], bool] | Collection[str]
) -> list[str]:
    """Remove leftover temps, under the writer lock; returns what was kept for a person to look at.

    The temp of a replacement can hold an edit of another program. It goes only when its bytes
    are `known` (a test, or SHA-256 hex digests of the before and after of planned effects);
    otherwise it is kept beside as `recovered.conflict-…`.
    """
    kept: list[str] = []
    for relative in own_temps(root, directories):
        with (
            opened_parent(root, relative) as (parent, name, _),
            io_errors("cannot clear a temp", "it was left"),
        ):
            if is_swap(name) and not _is_known(read_file(root, relative).data, known):
                kept.append(relative[: -len(name)] + keep_aside(parent, name, "recovered"))
                continue
            os.unlink(name, dir_fd=parent)
            os.fsync(parent)
    return kept


def _is_known(data: bytes, known: Callable[[bytes], bool] | Collection[str]) -> bool:
    return known(data) if callable(known) else sha256(data).hexdigest() in known
