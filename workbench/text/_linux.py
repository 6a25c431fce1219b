"""The two kernel calls that Python lacks."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
from errno import EAGAIN, EINVAL, ENOSYS, ENOTSUP

NOREPLACE = 1
EXCHANGE = 2
NO_FLAGS = frozenset((EINVAL, ENOSYS, ENOTSUP))
"""The answers of a file system or kernel that has no such flag."""

_F_SETSIG = 10
_LIBC = ctypes.CDLL(None, use_errno=True)


def rename(old_fd: int, old: str, new_fd: int, new: str, flags: int) -> None:
    """`renameat2`; raises OSError, with an errno of `NO_FLAGS` where the flag is not supported."""
    call = getattr(_LIBC, "renameat2", None)
    if call is None:
        raise OSError(ENOSYS, os.strerror(ENOSYS), old)
    if call(old_fd, os.fsencode(old), new_fd, os.fsencode(new), ctypes.c_uint(flags)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), old)


def has_writer(fd: int) -> bool | None:
    """Whether any process has this file open for writing; None where that cannot be told.

    The kernel gives a read lease only when there is none. It is given back at once; should
    a writer come in between, the signal that tells so is one that does nothing.
    """
    if not hasattr(fcntl, "F_SETLEASE"):
        return None
    try:
        fcntl.fcntl(fd, _F_SETSIG, signal.SIGURG)
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return True if error.errno == EAGAIN else None
    fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return False
