"""What settles a supersede that does not hold, and copies that differ (§7.2, §9, §14.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.bindings.filesystem.draft import PENDING, Draft
from workbench.bindings.filesystem.evidenced import basis_of
from workbench.bindings.filesystem.page import same_title
from workbench.bindings.filesystem.settling import (
    NOT_PLANNED,
    Rows,
    becomes,
    refuse_withdrawn,
    rows_of,
    settle,
)
from workbench.bindings.filesystem.verdicts import log_supersede, refuse_barred
from workbench.protocol.dates import parse_date
from workbench.protocol.item import Item
from workbench.protocol.transitions import supersede_refusal
from workbench.protocol.words import Status
from workbench.store.case import Case
from workbench.store.decision import Verdict
from workbench.store.rows import subject_rows
from workbench.store.snapshot import Row
from workbench.text.errors import Refused, UsageError

RESTORED = "The row is current again: an ordinary supersede can be taken back (§14.2 constraint 1)."


def restore(draft: Draft, case: Case, verdict: Verdict) -> None:
    """The row that was superseded is active again, without a pointer."""
    rows = _rows(draft, case)
    if rows.main.status != Status.SUPERSEDED:
        raise Refused(
            f"{rows.main.key} is not superseded.",
            rule="§14.2: only what was superseded is restored",
            not_done=NOT_PLANNED,
            next="Settle the conflict on its subject.",
        )
    _refuse_behind(draft, rows.main)
    basis = basis_of(draft, verdict)
    settle(draft, rows, verdict, becomes(Status.ACTIVE))
    draft.notes.append(RESTORED)
    draft.log("reconcile", rows.main.key, verdict=verdict.name, basis=basis)


def _refuse_behind(draft: Draft, row: Row) -> None:
    """Refuse to make a row current to which a newer one gave way: that one is to be restored (§14.2)."""
    day = parse_date(row.date or "")
    for other in subject_rows(draft.snapshot, row.subject):
        points = other.superseded_by in (row.id, row.key) and other.status == Status.SUPERSEDED
        newer = parse_date(other.date or "")
        if points and other.key != row.key and newer is not None and (day is None or newer > day):
            raise Refused(
                f"{other.key} is newer, and points at {row.key}.",
                rule="§14.2 constraint 2: a newer row is never superseded by an older one",
                not_done=NOT_PLANNED,
                next=f"Restore {other.key}, or accept what stands.",
            )


def accept(draft: Draft, case: Case, verdict: Verdict) -> None:
    """What stands is this person's decision; a row that is live beside its follower becomes history."""
    rows = _rows(draft, case)
    basis = basis_of(draft, verdict)
    if rows.main.status != Status.SUPERSEDED:
        _become_history(draft, rows, verdict)
    draft.log("reconcile", rows.main.key, verdict=verdict.name, basis=basis)


def _become_history(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    old = rows.main
    successor = rows_of(draft, old.superseded_by or "")
    follower = successor.main
    refuse_withdrawn(draft, follower)
    refuse_barred(draft, old)
    _refuse_follower(draft, old, follower)
    path = settle(draft, rows, verdict, becomes(Status.SUPERSEDED, str(follower.id)))
    if successor.stored is None:
        settle(draft, successor, Verdict(verdict.name, topic=path), becomes(Status.ACTIVE))
    log_supersede(draft, old, str(follower.id), follower.date, follower.text)


def _refuse_follower(draft: Draft, old: Row, follower: Row) -> None:
    rule = supersede_refusal(draft.item(old), draft.item(follower))
    if rule is not None or old.subject != follower.subject:
        raise Refused(
            f"{follower.key} may not supersede {old.key}.",
            rule=rule or "§14.2 constraint 4: the subjects are not the same string",
            not_done=NOT_PLANNED,
            next="Settle the conflict on its subject.",
        )


def _rows(draft: Draft, case: Case) -> Rows:
    rows = rows_of(draft, case.targets[0].key)
    refuse_withdrawn(draft, rows.main)
    return rows


def current_copy(draft: Draft, case: Case, verdict: Verdict) -> None:
    """One copy is right: the item store and the index get its bytes.

    What waits no longer leaves the index's Pending Cleanup section, as with every verdict.
    """
    rows = _rows(draft, case)
    chosen = _named(rows, verdict)
    if rows.stored is None:
        raise Refused(
            "The item stands in no topic any more.",
            rule="§7.2: stable item identity",
            not_done=NOT_PLANNED,
        )
    basis = basis_of(draft, verdict)
    if chosen is not rows.stored:
        _check_change(draft, rows.stored, chosen)
    data = draft.snapshot.span(chosen.address)
    draft.rewrite(rows.stored, data)
    for row in rows.index:
        waits = same_title(draft.spot(row).section.title, PENDING)
        if waits and chosen.status != Status.PENDING_CLEANUP:
            draft.remove(row)
        else:
            draft.rewrite(row, data)
    draft.log("reconcile", rows.main.key, verdict=verdict.name, basis=basis)


def _check_change(draft: Draft, stored: Row, chosen: Row) -> None:
    """Refuse a change of the item store that no verdict makes: only its words, Source, Scope, refs and Status
    may become those of the copy, and by none of them does it become history (§9, §14.2).
    """
    old, new = draft.item(stored), draft.item(chosen)
    status = new.effective_status
    if status is None:
        raise Refused(
            "The Status of that copy is none of the protocol's.",
            rule="§9: a Status is one of its words",
            not_done=NOT_PLANNED,
            next="Mend it by hand, or name the other copy.",
        )
    draft.check_status(stored, status)
    if status is Status.SUPERSEDED and stored.status != Status.SUPERSEDED:
        raise Refused(
            "That copy says superseded, and the item store does not.",
            rule="§14.2: a supersede is a step of its own, and is logged",
            not_done=NOT_PLANNED,
            next="Name the copy of the item store, then supersede the item with its successor.",
        )
    kept = [name for name, of in _KEPT.items() if of(old) != of(new)]
    if kept:
        raise Refused(
            f"That copy has another {', '.join(kept)}, which no verdict changes.",
            rule="§9: date, Confidence, kind, subject and pointers of an item stay what they are",
            not_done=NOT_PLANNED,
            next="Name the copy of the item store, then give that item another verdict.",
        )


_KEPT: Final[Mapping[str, Callable[[Item], object]]] = {
    "date": lambda item: item.date_text,
    "Confidence": lambda item: (item.confidence_text, item.confidence_scheme),
    "kind": lambda item: item.kind_text,
    "subject": lambda item: item.subject,
    "superseded_by": lambda item: item.superseded_by,
    "merged_into": lambda item: item.merged_into,
    "inspired_by": lambda item: item.inspired_by,
}
"""What stays of an item whichever of its copies is right."""


def _named(rows: Rows, verdict: Verdict) -> Row:
    copies = [row for row in (rows.stored, *rows.index) if row is not None]
    found = [row for row in copies if f"{row.path}:{row.line}" in verdict.with_ids]
    if len(set(verdict.with_ids)) != 1 or len(found) != 1:
        raise UsageError(
            "The copy that is right is named by where it stands.",
            code="missing-with",
            not_done=NOT_PLANNED,
            next=f"Name one of: {', '.join(f'{row.path}:{row.line}' for row in copies)}.",
        )
    return found[0]
