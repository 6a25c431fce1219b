"""The rows of one state subject: which speak for an item, and which are to be settled (§9, §15.2)."""

from __future__ import annotations

from collections.abc import Callable

from workbench.protocol.dates import parse_date
from workbench.protocol.words import Kind, Status
from workbench.store.rows import counts_as_active, deciding
from workbench.store.snapshot import Row, Snapshot

WithheldBy = Callable[[Row], str | None]


def day_of(row: Row) -> str | None:
    """The date of a row as written, where it is a day of the calendar."""
    return row.date if row.date and parse_date(row.date) else None


def oldest_first(rows: list[Row]) -> list[Row]:
    """Rows by their days; those without one come last."""
    return sorted(rows, key=lambda row: (day_of(row) or "9999", row.key))


def is_live(row: Row) -> bool:
    """Whether a row is current or waits: neither history, nor stale, nor put away."""
    if not counts_as_active(row) and row.status != Status.PENDING_CLEANUP:
        return False
    return not row.merged_into and row.place not in ("historical", "archive")


def main_rows(snapshot: Snapshot, subject: str) -> list[Row]:
    """The row that counts of each item of the subject, oldest first; a row without a date comes last.

    An item whose row that counts has another subject, or is no state, is none of this one (§9).
    """
    keys = dict.fromkeys(row.key for row in snapshot.rows_by_subject.get(subject, ()))
    found = [deciding(snapshot.present(key)) for key in keys]
    return oldest_first([row for row in found if row.subject == subject and row.kind == Kind.STATE])


def open_rows(snapshot: Snapshot, withheld_by: WithheldBy, subject: str) -> list[Row]:
    """One row per item: active or pending, not put away, not withdrawn, oldest first.

    A ``stale`` row is none of them: a person has judged it, and it waits under its own case (§9, §16).
    """
    return [row for row in main_rows(snapshot, subject) if is_live(row) and withheld_by(row) is None]
