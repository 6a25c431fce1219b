"""What a finder picks by what items say: looked for in a thread, once for each reading of the store.

Until it was looked for, how many there are is not known, and nobody says that there are none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from workbench.desk import Desk
from workbench.desk.opening import GivenUp
from workbench.desk.shelf import CaseShelf
from workbench.store.case import Case

KINDS: Final = frozenset({"contradiction", "duplicate"})
"""Kinds of case of which a finder picks some."""
ONLY_PICKED: Final = "duplicate"
"""The kind of which no case is certain."""
BY_ITSELF: Final = 20_000
"""In a store of at most so many items they are looked for without being asked."""


@dataclass
class Looking:
    """How far one search is, told by its thread; once stopped it ends as soon as it tells of itself."""

    done: int = 0
    total: int = 0
    given_up: bool = False

    def __call__(self, done: int, total: int) -> None:
        """So much of it is done.

        Raises:
            GivenUp: it was stopped.
        """
        self.done, self.total = done, total
        if self.given_up:
            raise GivenUp

    @property
    def words(self) -> str:
        """How far it is, as far as that is known."""
        return f"{100 * min(self.done, self.total) // self.total} %" if self.total else "…"


@dataclass
class Possible:
    """The cases that were picked in one reading of the store."""

    looking: Looking = field(default_factory=Looking)
    _of: Desk | None = None
    """The reading in which they were picked; set last, and taken away first."""
    _looked_at: Desk | None = None
    """The reading in which a search is on its way."""
    _cases: tuple[Case, ...] = field(default=(), repr=False)
    _by_id: dict[str, Case] = field(default_factory=dict, repr=False)
    _shelves: dict[str, CaseShelf] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def known(self, desk: Desk) -> bool:
        """Whether they were looked for in this reading."""
        return self._of is desk

    def count(self, desk: Desk, kind: str) -> int | None:
        """How many of a kind wait; None where it is not known."""
        return len(self._waiting(kind)) if self.known(desk) else None

    def oldest(self, desk: Desk, kind: str) -> int | None:
        """The oldest age of those that wait; None where it is not known."""
        ages = [case.age_days for case in self._waiting(kind) if case.age_days is not None]
        return max(ages, default=None) if self.known(desk) else None

    def _waiting(self, kind: str) -> list[Case]:
        return [case for case in self._cases if case.kind == kind and case.deferred is None]

    def look(self, desk: Desk) -> bool:
        """Look for them, for a thread; answers whether they are known now, or the search was stopped.

        A search in an earlier reading is given up for it.
        """
        looking = Looking()
        if self._looked_at not in (None, desk):
            self.stop()
        with self._lock:
            if self.known(desk):
                return True
            self._looked_at, self.looking = desk, looking
            try:
                found = tuple(case for case in desk.possible_cases(looking) if case.possible)
            except GivenUp:
                return False
            finally:
                self._looked_at = None
            self._of = None
            self._cases, self._by_id, self._shelves = found, {case.id: case for case in found}, {}
            self._of = desk
            return True

    def stop(self) -> None:
        """Give the search up that is on its way."""
        self.looking.given_up = True

    def shelf(self, desk: Desk, kind: str | None) -> CaseShelf:
        """The cases of a kind to choose from: the certain ones first, then those that were picked."""
        certain = desk.shelf(kind)
        if kind not in KINDS or not self.known(desk):
            return certain
        if kind not in self._shelves:
            there = {case.id for case in certain.rows}
            picked = [case for case in self._cases if case.kind == kind and case.id not in there]
            ordered = sorted(picked, key=lambda case: case.deferred is not None)
            self._shelves[kind] = CaseShelf((*certain.rows, *ordered), by_age=True)
        return self._shelves[kind]

    def waits(self, desk: Desk) -> Callable[[str], Case | None]:
        """Finds a case as lists show it."""
        picked = self._by_id if self.known(desk) else {}
        return lambda case_id: desk.waits(case_id) or picked.get(case_id)
