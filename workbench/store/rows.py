"""What the rows of an item come to: which one speaks for it, which is active, which stands twice (§7.2, §9).

The rules that review tells beforehand and that a binding's plans keep, each said once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from workbench.protocol.dates import parse_date
from workbench.protocol.items import Item
from workbench.protocol.words import Kind, Status
from workbench.protocol.writing import unwritable
from workbench.store.snapshot import Row, Snapshot

USES_NOTHING = frozenset({"stale", "defer"})
"""Verdicts that use nothing of a withdrawn item and restore none of its influence (§12.2)."""

_RANK = {"topic": 0, "historical": 1, "inbox": 2, "index": 3, "archive": 4}
_WHERE = {
    "topic": "the item store",
    "historical": "the item store",
    "index": "the index",
    "inbox": "the inbox",
}


def deciding(rows: Sequence[Row]) -> Row:
    """Of the rows of one key the one whose fields count: item store, then inbox, then index."""
    return rows[0] if len(rows) == 1 else min(rows, key=lambda row: _RANK[row.place])


def waiting_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows of one key whose Status can say that it waits.

    Inbox lines are never edited, so what one said before its item was stored is over.
    """
    stored = any(row.stored for row in rows)
    return [row for row in rows if row.place != "archive" and not (stored and row.place == "inbox")]


def counting_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows of one key that say whether it is active: the stored ones, else those of inbox and index."""
    return [row for row in rows if row.stored] or [row for row in rows if row.place != "archive"]


def counts_as_active(row: Row) -> bool:
    """Whether a row says that it is current: ``active``, or no Status at all (§9)."""
    return row.place != "archive" and row.status in (None, "", Status.ACTIVE)


def newest_active(rows: Sequence[Row]) -> Row | None:
    """The most recent dated active row; with equal or unknown dates none is in force (§15.2 rule 4)."""
    active = [(row, parse_date(row.date or "")) for row in rows if counts_as_active(row)]
    days = [day for _, day in active if day is not None]
    if not active or len(days) < len(active):
        return None
    newest = [row for row, day in active if day == max(days)]
    return newest[0] if len(newest) == 1 else None


def doubled(rows: Iterable[Row]) -> str | None:
    """The place that holds more than one row of a key, in words, or None (§7.2)."""
    seen: set[str] = set()
    for where in (_WHERE[row.place] for row in rows if row.place != "archive"):
        if where in seen:
            return where
        seen.add(where)
    return None


def active_keys(rows: Iterable[Row], *, stored: bool = False) -> dict[str, set[str]]:
    """Keys that count as active by state subject, over everything or over the item store alone."""
    found: dict[str, set[str]] = {}
    for key, same in _by_key(rows).items():
        for row in counting_rows(same):
            if (
                row.kind == Kind.STATE
                and row.subject
                and counts_as_active(row)
                and (row.stored or not stored)
            ):
                found.setdefault(row.subject, set()).add(key)
    return found


def second_active(
    before: Sequence[Row], after: Sequence[Row], stood: Collection[str] = ()
) -> tuple[str, tuple[str, ...]] | None:
    """A key that a change makes active beside others of its subject, and those others, or None (§7.2).

    ``stood`` are keys of which it is known that they stood beside each other before; a change that
    puts back what was there makes nothing.

    Counted twice: over the item store alone, so that no copy joins another row there,
    and with inbox and index, so that an undecided newer row is not passed over.
    """
    for stored in (True, False):
        old = active_keys(before, stored=stored)
        for subject, keys in active_keys(after, stored=stored).items():
            joined = sorted(keys - old.get(subject, set()))
            if joined and len(keys) > 1 and not keys <= set(stood):
                return joined[0], tuple(sorted(keys - {joined[0]}))
    return None


def subject_rows(snapshot: Snapshot, subject: str | None) -> list[Row]:
    """Every row of every item that has a state row of the subject."""
    keys = dict.fromkeys(row.key for row in snapshot.rows_by_subject.get(subject or "", ()))
    return [row for key in keys for row in snapshot.rows_by_key[key]]


def rivals(snapshot: Snapshot, row: Row) -> tuple[str, ...]:
    """Keys of the other items that count as active for the subject of a row, in order (§7.2)."""
    active = active_keys(subject_rows(snapshot, row.subject)).get(row.subject or "", set())
    return tuple(sorted(active - {row.key}))


def subject_page(snapshot: Snapshot, subject: str | None) -> str | None:
    """The only topic page that holds state rows of a subject, or None."""
    rows = snapshot.rows_by_subject.get(subject or "", ())
    pages = {row.address.path for row in rows if row.stored}
    return pages.pop() if len(pages) == 1 else None


def copy_refusal(snapshot: Snapshot, row: Row, copy: Item) -> str | None:
    """Why a row of inbox or index can't be copied into a topic, or None.

    ``copy`` is what an inbox row becomes; a row of the index keeps its bytes.
    """
    if row.key.startswith("~"):
        return "§9: an item without a plain id can't be told again where it is copied to"
    if row.place != "inbox":
        return None
    try:
        snapshot.span(row.address).decode()
    except UnicodeDecodeError:
        return "§9: an item keeps its text, and a copy would change bytes that are not UTF-8"
    return unwritable(copy)


def _by_key(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.key, []).append(row)
    return found
