"""The two kernel calls that Python lacks, and what the file system below a path is worth."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
from errno import EAGAIN, EINVAL, ENOSYS, ENOTSUP
from pathlib import Path

NOREPLACE = 1
EXCHANGE = 2
NO_FLAGS = frozenset((EINVAL, ENOSYS, ENOTSUP))
"""The answers of a file system or kernel that has no such flag."""

_F_SETSIG = 10
_LIBC = ctypes.CDLL(None, use_errno=True)

WEAK = {
    "nfs": "NFS: locks and late writes are not reliable",
    "nfs4": "NFS: locks and late writes are not reliable",
    "cifs": "a Windows share: locks and late writes are not reliable",
    "smb3": "a Windows share: locks and late writes are not reliable",
    "smbfs": "a Windows share: locks and late writes are not reliable",
    "9p": "a shared host folder (9p): locks and late writes are not reliable",
    "virtiofs": "a shared host folder (virtiofs): late writes are not reliable",
    "afs": "AFS: locks and late writes are not reliable",
    "ceph": "Ceph: late writes are not reliable",
    "vfat": "a FAT volume: no owners, no links, and a power cut can tear it",
    "msdos": "a FAT volume: no owners, no links, and a power cut can tear it",
    "exfat": "an exFAT volume: no owners, no links, and a power cut can tear it",
    "ntfs": "an NTFS volume: atomic exchange is not there",
    "ntfs3": "an NTFS volume: atomic exchange is not there",
    "fuseblk": "a FUSE volume: atomic exchange is not there",
    "tmpfs": "memory (tmpfs): everything is gone when the machine stops",
    "ramfs": "memory (ramfs): everything is gone when the machine stops",
}


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


def weak_reason(root: Path) -> str | None:
    """Why promises about crashes and other writers are weaker here, or None where they hold."""
    kind = file_system(root)
    if kind is None:
        return None
    if kind.startswith("fuse."):
        return f"a FUSE file system ({kind[5:]}): atomic exchange and durability depend on it"
    return WEAK.get(kind)


def file_system(root: Path) -> str | None:
    """The kind of file system that holds `root` as the kernel names it, or None when it does not tell."""
    try:
        lines = Path("/proc/self/mountinfo").read_bytes().splitlines()
        target = os.fsencode(root.resolve())
    except OSError:
        return None
    best, kind = -1, None
    for line in lines:
        left, _, right = line.partition(b" - ")
        fields = left.split(b" ")
        if len(fields) < 5 or not right:
            continue
        mount = _unescaped(fields[4])
        below = mount == b"/" or target == mount or target.startswith(mount + b"/")
        if below and len(mount) >= best:
            best, kind = len(mount), right.split(b" ")[0].decode("ascii", "replace")
    return kind


def _unescaped(field: bytes) -> bytes:
    """A mountinfo field with its octal escapes resolved."""
    for code in (b" ", b"\t", b"\n", b"\\"):
        field = field.replace(b"\\%03o" % code[0], code)
    return field
