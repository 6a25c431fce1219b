"""Trust metadata of an item in the order in which it is to be read (§15.2 rule 2)."""

from __future__ import annotations

from workbench.protocol.items import Item
from workbench.review.marks import said_of
from workbench.review.reading import Reading, place_of
from workbench.store.snapshot import LogLine, Row

MISSING = "not given"
HELD_BACK = "held back"

Fact = tuple[str, str]


def item_facts(reading: Reading, row: Row, item: Item, mark: LogLine | None = None) -> tuple[Fact, ...]:
    """(label, value) pairs, values as they stand; memory words are held back with the text."""
    hidden = reading.exclusions.withheld_by(row) is not None and not reading.audit
    source = HELD_BACK if hidden and row.source else row.source or MISSING
    facts: list[Fact] = [
        ("kind", row.kind or "not given, so it counts as knowledge (§4)"),
        ("date", row.date or MISSING),
        ("Status", row.status or MISSING),
        ("Confidence", item.confidence_text or MISSING),
        ("Source", source),
        ("anchor", reading.lookups.anchors.says(row.source)),
        ("Scope", item.scope_text or MISSING),
        ("id", row.id or "none"),
        ("at", place_of(row.address)),
    ]
    if row.subject or row.kind == "state":
        facts.append(("subject", HELD_BACK if hidden and row.subject else row.subject or MISSING))
    if row.superseded_by:
        facts.append(("superseded_by", row.superseded_by))
    if row.status in ("pending-cleanup", "stale"):
        facts.append(("Marked by", said_of(mark)))
    return tuple(facts)
