"""One writer at a time for a store."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from workbench.text.beneath import DIRECTORY_FLAGS
from workbench.text.errors import StoreChanged, WriterBusy
from workbench.text.staging import io_errors
from workbench.text.visible import visible


class WriterLock:
    """The right to write a store, held on the descriptor of its directory: no file, gone with the process.

    Raises `WriterBusy` when another holds it for `wait` seconds, `StoreChanged` when the
    directory was moved away meanwhile. Threads of one process exclude each other too; a
    holder must not take it again.
    """

    def __init__(self, root: Path, *, wait: float = 2.0) -> None:
        self.root = root
        self.wait = wait
        self._fd: int | None = None

    def __enter__(self) -> Self:
        with io_errors(f"cannot lock {visible(str(self.root))}", "nothing was recorded"):
            fd = os.open(self.root, DIRECTORY_FLAGS)
            try:
                self._acquire(fd)
                self._fd = fd
                self.check()
            except BaseException:
                self._fd = None
                os.close(fd)
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def check(self) -> None:
        """Raise `StoreChanged` unless the lock is held on the directory that stands at the path now."""
        try:
            same = self._fd is not None and os.path.samestat(os.fstat(self._fd), self.root.stat())
        except OSError:
            same = False
        if not same:
            raise StoreChanged(
                f"{visible(str(self.root))} was moved or replaced", not_done="nothing was recorded"
            )

    def _acquire(self, fd: int) -> None:
        deadline = time.monotonic() + self.wait
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise WriterBusy(
                        f"another writer holds {visible(str(self.root))}", not_done="nothing was recorded"
                    ) from None
            time.sleep(0.02)
