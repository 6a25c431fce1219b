"""What of a list is marked, and the range that is not marked yet; how both are told.

No key costs more where more is marked: a byte stands for each row that is shown, and bytes are
counted fast. What has to look at every marked case is asked for once, with a verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import compress

from textual.content import Content

from screens.marks import Marks, batch_offers
from screens.seen import Seen
from screens.text import styled
from workbench.desk import Desk
from workbench.desk.rows import Choice, Facts
from workbench.desk.shelf import CaseFacts, Shape
from workbench.store.case import Case, Offer
from workbench.text.errors import UnknownId

MARK = "●"
RANGE = "○"
DONE = "✓"

MARKED, TAKEN = 255, 254
"""In the place of its sort of case: a row that is marked, and one that is decided on."""
NOT_FRESH = bytes((MARKED, TAKEN))
LEFT_FOR_LATER = bytes(range(1, TAKEN, 2))
"""The sorts of cases that were left for later."""
EVERY = bytes([1] * 256)
NOT_LATER = bytes([1, 0] * 128)
"""By its sort of case, whether a row is wanted."""
MARK_EVERY = bytes([MARKED] * TAKEN + [TAKEN, MARKED])
MARK_NOT_LATER = bytes([MARKED if code % 2 == 0 and code < TAKEN else code for code in range(256)])
"""What marking makes of rows of each state."""

Rows = tuple[int, int]
"""The first and the last of some rows."""


class Marking:
    """The marks over a list of cases; those that are decided on are never among them."""

    def __init__(self, choice: Callable[[], Choice[Case]], cursor: Callable[[], int], done: Set[str]) -> None:
        self.marks = Marks()
        self._choice = choice
        self._cursor = cursor
        self._done = done
        self._range: tuple[int, int] | None = None
        """The first and the last row of the range, as it was last looked at."""
        self._known: tuple[object, bytearray] = (None, bytearray())
        self._by_place: tuple[object, bytearray] = (None, bytearray())
        """What is known of the rows that are shown, and of all there are; and of which marks that is."""
        self._counted: tuple[bytearray, tuple[int, int], Counter[Shape]] = (bytearray(), (0, 0), Counter())
        """The last range that was counted, and on which bytes."""

    @property
    def begun(self) -> bool:
        """Whether a range is begun."""
        return self.marks.anchor is not None

    @property
    def count(self) -> int:
        """How many cases are marked or in the range."""
        return len(self.marks) + sum(self._fresh_in_range().values())

    def __bool__(self) -> bool:
        """Whether anything is marked, or in the range as it was last looked at."""
        return bool(self.marks) or self._range is not None

    def begin(self, row: Case) -> None:
        """Begin a range at a row."""
        self.marks.anchor = row.id

    def give_up(self) -> None:
        """Forget the range."""
        self.marks.anchor = None

    def end(self) -> int:
        """Mark the range; answers how many cases were in it."""
        self.look_again()
        ranged, self.marks.anchor, self._range = self._range, None, None
        return 0 if ranged is None else self._mark(ranged[0], ranged[1] + 1, later=True)

    def add_shown(self) -> tuple[int, int]:
        """Mark every case that is shown, what was left for later only where nothing else is.

        Answers how many were to be marked, and how many left for later were not.
        """
        number, taken = len(self._choice().rows), self._states().count(TAKEN)
        count = self._mark(0, number, later=False) or self._mark(0, number, later=True)
        if count:
            self.marks.anchor = self._range = None
        return count, number - taken - count

    def _mark(self, start: int, end: int, *, later: bool) -> int:
        """Mark rows, with those left for later or without; answers how many of them are marked now."""
        choice, states = self._choice(), self._states()
        flags = bytearray(self._sorts(choice)[start:end].translate(EVERY if later else NOT_LATER))
        for at in map(choice.index_of, self._done):
            if at is not None and start <= at < end:
                flags[at - start] = 0
        places, facts = choice.places[start:end], choice.facts

        def make() -> dict[str, Case]:
            found = compress(places, flags)
            return {facts.keys[place]: facts.rows[place] for place in found}

        single = len(facts.at) == len(facts.rows)
        count = flags.count(1) if single else len(make())
        if count:
            codes = states[start:end].translate(None, NOT_FRESH + (b"" if later else LEFT_FOR_LATER))
            self.marks.add_all(make, self._of_shapes(codes))
            if single:
                states[start:end] = states[start:end].translate(MARK_EVERY if later else MARK_NOT_LATER)
                self._known = self._key(choice), states
        return count

    def clear(self) -> int:
        """Take every mark away; answers how many there were."""
        count = len(self.marks)
        self.marks.clear()
        return count

    def look_again(self) -> Rows | None:
        """The cursor or the list is another: know anew where the range begins and ends.

        Answers the rows that may be in it now and were not, or were and are not.
        """
        before, choice = self._range, self._choice()
        at = choice.index_of(self.marks.anchor) if self.begun else None
        cursor = min(self._cursor(), len(choice.rows) - 1)
        now = self._range = None if at is None else (min(at, cursor), max(at, cursor))
        return _other(before, now)

    def all(self) -> list[Case]:
        """All that is marked and all in the range, in the order of the list, what is not shown last."""
        self.look_again()
        cases = {**self.marks.cases, **self._in_range()}
        if not cases:
            return []
        shown = [cases.pop(row.id) for row in self._choice().rows if row.id in cases]
        return [*shown, *cases.values()]

    def offers(self) -> Sequence[Offer]:
        """The verdicts on all of it, each with its rule: looks at every case."""
        return batch_offers(self.all())

    def shapes(self) -> Mapping[Shape, int]:
        """What the bar tells of the verdicts on all of it, counted."""
        return self.marks.shapes + self._fresh_in_range()

    def sign(self, row: Case) -> Content:
        """Whether a row is decided on, marked, in the range, or nothing of it."""
        if row.id in self._done:
            return styled(DONE, "good")
        at = self._choice().index_of(row.id) if self else None
        if at is not None and self.marks and self._states()[at] == MARKED:
            return styled(MARK, "mark")
        inside = self._range is not None and at is not None and self._range[0] <= at <= self._range[1]
        return styled(RANGE if inside else " ", "mark")

    def words(self, *, brief: bool) -> Content:
        """How many are marked, how many of them are not shown, and how long the range is."""
        count, ranged = len(self.marks), self._range
        if not count and ranged is None:
            return styled("")
        if brief:
            return styled(f"  {self.count:,} marked ", "mark")
        out = self._not_shown() if count else 0
        parts = [f"{count:,} marked"] if count else []
        parts += [f"{out:,} not shown"] if out else []
        if ranged is not None:
            parts.append(f"range of {self._length(ranged):,}")
        return styled(f"  {', '.join(parts)} ", "mark")

    def _length(self, ranged: tuple[int, int]) -> int:
        """How many rows are in a range, those that are decided on left out."""
        first, last = ranged
        done = (self._choice().index_of(one) for one in self._done)
        return last + 1 - first - sum(at is not None and first <= at <= last for at in done)

    def _not_shown(self) -> int:
        choice = self._choice()
        everything = len(choice.rows) == len(choice.facts.rows)
        return 0 if everything else max(len(self.marks) - self._states().count(MARKED), 0)

    def _in_range(self) -> dict[str, Case]:
        """The cases from the anchor to the cursor, as they were last looked at."""
        if self._range is None:
            return {}
        first, last = self._range
        return {row.id: row for row in self._choice().rows[first : last + 1] if row.id not in self._done}

    def _fresh_in_range(self) -> Counter[Shape]:
        """How many cases of each shape are in the range and not marked."""
        if self._range is None:
            return Counter()
        (first, last), states = self._range, self._states()
        if self._counted[0] is not states or self._counted[1] != self._range:
            self._counted = states, self._range, self._of_shapes(states[first : last + 1])
        return self._counted[2]

    def _key(self, choice: object) -> object:
        return choice, self.marks.version, len(self._done)

    def _states(self) -> bytearray:
        """A byte for each row that is shown: its sort, or that it is marked or decided on."""
        choice = self._choice()
        if self._known[0] != self._key(choice):
            states, places = self._states_by_place(choice.facts), choice.places
            every = isinstance(places, range)
            self._known = self._key(choice), bytearray(states if every else map(states.__getitem__, places))
        return self._known[1]

    def _states_by_place(self, facts: Facts[Case]) -> bytearray:
        """The same for all rows that there are."""
        if self._by_place[0] != self._key(facts):
            found = bytearray(_facts_of(facts).sorts[0])
            for names, state in ((self.marks.cases, MARKED), (self._done, TAKEN)):
                for place in map(facts.at.get, names):
                    if place is not None:
                        found[place] = state
            self._by_place = self._key(facts), found
        return self._by_place[1]

    def _sorts(self, choice: Choice[Case]) -> bytes:
        """The sort of each row that is shown."""
        sorts, places = _facts_of(choice.facts).sorts[0], choice.places
        return sorts if isinstance(places, range) else bytes(map(sorts.__getitem__, places))

    def _of_shapes(self, states: bytes | bytearray) -> Counter[Shape]:
        shapes = _facts_of(self._choice().facts).sorts[1]
        numbers = {at: states.count(2 * at) + states.count(2 * at + 1) for at in range(len(shapes))}
        return Counter({shapes[at]: number for at, number in numbers.items() if number})


def _other(before: Rows | None, now: Rows | None) -> Rows | None:
    """The rows from the first to the last that are in one range only."""
    if before is None or now is None:
        return before or now
    if before[0] == now[0]:
        return min(before[1], now[1]), max(before[1], now[1])
    if before[1] == now[1]:
        return min(before[0], now[0]), max(before[0], now[0])
    return min(before[0], now[0]), max(before[1], now[1])


def _facts_of(facts: Facts[Case]) -> CaseFacts:
    return facts if isinstance(facts, CaseFacts) else CaseFacts(facts.rows, by_age=False)


def not_shown_yet(desk: Desk, cases: Sequence[Case], seen: Seen) -> Mapping[str, frozenset[str]]:
    """What of each case was never on the screen; opens every one of them, so it belongs in a thread."""
    return {case.id: seen.unseen(_opened(desk, case)) for case in cases}


def _opened(desk: Desk, case: Case) -> Case:
    """A case with its evidence; as it was marked where it waits no longer."""
    try:
        return desk.case(case.id)
    except UnknownId:
        return case
