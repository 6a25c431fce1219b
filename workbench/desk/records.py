"""Every record of a store as a read-only view: items, controls, proposals, receipts and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from workbench.desk import record_rows
from workbench.desk.views import RecordKind, RecordView
from workbench.review import erasures, promotions, receipts, record_details
from workbench.review.facts import item_facts
from workbench.review.queue import Review
from workbench.review.reading import Reading, grouped, place_of
from workbench.review.refs import Refs
from workbench.review.withheld import by_sentence, event_word, line_withheld, who
from workbench.store.detail import Detail
from workbench.store.rows import deciding
from workbench.store.snapshot import Held, LogLine, Row, Rule, Snapshot
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
_DETAIL: dict[RecordKind, Callable[[Refs, Held[Any], Any], Detail]] = {
    "control": record_details.control,
    "proposal": promotions.detail,
    "receipt": lambda refs, held, record: receipts.detail(refs.reading, held, record),
    "tombstone": erasures.detail,
    "feedback": record_details.feedback,
    "retrieval": record_details.retrieval,
    "hypothesis": record_details.hypothesis,
}
_TELL_WHILE_HELD = frozenset({"proposal", "receipt", "tombstone"})
"""Kinds whose detail holds back by itself what a withdrawal covers, as the case of the record does."""


def records(snapshot: Snapshot, review: Review, kind: RecordKind | None, audit: bool) -> Iterator[RecordView]:
    """The records of a kind, or of all kinds, in the order of :data:`ORDER` and of the files."""
    views = _Views(snapshot, review, audit)
    for each in ORDER if kind is None else (kind,):
        yield from views.of(each)


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


@dataclass(frozen=True)
class _Views:
    """The records of one snapshot for one look, withdrawn text masked or audited."""

    snapshot: Snapshot
    review: Review
    audit: bool

    @cached_property
    def reading(self) -> Reading:
        return self.review.reading.audited(self.audit)

    @cached_property
    def refs(self) -> Refs:
        return Refs(self.reading)

    def of(self, kind: RecordKind) -> Iterator[RecordView]:
        if kind == "item":
            yield from (self._item(rows) for rows in grouped(self.snapshot.rows).values())
        elif kind == "conflict":
            yield from self._conflicts()
        elif kind == "rule":
            yield from map(self._rule, self.snapshot.rules)
        elif kind == "log":
            yield from map(self._log, self.snapshot.log)
        else:
            yield from (self._held(kind, held) for held in _HELD[kind](self.snapshot))

    def _item(self, rows: Sequence[Row]) -> RecordView:
        """One item over all its places: the row that counts, and where its copies stand."""
        row = deciding(rows)
        copies = [("also in", place_of(other.address)) for other in rows if other is not row]
        read = self.reading.item_of(row)
        facts = item_facts(self.reading, row, read)
        by = self.review.exclusions.withheld_by(row)
        hidden = self.reading.hides(row)
        title = self.reading.title(row)
        return RecordView(
            kind="item",
            id=row.key,
            path=row.address.path,
            line=row.address.line,
            summary=title,
            facts=(*(fact for fact in facts if fact[0] not in ("id", "at")), ("place", row.place), *copies),
            text="" if hidden else from_bytes(self.snapshot.span(row.address)),
            withheld_by=by,
            detail=None if hidden else record_details.item(self.refs, row, rows, read, facts),
            cells=record_rows.item(self.reading, row, title),
        )

    def _conflicts(self) -> Iterator[RecordView]:
        for case in self.review.cases:
            if case.kind == "conflict":
                first = case.targets[0]
                places = tuple(
                    (target.id or target.key, f"{target.path}:{target.line}") for target in case.targets
                )
                yield RecordView(
                    kind="conflict",
                    id=case.id,
                    path=first.path,
                    line=first.line,
                    summary=case.title,
                    facts=places,
                    withheld_by=case.withheld_by,
                    cells=(f"{len(case.targets)} rows", case.title),
                )

    def _held(self, kind: RecordKind, held: Held[Any]) -> RecordView:
        by = self.reading.record_by(held, names_ids=kind == "control")
        shown = self.audit or by is None
        return RecordView(
            kind=kind,
            id=held.name,
            path=held.address.path,
            line=held.address.line,
            summary=_summary(kind, held) if shown else by_sentence(str(by)),
            facts=_facts(held) if shown else (),
            text=from_bytes(self.snapshot.span(held.address)) if shown else "",
            problem=held.problem,
            withheld_by=by,
            detail=self._detail(kind, held, shown),
            cells=record_rows.held(self.reading, kind, held, None if shown else by_sentence(str(by))),
        )

    def _detail(self, kind: RecordKind, held: Held[Any], shown: bool) -> Detail | None:
        if held.record is None or not (shown or kind in _TELL_WHILE_HELD):
            return None
        return _DETAIL[kind](self.refs, held, held.record)

    def _rule(self, rule: Rule) -> RecordView:
        by = self.review.exclusions.text_withheld(rule.text)
        shown = self.audit or by is None
        words = rule.text if shown else by_sentence(str(by))
        return RecordView(
            kind="rule",
            id=place_of(rule.address),
            path=rule.address.path,
            line=rule.address.line,
            summary=words,
            facts=(("section", rule.section or "none"),),
            text=rule.text if shown else "",
            withheld_by=by,
            detail=record_details.rule(self.refs, rule) if shown else None,
            cells=(rule.section or "no section", words.lstrip("-*+ ")),
        )

    def _log(self, line: LogLine) -> RecordView:
        by = line_withheld(self.review.exclusions, line)
        shown = self.audit or by is None
        event = line.event
        facts = [
            ("time", event.time_text),
            ("event", (event.event if shown else event_word(event)) or "unknown"),
            ("by", (event.by if shown else who(event.by)) or "not said"),
        ]
        return RecordView(
            kind="log",
            id=place_of(line.address),
            path=line.address.path,
            line=line.address.line,
            summary=line.text if shown else by_sentence(str(by)),
            facts=tuple(facts),
            text=line.text if shown else "",
            withheld_by=by,
            detail=record_details.log(self.refs, line) if shown else None,
            cells=record_rows.log(event, None if shown else by_sentence(str(by))),
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
