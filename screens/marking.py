"""What of a list is marked, and the range that is not marked yet; how both are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from textual.content import Content

from screens.marks import Marks, batch_offers
from screens.seen import Seen
from screens.text import styled
from screens.widgets.record_list import RecordList
from workbench.desk import Desk
from workbench.store.case import Case, Offer
from workbench.text.errors import UnknownId

MARK = "●"
RANGE = "○"
DONE = "✓"

Rows = Callable[[], RecordList[Case]]


class Marking:
    """The marks over a list of cases; those that are decided on are never among them."""

    def __init__(self, rows: Rows, done: Set[str]) -> None:
        self.marks = Marks()
        self._rows = rows
        self._done = done

    @property
    def begun(self) -> bool:
        """Whether a range is begun."""
        return self.marks.anchor is not None

    def __bool__(self) -> bool:
        """Whether anything is marked, or in the range as it was last looked at."""
        return bool(self.marks) or bool(self.marks.span)

    def begin(self, row: Case) -> None:
        """Begin a range at a row."""
        self.marks.anchor = row.id

    def give_up(self) -> None:
        """Forget the range."""
        self.marks.anchor = None

    def end(self) -> int:
        """Mark the range; answers how many cases were in it."""
        span = self.in_range()
        self.marks.anchor = None
        self.marks.add(span)
        return len(span)

    def add_shown(self) -> tuple[int, int]:
        """Mark every case that is shown, what was left for later only where nothing else is.

        Answers how many were to be marked, and how many left for later were not.
        """
        rows = [row for row in self._rows().rows if row.id not in self._done]
        wanted = [row for row in rows if not row.deferred] or rows
        if wanted:
            self.marks.anchor = None
            self.marks.add(wanted)
        return len(wanted), len(rows) - len(wanted)

    def clear(self) -> int:
        """Take every mark away; answers how many there were."""
        count = len(self.marks)
        self.marks.cases.clear()
        return count

    def in_range(self) -> Sequence[Case]:
        """The cases from the anchor to the cursor, while there is an anchor."""
        if not self.begun:
            return ()
        rows = self._rows()
        at = next((at for at, row in enumerate(rows.rows) if row.id == self.marks.anchor), None)
        if at is None:
            return ()
        first, last = sorted((at, rows.cursor))
        return [row for row in rows.rows[first : last + 1] if row.id not in self._done]

    def look_again(self) -> None:
        """The cursor or the marks are others: know the range anew."""
        self.marks.span = frozenset(case.id for case in self.in_range())

    def all(self) -> list[Case]:
        """All that is marked and all in the range, in the order of the list, what is not shown last."""
        cases = {**self.marks.cases, **{case.id: case for case in self.in_range()}}
        if not cases:
            return []
        shown = [cases.pop(row.id) for row in self._rows().rows if row.id in cases]
        return [*shown, *cases.values()]

    def offers(self) -> Sequence[Offer]:
        """The verdicts on all of it."""
        return batch_offers(self.all())

    def sign(self, row: Case) -> Content:
        """Whether a row is decided on, marked, in the range, or nothing of it."""
        if row.id in self._done:
            return styled(DONE, "good")
        if row.id in self.marks.cases:
            return styled(MARK, "mark")
        return styled(RANGE if row.id in self.marks.span else " ", "mark")

    def words(self, *, brief: bool) -> Content:
        """How many are marked, how many of them are not shown, and how long the range is."""
        count, span = len(self.marks), len(self.marks.span)
        if not count and not span:
            return styled("")
        if brief:
            return styled(f"  {len(self.marks.cases.keys() | self.marks.span)} marked ", "mark")
        shown = {row.id for row in self._rows().rows} if count else set()
        out = sum(case_id not in shown for case_id in self.marks.cases)
        parts = [f"{count} marked"] if count else []
        parts += [f"{out} not shown"] if out else []
        parts += [f"range of {span}"] if span else []
        return styled(f"  {', '.join(parts)} ", "mark")


def not_shown_yet(desk: Desk, cases: Sequence[Case], seen: Seen) -> Mapping[str, frozenset[str]]:
    """What of each case was never on the screen; opens every one of them, so it belongs in a thread."""
    return {case.id: seen.unseen(_opened(desk, case)) for case in cases}


def _opened(desk: Desk, case: Case) -> Case:
    """A case with its evidence; as it was marked where it waits no longer."""
    try:
        return desk.case(case.id)
    except UnknownId:
        return case
