"""The garbage collector kept out of work that makes very many objects and no garbage.

A collection looks at every object that is alive, so one in the middle of such work takes long
and finds nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

LARGE = 20_000
"""From so many lasting objects on it is worth not to look at them again."""


class _Pause:
    """How many pieces of work want quiet, over all threads, and whether the collector ran before."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted = 0
        self._ran = False

    def begin(self) -> None:
        with self._lock:
            if not self._wanted:
                self._ran = gc.isenabled()
                gc.disable()
            self._wanted += 1

    def end(self) -> None:
        with self._lock:
            self._wanted -= 1
            if not self._wanted and self._ran:
                keep_for_good(gc.get_count()[0])
                gc.enable()


_PAUSE = _Pause()


@contextmanager
def no_collecting() -> Iterator[None]:
    """No collection while the work goes on, in any thread; afterwards all is as before, whatever happened.

    Pieces of work may lie in each other and beside each other: the last one to end lets the
    collector go on. It then would look at once at all that was made meanwhile: where that is much,
    it is taken to last, as by :func:`keep_for_good`.
    """
    _PAUSE.begin()
    try:
        yield
    finally:
        _PAUSE.end()


class _Program:
    """Whether this process is the program, which ends with what it read, or only one that uses it."""

    freezes = False


def be_the_program() -> None:
    """Let :func:`keep_for_good` do its work, from now on in this process. For a program's entry alone."""
    _Program.freezes = True


def keep_for_good(objects: int) -> None:
    """Leave all that is alive out of later collections, where so many objects came that it counts.

    For what lasts as long as the program: garbage that is a cycle by now stays for good too. Where no
    program said :func:`be_the_program`, nothing is done: the process is somebody else's.
    """
    if _Program.freezes and objects >= LARGE:
        gc.freeze()
