"""How far a long search has come, on standard error and only where somebody looks at it."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Final

from workbench.cli.emit import Emit

if TYPE_CHECKING:
    from workbench.store.binding import Progress

LARGE: Final = 1 << 20
"""Bytes of a store below which nothing is told: it is read before anybody can read the words."""


class Waiting:
    """One line that is written over itself and is gone at the end, however that comes about."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._large = False
        self._told = ""

    def __enter__(self) -> Waiting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._told:
            self._emit.fleeting("")

    def step(self, words: str) -> Progress:
        """What hears that so much of a step is done. The bytes of the first tell how large the store is."""

        def hear(done: int, total: int) -> None:
            self._large = self._large or total >= LARGE
            if self._large:
                self._tell(f"{words} … {100 * done // max(total, 1)} %")

        return hear

    def _tell(self, words: str) -> None:
        if words != self._told:
            self._told = words
            self._emit.fleeting(words)
