"""How a run ends when it is told to, or when its terminal is gone: soon, for sure, and recording nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGHUP, signal.SIGTERM)
"""What asks a program to end, beside the person."""

WATCH_SECONDS = 1.0
"""How often it is looked whether the terminal is still there."""

GRACE_SECONDS = 2.0
"""How long an ordinary end may take; a thread that writes to a dead terminal can hold it up for ever."""

KEEP_SECONDS = 1.0
"""How long keeping may take where the loop did not do it."""

Leave = Callable[[int], None]
"""Ends the screens with an exit code; called in the loop."""

Keep = Callable[[], None]
"""Keeps what was typed, once however often it is called."""


class Leaving:
    """Ends one run, from a signal or from the thread that watches the terminal."""

    def __init__(self, leave: Leave, keep: Keep) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop of the screens, once it runs."""
        self.code: int | None = None
        """The exit code that was asked for first."""
        self._leave = leave
        self._keep = keep
        self._over = threading.Event()

    def started(self, loop: asyncio.AbstractEventLoop) -> None:
        """The screens run in this loop now."""
        self.loop = loop
        if self.code is not None:
            loop.call_soon(self._leave, self.code)

    def end(self, number: int) -> None:
        """End in the ordinary way, and without it when that does not come about."""
        if self.code is not None:
            return
        self.code = 128 + number
        threading.Thread(target=self._make_sure, args=(self.code,), name="end", daemon=True).start()
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._leave, self.code)

    def bound(self, code: int) -> None:
        """An end that was begun in the ordinary way comes about, though a thread still reads or counts."""
        threading.Thread(target=self._make_sure, args=(code,), name="end", daemon=True).start()

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """What is asked by a signal; also heard while the loop waits for a write."""
        self.end(number)

    def watch(self, terminal: int) -> None:
        """Look, in a thread, whether the terminal is gone."""

        def look() -> None:
            while not self._over.wait(WATCH_SECONDS):
                if not still_there(terminal):
                    self.end(signal.SIGHUP)
                    return

        threading.Thread(target=look, name="terminal", daemon=True).start()

    def over(self) -> None:
        """The screens have ended; an end that was asked for stays sure."""
        self._over.set()

    def _make_sure(self, code: int) -> None:
        """The loop may be stuck in a write: then what was typed is kept from here."""
        threading.Event().wait(GRACE_SECONDS)
        keeper = threading.Thread(target=self._keep, name="keep", daemon=True)
        keeper.start()
        keeper.join(KEEP_SECONDS)
        os._exit(code)


@contextmanager
def leaving(leave: Leave, keep: Keep) -> Iterator[Leaving]:
    """Hear signals and watch the terminal, as long as the screens run."""
    found = Leaving(leave, keep)
    before = {number: signal.signal(number, found.on_signal) for number in SIGNALS}
    terminal = _terminal()
    if terminal is not None:
        found.watch(terminal)
    try:
        yield found
    finally:
        found.over()
        for number, handler in before.items():
            signal.signal(number, handler)


def still_there(terminal: int) -> bool:
    """Whether a terminal answers."""
    try:
        termios.tcgetattr(terminal)
    except termios.error:
        return False
    return True


def _terminal() -> int | None:
    """The terminal that keys come from, if they come from one."""
    try:
        number = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
        return number if number >= 0 and os.isatty(number) else None
    except (OSError, ValueError):
        return None
