"""Everything else a store holds, to read: items, controls, proposals, receipts and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from screens.actions import bindings
from screens.actions import key_of as name_of_key
from screens.asking import HistoryScreen
from screens.copying import record_value
from screens.session import Session
from screens.show.record import record_lines
from screens.text import fit, joined, safe, styled
from screens.words import record_label
from workbench.desk import Desk
from workbench.desk.views import RecordKind, RecordView
from workbench.text.visible import hidden, visible

LEAST_WORDS = 20
"""Cells that a row keeps for its words, however many columns stand before them."""
FEW_WORDS = 10
"""The same for kinds whose columns say more than their words."""
COLUMNS_FIRST: frozenset[RecordKind] = frozenset({"log", "control", "tombstone", "receipt"})
WIDEST = 32
"""Cells that one column may take at most."""


class Records(HistoryScreen[RecordView]):
    """The records of one kind, read-only."""

    scope = "records"
    BINDINGS = bindings("records")

    def __init__(self, session: Session, kind: RecordKind) -> None:
        super().__init__(session)
        self.kind = kind
        self.record: RecordView | None = None
        self.audit = False
        self._columns: tuple[int, ...] = ()
        self._least = FEW_WORDS if kind in COLUMNS_FIRST else LEAST_WORDS

    def renew(self) -> None:
        """The records as the desk has them now, read in a thread; until then what was shown stays."""
        if not self.all_rows:
            self.rows.show_empty(styled("reading the records…", "dim"))
        desk, kind = self.session.desk, self.kind
        self.drop_errand("audit")
        self.errand("rows", lambda: _read(desk, kind), self._rows_came)
        if self.focused is None:
            self.rows.focus()

    def _rows_came(self, found: tuple[list[RecordView], tuple[int, ...]]) -> None:
        rows, self._columns = found
        self.keep_place(rows, self.key_of(self.record) if self.record else None)

    def key_of(self, row: RecordView) -> str:
        """A record is known by its id and the place it stands at."""
        return f"{row.id}\n{row.path}\n{row.line}"

    def title_line(self, width: int) -> Content:
        """The kind, and which of how many."""
        none = "reading…" if self.busy("rows") else "the store holds none"
        parts = [styled(f" {record_label(self.kind)}", "heading"), *self.place_words(none)]
        return fit(joined([*parts, styled("to read", "dim")], "   "), width)

    def draw_row(self, row: RecordView, width: int) -> Content:
        """The columns of its kind, then its words, with a sign for what is odd about it."""
        sign = "✗" if row.problem else "⊘" if row.withheld_by else "◆" if hidden(row.summary) else " "
        shown = columns_that_fit(self._columns, width - 2, self._least)
        cells = [fit(safe(cell, "dim"), wide) for cell, wide in zip(row.cells, shown, strict=False)]
        cells = cells[: len(row.cells) - 1]
        room = max(width - 2 - sum(cell.cell_length + 2 for cell in cells), 1)
        words = safe(" ".join(row.cells[-1][: room * 4].split()))
        parts = [*(cell + styled("  ") for cell in cells), fit(words, room), styled(f" {sign}", "mark")]
        return fit(joined(parts), width)

    def show_row(self, row: RecordView | None) -> None:
        """A record in full; leaving it ends its audit."""
        same = row is not None and self.record is not None and self.key_of(row) == self.key_of(self.record)
        if not same:
            self.audit, self.git = False, None
        if same and self.audit:
            self._show_withheld()
            return
        self.record = row
        if row is None:
            self.show_nothing(styled("The store holds no record of this kind.", "dim"))
        else:
            self._draw(keep_place=same)

    def _draw(self, *, keep_place: bool) -> None:
        record, audit, git = self.record, self.audit, self.git
        if record is not None:
            self.page.show(
                lambda width: record_lines(record, width, audit=audit, history=git), keep_place=keep_place
            )

    def copy_value(self) -> tuple[str, str] | None:
        """The text of the record under the cursor."""
        return None if self.record is None else record_value(self.record, audit=self.audit)

    def copy_id(self) -> tuple[str, str] | None:
        """The id of the record under the cursor."""
        return None if self.record is None else ("the record's id", self.record.id)

    def may(self, call: str) -> bool | None:
        """Audit needs something that is withheld."""
        if call == "audit":
            return self.record is not None and (self.audit or self.record.withheld_by is not None)
        if call == "open":
            return False if self.focused is self.page else self.record is not None
        return super().may(call)

    def action_audit(self) -> None:
        """Show withdrawn text of this record, or hold it back again."""
        record = self.record
        if record is None:
            self.say("there is no record here")
        elif not self.audit and record.withheld_by is None:
            self.say("no withdrawal holds this record back")
        elif not self.text_visible:
            self.say(f"open the record first: {name_of_key('records.open')}", "warn")
        else:
            self.end_audit() if self.audit else self._show_withheld()

    def end_audit(self) -> None:
        """Hold withdrawn text back again, at once."""
        self.drop_errand("audit")
        if self.audit:
            self.audit = False
            self.record = self.rows.current
            self._draw(keep_place=True)

    def _show_withheld(self) -> None:
        """Read the record with what is held back, in a thread."""
        record, desk, kind = self.record, self.session.desk, self.kind
        if record is not None:
            name = self.key_of(record)
            self.errand(
                "audit",
                lambda: next(
                    (row for row in desk.records(kind, audit=True) if self.key_of(row) == name), None
                ),
                self._withheld_came,
            )

    def _withheld_came(self, found: RecordView | None) -> None:
        """Show it, where it is still the one under the cursor."""
        row = self.rows.current
        if found is None or row is None or self.key_of(row) != self.key_of(found):
            return
        self.audit, self.record = True, found
        self._draw(keep_place=True)

    def history_of(self) -> str | None:
        """The record that is shown."""
        return self.record.id if self.record is not None else None


def _read(desk: Desk, kind: RecordKind) -> tuple[list[RecordView], tuple[int, ...]]:
    """The records of a kind and how wide their columns are; of many both take long."""
    rows = list(desk.records(kind))
    return rows, column_widths([row.cells for row in rows])


def column_widths(rows: Sequence[tuple[str, ...]]) -> tuple[int, ...]:
    """The cells that each short column needs: the widest value, the words at the end left out."""
    count = max((len(row) - 1 for row in rows), default=0)
    return tuple(
        min(max((cell_len(visible(row[index])) for row in rows if index < len(row) - 1), default=0), WIDEST)
        for index in range(count)
    )


def columns_that_fit(widths: Sequence[int], room: int, least: int) -> tuple[int, ...]:
    """As many columns from the left as leave room for the words at the end."""
    shown: list[int] = []
    for wide in widths:
        left = room - sum(shown) - 2 * len(shown) - least
        if wide + 2 > left:
            return tuple(shown)
        shown.append(wide)
    return tuple(shown)
