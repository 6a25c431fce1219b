"""Cases of the pairs that the search by content picks: each is a suggestion for a person (§15.2 rule 5)."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from workbench.review import contradictions
from workbench.review.contradictions import Pair
from workbench.review.possible import Pair as Picking
from workbench.review.possible import find, judge
from workbench.review.reading import Reading
from workbench.store.binding import Progress
from workbench.store.case import Case, CaseKind
from workbench.store.changed import Changed
from workbench.store.snapshot import Row


@dataclass
class Picked:
    """What one search found; empty until somebody asks. One search runs at a time."""

    _found: tuple[Picking, ...] | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def of(self, reading: Reading, progress: Progress | None) -> tuple[Case, ...]:
        """The cases of what is picked in a reading, in no order."""
        with self._lock:
            if self._found is None:
                self._found = tuple(find(_eligible(reading), progress))
        left_out = _known_otherwise(reading)
        return tuple(_cases(reading, self._found, left_out))

    def again(self, before: Reading, now: Reading) -> Picked:
        """What is known is kept where no item became another and the same is withdrawn."""
        same = not Changed.between(before.snapshot, now.snapshot).keys
        same = same and before.exclusions.by_key == now.exclusions.by_key
        return self if same else Picked()


def of_id(reading: Reading, case_id: str) -> Case | None:
    """The case of that id, where its two items, looked at alone, are a possible pair of that kind."""
    kind, _, about = case_id.partition(":")
    one, _, other = about.partition("+")
    if kind not in ("contradiction", "duplicate") or not other or one >= other:
        return None
    found = contradictions.pair_rows(reading, (one, other))
    texts = [row.text for key in (one, other) if (row := reading.row(key)) is not None]
    judged = judge(*texts) if found is not None and len(texts) == 2 else None
    if judged is None or judged.kind != kind or (one, other) in _known_otherwise(reading):
        return None
    return next(_cases(reading, (Picking(one, other, judged.kind, judged.why),), frozenset()), None)


def _eligible(reading: Reading) -> Iterator[Row]:
    """Every row of items that are not withdrawn."""
    withheld = reading.exclusions.withheld_by
    return (row for row in reading.snapshot.rows if withheld(row) is None)


def _known_otherwise(reading: Reading) -> frozenset[Pair]:
    """Pairs that are cases already: set against each other by the log, or a waiting item and its refuter."""
    said = contradictions.connected(reading.snapshot.log)
    marked = (pair for pair, _ in contradictions.marked_pairs(reading))
    return frozenset([*said, *marked])


def _cases(reading: Reading, found: Iterable[Picking], left_out: frozenset[Pair]) -> Iterator[Case]:
    for one in found:
        pair = (one.first, one.second)
        rows = contradictions.pair_rows(reading, pair) if pair not in left_out else None
        if rows is not None and not _refutes(reading, rows):
            kind: CaseKind = one.kind
            yield contradictions.case_of(reading, kind, rows, f"Possible: {one.why}", possible=True)


def _refutes(reading: Reading, rows: list[Row]) -> bool:
    """Whether one waits and the finder of refuters shows the other beside it already."""
    for row, other in (rows, reversed(rows)):
        if row.status == "pending-cleanup":
            matches = reading.lookups.similar.refuters(row)
            if any(match.row.key == other.key for match in matches):
                return True
    return False
