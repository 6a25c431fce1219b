"""The steps that every durable write is made of: a temp file on disk, then its name."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.text import _linux
from workbench.text.beneath import open_regular, opened_parent, read_all
from workbench.text.errors import IoFailed, Refused, StoreChanged, Unreadable
from workbench.text.visible import visible

TEMP = re.compile(r"\.wb-tmp-[0-9]+-(s?)[0-9a-f]{8}")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_NO_LINKS = frozenset((errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EMLINK, errno.EINVAL))
_NEXT = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "free some of your quota and try again",
    errno.EROFS: "the file system is read-only; make it writable and try again",
    errno.EACCES: "give yourself permission to write there and try again",
}


@contextmanager
def io_errors(doing: str, not_done: str) -> Iterator[None]:
    """Turn what the operating system says into an `IoFailed`."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        number = error.errno
        why = os.strerror(number).lower() if number else "input/output error"
        raise IoFailed(
            f"{doing}: {why}", errno=number, not_done=not_done, next=_NEXT.get(number or 0)
        ) from error


def temp_name(*, swap: bool = False) -> str:
    return f".wb-tmp-{os.getpid()}-{'s' if swap else ''}{secrets.token_hex(4)}"


def is_own_temp(name: str) -> bool:
    """Whether a file name is one of our temps."""
    return TEMP.fullmatch(name) is not None


def is_swap(name: str) -> bool:
    match = TEMP.fullmatch(name)
    return match is not None and bool(match.group(1))


def stage(parent: int, data: bytes, mode: int, like: int | None = None, *, swap: bool = False) -> str:
    """A temp file with these bytes on disk, with the owner, mode and attributes of `like`; its name.

    With `swap` the name says from the start that another program's bytes are in it.
    """
    name = temp_name(swap=swap)
    fd = os.open(name, _NEW, mode, dir_fd=parent)
    try:
        _write_all(fd, data)
        if like is not None:
            _copy_properties(like, fd)
        os.fsync(fd)
    except BaseException:
        unlink_quietly(parent, name)
        raise
    finally:
        os.close(fd)
    return name


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = os.write(fd, view)
        if written == 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        view = view[written:]


def _copy_properties(source: int, target: int) -> None:
    """Owner first (setting it clears mode bits), then attributes, then mode."""
    state, own = os.fstat(source), os.fstat(target)
    if (state.st_uid, state.st_gid) != (own.st_uid, own.st_gid):
        os.fchown(target, state.st_uid, state.st_gid)
    for attribute in _attributes(source):
        try:
            os.setxattr(target, attribute, os.getxattr(source, attribute))
        except OSError:
            if attribute.startswith("user."):
                raise
    if stat.S_IMODE(os.fstat(target).st_mode) != stat.S_IMODE(state.st_mode):
        os.fchmod(target, stat.S_IMODE(state.st_mode))


def _attributes(fd: int) -> list[str]:
    try:
        return os.listxattr(fd)
    except (OSError, AttributeError):
        return []


def publish(parent: int, temp: str, name: str) -> None:
    """Give the temp its name unless that is taken, by the strongest means there is."""
    try:
        _linux.rename(parent, temp, parent, name, _linux.NOREPLACE)
        return
    except OSError as error:
        if error.errno not in _linux.NO_FLAGS:
            raise
    try:
        os.link(temp, name, src_dir_fd=parent, dst_dir_fd=parent, follow_symlinks=False)
        os.unlink(temp, dir_fd=parent)
        return
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    if exists(parent, name):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
    os.rename(temp, name, src_dir_fd=parent, dst_dir_fd=parent)


def as_swap(parent: int, temp: str) -> str:
    """The temp under the name of one that may come to hold another program's bytes; that name.

    Only a file that is whole on disk has such a name, so that what a power cut tears is known
    to be ours.
    """
    name = temp_name(swap=True)
    try:
        os.rename(temp, name, src_dir_fd=parent, dst_dir_fd=parent)
    except BaseException:
        unlink_quietly(parent, temp)
        raise
    return name


def settle(root: Path, relative: str) -> None:
    """Bring a file that stands there, and its name, to disk, whoever wrote it.

    A program that was ended between a write and its sync leaves what everybody reads and a power
    cut takes. Raises `Unreadable` where no regular file stands, and `IoFailed`.
    """
    with opened_parent(root, relative) as (parent, name, device):
        fd, _ = open_regular(parent, name, relative, device)
        try:
            with io_errors(f"cannot bring {visible(relative)} to disk", "it was left as it is"):
                os.fsync(fd)
                os.fsync(parent)
        finally:
            os.close(fd)


def exists(parent: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def holds(parent: int, name: str, data: bytes) -> bool:
    """Whether a regular file of this name has these bytes, which are then on disk."""
    try:
        fd, _ = open_regular(parent, name, name, os.fstat(parent).st_dev)
    except Unreadable:
        return False
    try:
        if read_all(fd, len(data) + 1) != data:
            return False
        os.fsync(fd)
        return True
    finally:
        os.close(fd)


def unlink_quietly(parent: int, name: str) -> None:
    with suppress(OSError):
        os.unlink(name, dir_fd=parent)


def keep_aside(parent: int, temp: str, name: str) -> str:
    """Give a file that nobody may lose a name that no agent reads; that name."""
    kept = f"{name}.conflict-{secrets.token_hex(4)}"
    os.rename(temp, kept, src_dir_fd=parent, dst_dir_fd=parent)
    os.fsync(parent)
    return kept


def open_for_change(parent: int, name: str, relative: str, device: int) -> int:
    """Open the file that is to change; links and second names are refused."""
    try:
        fd, state = open_regular(parent, name, relative, device)
    except Unreadable as error:
        if error.code == "missing":
            raise StoreChanged(error.message, code="missing", not_done="nothing was written") from None
        raise Refused(error.message, code=error.code, not_done="nothing was written") from None
    if state.st_nlink > 1:
        os.close(fd)
        raise second_names(relative)
    return fd


def second_names(relative: str) -> Refused:
    return Refused(
        f"{visible(relative)} has more than one name (hard links)",
        code="hard-link",
        not_done="nothing was written",
        next="make it a file of its own, then decide again",
    )


def changed(message: str) -> StoreChanged:
    return StoreChanged(message, not_done="the file was left as it was")
