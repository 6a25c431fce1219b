"""What settles a conflict on a state subject does to the files (§14.2, §15.2 rule 4, §15.2.1).

A newer row is never superseded by an older one: where the row that is to be current is not the newest of
the item store, a new row of today takes its value. The rows that give way become history before the one
that follows them stands, so that no reader ever finds two active rows that we made.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.evidenced import basis_of
from workbench.bindings.filesystem.settling import (
    NOT_PLANNED,
    Rows,
    any_rows_of,
    becomes,
    home_path,
    refuse_withdrawn,
    rows_of,
    settle,
)
from workbench.bindings.filesystem.verdicts import (
    check_until,
    fresh,
    log_supersede,
    one_line,
    refuse_barred,
    refuse_later,
)
from workbench.protocol.dates import parse_date
from workbench.protocol.item import Item
from workbench.protocol.transitions import supersede_refusal
from workbench.protocol.words import Status
from workbench.store.case import Case
from workbench.store.decision import Verdict
from workbench.store.rows import active_keys, newest_active, subject_rows, waiting_rows
from workbench.text.errors import Refused, UsageError

STALE_NEXT = "None of them is current; each waits under Stale until somebody says what is to become of it."
CAPTURED_STILL = "An agent goes on capturing the old subject until it is told of the new one."


def current(draft: Draft, case: Case, verdict: Verdict) -> None:
    """One row is current: the others are superseded by it, or all of them by a new row with its value."""
    rows = _open_rows(draft, case)
    chosen = _named(draft, rows, verdict)
    others = [one for one in rows if one is not chosen]
    basis = basis_of(draft, verdict)
    if _may_stay(draft, chosen, others):
        _stays(draft, chosen, others, verdict)
    else:
        _replace(draft, rows, verdict, chosen, chosen.main.text, _source(draft, [chosen]))
    _log(draft, rows, verdict, basis)


def new_value(draft: Draft, case: Case, verdict: Verdict) -> None:
    """None of the values holds and another does: a new row of today, whose Source is the decision."""
    rows = _open_rows(draft, case)
    text = one_line("value", verdict.value)
    basis = basis_of(draft, verdict)
    _replace(draft, rows, verdict, _newest(rows), text, _source(draft, []))
    _log(draft, rows, verdict, basis)


def none(draft: Draft, case: Case, verdict: Verdict) -> None:
    """No row holds: each is judged no longer applicable, which only a person may do (§9)."""
    rows = _open_rows(draft, case)
    basis = basis_of(draft, verdict)
    for one in rows:
        draft.check_status(one.main, Status.STALE)
        settle(draft, one, verdict, becomes(Status.STALE))
    draft.notes.append(STALE_NEXT)
    _log(draft, rows, verdict, basis)


def both(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Both hold, told apart by a subject of its own for one of them, or by a condition."""
    if (verdict.subject is None) == (verdict.condition is None):
        raise UsageError(
            "What tells them apart is said as a subject of its own for one row, or as one condition.",
            code="missing-subject",
            not_done=NOT_PLANNED,
        )
    rows = _open_rows(draft, case)
    basis = basis_of(draft, verdict)
    if verdict.condition is not None:
        text = one_line("condition", verdict.condition)
        _replace(draft, rows, verdict, _newest(rows), text, _source(draft, rows))
    else:
        _rekey(draft, rows, verdict, one_line("subject", verdict.subject))
    _log(draft, rows, verdict, basis)


