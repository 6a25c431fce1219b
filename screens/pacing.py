"""Who may compute now: the screens before threads that read and look, for as long as a key is being done.

Python lets one thread compute at a time. A thread that waits for its turn asks for it after the
switch interval. It is short while the loop of the screens waits for something to do, so that a
key gets its turn at once, and long while the loop does it.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from textual.driver import Driver

WAITING_SECONDS = 0.0005
"""How long a thread that computes keeps the loop waiting."""
WORKING_SECONDS = 0.02
"""How long the loop keeps other threads waiting while it has something to do."""
LOOK_SECONDS = 0.004
"""How long the loop works on at the most before it looks whether something came from outside."""

WRITE_SECONDS = 0.0002
"""How long the thread that writes to the terminal is let go first with what was painted."""


class Selector(selectors.DefaultSelector):
    """Waits as its loop does. A look without waiting gives the turn away: there are few of them."""

    def __init__(self) -> None:
        super().__init__()
        self._looked = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready, or nothing where it was looked a moment ago and there is other work."""
        if timeout is not None and timeout <= 0 and monotonic() - self._looked < LOOK_SECONDS:
            return []
        sys.setswitchinterval(WAITING_SECONDS)
        try:
            return super().select(timeout)
        finally:
            sys.setswitchinterval(WORKING_SECONDS)
            self._looked = monotonic()


def writing_at_once(driver: type[Driver]) -> type[Driver]:
    """A driver of which the thread that writes gets its turn before the loop goes on."""

    class AtOnce(driver):  # type: ignore[valid-type, misc]
        def write(self, data: str) -> None:
            super().write(data)
            before = sys.getswitchinterval()
            sys.setswitchinterval(WAITING_SECONDS)
            sleep(WRITE_SECONDS)
            sys.setswitchinterval(before)

    return AtOnce


class Loops(asyncio.DefaultEventLoopPolicy):
    """Makes loops that go before other threads."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Such a loop."""
        return asyncio.SelectorEventLoop(Selector())


@contextmanager
def screens_first() -> Iterator[None]:
    """Loops that are made meanwhile go before other threads."""
    interval, policy = sys.getswitchinterval(), asyncio.get_event_loop_policy()
    asyncio.set_event_loop_policy(Loops())
    try:
        yield
    finally:
        asyncio.set_event_loop_policy(policy)
        sys.setswitchinterval(interval)
