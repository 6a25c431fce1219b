"""Where an item goes when it is decided: its rows, its page, and its place in the item store."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.bindings.filesystem.draft import FACTS, PENDING, Draft, Fields, changed_bytes
from workbench.bindings.filesystem.fields import with_eol
from workbench.bindings.filesystem.page import same_title
from workbench.protocol.item import Item
from workbench.protocol.words import Form, Status, word_of
from workbench.protocol.writing import render_structured
from workbench.store.decision import Verdict
from workbench.store.snapshot import Row
from workbench.text.errors import Refused, UnknownId, UsageError

NOT_PLANNED = "Nothing was planned."


@dataclass(frozen=True, slots=True)
class Rows:
    """Every row of one item outside the archive: in the item store, in the index, in the inbox."""

    stored: Row | None
    index: tuple[Row, ...]
    inbox: Row | None

    @property
    def main(self) -> Row:
        """The row that speaks for the item."""
        found = self.stored or (self.index[0] if self.index else self.inbox)
        assert found is not None
        return found


def rows_of(draft: Draft, key: str) -> Rows:
    """The rows of a key.

    Raises:
        UnknownId: there is none.
        Refused: two places of the item store hold it.
    """
    found = draft.snapshot.rows_by_key.get(key, ())
    stored = [row for row in found if row.stored]
    index = [row for row in found if row.place == "index"]
    inbox = [row for row in found if row.place == "inbox"]
    for where, copies in (("the item store", stored), ("the index", index), ("the inbox", inbox)):
        if len(copies) > 1:
            raise Refused(
                f"{key} stands in {len(copies)} places of {where}.",
                rule="§7.2: stable item identity",
                not_done=NOT_PLANNED,
                next="Leave one of them, then decide.",
            )
    rows = Rows(stored[0] if stored else None, tuple(index), inbox[0] if inbox else None)
    if rows.stored is None and not rows.index and rows.inbox is None:
        raise UnknownId(f"No item {key} stands in inbox, topics or index.", not_done=NOT_PLANNED)
    return rows


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
    eol = draft.page(path).eol
    if row.place == "inbox":
        return with_eol(render_structured(_materialised(draft, row, fields)), eol)
    data = draft.snapshot.span(row.address).replace(b"\r\n", b"\n").replace(b"\n", eol)
    return changed_bytes(data, fields, eol)


def _materialised(draft: Draft, row: Row, fields: Fields) -> Item:
    """The item of an inbox row as the item store needs it: its Status written out (§9).

    Raises:
        Refused: its bytes are no text, which a copy would have to change.
    """
    try:
        draft.snapshot.span(row.address).decode()
    except UnicodeDecodeError:
        raise Refused(
            f"{row.key} holds bytes that are not UTF-8, and a copy would change them.",
            rule="§9: an item keeps its text",
            not_done=NOT_PLANNED,
            next="Mend the line by hand, then decide.",
        ) from None
    item = draft.item(row)
    status = word_of(Status, str(fields.get("Status") or "")) or item.effective_status or Status.ACTIVE
    update: dict[str, object] = {"form": Form.STRUCTURED, "status": status, "status_text": str(status)}
    update |= {key: fields[key] for key in ("superseded_by", "merged_into") if key in fields}
    return item.model_copy(update=update)


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
    subject = rows.main.subject
    found = {
        row.address.path for row in draft.snapshot.rows if row.stored and subject and row.subject == subject
    }
    if len(found) == 1:
        draft.notes.append(f"{rows.main.key} is copied into {next(iter(found))}, where its subject stands.")
        return found.pop()
    raise Refused(
        f"{rows.main.key} stands in no topic, and its topic can't be told from its subject.",
        rule="an item moves into the topic named, else its subject's",
        not_done=NOT_PLANNED,
        next="Name the topic: --topic NAME.",
    )
