"""What a case in a list is found and sorted by: told of the light case, and nothing that is held back."""

from __future__ import annotations

from workbench.review.reading import Reading
from workbench.review.withheld import who
from workbench.store.case import Case, Facets
from workbench.store.snapshot import Row


def facets_of(reading: Reading, case: Case) -> Facets:
    """Subject, Source and who set the Status, of the item that a case is about.

    A withdrawn item's words are in no facet, so that no filter tells whether they are there.
    """
    row = reading.row(case.targets[0].key) if case.targets else None
    if row is None:
        return Facets()
    hidden = reading.hides(row)
    return Facets(
        subject="" if hidden else row.subject or "",
        source="" if hidden else row.source or "",
        marked_by=_marked_by(reading, row, hidden=hidden),
    )


def _marked_by(reading: Reading, row: Row, *, hidden: bool) -> str:
    """Who set the Status that the row has; a name that could tell what is withheld is not told."""
    if row.status not in ("pending-cleanup", "stale"):
        return ""
    mark = reading.lookups.marks.mark(row.id, row.status)
    by = mark.event.by if mark is not None else None
    if by and not reading.audit and (hidden or reading.exclusions.text_withheld(by)):
        by = who(by)
    return by or ""
