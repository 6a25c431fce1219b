"""All cases of a snapshot, in one stable order; a case is filled when it is opened."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from workbench.review import (
    broken,
    conflicts,
    contradictions,
    copies,
    drift,
    erasures,
    pending,
    possible_cases,
    promotions,
    receipts,
    stale,
    unreadable,
    withdrawals,
)
from workbench.review.again import Redo
from workbench.review.controls import Controls
from workbench.review.exclusions import Exclusions
from workbench.review.facets import facets_of
from workbench.review.reading import ItemOf, Reading
from workbench.store.binding import Progress
from workbench.store.case import NO_DATE, RECONCILED, Case, CaseKind
from workbench.store.snapshot import Snapshot
from workbench.text.collecting import keep_for_good, no_collecting
from workbench.text.errors import UnknownId

_OFTEN: Final = 32
"""Cases after which progress is told of."""

__all__ = ["KIND_ORDER", "ItemOf", "Review", "build"]


Settled = Callable[[Case], bool]
"""Whether a decision that stands has settled a case."""


def all_as_left(case: Case) -> bool:
    """Nothing of a case that was left open is another."""
    return True


def nothing_settled(case: Case) -> bool:
    """No decision has settled anything."""
    return False


@dataclass(frozen=True, slots=True)
class _Finder:
    """How one kind of case is found, and filled when it is opened."""

    cases: Callable[[Reading], Iterator[Case]]
    opened: Callable[[Reading, Case], Case]
    of_keys: Callable[[Reading, Iterable[str]], Iterator[Case]] | None = None
    """The cases of some items alone, where a case is that of one item."""
    of_subjects: Callable[[Reading, Iterable[str]], Iterator[Case]] | None = None
    """The cases of some subjects alone, where a case is that of one subject."""
    id_of: Callable[[str], str] = str
    """The id of the case of a subject, where there is ``of_subjects``."""
    by_passages: bool = False
    """Whether a case depends on the passages of the archive, too."""


_FINDERS: dict[CaseKind, _Finder] = {
    "pending-cleanup": _Finder(pending.cases, pending.opened, pending.of_keys),
    "stale": _Finder(stale.cases, stale.opened, stale.of_keys),
    "conflict": _Finder(
        conflicts.cases, conflicts.opened, of_subjects=conflicts.of_subjects, id_of=conflicts.id_of
    ),
    "contradiction": _Finder(contradictions.cases, contradictions.opened),
    "duplicate": _Finder(lambda reading: iter(()), contradictions.opened),
    "copies": _Finder(copies.cases, copies.opened, copies.of_keys),
    "broken-supersede": _Finder(broken.cases, broken.opened),
    "promotion": _Finder(promotions.cases, promotions.opened),
    "withdrawal": _Finder(withdrawals.cases, withdrawals.opened),
    "forget-request": _Finder(receipts.cases, receipts.opened),
    "erasure": _Finder(erasures.cases, erasures.opened),
    "drift": _Finder(drift.cases, drift.opened, drift.of_keys, by_passages=True),
    "unreadable": _Finder(unreadable.cases, unreadable.opened),
}

KIND_ORDER: tuple[CaseKind, ...] = (
    "pending-cleanup",
    "stale",
    "conflict",
    "contradiction",
    "duplicate",
    "copies",
    "broken-supersede",
    "promotion",
    "withdrawal",
    "forget-request",
    "erasure",
    "drift",
    "unreadable",
)
"""The order of the home screen."""


@dataclass(frozen=True)
class Review:
    """The cases of one snapshot, light: titles, targets, ages and verdicts, without facts and evidence.

    ``controls`` and ``exclusions`` were resolved before any case was built (§12.2).
    """

    cases: tuple[Case, ...] = field(repr=False)
    controls: Controls = field(repr=False)
    exclusions: Exclusions = field(repr=False)
    reading: Reading = field(repr=False)
    by_id: Mapping[str, Case] = field(repr=False)
    whole: bool = True
    """Whether all cases were looked for, and not one alone."""
    deferred: Mapping[str, str | None] = field(default_factory=dict, repr=False)
    settled: Settled = nothing_settled
    as_left: Settled = all_as_left
    picked: possible_cases.Picked = field(default_factory=possible_cases.Picked, repr=False)
    """What a search by content found in this reading, once one was made."""
    _listed: list[tuple[Case, ...]] = field(default_factory=list, repr=False)
    """The cases of that, once they were asked for."""

    @cached_property
    def by_kind(self) -> Mapping[str, tuple[Case, ...]]:
        """The cases of each kind of which there is one, in their order."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            found.setdefault(case.kind, []).append(case)
        return {kind: tuple(cases) for kind, cases in found.items()}

    def find(self, case_id: str) -> Case | None:
        """A case as lists show it, a possible one included; None where it does not wait."""
        return self.by_id.get(case_id) or self._pair(case_id)

    def light(self, case_id: str) -> Case:
        """A case as lists show it, with its targets and verdicts.

        Raises:
            UnknownId: no case of that id waits.
        """
        light = self.find(case_id)
        if light is None:
            raise UnknownId("No case of that id waits.", next="List the cases of this store.")
        return light

    def possible(self, progress: Progress | None = None) -> tuple[Case, ...]:
        """The cases that a finder picks by what items say, of which none is certain; looked for once.

        ``progress`` hears of the search, and may raise to stop it; then it begins anew when it is asked for.
        """
        if not self._listed:
            found = self.picked.of(self.reading, progress)
            cases = (self._as_listed(case) for case in found if case.id not in self.by_id)
            self._listed.append(tuple(_in_order(case for case in cases if not self.settled(case))))
        return self._listed[0]

    def _pair(self, case_id: str) -> Case | None:
        """A possible case by its id: the two items are looked at, and no others."""
        case = possible_cases.of_id(self.reading, case_id)
        if case is None or self.settled(case):
            return None
        return self._as_listed(case)

    def _as_listed(self, case: Case) -> Case:
        return _shown_again(_marked(self.reading, case, self.deferred), self.as_left)

    def open(self, case_id: str, *, audit: bool | None = None) -> Case:
        """A case with its text, facts and evidence. ``audit`` shows what is withheld (§15.2 rule 1).

        Raises:
            UnknownId: no case of that id waits.
        """
        light = self.light(case_id)
        reading = self.reading if audit is None else self.reading.audited(audit)
        return replace(
            _FINDERS[light.kind].opened(reading, light), facets=light.facets, deferred=light.deferred
        )


