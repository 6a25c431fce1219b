"""Trust metadata of an item in the order in which it is to be read (§15.2 rule 2)."""

from __future__ import annotations

from dataclasses import replace

from workbench.protocol.items import Item
from workbench.review.marks import said_of
from workbench.review.reading import Reading, place_of
from workbench.review.withheld import told, who
from workbench.store.snapshot import LogLine, Row

MISSING = "not given"

Fact = tuple[str, str]


def item_facts(reading: Reading, row: Row, item: Item, mark: LogLine | None = None) -> tuple[Fact, ...]:
    """(label, value) pairs, values as they stand; of a withheld row closed words and ids alone.

    ``mark`` is the log line that set its Status, where that is known already.
    """
    facts: list[Fact] = [
        ("kind", _said(reading, row, "kind", row.kind) or "not given, so it counts as knowledge (§4)"),
        ("date", _said(reading, row, "date", row.date) or MISSING),
        ("Status", _said(reading, row, "status", row.status) or MISSING),
        ("Confidence", _said(reading, row, "confidence", item.confidence_text) or MISSING),
        ("Source", _said(reading, row, "source", row.source) or MISSING),
        ("anchor", reading.lookups.anchors.says(row.source)),
        ("Scope", _said(reading, row, "scope", item.scope_text) or MISSING),
        ("id", row.id or "none"),
        ("at", place_of(row.address)),
    ]
    if row.subject or row.kind == "state":
        facts.append(("subject", _said(reading, row, "subject", row.subject) or MISSING))
    for name in ("superseded_by", "merged_into"):
        if value := _said(reading, row, name, getattr(row, name)):
            facts.append((name, value))
    if row.status in ("pending-cleanup", "stale"):
        facts.append(
            ("Marked by", _marked_by(reading, row, mark or reading.lookups.marks.mark(row.id, row.status)))
        )
    return tuple(facts)


def _said(reading: Reading, row: Row, label: str, value: str | None) -> str | None:
    return told(label, value) if reading.hides(row) else value


def _marked_by(reading: Reading, row: Row, mark: LogLine | None) -> str:
    """Who set the Status; a name that could tell what is withheld is not among it."""
    if mark is None:
        return said_of(mark)
    by = mark.event.by
    if not reading.audit and (reading.hides(row) or reading.exclusions.text_withheld(by or "")):
        by = who(by)
    return said_of(replace(mark, event=replace(mark.event, by=by)))
