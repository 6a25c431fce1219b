"""What settles two items of knowledge that contradict each other or say the same (§14.3, §15.2.1).

Knowledge is never superseded: both items stay, and only their Status changes.
"""

from __future__ import annotations

from workbench.bindings.filesystem import verdicts
from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.evidenced import basis_of, needed
from workbench.bindings.filesystem.reconciling import stand
from workbench.bindings.filesystem.settling import (
    NOT_PLANNED,
    Rows,
    any_rows_of,
    becomes,
    refuse_withdrawn,
    rows_of,
    settle,
)
from workbench.bindings.filesystem.verdicts import one_line
from workbench.protocol.words import Status
from workbench.store.case import Case
from workbench.store.decision import Verdict
from workbench.text.errors import UsageError

KEPT_BESIDE = "The condition is kept with the reason of the decision; neither item gets a new line."
BOTH_TOLD = "Both items stay as they are, and are not put beside each other again while their texts stand."


def both(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Both stay, with the condition that tells them apart; one that waits is active again."""
    rows = _pair(draft, case)
    if case.kind == "contradiction":
        one_line("condition", verdict.condition)
        draft.notes.append(KEPT_BESIDE)
    else:
        draft.notes.append(BOTH_TOLD)
    for one in rows:
        stand(draft, one, verdict)
    said = {"basis": basis_of(draft, verdict)} if case.kind == "contradiction" else {}
    draft.log("reconcile", *(one.main.key for one in rows), verdict=verdict.name, **said)


def confirm(draft: Draft, case: Case, verdict: Verdict) -> None:
    """One is confirmed by evidence, and the other judged no longer applicable."""
    rows = _pair(draft, case)
    named = [one for one in rows if one.main.key in verdict.with_ids]
    if len(set(verdict.with_ids)) != 1 or len(named) != 1:
        raise UsageError(
            "The item that is confirmed is named by its id.",
            code="missing-with",
            not_done=NOT_PLANNED,
            next=f"Name one of: {', '.join(one.main.key for one in rows)}.",
        )
    basis = needed(draft, verdict)
    other = next(one for one in rows if one is not named[0])
    draft.check_status(other.main, Status.STALE)
    stand(draft, named[0], verdict)
    settle(draft, other, verdict, becomes(Status.STALE))
    draft.log("reconcile", named[0].main.key, other.main.key, verdict=verdict.name, basis=basis)


def merge(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Both fold into one consolidated entry; see :func:`workbench.bindings.filesystem.verdicts.merge`."""
    first, second = sorted((target.key for target in case.targets), key=lambda key: not _waits(draft, key))
    names = tuple(dict.fromkeys([second, *verdict.with_ids]))
    given = Verdict(verdict.name, with_ids=names, text=verdict.text, topic=verdict.topic)
    verdicts.merge(draft, rows_of(draft, first), given)
    draft.log("reconcile", first, second, verdict=verdict.name)


def _waits(draft: Draft, key: str) -> bool:
    """Whether an item waits: then it is the one that is decided, and the other its fellow (§14.3)."""
    return any_rows_of(draft, key).main.status == Status.PENDING_CLEANUP


def _pair(draft: Draft, case: Case) -> list[Rows]:
    rows = [rows_of(draft, target.key) for target in case.targets]
    for one in rows:
        refuse_withdrawn(draft, one.main)
    return rows
