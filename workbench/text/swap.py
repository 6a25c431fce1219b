"""Replacing a file so that an edit made at the same moment is kept."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from workbench.text import _linux
from workbench.text.beneath import LIMIT, open_regular, opened_parent, read_all
from workbench.text.errors import StoreChanged, Unreadable
from workbench.text.staging import (
    as_swap,
    changed,
    holds,
    io_errors,
    keep_aside,
    open_for_change,
    stage,
    unlink_quietly,
)
from workbench.text.visible import visible

GRACE = 0.003
"""Seconds that a writer who still holds the displaced file is given."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replacement that is on disk; `weak` where an edit at the same instant could have been lost."""

    weak: bool


def replace(root: Path, relative: str, expected: bytes, new: bytes) -> Replaced:
    """Put `new` in the place of `expected`, keeping mode, owner and attributes.

    The two files change names in one step; then the displaced one is read again. Anything
    but `expected` in it, or a program that still has it open for writing, and the exchange
    is undone. Raises `StoreChanged` (nothing replaced; what could not be put back is kept
    beside as `NAME.conflict-…`, named in the error), `Refused` for a link or a file with
    several names, `IoFailed`.
    """
    with opened_parent(root, relative) as (parent, name, device):
        fd = open_for_change(parent, name, relative, device)
        try:
            with io_errors(f"cannot replace {visible(relative)}", "the file was left as it was"):
                return _Swap(parent, name, relative, fd, expected, new).run()
        finally:
            os.close(fd)


class _Swap:
    """One exchange of a file with its successor."""

    def __init__(self, parent: int, name: str, relative: str, fd: int, expected: bytes, new: bytes) -> None:
        self.parent, self.name, self.fd = parent, name, fd
        self.relative = visible(relative)
        self.expected, self.new = expected, new

    def run(self) -> Replaced:
        if not self._displaced_is_expected():
            raise changed(f"{self.relative} is no longer what was reviewed")
        temp = as_swap(self.parent, stage(self.parent, self.new, 0o600, like=self.fd))
        if not self._stands():
            unlink_quietly(self.parent, temp)
            raise changed(f"{self.relative} was changed by another program")
        try:
            _linux.rename(self.parent, temp, self.parent, self.name, _linux.EXCHANGE)
        except OSError as error:
            if error.errno in _linux.NO_FLAGS:
                return self._without_exchange(temp)
            unlink_quietly(self.parent, temp)
            raise
        reason = self._why_not(temp)
        if reason:
            self._undo(temp, reason)
        os.unlink(temp, dir_fd=self.parent)
        os.fsync(self.parent)
        return Replaced(weak=False)

    def _stands(self) -> bool:
        """Whether the name still leads to this file with these bytes.

        Looked at last before the exchange: one that has to be undone shows our bytes for a
        moment, and a program that reads them then and writes later drops what stood there.
        """
        try:
            now = os.stat(self.name, dir_fd=self.parent, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return os.path.samestat(now, os.fstat(self.fd)) and self._displaced_is_expected()

    def _why_not(self, temp: str) -> str | None:
        """Why the displaced file may not go, or None."""
        displaced = os.stat(temp, dir_fd=self.parent, follow_symlinks=False)
        if not os.path.samestat(displaced, os.fstat(self.fd)):
            return f"{self.relative} was replaced by another program"
        if displaced.st_nlink > 1:
            return f"{self.relative} was given a second name by another program"
        return self._late_write()

    def _late_write(self) -> str | None:
        """Wait for writers of the displaced file, and look at its bytes last.

        A program that found the file before the exchange may not have it open yet, so the
        wait stands even where the kernel knows of no writer.
        """
        if self._displaced_is_expected():
            time.sleep(GRACE)
            if _linux.has_writer(self.fd):
                return f"another program has {self.relative} open for writing"
        if not self._displaced_is_expected():
            return f"{self.relative} was changed by another program"
        return None

    def _displaced_is_expected(self) -> bool:
        os.lseek(self.fd, 0, os.SEEK_SET)
        return read_all(self.fd, len(self.expected) + 1) == self.expected

    def _undo(self, temp: str, reason: str) -> None:
        """Exchange back; what took the place of our file, or was written to it, is kept beside."""
        _linux.rename(self.parent, temp, self.parent, self.name, _linux.EXCHANGE)
        if self._is_untouched(temp):
            os.unlink(temp, dir_fd=self.parent)
            os.fsync(self.parent)
            raise changed(reason)
        kept = keep_aside(self.parent, temp, self.name)
        raise StoreChanged(
            f"{reason}, and changed again meanwhile; the later version is kept as {visible(kept)}",
            code="conflict",
            not_done="nothing of ours was written",
        )

    def _is_untouched(self, temp: str) -> bool:
        """Whether our own file came back as it went, and nobody who opened it meanwhile still writes."""
        try:
            fd, _ = open_regular(self.parent, temp, temp, os.fstat(self.parent).st_dev)
        except Unreadable:
            return False
        try:
            time.sleep(GRACE)
            return not _linux.has_writer(fd) and holds(self.parent, temp, self.new)
        finally:
            os.close(fd)

    def _without_exchange(self, temp: str) -> Replaced:
        """Look, then rename; bytes that a writer still adds to the old file are put back."""
        try:
            now = os.stat(self.name, dir_fd=self.parent, follow_symlinks=False)
            if not os.path.samestat(now, os.fstat(self.fd)) or not self._displaced_is_expected():
                raise changed(f"{self.relative} was changed by another program")
            if _linux.has_writer(self.fd):
                raise changed(f"another program has {self.relative} open for writing")
            os.rename(temp, self.name, src_dir_fd=self.parent, dst_dir_fd=self.parent)
        except BaseException:
            unlink_quietly(self.parent, temp)
            raise
        time.sleep(GRACE)
        if not self._displaced_is_expected():
            self._put_back()
        os.fsync(self.parent)
        return Replaced(weak=True)

    def _put_back(self) -> None:
        os.lseek(self.fd, 0, os.SEEK_SET)
        late = stage(self.parent, read_all(self.fd, LIMIT), 0o600, like=self.fd, swap=True)
        os.rename(late, self.name, src_dir_fd=self.parent, dst_dir_fd=self.parent)
        os.fsync(self.parent)
        raise changed(f"{self.relative} was changed by another program")
