"""Where an item goes when it is decided: its rows, its page, and its place in the item store."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.bindings.filesystem.draft import FACTS, PENDING, Draft, Fields, changed_bytes
from workbench.bindings.filesystem.fields import with_eol
from workbench.bindings.filesystem.page import same_title
from workbench.protocol.making import materialised
from workbench.protocol.words import Status
from workbench.protocol.writing import render_structured
from workbench.store.decision import Verdict
from workbench.store.rows import copy_refusal, deciding, doubled, subject_page
from workbench.store.snapshot import Row
from workbench.text.errors import Refused, UnknownId, UsageError

NOT_PLANNED = "Nothing was planned."


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one item: the one that speaks for it, that of the item store, those of the index."""

    main: Row
    stored: Row | None
    index: tuple[Row, ...]


def becomes(status: Status, pointer: str | None = None) -> Fields:
    """The fields of a row of that Status: ``superseded_by`` goes with ``superseded`` alone (§9)."""
    return {"Status": status, "superseded_by": pointer}


def rows_of(draft: Draft, key: str) -> Rows:
    """The rows of a key.

    Raises:
        UnknownId: there is none.
        Refused: one place holds it more than once.
    """
    found = any_rows_of(draft, key)
    where = doubled(draft.snapshot.rows_by_key[key])
    if where is not None:
        raise Refused(
            f"{key} stands more than once in {where}.",
            rule="§7.2: stable item identity",
            not_done=NOT_PLANNED,
            next="Leave one of them, then decide.",
        )
    return found


def any_rows_of(draft: Draft, key: str) -> Rows:
    """The rows of a key as far as they can be told apart, for what changes none of them.

    Raises:
        UnknownId: there is none.
    """
    rows = [row for row in draft.snapshot.rows_by_key.get(key, ()) if row.place != "archive"]
    if not rows:
        raise UnknownId(f"No item {key} stands in inbox, topics or index.", not_done=NOT_PLANNED)
    return Rows(
        main=deciding(rows),
        stored=next((row for row in rows if row.stored), None),
        index=tuple(row for row in rows if row.place == "index"),
    )


def settle(draft: Draft, rows: Rows, verdict: Verdict, fields: Fields, title: str | None = None) -> str:
    """Give an item its fields and place in the item store, and take it off the index; return its page.

    A row under "Pending cleanup" moves to "Facts and lessons" unless a title is given. An
    item that stands only in index or inbox is copied into a topic under its own id.
    """
    stored = rows.stored
    if stored is None:
        path = home_path(draft, rows, verdict)
        draft.insert(path, title or FACTS, rows.main.key, _copied(draft, rows.main, fields, path))
    else:
        path = stored.address.path
        if title is None and same_title(draft.spot(stored).section.title, PENDING):
            title = FACTS
        if title is None:
            draft.change(stored, fields)
        else:
            draft.move(stored, title, fields)
    for row in rows.index:
        draft.remove(row)
    return path


def _copied(draft: Draft, row: Row, fields: Fields, path: str) -> bytes:
    """The bytes of an item's copy in a topic.

    Raises:
        Refused: a copy would say something else, or may not be written (§9).
    """
    changes = {key: value for key, value in fields.items() if key != "Status"}
    item = materialised(draft.item(row), Status(fields["Status"] or Status.ACTIVE), **changes)
    rule = copy_refusal(draft.snapshot, row, item)
    if rule is not None:
        raise Refused(
            f"{row.key} can't be copied into a topic.",
            rule=rule,
            not_done=NOT_PLANNED,
            next="Mend the item by hand first, then decide.",
        )
    eol = draft.page(path).eol
    if row.place == "inbox":
        return with_eol(render_structured(item), eol)
    data = draft.snapshot.span(row.address).replace(b"\r\n", b"\n").replace(b"\n", eol)
    return changed_bytes(data, fields, eol)


def home_path(draft: Draft, rows: Rows, verdict: Verdict) -> str:
    """The topic page an item belongs to: where it stands, the one named, else its subject's.

    Raises:
        Refused: no topic can be told.
        UsageError: the topic named is no page of the store.
    """
    if rows.stored is not None:
        return rows.stored.address.path
    pages = [path for path in draft.snapshot.files if path.startswith("topics/")]
    if verdict.topic is not None:
        wanted = {verdict.topic, f"topics/{verdict.topic}", f"topics/{verdict.topic}.md"}
        named = [path for path in pages if path in wanted]
        if not named:
            raise UsageError("The topic that was named is no page of this store.", not_done=NOT_PLANNED)
        return named[0]
    found = subject_page(draft.snapshot, rows.main.subject)
    if found is not None:
        draft.notes.append(f"{rows.main.key} is copied into {found}, where its subject stands.")
        return found
    raise Refused(
        f"{rows.main.key} stands in no topic, and its topic can't be told from its subject.",
        rule="an item moves into the topic named, else its subject's",
        not_done=NOT_PLANNED,
        next="Name a file under topics/ for it.",
    )


def refuse_withdrawn(draft: Draft, row: Row) -> None:
    """Refuse a row under an unresolved withdrawal as successor, member or evidence (§15.2 rule 1)."""
    if row.key in draft.context.excluded:
        raise Refused(
            f"{row.key} is withdrawn.",
            rule="§15.2 rule 1: a withdrawn item is no basis for a decision",
            not_done=NOT_PLANNED,
            next="Name another item.",
        )
