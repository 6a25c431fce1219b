"""What changed in a store since this person's last decision, as values and in words; see
:mod:`workbench.desk.comparing` for how it is found out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from workbench.desk.baseline import Lost
from workbench.governance.ledger import Ledger

How = Literal["gone", "unread", "changed", "moved", "archived", "erased", "new"]
"""What became of an item. ``unread``: its file no longer reads. ``archived``: an inbox line that only the
archive still holds. ``erased``: a tombstone names it."""

HOWS: Final[tuple[How, ...]] = ("gone", "unread", "changed", "moved", "archived", "erased", "new")

LOSS_ITEMS: Final = 10
"""Mass loss is at least so many items gone …"""
LOSS_SHARE: Final = 0.10
"""… and at least this share of all that were there; or a file gone that took items with it.

Items in files that no longer read are held to the same two numbers, for themselves."""
CHANGED_SHARE: Final = 0.25
"""So many items changed by no decision, and at least :data:`LOSS_ITEMS`, are told as loudly as a loss."""

UNREAD: Final = "what was kept at your last decision does not read: nothing to compare with"
ANOTHER: Final = "another store stood here at your last decision: nothing to compare with"
NOT_MEANT: Final = "No verdict deletes items: put back what was not meant before you decide more."
NOT_DECIDED: Final = "No decision told here did that: put back what was not meant before you decide more."
NOT_NOTICED: Final = "What was lost since then is not noticed here; git may tell."


@dataclass(frozen=True, slots=True)
class Change:
    """One item and what became of it. ``line`` is None where it stands nowhere now.

    ``was`` and ``status`` are Statuses before and now, empty where none is given or known.
    ``decision`` is a later decision that touched it. ``text`` is empty where it is not known any
    more, and a sentence about the withdrawal where one holds it back.
    """

    how: How
    key: str
    path: str
    line: int | None
    came_from: str | None
    was: str
    status: str
    decision: str | None
    text: str = field(repr=False, default="")
    withheld_by: str | None = None


@dataclass(frozen=True)
class Since:
    """What changed since the last decision from this machine.

    ``problem`` says why that is not known; then nothing else is. ``days`` is None where the time does
    not read. ``log`` is None where the log no longer holds what was read of it. ``decisions`` are
    (who, how many) since then, None where the ledger no longer holds the last decision.
    """

    problem: str | None
    at: str | None = None
    days: int | None = None
    decision: str | None = None
    by: str | None = None
    items_before: int = 0
    changes: tuple[Change, ...] = field(repr=False, default=())
    files_gone: tuple[tuple[str, int], ...] = ()
    """Files that are gone, and how many items went with each."""
    decisions: tuple[tuple[str, int], ...] | None = ()
    log: int | None = 0
    today: int = 0
    """Cases decided today by the person of the last decision."""
    gone_before: Mapping[str, Lost] = field(repr=False, default_factory=dict)
    """Items that were gone at the last decision already, and that no alarm told of."""
    gone_now: Mapping[str, Lost] = field(repr=False, default_factory=dict)
    """Items that are gone since."""

    @property
    def known(self) -> bool:
        """Whether there was something to compare with."""
        return self.problem is None

    @cached_property
    def counts(self) -> Mapping[How, int]:
        """How many items of each kind of change."""
        found = Counter(change.how for change in self.changes)
        return {how: found[how] for how in HOWS}

    @property
    def yours(self) -> int:
        """Decisions since then by the same person, recorded elsewhere."""
        return sum(number for who, number in self.decisions or () if who == self.by)

    @property
    def others(self) -> tuple[tuple[str, int], ...]:
        """Decisions since then by anybody else."""
        return tuple((who, number) for who, number in self.decisions or () if who != self.by)

    @property
    def mass_loss(self) -> bool:
        """Whether so much is gone that it has to be said before everything else."""
        return bool(self.files_gone) or self._many(self._gone, LOSS_SHARE)

    @property
    def mass_unread(self) -> bool:
        """Whether so many items stand in files that no longer read."""
        return self._many(self.counts["unread"], LOSS_SHARE)

    @property
    def mass_change(self) -> bool:
        """Whether so many items are other than they were, by no decision that the ledger tells of."""
        return self._many(len(self._undecided), CHANGED_SHARE)

    @property
    def to_carry(self) -> Mapping[str, Lost]:
        """What the next decision has to carry along: nothing once an alarm told of it."""
        return {} if self.mass_loss else {**self.gone_before, **self.gone_now}

    @property
    def put_back(self) -> str:
        """What ends an alarm about items; empty where there is none."""
        if self.mass_loss:
            return NOT_MEANT
        return NOT_DECIDED if self.mass_unread or self.mass_change else ""

    @property
    def alarm(self) -> tuple[str, ...]:
        """What is to be said first, in sentences; empty where nothing is. Paths still need the sanitizer.

        What to do about it depends on where it is said; :attr:`put_back` ends it where it is about items.
        """
        if self.problem in (UNREAD, ANOTHER):
            return (f"{self.problem[:1].upper()}{self.problem[1:]}.", NOT_NOTICED)
        said = [self._gone_words()] if self.mass_loss else []
        if self.files_gone:
            named = [f"{path} ({_items(count)})" for path, count in self.files_gone]
            rest = f" and {len(named) - 5} more" if len(named) > 5 else ""
            said.append(f"Whole files are gone: {', '.join(named[:5])}{rest}.")
        if self.mass_unread:
            said.append(f"{self.counts['unread']} of {self._there} items stand in files that no longer read.")
        if self.mass_change:
            said.append(self._changed_words())
        return tuple(said)

    @property
    def _gone(self) -> int:
        return self.counts["gone"] + len(self.gone_before)

    @property
    def _there(self) -> int:
        """Items that were there, those that were gone at the last decision included."""
        return self.items_before + len(self.gone_before)

    @cached_property
    def _undecided(self) -> tuple[Change, ...]:
        return tuple(one for one in self.changes if one.how == "changed" and not one.decision)

    def _many(self, number: int, share: float) -> bool:
        return number >= LOSS_ITEMS and number >= share * self._there

    def _gone_words(self) -> str:
        number = f"{self._gone} of {self._there} items {'is' if self._gone == 1 else 'are'} gone"
        since = f"since your last decision{ago(self.days)}"
        if not self.gone_before:
            return f"{number} {since}."
        first = min(at for _, at in self.gone_before.values())[:10]
        return f"{number}: {self.counts['gone']} {since}, {len(self.gone_before)} before it, since {first}."

    def _changed_words(self) -> str:
        number, status = len(self._undecided), sum(1 for one in self._undecided if one.was != one.status)
        words = (
            f"{number} of {self._there} items were changed by no decision since your last one{ago(self.days)}"
        )
        return f"{words}, {status} of them to another Status." if status else f"{words}."


def _items(number: int) -> str:
    return f"{number} item{'' if number == 1 else 's'}"


def ago(days: int | None) -> str:
    """`` today``, `` 2 days ago``; empty where it is not known."""
    if days is None:
        return ""
    return " today" if days == 0 else f" {days} day{'' if days == 1 else 's'} ago"


def never(ledger: Ledger) -> str:
    """Why there is nothing to compare with where nothing was kept."""
    if not ledger.entries:
        return "no decision of yours yet: nothing to compare with"
    return "no decision of yours from this machine yet: nothing to compare with"


def unknown(problem: str) -> Since:
    """Nothing to compare with."""
    return Since(problem)