def leave_open(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Nothing is settled; that it was looked at is recorded, until a day to come where one is named.

    What a finder picked is put off by that: nobody has said that the two disagree.
    """
    check_until(draft, verdict)
    keys = dict.fromkeys(target.key for target in case.targets)
    rows = [any_rows_of(draft, key) for key in keys]
    if case.possible:
        until = {"until": verdict.until} if verdict.until else {}
        draft.log("defer", *keys, **until)
    else:
        _log(draft, rows, verdict, None)


def _open_rows(draft: Draft, case: Case) -> list[Rows]:
    """The rows of a conflict, oldest first, as the case names them.

    Raises:
        Refused: one is withdrawn, or stands more than once in one place.
    """
    found = [rows_of(draft, target.key) for target in case.targets]
    for one in found:
        refuse_withdrawn(draft, one.main)
    return found


def _named(draft: Draft, rows: Sequence[Rows], verdict: Verdict) -> Rows:
    """The row that the verdict names, by its id, its key, or where it stands."""
    names = tuple(dict.fromkeys(verdict.with_ids))
    if len(names) != 1:
        raise UsageError(
            "One row is named, by its id or by where it stands.", code="missing-with", not_done=NOT_PLANNED
        )
    found = [one for one in rows if names[0] in _names_of(one)]
    if len(found) != 1:
        known = ", ".join(str(one.main.id or f"{one.main.path}:{one.main.line}") for one in rows)
        beside = (row.key for row in subject_rows(draft.snapshot, rows[0].main.subject))
        is_history = names[0] in beside
        raise UsageError(
            "The row that is named is history, or none of those to settle."
            if is_history
            else "The row that is named is none of this conflict's.",
            not_done=NOT_PLANNED,
            next=f"Name one of: {known}"
            + ("; an older value is given as a new value." if is_history else "."),
        )
    return found[0]


def _names_of(rows: Rows) -> Iterable[str | None]:
    places = (rows.main, *([rows.stored] if rows.stored else []), *rows.index)
    return {rows.main.id, rows.main.key, *(f"{row.path}:{row.line}" for row in places)}


def _may_stay(draft: Draft, chosen: Rows, others: Sequence[Rows]) -> bool:
    """Whether the row, as it stands in the item store, is the newest and may supersede every other one."""
    day = parse_date(chosen.main.date or "")
    if chosen.stored is None or day is None:
        return False
    item = _as_active(draft.item(chosen.main))
    return all(
        (other := parse_date(one.main.date or "")) is not None
        and other < day
        and supersede_refusal(draft.item(one.main), item) is None
        for one in others
    )


def _newest(rows: Sequence[Rows]) -> Rows:
    """The row of the latest known date, whose Scope a new row takes; of several the last one."""
    return max(reversed(rows), key=lambda one: parse_date(one.main.date or "") or dt.date.min)


def stand(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """A row that waits, or points at another one, is active; one that is active already stays as it is."""
    waits = rows.main.status == Status.PENDING_CLEANUP or bool(rows.main.superseded_by)
    if waits or rows.stored is None or rows.index:
        draft.check_status(rows.main, Status.ACTIVE)
        settle(draft, rows, verdict, becomes(Status.ACTIVE))


def _as_active(item: Item) -> Item:
    return item.model_copy(update={"status": Status.ACTIVE, "status_text": str(Status.ACTIVE)})


def _stays(draft: Draft, chosen: Rows, others: Sequence[Rows], verdict: Verdict) -> None:
    """A row of the item store is current as it stands, and the others are superseded by it."""
    _give_way(draft, others, verdict, str(chosen.main.id))
    stand(draft, chosen, verdict)
    for one in others:
        log_supersede(draft, one.main, str(chosen.main.id), chosen.main.date, chosen.main.text)
    draft.notes.insert(0, f"{chosen.main.key} is current; {_listed(others)} {_become(others)} history.")


def _listed(rows: Sequence[Rows]) -> str:
    return ", ".join(one.main.key for one in rows)


def _become(rows: Sequence[Rows]) -> str:
    return "becomes" if len(rows) == 1 else "become"


def _give_way(draft: Draft, rows: Iterable[Rows], verdict: Verdict, follower: str) -> str:
    """Make rows history that points at the one which follows them; answers the page of the last."""
    path = ""
    for one in rows:
        refuse_barred(draft, one.main)
        draft.check_status(one.main, Status.SUPERSEDED)
        path = settle(draft, one, verdict, becomes(Status.SUPERSEDED, follower))
    return path


def _replace(
    draft: Draft, rows: Sequence[Rows], verdict: Verdict, like: Rows, text: str, source: str
) -> None:
    """A new row of today in place of all of them, none of which may be of a later day."""
    new = fresh(draft, draft.item(like.main), text, source=source)
    path = home_path(draft, _at_home(rows, like), verdict)
    for one in rows:
        refuse_later(draft, one.main)
    _give_way(draft, rows, verdict, str(new.id))
    draft.insert_item(path, new)
    for one in rows:
        log_supersede(draft, one.main, str(new.id), new.date_text, text)
    value = f" with the value of {like.main.key}" if text == like.main.text else ""
    said = f"{new.id}, a new row of today{value}, is current; {_listed(rows)} {_become(rows)} history."
    draft.notes.insert(0, said)


def _at_home(rows: Sequence[Rows], like: Rows) -> Rows:
    """The row whose page a new row goes to: the one it is like, else the newest that is stored."""
    if like.stored is not None:
        return like
    return next((one for one in reversed(rows) if one.stored is not None), like)


def _source(draft: Draft, rows: Sequence[Rows]) -> str:
    """The Sources of rows and the decision, each once."""
    given = [one.main.source for one in rows if one.main.source]
    decision = f"{draft.context.actor.name}, decision {draft.context.decision_id}"
    return "; ".join(dict.fromkeys([*given, decision]))


def _rekey(draft: Draft, rows: Sequence[Rows], verdict: Verdict, subject: str) -> None:
    """The value of one row under a subject of its own; under the old one all give way to the row in force."""
    moved = _named(draft, rows, verdict)
    rest = [one for one in rows if one is not moved]
    _refuse_taken(draft, str(moved.main.subject), subject)
    stays = rest[0] if len(rest) == 1 else _in_force(rest)
    path = home_path(draft, _at_home(rows, moved), verdict)
    others = [one for one in rows if one is not stays]
    if _may_stay_behind(draft, stays, others):
        _stays(draft, stays, others, verdict)
    else:
        _replace(draft, rows, verdict, stays, stays.main.text, _source(draft, [stays]))
    new = fresh(
        draft, draft.item(moved.main), moved.main.text, source=_source(draft, [moved]), subject=subject
    )
    draft.insert_item(path, new)
    draft.notes.insert(
        1, f"{new.id}, a new row of today, has the value of {moved.main.key} under its own subject."
    )
    draft.notes.append(CAPTURED_STILL)


def _may_stay_behind(draft: Draft, stays: Rows, others: Sequence[Rows]) -> bool:
    """Whether the row that holds under the old subject may supersede every other one as it stands."""
    if stays.stored is None:
        return False
    item = _as_active(draft.item(stays.main))
    return all(supersede_refusal(draft.item(one.main), item) is None for one in others)


def _in_force(rows: Sequence[Rows]) -> Rows:
    """The most recent dated active row of several (§15.2 rule 4)."""
    row = newest_active([one.main for one in rows])
    if row is None:
        raise Refused(
            "Of the rows that would stay under the old subject none is in force.",
            rule="§15.2 rule 4: the most recent dated active row is in force",
            not_done=NOT_PLANNED,
            next="Say first which of them is current.",
        )
    return next(one for one in rows if one.main is row)


def _refuse_taken(draft: Draft, old: str, new: str) -> None:
    if new == old:
        raise UsageError("The new subject is the old one.", not_done=NOT_PLANNED)
    there = subject_rows(draft.snapshot, new)
    waits = any(row.subject == new and row.status == Status.PENDING_CLEANUP for row in waiting_rows(there))
    if waits or active_keys(there).get(new):
        raise Refused(
            "The new subject has a row already that is active or waits.",
            rule="§7.2: a subject must not have two active rows",
            not_done=NOT_PLANNED,
            next="Name a subject that is free.",
        )


def _log(draft: Draft, rows: Sequence[Rows], verdict: Verdict, basis: str | None) -> None:
    said = {"verdict": verdict.name}
    said |= {"basis": basis} if basis else {}
    said |= {"until": verdict.until} if verdict.until else {}
    draft.log("reconcile", *(one.main.key for one in rows), **said)