def build(
    snapshot: Snapshot,
    item_of: ItemOf,
    *,
    today: dt.date,
    deferred: Mapping[str, str | None] | None = None,
    audit: bool = False,
    earlier: Review | None = None,
    only: str | None = None,
    progress: Progress | None = None,
    settled: Settled = nothing_settled,
    as_left: Settled = all_as_left,
) -> Review:
    """Review a snapshot as of ``today``.

    ``deferred`` maps case ids to the day until which, None for no day; such cases are marked
    and come last of their kind. ``audit`` shows withdrawn text, for a person who asked.
    ``earlier`` is a review of the same store: what it found out of rows that stand unchanged
    is not found out again. ``only`` is the id of the one case that is wanted: then no other is
    looked for, while what is withdrawn is resolved as ever. ``progress`` hears of steps, and may raise.
    ``settled`` tells of a case whether a decision that stands has settled it, ``as_left`` of one that
    was left open whether its records are still those that were looked at.
    """
    with no_collecting():
        before = earlier.reading if earlier is not None else None
        reading = Reading.of(snapshot, item_of, today=today, audit=audit, earlier=before)
        redo = Redo.of(before, reading) if before is not None and only is None else None
        known = earlier.by_kind if earlier is not None and earlier.whole and redo is not None else None
        found: list[Case] = []
        for step, (kind, finder) in enumerate(_FINDERS.items()):
            if only is not None:
                new = _one(reading, kind, finder, only)
            elif redo is not None and known is not None:
                left, new = _again(reading, finder, redo, known.get(kind, ()))
                found += (_deferred(case, deferred or {}) for case in left)
            else:
                new = finder.cases(reading)
            found += (_marked(reading, case, deferred or {}) for case in _told(new, step, progress))
        if progress is not None:
            progress(len(_FINDERS), len(_FINDERS))
        if known is not None:
            reading.lookups.keep_earlier()
        reading.lookups.forget_earlier()
        ordered = tuple(_in_order(_shown_again(case, as_left) for case in found if not settled(case)))
        by_id: dict[str, Case] = {}
        for case in ordered:
            by_id.setdefault(case.id, case)
    if earlier is None:
        keep_for_good(len(ordered))
    picked = possible_cases.Picked() if earlier is None else earlier.picked.again(earlier.reading, reading)
    return Review(
        ordered,
        reading.controls,
        reading.exclusions,
        reading,
        by_id,
        whole=only is None,
        deferred=deferred or {},
        settled=settled,
        as_left=as_left,
        picked=picked,
    )


