"""Which lines of a text a person can have seen: those that stood on the screen for a moment."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MOMENT = 0.3
"""Seconds that a line must stand still on the screen before it counts as shown.

A text that is scrolled through faster than that only flashed by. It is no proof that anybody read it.
"""


class Standing:
    """Lines by their index: those that count as shown, and since when others stand painted."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self.shown: set[int] = set()
        self._since: dict[int, float] = {}
        self._clock = clock

    def _now(self) -> float:
        return (self._clock or monotonic)()

    def painted(self, index: int) -> None:
        """A line was painted where it can be seen; one that stood there already stands on."""
        if MOMENT <= 0:
            self.shown.add(index)
        elif index not in self.shown:
            self._since.setdefault(index, self._now())

    def confirm(self) -> bool:
        """Count what has stood for a moment until now; answers whether that was anything new."""
        now = self._now()
        stood = [index for index, since in self._since.items() if now - since >= MOMENT]
        self.shown.update(stood)
        for index in stood:
            del self._since[index]
        return bool(stood)

    def keep(self, first: int, end: int) -> None:
        """Only lines from `first` to before `end` stand on; the others have left the screen."""
        self._since = {index: since for index, since in self._since.items() if first <= index < end}

    def interrupt(self) -> None:
        """Something covers all of it: what has not stood for a moment yet begins anew."""
        self._since.clear()

    def restart(self) -> None:
        """The lines are others: none of them was shown."""
        self.shown, self._since = set(), {}

    @property
    def wait(self) -> float | None:
        """Seconds until the next line will have stood for a moment; None while none waits."""
        if not self._since:
            return None
        return max(min(self._since.values()) + MOMENT - self._now(), 0.0)
