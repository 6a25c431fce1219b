"""What of a list is marked, and the range that is not marked yet; how both are told.

No key costs more where more is marked: a byte stands for each row that is shown, and bytes are
counted fast. What has to look at every marked case is asked for once, with a verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set

from textual.content import Content

from screens.marks import Marks, batch_offers
from screens.seen import Seen
from screens.text import styled
from workbench.desk import Desk
from workbench.desk.shelf import CaseShelf, Choice, Shape
from workbench.store.case import Case, Offer
from workbench.text.errors import UnknownId

MARK = "●"
RANGE = "○"
DONE = "✓"

MARKED, TAKEN = 255, 254
"""In the place of its sort of case: a row that is marked, and one that is decided on."""
LEFT_FOR_LATER = bytes(range(1, TAKEN, 2))
"""The sorts of cases that were left for later."""


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
        cases, fresh = self._in_range(), self._fresh_in_range()
        self.marks.anchor = self._range = None
        self.marks.add_all(cases, fresh)
        return len(cases)

    def add_shown(self) -> tuple[int, int]:
        """Mark every case that is shown, what was left for later only where nothing else is.

        Answers how many were to be marked, and how many left for later were not.
        """
        rows, done = self._choice().rows, self._done
        wanted = {row.id: row for row in rows if row.deferred is None and row.id not in done}
        codes = bytes(self._states())
        taken = codes.count(TAKEN)
        if wanted:
            codes = codes.translate(None, delete=LEFT_FOR_LATER)
        else:
            wanted = {row.id: row for row in rows if row.id not in done}
        if wanted:
            fresh = self._of_shapes(codes)
            self.marks.anchor = self._range = None
            self.marks.add_all(wanted, fresh)
        return len(wanted), len(rows) - taken - len(wanted)

    def clear(self) -> int:
        """Take every mark away; answers how many there were."""
        count = len(self.marks)
        self.marks.clear()
        return count

    def look_again(self) -> None:
        """The cursor or the list is another: know anew where the range begins and ends."""
        at = self._choice().index_of(self.marks.anchor) if self.begun else None
        cursor = min(self._cursor(), len(self._choice().rows) - 1)
        self._range = None if at is None else (min(at, cursor), max(at, cursor))

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
        if row.id in self.marks.cases:
            return styled(MARK, "mark")
        at = self._choice().index_of(row.id) if self._range is not None else None
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
        everything = len(choice.rows) == len(choice.shelf.rows)
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

    def _states(self) -> bytearray:
        """A byte for each row that is shown: its sort, or that it is marked or decided on."""
        choice = self._choice()
        known = (choice, self.marks.version, len(self._done))
        if self._known[0] != known:
            codes, places = _shelf_of(choice).sorts()[0], choice.places
            found = bytearray(codes if isinstance(places, range) else map(codes.__getitem__, places))
            for names, state in ((self.marks.cases, MARKED), (self._done, TAKEN)):
                for at in map(choice.index_of, names):
                    if at is not None:
                        found[at] = state
            self._known = known, found
        return self._known[1]

    def _of_shapes(self, states: bytes | bytearray) -> Counter[Shape]:
        shapes = _shelf_of(self._choice()).sorts()[1]
        numbers = {at: states.count(2 * at) + states.count(2 * at + 1) for at in range(len(shapes))}
        return Counter({shapes[at]: number for at, number in numbers.items() if number})


def _shelf_of(choice: Choice[Case]) -> CaseShelf:
    shelf = choice.shelf
    return shelf if isinstance(shelf, CaseShelf) else CaseShelf(shelf.rows)


def not_shown_yet(desk: Desk, cases: Sequence[Case], seen: Seen) -> Mapping[str, frozenset[str]]:
    """What of each case was never on the screen; opens every one of them, so it belongs in a thread."""
    return {case.id: seen.unseen(_opened(desk, case)) for case in cases}


def _opened(desk: Desk, case: Case) -> Case:
    """A case with its evidence; as it was marked where it waits no longer."""
    try:
        return desk.case(case.id)
    except UnknownId:
        return case
