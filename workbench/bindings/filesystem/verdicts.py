"""What each verdict does to the files of this binding (§9, §14, §16; `docs/store-layout.md`).

One function a verdict: it takes a draft and the rows of a case and adds effects and log
events. Inbox and archive lines are never edited.
"""

from __future__ import annotations

from collections.abc import Callable

from workbench.bindings.filesystem.draft import HISTORICAL, Draft, Fields
from workbench.bindings.filesystem.merge import entry_of, refuse_member
from workbench.bindings.filesystem.settling import (
    NOT_PLANNED,
    Rows,
    becomes,
    home_path,
    refuse_withdrawn,
    rows_of,
    settle,
)
from workbench.protocol.chars import is_one_line
from workbench.protocol.dates import is_date, parse_date
from workbench.protocol.ids import Prefix, new_id
from workbench.protocol.item import Item
from workbench.protocol.making import fresh_item
from workbench.protocol.transitions import barred_from_superseding, supersede_refusal
from workbench.protocol.words import Kind, Status, word_of
from workbench.store.decision import Verdict
from workbench.store.rows import rivals
from workbench.store.snapshot import Row
from workbench.text.errors import Refused, UsageError


def keep(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """Back to ``active``."""
    draft.check_status(rows.main, Status.ACTIVE)
    settle(draft, rows, verdict, becomes(Status.ACTIVE))
    draft.log("review", rows.main.key, verdict=verdict.name)


def stale(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """A person judges it no longer applicable; it stays a case (§9)."""
    draft.check_status(rows.main, Status.STALE)
    settle(draft, rows, verdict, becomes(Status.STALE))
    draft.log("review", rows.main.key, verdict=verdict.name)


def supersede(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """The row becomes history, and points at the row that holds the current value (§14.2)."""
    old = rows.main
    name = _successor_named(draft, old, verdict)
    successor = rows_of(draft, name)
    new = successor.main
    refuse_withdrawn(draft, new)
    rule = supersede_refusal(draft.item(old), draft.item(new)) or _other_subject(old, new)
    if rule is not None:
        raise Refused(
            f"{name} may not supersede {old.key}.",
            rule=rule,
            not_done=NOT_PLANNED,
            next="Name another successor, or give another verdict.",
        )
    draft.check_status(old, Status.SUPERSEDED)
    path = settle(draft, rows, verdict, becomes(Status.SUPERSEDED, name))
    if successor.stored is None:
        settle(draft, successor, Verdict(verdict.name, topic=path), becomes(Status.ACTIVE))
    log_supersede(draft, old, str(new.id), new.date, new.text)


def _successor_named(draft: Draft, old: Row, verdict: Verdict) -> str:
    """The successor that was named, else the one of ``superseded_by`` where that is the key of an item."""
    named = tuple(dict.fromkeys(verdict.with_ids))
    if len(named) > 1:
        raise UsageError("supersede takes one successor, and more are named.", not_done=NOT_PLANNED)
    if named:
        return named[0]
    pointed = old.superseded_by or ""
    if all(row.place == "archive" for row in draft.snapshot.rows_by_key.get(pointed, ())):
        raise UsageError("supersede needs the id of the successor.", not_done=NOT_PLANNED)
    return pointed


def _other_subject(old: Row, new: Row) -> str | None:
    """Subjects are compared by their bytes; a model shows bytes that are no text as one and the same."""
    return None if old.subject == new.subject else "§14.2 constraint 4: the subjects are not the same string"


def new_value(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """A new row dated today: state rows are superseded by it, a lesson gives its place to it."""
    text = one_line("value", verdict.value)
    old = rows.main
    item = draft.item(old)
    if item.kind is Kind.STATE:
        _new_state(draft, rows, verdict, item, text)
    else:
        _new_lesson(draft, rows, verdict, item, text)


def _new_state(draft: Draft, rows: Rows, verdict: Verdict, item: Item, text: str) -> None:
    new = fresh(draft, item, text)
    replaced = [rows, *_other_active(draft, rows.main)]
    path = ""
    for one in replaced:
        refuse_barred(draft, one.main)
        refuse_later(draft, one.main)
        where = settle(draft, one, verdict, becomes(Status.SUPERSEDED, str(new.id)))
        path = path or where
    draft.insert_item(path, new)
    for one in replaced:
        log_supersede(draft, one.main, str(new.id), new.date_text, text)


def refuse_later(draft: Draft, row: Row) -> None:
    """Refuse to supersede a row of a day to come by one of today: the newer never gives way to the older."""
    day = parse_date(row.date or "")
    if day is not None and day > draft.context.now.date():
        raise Refused(
            f"{row.key} is of a day to come, and a row of today would be the older one.",
            rule="§14.2 constraint 2: in doubt, nothing is superseded",
            not_done=NOT_PLANNED,
            next="Name that row as the current one, or mend its date by hand.",
        )


def refuse_barred(draft: Draft, row: Row) -> None:
    """Refuse a row that nothing may supersede (§14.2)."""
    rule = barred_from_superseding(draft.item(row))
    if rule is not None:
        raise Refused(
            f"{row.key} may not be superseded.",
            rule=rule,
            not_done=NOT_PLANNED,
            next="Mend that row by hand first, or give another verdict.",
        )


def _other_active(draft: Draft, row: Row) -> list[Rows]:
    found = [rows_of(draft, key) for key in rivals(draft.snapshot, row)]
    if any(one.stored is None for one in found):
        raise Refused(
            f"Another active row of the subject of {row.key} stands in no topic, so it can't be superseded.",
            rule="§7.2: a subject must not have two active rows",
            not_done=NOT_PLANNED,
            next="Supersede with that row, or settle the conflict on the subject first.",
        )
    for one in found:
        refuse_withdrawn(draft, one.main)
    return found


def _new_lesson(draft: Draft, rows: Rows, verdict: Verdict, item: Item, text: str) -> None:
    draft.check_status(rows.main, Status.STALE)
    new = fresh(draft, item, text)
    path = home_path(draft, rows, verdict)
    draft.insert_item(path, new)
    settle(draft, rows, Verdict(verdict.name, topic=path), becomes(Status.STALE), HISTORICAL)
    draft.log("cool", rows.main.key, status=Status.STALE)
    draft.log("review", rows.main.key, str(new.id), verdict=verdict.name)


def merge(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """One consolidated entry; the members stay, active, under "Historical lessons" (§14.3)."""
    if not verdict.with_ids:
        raise UsageError("merge needs the ids of the other items.", not_done=NOT_PLANNED)
    names = [name for name in dict.fromkeys(verdict.with_ids) if name != rows.main.key]
    members = [rows, *(rows_of(draft, name) for name in names)]
    for member in members:
        refuse_member(draft, member.main, is_case=member is rows)
    new = new_id(Prefix.ITEM, draft.context.now.date(), draft.context.used_ids)
    items = [draft.item(member.main) for member in members]
    text = one_line("text", verdict.text) if verdict.text is not None else None
    path = home_path(draft, rows, verdict)
    draft.insert_item(path, entry_of(items, new, text))
    fields: Fields = {**becomes(Status.ACTIVE), "merged_into": new}
    for member in members:
        settle(draft, member, Verdict(verdict.name, topic=path), fields, HISTORICAL)
    draft.log("merge", *(member.main.key for member in members), into=new)


def cool(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """Moved under "Historical lessons" with the Status that was asked for (§14.3)."""
    status = word_of(Status, verdict.status or "")
    if status not in (Status.ACTIVE, Status.STALE):
        raise UsageError(
            "cool needs the Status that the item is to have: active or stale.", not_done=NOT_PLANNED
        )
    draft.check_status(rows.main, status)
    settle(draft, rows, verdict, becomes(status), HISTORICAL)
    draft.log("cool", rows.main.key, status=status)


def defer(draft: Draft, rows: Rows, verdict: Verdict) -> None:
    """Later: recorded, with a date where one is given; the store's records stay as they are."""
    check_until(draft, verdict)
    draft.log("defer", rows.main.key, **({"until": verdict.until} if verdict.until else {}))


def check_until(draft: Draft, verdict: Verdict) -> None:
    """Until when a case is left is a day to come, where it is said."""
    if verdict.until is not None and not is_date(verdict.until):
        raise UsageError(
            "Until when it is left is said as a day, YYYY-MM-DD, or not at all.", not_done=NOT_PLANNED
        )
    today = draft.context.now.date().isoformat()
    if verdict.until is not None and verdict.until <= today:
        raise UsageError(
            f"Until when it is left is a day to come; today is {today} (UTC).", not_done=NOT_PLANNED
        )


VERDICTS: dict[str, Callable[[Draft, Rows, Verdict], None]] = {
    "keep": keep,
    "active": keep,
    "stale": stale,
    "supersede": supersede,
    "new-value": new_value,
    "merge": merge,
    "cool": cool,
    "defer": defer,
}


def fresh(
    draft: Draft, like: Item, text: str, *, source: str | None = None, subject: str | None = None
) -> Item:
    """A new active item of today with the kind, subject and Scope of another.

    Its Source is the decision where no other is given. Its id is none that the plan has drawn before.
    """
    context = draft.context
    today = context.now.date()
    source = source or f"{context.actor.name}, decision {context.decision_id}"
    name = new_id(Prefix.ITEM, today, context.used_ids | draft.drawn)
    draft.drawn.add(str(name))
    like = like if subject is None else like.model_copy(update={"subject": subject})
    return fresh_item(like, name, today, text, source)


def log_supersede(draft: Draft, old: Row, new: str, date: str | None, text: str) -> None:
    """The event that §14.2 asks for: subject, prior date and value, new date and value."""
    draft.log(
        "supersede",
        old.key,
        new,
        subject=old.subject or "",
        prior=f"{old.date or 'no date'} {old.text}",
        new=f"{date or 'no date'} {text}",
    )


def one_line(name: str, value: str | None) -> str:
    """Text that a person wrote for a new row, which must stand on one visible line."""
    if value is None or not value.strip():
        raise UsageError(f"This verdict needs --{name} TEXT.", not_done=NOT_PLANNED)
    if not is_one_line(value.strip()):
        raise UsageError(f"The {name} must be one line without hidden characters.", not_done=NOT_PLANNED)
    return value.strip()
