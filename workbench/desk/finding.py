"""Items of the store by the words a person types, to name one beside a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.review.queue import Review
from workbench.review.reading import grouped
from workbench.store.rows import deciding
from workbench.store.snapshot import Row, Snapshot

TEXT = 400
"""The most characters of an item's text that are handed out."""


@dataclass(frozen=True, slots=True)
class ItemHit:
    """An item that fits: what tells it from the others. ``text`` is empty where it is held back."""

    id: str
    status: str | None = field(repr=False)
    date: str | None = field(repr=False)
    text: str = field(repr=False)
    withheld_by: str | None = None


def find_items(snapshot: Snapshot, review: Review, words: str, limit: int) -> tuple[ItemHit, ...]:
    """Items with an id of their own that fit all words: those whose id begins so, then all others.

    What a withdrawal holds back is searched by its id alone (§15.2 rule 1).
    """
    wanted = [word.casefold() for word in words.split()]
    ranked: list[tuple[int, Row]] = []
    for rows in grouped(snapshot.rows).values():
        row = deciding(rows)
        if row.id is None:
            continue
        rank = _rank(row, wanted, hidden=review.exclusions.withheld_by(row) is not None)
        if rank is not None:
            ranked.append((rank, row))
    ranked.sort(key=lambda one: one[0])
    return tuple(_hit(review, row) for _, row in ranked[:limit])


def _rank(row: Row, wanted: list[str], *, hidden: bool) -> int | None:
    name = row.key.casefold()
    told = name if hidden else f"{name} {row.date or ''} {row.subject or ''} {row.text}".casefold()
    if not all(word in told for word in wanted):
        return None
    return 0 if wanted and name.startswith(wanted[0]) else 1


def _hit(review: Review, row: Row) -> ItemHit:
    by = review.exclusions.withheld_by(row)
    text = "" if by else " ".join(row.text[:TEXT].split())
    return ItemHit(row.key, review.reading.status(row), row.date, text, by)
