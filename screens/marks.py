"""Marked cases, each bound to the bytes it was marked with, and what a verdict on all of them may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from textual.content import Content

from screens.actions import key_of
from screens.text import counted, flow, joined, styled
from screens.widgets.verdict_bar import LATER, numbered
from screens.words import verdict_label
from workbench.store.case import Case, Offer


@dataclass
class Marks:
    """The cases that are marked, as they were then, and where a range begins that is not marked yet."""

    cases: dict[str, Case] = field(default_factory=dict, repr=False)
    anchor: str | None = None
    """Id of the case at which the range begins."""
    span: frozenset[str] = frozenset()
    """Ids of the cases in the range."""

    def __len__(self) -> int:
        return len(self.cases)

    def toggle(self, case: Case) -> bool:
        """Mark a case, or take its mark away; answers whether it is marked now."""
        if self.cases.pop(case.id, None) is not None:
            return False
        self.cases[case.id] = case
        return True

    def add(self, cases: Iterable[Case]) -> None:
        """Mark cases; those that are marked stay as they are."""
        for case in cases:
            self.cases.setdefault(case.id, case)

    def drop(self, ids: Iterable[str]) -> None:
        """Take marks away."""
        for case_id in ids:
            self.cases.pop(case_id, None)

    def take_fresh(self, cases: Iterable[Case]) -> list[Case]:
        """Put each marked case as it is now in the place of what it was; its bytes are the same.

        Takes the mark from each that is gone or has other bytes, and answers those as they were.
        """
        now = {case.id: case for case in cases if case.id in self.cases}
        stale = [case for case in self.cases.values() if not _stands(case, now.get(case.id))]
        self.drop(case.id for case in stale)
        self.cases = {case_id: now[case_id] for case_id in self.cases}
        return stale


def _stands(case: Case, now: Case | None) -> bool:
    return now is not None and digests(now) == digests(case)


def digests(case: Case) -> tuple[str, ...]:
    """What the records of a case are, byte for byte."""
    return tuple(sorted(target.digest for target in case.targets))


def batch_offers(cases: Sequence[Case]) -> tuple[Offer, ...]:
    """A verdict for each that some case has; allowed when one of them allows it."""
    found: dict[str, Offer] = {}
    for case in cases:
        for offer in case.verdicts:
            known = found.get(offer.verdict)
            if known is None or (offer.allowed and not known.allowed):
                found[offer.verdict] = offer
    return tuple(replace(offer, rule=None) if offer.allowed else offer for offer in found.values())


def allowing(cases: Sequence[Case]) -> Mapping[str, int]:
    """How many of the cases allow each verdict."""
    counts: dict[str, int] = {}
    for case in cases:
        for offer in case.verdicts:
            counts[offer.verdict] = counts.get(offer.verdict, 0) + offer.allowed
    return counts


def batch_lines(cases: Sequence[Case], width: int) -> list[Content]:
    """The verdicts on all that is marked, each with for how many of them it is allowed."""
    offers, counts = batch_offers(cases), allowing(cases)
    head = styled(f"on {counted(len(cases), 'marked case')}:", "accent")
    if not offers:
        return [styled(" ") + head + styled(" no verdict can be given on any of them", "dim")]
    parts = [head]
    parts += [
        _offer(key_of(f"queue.verdict_{number}"), offer, counts, len(cases))
        for number, offer in numbered(offers).items()
    ]
    parts += [
        _offer(key_of("queue.defer"), offer, counts, len(cases)) for offer in offers if offer.verdict == LATER
    ]
    return [styled(" ") + line for line in flow(parts, max(width - 1, 1))]


def _offer(key: str, offer: Offer, counts: Mapping[str, int], total: int) -> Content:
    label = f"{verdict_label(offer.verdict)}{'…' if offer.needs else ''}"
    number = counts[offer.verdict]
    if not number:
        return styled(f"{key} ✗ {label}", "off")
    some = styled(f" {number} of {total}" if number < total else "", "dim")
    return joined([styled(key, "key"), f" {label}", some])
