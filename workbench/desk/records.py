"""Every record of a store as a read-only view: items, controls, proposals, receipts and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, get_args

from workbench.desk.views import RecordKind, RecordView
from workbench.review.facts import item_facts
from workbench.review.queue import Review
from workbench.review.reading import grouped, place_of
from workbench.review.withheld import by_sentence, event_word, line_withheld, who
from workbench.store.rows import deciding
from workbench.store.snapshot import Held, Row, Snapshot
from workbench.text.visible import from_bytes

ORDER: tuple[RecordKind, ...] = get_args(RecordKind)
_HELD: dict[RecordKind, Callable[[Snapshot], Iterable[Held[Any]]]] = {
    "control": lambda snapshot: snapshot.controls,
    "proposal": lambda snapshot: snapshot.proposals,
    "receipt": lambda snapshot: snapshot.receipts,
    "tombstone": lambda snapshot: snapshot.tombstones,
    "feedback": lambda snapshot: snapshot.feedback,
    "retrieval": lambda snapshot: snapshot.retrievals,
    "hypothesis": lambda snapshot: snapshot.hypotheses,
}
_SUMMARY: dict[RecordKind, tuple[str, ...]] = {
    "control": ("action", "reason"),
    "proposal": ("status", "proposed_change"),
    "receipt": ("memory",),
    "tombstone": ("scope_refs",),
    "feedback": ("verdict", "outcome"),
    "retrieval": ("use_role", "memory_item_ids"),
    "hypothesis": ("status", "claim"),
}


def records(snapshot: Snapshot, review: Review, kind: RecordKind | None, audit: bool) -> Iterator[RecordView]:
    """The records of a kind, or of all kinds, in the order of :data:`ORDER` and of the files."""
    for each in ORDER if kind is None else (kind,):
        if each == "item":
            rows = grouped(snapshot.rows).values()
            yield from (_item(snapshot, review, found, audit) for found in rows)
        elif each == "conflict":
            yield from _conflicts(review)
        elif each == "rule":
            yield from _rules(snapshot, review, audit)
        elif each == "log":
            yield from _log(snapshot, review, audit)
        else:
            yield from (_held(snapshot, review, each, held, audit) for held in _HELD[each](snapshot))


def counts(snapshot: Snapshot, review: Review) -> tuple[tuple[RecordKind, int], ...]:
    """How many records of each kind the store holds."""
    sizes: dict[RecordKind, int] = {kind: len(list(of(snapshot))) for kind, of in _HELD.items()}
    sizes |= {
        "item": snapshot.item_count,
        "conflict": sum(1 for case in review.cases if case.kind == "conflict"),
        "rule": len(snapshot.rules),
        "log": len(snapshot.log),
    }
    return tuple((kind, sizes[kind]) for kind in ORDER)


def _item(snapshot: Snapshot, review: Review, rows: Sequence[Row], audit: bool) -> RecordView:
    """One item over all its places: the row that counts, and where its copies stand."""
    reading = review.reading.audited(audit)
    row = deciding(rows)
    copies = [("also in", place_of(other.address)) for other in rows if other is not row]
    facts = item_facts(reading, row, reading.item_of(row))
    return RecordView(
        kind="item",
        id=row.key,
        path=row.address.path,
        line=row.address.line,
        summary=reading.title(row),
        facts=(*(fact for fact in facts if fact[0] not in ("id", "at")), ("place", row.place), *copies),
        text="" if reading.hides(row) else from_bytes(snapshot.span(row.address)),
        withheld_by=review.exclusions.withheld_by(row),
    )


def _conflicts(review: Review) -> Iterator[RecordView]:
    for case in review.cases:
        if case.kind == "conflict":
            first = case.targets[0]
            yield RecordView(
                kind="conflict",
                id=case.id,
                path=first.path,
                line=first.line,
                summary=case.title,
                facts=tuple(
                    (target.id or target.key, f"{target.path}:{target.line}") for target in case.targets
                ),
                withheld_by=case.withheld_by,
            )


def _held(snapshot: Snapshot, review: Review, kind: RecordKind, held: Held[Any], audit: bool) -> RecordView:
    text = from_bytes(snapshot.span(held.address))
    by = review.reading.record_by(held, names_ids=kind == "control")
    shown = audit or by is None
    return RecordView(
        kind=kind,
        id=held.name,
        path=held.address.path,
        line=held.address.line,
        summary=_summary(kind, held) if shown else by_sentence(str(by)),
        facts=_facts(held) if shown else (),
        text=text if shown else "",
        problem=held.problem,
        withheld_by=by,
    )


def _facts(held: Held[Any]) -> tuple[tuple[str, str], ...]:
    source = held.record.model_dump() if held.record is not None else dict(held.raw or {})
    return tuple((name, _said(value)) for name, value in source.items() if value not in (None, "", (), {}))


def _said(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_said(inner)}" for name, inner in value.items() if inner)
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(inner) for inner in value)
    return str(value)


def _summary(kind: RecordKind, held: Held[Any]) -> str:
    if held.record is None:
        return f"malformed: {held.problem}"
    said = (_said(getattr(held.record, name, "")) for name in _SUMMARY[kind])
    return "   ".join(part for part in said if part)


def _rules(snapshot: Snapshot, review: Review, audit: bool) -> Iterator[RecordView]:
    for rule in snapshot.rules:
        by = review.exclusions.text_withheld(rule.text)
        text = rule.text if audit or by is None else ""
        name = f"{rule.address.path}:{rule.address.line}"
        summary = text if audit or by is None else by_sentence(by)
        yield RecordView(
            "rule",
            name,
            rule.address.path,
            rule.address.line,
            summary,
            (("section", rule.section or "none"),),
            text,
            withheld_by=by,
        )


def _log(snapshot: Snapshot, review: Review, audit: bool) -> Iterator[RecordView]:
    for line in snapshot.log:
        by = line_withheld(review.exclusions, line)
        shown = audit or by is None
        event = line.event
        facts = [
            ("time", event.time_text),
            ("event", (event.event if shown else event_word(event)) or "unknown"),
            ("by", (event.by if shown else who(event.by)) or "not said"),
        ]
        name = f"{line.address.path}:{line.address.line}"
        yield RecordView(
            "log",
            name,
            line.address.path,
            line.address.line,
            line.text if shown else by_sentence(str(by)),
            tuple(facts),
            line.text if shown else "",
            withheld_by=by,
        )
