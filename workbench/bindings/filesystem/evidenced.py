"""What a decision on a conflict rests on: evidence that is there, or a person's choice (§15.2.1)."""

from __future__ import annotations

from typing import Final

from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.settling import NOT_PLANNED
from workbench.protocol.words import Status
from workbench.store.case import Case
from workbench.store.decision import Verdict
from workbench.store.rows import deciding
from workbench.store.snapshot import Passage
from workbench.text.errors import Refused, UsageError
from workbench.text.visible import visible

EVIDENCE: Final = "evidence"
CHOICE: Final = "action-choice"
CHOSEN: Final = (
    "No evidence is named: recorded as a choice of what to act on, not as a confirmed fact (§15.2.1)."
)


def basis_of(draft: Draft, verdict: Verdict) -> str:
    """What the decision rests on, in one word; a choice is noted on the plan."""
    if verdict.evidence:
        return EVIDENCE
    draft.notes.append(CHOSEN)
    return CHOICE


def check_evidence(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Look up what a decision is said to rest on.

    Raises:
        Refused: a ref names nothing of the store, something withdrawn or superseded, or what is decided.
    """
    about = {name for target in case.targets for name in (target.key, target.id)}
    for ref in dict.fromkeys(verdict.evidence):
        if ref in about:
            raise _refused(ref, "is what is decided on", "§15.2.1: no record is evidence for itself")
        _check(draft, ref)


def needed(draft: Draft, verdict: Verdict) -> str:
    """As :func:`basis_of`, where evidence has to be named.

    Raises:
        UsageError: none is.
    """
    if not verdict.evidence:
        raise UsageError(
            "To confirm one of two lessons takes evidence.",
            code="missing-evidence",
            rule="§15.2.1: resolution takes evidence appropriate to the claim",
            not_done=NOT_PLANNED,
        )
    return basis_of(draft, verdict)


def _check(draft: Draft, ref: str) -> None:
    rows = [row for row in draft.snapshot.rows_by_key.get(ref, ()) if row.place != "archive"]
    if ref in draft.context.excluded or _withdrawn_passage(draft, ref):
        raise _refused(ref, "is withdrawn", "§15.2 rule 1: what is withdrawn is no evidence")
    if rows:
        if deciding(rows).status in (Status.SUPERSEDED, Status.STALE, Status.PENDING_CLEANUP):
            rule = "§15.2 rule 3: what is superseded, stale or pending is no current basis"
            raise _refused(ref, f"is {deciding(rows).status}", rule)
        return
    if _passage(draft, ref) is None:
        raise _refused(ref, "names no item and no archive passage of this store", "§9: evidence is looked up")


def _refused(ref: str, why: str, rule: str) -> Refused:
    return Refused(
        f"{visible(ref)} {why}.",
        rule=rule,
        not_done=NOT_PLANNED,
        next="Name an item by its id, or a passage of the archive: archive/2026-08-01.md#heading.",
    )


def _passage(draft: Draft, ref: str) -> Passage | None:
    """The archive passage of exactly that name."""
    path, _, anchor = ref.partition("#")
    found = (one for one in draft.snapshot.passages if one.path == path and one.anchor == anchor)
    return next(found, None)


def _withdrawn_passage(draft: Draft, ref: str) -> bool:
    """Whether something that is withdrawn stands in the passage."""
    passage = _passage(draft, ref)
    if passage is None:
        return False
    start, end = passage.address.start, passage.address.end
    rows = draft.snapshot.rows_by_path.get(passage.path, ())
    return any(row.key in draft.context.excluded for row in rows if start <= row.start < end)
