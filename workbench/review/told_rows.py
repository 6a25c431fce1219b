"""A row as a conflict of any kind tells it: dated, with its Source, without text where it is withdrawn."""

from __future__ import annotations

from workbench.review import facts
from workbench.review.reading import Reading
from workbench.review.subject_rows import day_of as day_of
from workbench.review.subject_rows import is_live as is_live
from workbench.review.subject_rows import oldest_first as oldest_first
from workbench.review.withheld import told
from workbench.store.details.conflict import ConflictRow, Standing
from workbench.store.rows import doubled
from workbench.store.snapshot import Row


def conflict_row(reading: Reading, row: Row, *, is_open: bool) -> ConflictRow:
    """A row as it is told; of a withheld one closed words, ids and dates alone (§15.2 rule 1)."""
    by = reading.exclusions.withheld_by(row)
    standing: Standing = "withdrawn" if by is not None else "open" if is_open else "history"
    said = dict(facts.item_facts(reading, row, reading.item_of(row)))
    given = {label: None if value == facts.MISSING else value for label, value in said.items()}
    return ConflictRow(
        key=row.key,
        id=row.id,
        standing=standing,
        place=row.place,
        path=row.address.path,
        line=row.address.line,
        date=day_of(row),
        kind=told("kind", row.kind) if reading.hides(row) else row.kind,
        status=reading.status(row) or None,
        confidence=given["Confidence"],
        source=given["Source"],
        anchor=said["anchor"],
        superseded_by=given.get("superseded_by"),
        withheld_by=by,
        text=reading.shown(row),
    )


def standing_twice(reading: Reading, row: Row) -> str | None:
    """Why nothing can be written of an item that one place holds more than once, or None (§7.2)."""
    where = doubled(reading.snapshot.present(row.key))
    return f"§7.2: {row.key} stands more than once in {where}; leave one of them by hand" if where else None
