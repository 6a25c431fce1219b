"""Marked cases, each bound to the bytes it was marked with, and what a verdict on all of them may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from textual.content import Content

from screens.actions import key_of
from screens.text import counted, flow, joined, styled
from screens.words import NUMBERS, verdict_label
from workbench.desk.shelf import Shape, shape_of
from workbench.store.case import LEAVES_OPEN, Case, Offer

Make = Callable[[], dict[str, Case]]
"""Cases by their ids, put together when somebody asks for them one by one."""


class Marks:
    """The cases that are marked, as they were then, and where a range begins that is not marked yet."""

    def __init__(self) -> None:
        self._cases: dict[str, Case] = {}
        self._more: list[tuple[int, Make]] = []
        """Cases that are marked as well, and how many of them were not before."""
        self.shapes: Counter[Shape] = Counter()
        """How many of them have each shape."""
        self.anchor: str | None = None
        """Id of the case at which the range begins."""
        self.version = 0
        """Another whenever others are marked."""

    @property
    def cases(self) -> dict[str, Case]:
        """The marked cases by their ids."""
        while self._more:
            cases = self._more.pop(0)[1]()
            self._cases = {**cases, **self._cases} if self._cases else cases
        return self._cases

    def __len__(self) -> int:
        return len(self._cases) + sum(number for number, _ in self._more)

    def toggle(self, case: Case) -> bool:
        """Mark a case, or take its mark away; answers whether it is marked now."""
        if case.id in self.cases:
            self.drop((case.id,))
            return False
        self.add((case,))
        return True

    def add(self, cases: Iterable[Case]) -> None:
        """Mark cases; those that are marked stay as they are."""
        for case in cases:
            if case.id not in self.cases:
                self.cases[case.id] = case
                self.shapes[shape_of(case)] += 1
        self.version += 1

    def add_all(self, make: Make, fresh: Mapping[Shape, int]) -> None:
        """Mark many cases; `fresh` is how many of each shape were not marked before."""
        self._more.append((sum(fresh.values()), make))
        self.shapes.update(fresh)
        self.version += 1

    def drop(self, ids: Iterable[str]) -> None:
        """Take marks away."""
        for case_id in ids:
            case = self.cases.pop(case_id, None)
            if case is not None:
                self.shapes[shape_of(case)] -= 1
        self.version += 1

    def clear(self) -> None:
        """Take every mark away."""
        self._cases, self._more, self.shapes = {}, [], Counter()
        self.version += 1

    def take_fresh(self, waits: Callable[[str], Case | None]) -> list[Case]:
        """Put each marked case as it is now in the place of what it was; its bytes are the same.

        Takes the mark from each that is gone or has other bytes, and answers those as they were.
        """
        stale: list[Case] = []
        before = self.cases
        self.clear()
        for case_id, case in before.items():
            now = waits(case_id)
            if now is not None and digests(now) == digests(case):
                self.add((now,))
            else:
                stale.append(case)
        return stale


def digests(case: Case) -> tuple[str, ...]:
    """What the records of a case are, byte for byte."""
    return tuple(sorted(target.digest for target in case.targets))


def batch_offers(cases: Iterable[Case]) -> tuple[Offer, ...]:
    """A verdict for each that some case has; allowed when one of them allows it."""
    found: dict[str, Offer] = {}
    for case in cases:
        for offer in case.verdicts:
            known = found.get(offer.verdict)
            if known is None or (offer.allowed and not known.allowed):
                found[offer.verdict] = offer
    return tuple(replace(offer, rule=None) if offer.allowed else offer for offer in found.values())


def allowing(shapes: Mapping[Shape, int]) -> Mapping[str, int]:
    """How many cases allow each verdict."""
    counts: dict[str, int] = {}
    for shape, number in shapes.items():
        for verdict, allowed, _ in shape:
            counts[verdict] = counts.get(verdict, 0) + number * allowed
    return counts


def batch_lines(shapes: Mapping[Shape, int], width: int) -> list[Content]:
    """The verdicts on all that is marked, so many of each shape, each with for how many it is allowed."""
    shapes = {shape: number for shape, number in shapes.items() if number > 0}
    total, counts = sum(shapes.values()), allowing(shapes)
    needs: dict[str, tuple[str, ...]] = {}
    for wanted in (True, False):  # what it needs where it is allowed, of the first that has it
        for verdict, allowed, needed in (told for shape in shapes for told in shape):
            if allowed is wanted:
                needs.setdefault(verdict, needed)
    head = styled(f"on {counted(total, 'marked case')}:", "accent")
    if not needs:
        return [styled(" ") + head + styled(" no verdict can be given on any of them", "dim")]
    parts = [head]
    parts += [
        _offer(key_of(f"queue.verdict_{number}"), verdict, needs[verdict], counts[verdict], total)
        for number, verdict in numbered_names(needs).items()
    ]
    for left in sorted(LEAVES_OPEN & needs.keys()):
        parts.append(_offer(key_of("queue.defer"), left, needs[left], counts[left], total))
    return [styled(" ") + line for line in flow(parts, max(width - 1, 1))]


def numbered_names(verdicts: Iterable[str]) -> dict[int, str]:
    """Verdicts by their numbers, the least first."""
    found = {NUMBERS[verdict]: verdict for verdict in verdicts if verdict in NUMBERS}
    return dict(sorted(found.items()))


def _offer(key: str, verdict: str, needs: Sequence[str], number: int, total: int) -> Content:
    label = f"{verdict_label(verdict)}{'…' if needs else ''}"
    if not number:
        return styled(f"{key} ✗ {label}", "off")
    some = styled(f" {number:,} of {total:,}" if number < total else "", "dim")
    return joined([styled(key, "key"), f" {label}", some])
