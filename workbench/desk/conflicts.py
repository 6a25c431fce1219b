"""Every conflict of a store as `workbench conflicts` tells it: the certain ones, then what a finder picked.

Nothing of a withdrawn item is in it, whoever asks: an agent may read it (§15.2 rule 1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from workbench.desk.sheets.surfaced import rows_of, surfaced, what_follows
from workbench.protocol.words import Status
from workbench.review.contradictions import marked_pairs, opened, pair_rows
from workbench.review.near import all_near
from workbench.review.told_rows import conflict_row
from workbench.store.binding import Progress
from workbench.store.detail import Detail
from workbench.store.details.broken import BrokenDetail, BrokenFinding
from workbench.store.details.conflict import ConflictDetail, ConflictRow, NearSubject, subject_words
from workbench.store.details.copies import CopiesDetail, DifferingField
from workbench.store.details.pair import PairDetail
from workbench.text.errors import UnknownId

if TYPE_CHECKING:
    from workbench.desk.desk import Desk
    from workbench.store.case import Case

CERTAIN: Final = ("conflict", "copies", "broken-supersede", "contradiction")
"""The kinds of which a case is certain, in the order in which they are told."""
POSSIBLE: Final = ("contradiction", "duplicate")
"""The kinds that a finder picks, in the order in which they are told."""
MARKED: Final = "A mark in the log names one as what refutes the other"


@dataclass(frozen=True, slots=True)
class ConflictView:
    """One conflict. ``case`` is the id under which it is decided, which for a pair that a mark of
    maintenance connects is that of the waiting item; ``deferred`` as in a case.
    """

    case: str
    kind: str
    detail: Detail
    possible: bool = False
    subject: str = field(default="", repr=False)
    deferred: str | None = None
    read_only: str | None = None

    @property
    def rows(self) -> tuple[ConflictRow, ...]:
        """Its rows, oldest first; of copies the one that counts first."""
        return rows_of(self.detail)

    @property
    def in_force(self) -> str | None:
        """The key of the row that is acted on; None where none is."""
        return self.detail.in_force if isinstance(self.detail, ConflictDetail) else None

    @property
    def why(self) -> str | None:
        """What connects a pair, or in what its two differ; None for every other kind."""
        return self.detail.why if isinstance(self.detail, PairDetail) else None

    @property
    def connected_by(self) -> str | None:
        """The ``path:line`` of the log entry that connects a pair."""
        return (self.detail.connected_by or None) if isinstance(self.detail, PairDetail) else None

    @property
    def findings(self) -> tuple[BrokenFinding, ...]:
        """What is wrong with a broken supersede, with the constraint of §14.2."""
        return self.detail.findings if isinstance(self.detail, BrokenDetail) else ()

    @property
    def differing(self) -> tuple[DifferingField, ...]:
        """The fields in which copies differ, with the value of each row."""
        return self.detail.fields if isinstance(self.detail, CopiesDetail) else ()

    @property
    def sentence(self) -> str:
        """What follows for an agent that has to act now."""
        return what_follows(self.kind, self.detail)

    @property
    def text(self) -> str:
        """The words in which it is surfaced (§15.2.1)."""
        return surfaced(self.kind, self.detail, self.subject)

    @property
    def names(self) -> frozenset[str]:
        """By what it can be asked for: its case, its subject, its items."""
        items = (name for row in self.rows for name in (row.id, row.key) if name)
        return frozenset({self.case, *items, *([self.subject] if self.subject else [])})


@dataclass(frozen=True, slots=True)
class NearView:
    """Two subjects that are different strings and look alike: never treated as the same (§14.2)."""

    subject: str = field(repr=False)
    other: NearSubject

    @property
    def words(self) -> str:
        """Both, each between its own marks."""
        return f"`{subject_words(self.subject)}` and `{subject_words(self.other.subject)}`"

    @property
    def names(self) -> frozenset[str]:
        """By what it can be asked for."""
        return frozenset({self.subject, self.other.subject, *self.other.refs})


@dataclass(frozen=True, slots=True)
class ConflictsView:
    """All of them, or those that were asked for. ``looked_for``: whether possible ones were looked for."""

    certain: tuple[ConflictView, ...]
    possible: tuple[ConflictView, ...]
    near: tuple[NearView, ...]
    looked_for: bool


def conflicts_of(
    desk: Desk, words: Collection[str] = (), *, certain_only: bool = False, progress: Progress | None = None
) -> ConflictsView:
    """The conflicts of an open store, or those that the words name: subjects, cases, items.

    ``progress`` hears of the search for possible ones, and may raise to stop.

    Raises:
        UnknownId: a word names nothing of this store.
    """
    certain = tuple(one for one in _certain(desk) if _wanted(one.names, words))
    looked_for = not certain_only and not _all_found(words, certain)
    possible = tuple(_possible(desk, words, progress)) if looked_for else ()
    near = tuple(one for one in _near(desk) if _wanted(one.names, words))
    found = {name for one in (*certain, *possible) for name in one.names}
    found |= {name for one in near for name in one.names}
    _check_known(desk, [word for word in words if word not in found])
    return ConflictsView(certain, possible, near, looked_for)


def _wanted(names: Collection[str], words: Collection[str]) -> bool:
    return not words or any(word in names for word in words)


def _all_found(words: Collection[str], certain: Sequence[ConflictView]) -> bool:
    """Whether cases alone were asked for, and all of them are certain."""
    return bool(words) and set(words) <= {one.case for one in certain}


def _certain(desk: Desk) -> Iterator[ConflictView]:
    for kind in CERTAIN:
        yield from _views(desk, desk.cases(kind))
    yield from _marked(desk)


def _possible(desk: Desk, words: Collection[str], progress: Progress | None) -> Iterator[ConflictView]:
    cases = desk.possible_cases(progress)
    for kind in POSSIBLE:
        found = (opened(desk._review.reading, case) for case in cases if case.kind == kind)
        yield from (one for case in found if _wanted((one := view_of(case)).names, words))


def _views(desk: Desk, cases: Iterable[Case]) -> Iterator[ConflictView]:
    for light in cases:
        case = desk.case(light.id)
        if case.detail is not None:
            yield view_of(case)


def view_of(case: Case) -> ConflictView:
    """An opened case as it is told."""
    assert case.detail is not None
    subject = case.detail.subject if isinstance(case.detail, ConflictDetail) else case.facets.subject
    return ConflictView(
        case.id, case.kind, case.detail, case.possible, subject, case.deferred, case.read_only
    )


def _marked(desk: Desk) -> Iterator[ConflictView]:
    """The pairs that a mark of maintenance connects, each under the case of the item that waits (§14.3)."""
    reading = desk._review.reading
    for pair, line in dict(marked_pairs(reading)).items():
        rows = pair_rows(reading, pair) or []
        named = dict.fromkeys(row.key for row in rows if row.status == Status.PENDING_CLEANUP)
        waiting = next((case for key in named if (case := desk.waits(f"pending-cleanup:{key}"))), None)
        if waiting is None:
            continue
        place = f"{line.address.path}:{line.address.line}"
        told = tuple(conflict_row(reading, row, is_open=True) for row in rows)
        detail = PairDetail(told, MARKED, place, possible=False)
        yield ConflictView(waiting.id, "contradiction", detail, deferred=waiting.deferred)


def _near(desk: Desk) -> Iterator[NearView]:
    for subject, others in all_near(desk._review.reading):
        yield from (NearView(subject, other) for other in others)


def _check_known(desk: Desk, words: Sequence[str]) -> None:
    """Each word names a subject, a case or an item of the store, if none that is in a conflict.

    Raises:
        UnknownId: one does not.
    """
    if not words:
        return
    records = desk.records("item")
    known = {record.id for record in records}
    known |= {value for record in records for label, value in record.facts if label == "subject"}
    missing = [word for word in words if word not in known]
    if missing:
        raise UnknownId(
            f"No subject, no case and no item of this store is called {missing[0]}.",
            next="`workbench conflicts` lists all of them; subjects are the same only letter for letter.",
        )