def _one(reading: Reading, kind: CaseKind, finder: _Finder, wanted: str) -> Iterator[Case]:
    """The case of that id, where it is of the kind and waits."""
    if not wanted.startswith(f"{kind}:"):
        return
    of_keys = finder.of_keys
    found = finder.cases(reading) if of_keys is None else of_keys(reading, [wanted.partition(":")[2]])
    yield from (case for case in found if case.id == wanted)


def _again(
    reading: Reading, finder: _Finder, redo: Redo, known: Sequence[Case]
) -> tuple[list[Case], Iterator[Case]]:
    """Cases of a kind that stay what they are, and those found anew."""
    if finder.by_passages and redo.anchors:
        return [], finder.cases(reading)
    if finder.of_subjects is not None:
        anew = {finder.id_of(subject) for subject in redo.subjects}
        return [case for case in known if case.id not in anew], finder.of_subjects(reading, redo.subjects)
    if finder.of_keys is None:
        return [], finder.cases(reading)
    left, keys = redo.items(reading, known)
    return left, finder.of_keys(reading, keys)


def _shown_again(case: Case, as_left: Settled) -> Case:
    """The case; where records disagree and are others than when it was left open, it is left no more."""
    left = case.deferred is None or case.kind not in RECONCILED or as_left(case)
    return case if left else replace(case, deferred=None)


def _deferred(case: Case, deferred: Mapping[str, str | None]) -> Case:
    """The case with whether it was left for later, as the ledger tells now."""
    later = _later(case, deferred)
    return case if case.deferred == later else replace(case, deferred=later)


def _later(case: Case, deferred: Mapping[str, str | None]) -> str | None:
    """Until when a case was left for later, or None."""
    return (deferred[case.id] or NO_DATE) if case.id in deferred else None


def _told(cases: Iterable[Case], step: int, progress: Progress | None) -> Iterator[Case]:
    """The cases of one finder, of which progress hears before the first one and every few."""
    if progress is not None:
        progress(step, len(_FINDERS))
    for number, case in enumerate(cases, start=1):
        if progress is not None and not number % _OFTEN:
            progress(step, len(_FINDERS))
        yield case


def _marked(reading: Reading, case: Case, deferred: Mapping[str, str | None]) -> Case:
    """The case with what lists go by: its facets, and whether it was left for later."""
    return replace(case, facets=facets_of(reading, case), deferred=_later(case, deferred))


def _in_order(cases: Iterable[Case]) -> Iterator[Case]:
    """Kind, deferred last, oldest first, a case of unknown age after those of known age, then by id.

    Cases of one age are put in order by themselves, so that no sorting is of all of them.
    """
    alike: dict[tuple[int, bool, int], list[Case]] = {}
    for case in cases:
        age = -case.age_days if case.age_days is not None else 1
        alike.setdefault((KIND_ORDER.index(case.kind), case.deferred is not None, age), []).append(case)
    for key in sorted(alike):
        yield from sorted(alike[key], key=_id_and_line)


def _id_and_line(case: Case) -> tuple[str, int]:
    return case.id, case.targets[0].line if case.targets else 0
