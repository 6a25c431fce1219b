"""What this person's machine remembers of a store for its person: drafts, places, views, what was seen.

One JSON file a topic, mode 0600, outside the memory root, in a folder named by where the store
stands: two clones of one store are two places. Nothing of it gives anybody a right or proves a decision, and
one that does not read counts as none; what an alarm is raised by is written through to the disk.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from workbench.governance.places import private_dir
from workbench.text.beneath import DIRECTORY_FLAGS, read_file
from workbench.text.errors import Refused, Unreadable

PLACES: Final = "places"
ALONE_SECONDS: Final = 0.5
"""How long another workbench that changes the same topic is waited for."""
LIMIT: Final = 64 * 1024 * 1024
"""The most bytes that are read of one file."""


def own_dir(private_home: Path, root: Path) -> Path:
    """The folder for the store at ``root``. Nothing is made.

    Raises:
        Refused: it would lie inside the memory root.
    """
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:32]
    return private_dir(private_home / PLACES, name, root)


def read_own(private_home: Path, root: Path, topic: str) -> Mapping[str, Any]:
    """What is remembered under ``topic``; empty where nothing is, or where it does not read."""
    try:
        folder = own_dir(private_home, root).relative_to(private_home)
        value = json.loads(read_file(private_home, f"{folder}/{topic}.json", limit=LIMIT).data)
    except (OSError, ValueError, RecursionError, Refused, Unreadable):
        return {}
    return value if isinstance(value, dict) else {}


def has_own(private_home: Path, root: Path, topic: str) -> bool:
    """Whether anything is there under ``topic``, whether or not it reads."""
    try:
        return os.path.lexists(own_dir(private_home, root) / f"{topic}.json")
    except (OSError, Refused):
        return False


def change_own(
    private_home: Path, root: Path, topic: str, change: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> bool:
    """Remember what ``change`` makes of what is remembered under ``topic``; answers whether it was kept.

    It is read and written while no other workbench changes it, so nobody's entries are lost.
    """
    with alone(private_home, root, topic):
        before = dict(read_own(private_home, root, topic))
        after = change(dict(before))
        return after == before or write_own(private_home, root, topic, after)


@contextmanager
def alone(private_home: Path, root: Path, topic: str) -> Iterator[None]:
    """Hold the lock of a topic. Where it cannot be had in time, what follows is done without it."""
    lock = -1
    with suppress(OSError, Refused), opened(private_home, root) as folder:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        lock = os.open(f".{topic}.lock", flags, 0o600, dir_fd=folder)
    end = time.monotonic() + ALONE_SECONDS
    try:
        while lock >= 0 and not _locked(lock) and time.monotonic() < end:
            time.sleep(0.01)
        yield
    finally:
        if lock >= 0:
            os.close(lock)


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def write_own(
    private_home: Path, root: Path, topic: str, value: Mapping[str, Any], *, sure: bool = False
) -> bool:
    """Remember ``value`` under ``topic`` in the place of what was there; answers whether it was kept.

    A reader sees the old file or the new one. An empty value takes the file away. With ``sure`` the
    file is on disk before it takes the place of the old one.
    """
    try:
        with opened(private_home, root) as folder:
            if value:
                data = json.dumps(value, ensure_ascii=True).encode("ascii")
                _replace(folder, f"{topic}.json", data, sure=sure)
            else:
                with suppress(FileNotFoundError):
                    os.unlink(f"{topic}.json", dir_fd=folder)
    except (OSError, Refused):
        return False
    return True


def _replace(folder: int, name: str, data: bytes, *, sure: bool) -> None:
    """Put a file in the place of the one of that name; a link there is replaced and not followed."""
    aside = f".{name.removesuffix('.json')}.{os.getpid()}.json"
    with suppress(FileNotFoundError):
        os.unlink(aside, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(aside, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(data)
        if sure:
            file.flush()
            os.fsync(file.fileno())
    os.replace(aside, name, src_dir_fd=folder, dst_dir_fd=folder)
    if sure:
        os.fsync(folder)


@contextmanager
def opened(private_home: Path, root: Path) -> Iterator[int]:
    folder = open_private(private_home, own_dir(private_home, root))
    try:
        yield folder
    finally:
        os.close(folder)


def open_private(private_home: Path, folder: Path) -> int:
    """A descriptor of a folder beneath the private home, made where it is not there.

    No link is followed on the way: what stands behind one is no folder of ours.

    Raises:
        OSError: something else stands there, or it cannot be made.
    """
    private_home.mkdir(mode=0o700, parents=True, exist_ok=True)
    at = os.open(private_home, DIRECTORY_FLAGS)
    for name in folder.relative_to(private_home).parts:
        try:
            with suppress(FileExistsError):
                os.mkdir(name, 0o700, dir_fd=at)
                os.fsync(at)
            below = os.open(name, DIRECTORY_FLAGS | os.O_NOFOLLOW, dir_fd=at)
        finally:
            os.close(at)
        at = below
    return at
