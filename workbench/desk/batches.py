"""A batch of cases held against the store as it is now, before one plan is made over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.desk.desk import Desk
from workbench.store.case import Case
from workbench.text.errors import UnknownId, WorkbenchError


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A case that was marked and gets no decision, by its name, with the reason in words."""

    case: str
    name: str
    why: str


def name_of(case: Case) -> str:
    """What a case is called: its subject or its two items, else the item it is about, else its own id."""
    if case.kind == "conflict" and case.facets.subject:
        return case.facets.subject
    if case.kind in ("contradiction", "duplicate"):
        return " + ".join(target.id or target.key for target in case.targets)
    return next((target.id or target.key for target in case.targets), case.id)


def standing(
    desk: Desk, marked: Sequence[Case], verdict: str
) -> tuple[tuple[Case, ...], tuple[LeftOut, ...]]:
    """The cases that still stand as they were marked, as the desk has them now, and all others by name.

    A case stands when each of its records has the bytes it had when it was marked, and when
    it still offers the verdict. Where its records stand in their files says nothing.
    """
    stand: list[Case] = []
    left: list[LeftOut] = []
    for case in {case.id: case for case in marked}.values():
        found = _now(desk, case, verdict)
        if isinstance(found, Case):
            stand.append(found)
        else:
            left.append(LeftOut(case.id, name_of(case), found))
    return tuple(stand), tuple(left)


def _now(desk: Desk, case: Case, verdict: str) -> Case | str:
    try:
        fresh = desk.case(case.id)
    except UnknownId:
        return "gone: it waits no longer"
    if not same_bytes(fresh, case):
        return "changed since it was marked"
    offer = fresh.offer(verdict)
    if offer is None:
        return fresh.read_only or f"a case of kind {fresh.kind} takes no such verdict"
    return fresh if offer.allowed else f"not allowed: {offer.rule or 'no rule is named'}"


def same_bytes(one: Case, other: Case) -> bool:
    """Whether two readings of a case are about the same records, byte for byte."""
    return _bytes_of(one) == _bytes_of(other)


def same_shown(one: Case, other: Case) -> bool:
    """Whether two readings of an opened case show a person the same: records, evidence, what is held back."""
    return same_bytes(one, other) and _beside(one) == _beside(other)


def opened(desk: Desk, case: Case) -> Case:
    """A case with its text and evidence; as it was marked where it waits no longer."""
    try:
        return desk.case(case.id)
    except UnknownId:
        return case


def _bytes_of(case: Case) -> list[tuple[str, str]]:
    return sorted((target.key, target.digest) for target in case.targets)


def _beside(case: Case) -> list[tuple[str, ...]]:
    evidence = [(one.role, one.ref, one.digest or "", one.withheld_by or "") for one in case.evidence]
    return [(case.withheld_by or "",), *sorted(evidence)]


def refused_words(error: WorkbenchError) -> str:
    """Why there is no plan, with the rule where one is named."""
    rule = f" ({error.rule})" if error.rule and error.rule not in error.message else ""
    return f"refused: {error.message.rstrip('.')}{rule}"
