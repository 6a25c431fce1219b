"""What a reference of a record comes to: an item, a passage, another record, or words that no file shows.

Facts alone, as far as the snapshot tells. Whether they are enough for anything is not said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from workbench.protocol.ids import Prefix, parse_id
from workbench.protocol.records import (
    ErasureTombstone,
    Hypothesis,
    MetamemoryFeedback,
    PolicyProposal,
    RetrievalRecord,
    WithdrawalRecord,
)
from workbench.protocol.words import FeedbackVerdict, Status
from workbench.review.anchors import canonical
from workbench.review.reading import Reading, place_of
from workbench.review.withheld import HELD_BACK, proposal_status, told
from workbench.store.details.refs import FeedbackCount, RefState, Weight
from workbench.store.snapshot import Held, Passage, Row, Snapshot

_KIND: Final = {
    Prefix.ITEM: "item",
    Prefix.WITHDRAWAL: "control",
    Prefix.ERASURE: "erasure",
    Prefix.RECEIPT: "receipt",
    Prefix.POLICY: "proposal",
    Prefix.FEEDBACK: "feedback",
    Prefix.RETRIEVAL: "retrieval",
    Prefix.HYPOTHESIS: "hypothesis",
    Prefix.DECISION: "decision",
}
ABSENT: Final = "not in this store"


class Refs:
    """Looks references up in one reading; each index is built when it is first needed."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.snapshot = reading.snapshot

    def states(self, named: Iterable[str], by: str | None = None) -> Iterator[RefState]:
        """Every reference once, in order. ``by`` is the withdrawal that holds back the list itself."""
        for ref in dict.fromkeys(named):
            yield from self._states(ref, by)

    def row_state(self, ref: str, row: Row) -> RefState:
        """An item of the store: its Status, its date, and what is said against it."""
        words, weight = self._row_words(row)
        if erased := self._erased.get(canonical(ref)):
            words, weight = f"{words}; yet {erased} says that it was erased", "none"
        date = told("date", row.date) if self.reading.hides(row) else row.date
        return RefState(ref, "item", words, weight, date, place_of(row.address))

    def record_state(self, kind: str, held: Held[Any]) -> RefState:
        """A record that is no item, by what it says of itself in closed words."""
        words, weight, date = self._record_words(kind, held)
        return RefState(held.name, kind, words, weight, date, place_of(held.address))

    def counted(self, named: Iterable[str]) -> Iterator[FeedbackCount]:
        """Feedback on each item by verdict; one event that stands in two places is one."""
        for item in dict.fromkeys(named):
            parsed = parse_id(item)
            if (parsed is not None and parsed.prefix is Prefix.ITEM) or self.reading.row(item) is not None:
                events = list(self._feedback.get(item, {}).values())
                verdicts = tuple((str(word), events.count(word)) for word in FeedbackVerdict)
                yield FeedbackCount(item, verdicts, self._malformed.count(item))

    def has_feedback(self, item: str) -> bool:
        """Whether any feedback record names an item, well formed or not."""
        return item in self._feedback or item in self._malformed

    def items_named(self, refs: Iterable[str]) -> Iterator[str]:
        """The items that references name, and those that feedback events among them are about."""
        for ref in refs:
            held = self._found("feedback", ref)
            if held is not None and held.record is not None:
                yield from held.record.memory_item_ids
            else:
                yield ref

    def named_by(self, key: str) -> tuple[RefState, ...]:
        """The proposals, controls, tombstones, retrievals and hypotheses that name an item."""
        return tuple(self.record_state(kind, held) for kind, held in self._named.get(key, ()))

    def retrieved(self, name: str) -> tuple[RefState, ...]:
        """The feedback events that name a retrieval."""
        return tuple(
            self.record_state("feedback", held)
            for held in self.snapshot.feedback
            if held.record is not None and held.record.retrieval_ref == name
        )

    @cached_property
    def _feedback(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for held in self.snapshot.feedback:
            for item in held.record.memory_item_ids if held.record is not None else ():
                found.setdefault(item, {})[held.name] = str(held.record.verdict) if held.record else ""
        return found

    @cached_property
    def _malformed(self) -> list[str]:
        raws = (held.raw or {} for held in self.snapshot.feedback if held.record is None)
        return [item for raw in raws for item in _listed(raw.get("memory_item_ids"))]

    @cached_property
    def _erased(self) -> dict[str, str]:
        """Each reference of a tombstone's scope, to the tombstone."""
        return self._tombstone_refs(lambda record: record.scope_refs)

    @cached_property
    def _replaced(self) -> dict[str, str]:
        """Each sanitized replacement, to the tombstone that names it."""
        return self._tombstone_refs(lambda record: record.sanitized_replacement_refs)

    def _tombstone_refs(self, refs_of: Callable[[ErasureTombstone], tuple[str, ...]]) -> dict[str, str]:
        found: dict[str, str] = {}
        for held in self.snapshot.tombstones:
            for ref in refs_of(held.record) if held.record is not None else ():
                found.setdefault(canonical(ref), held.name)
        return found

    @cached_property
    def _named(self) -> dict[str, list[tuple[str, Held[Any]]]]:
        found: dict[str, list[tuple[str, Held[Any]]]] = {}
        for kind, refs_of in _NAMES_ITEMS.items():
            for held in _HELD[kind](self.snapshot):
                for ref in dict.fromkeys(refs_of(held.record)) if held.record is not None else ():
                    found.setdefault(ref, []).append((kind, held))
        return found

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Held[Any]]:
        found: dict[tuple[str, str], Held[Any]] = {}
        for kind, records_of in _HELD.items():
            for held in records_of(self.snapshot):
                found.setdefault((kind, held.name), held)
        return found

    def _found(self, kind: str, name: str) -> Held[Any] | None:
        return self._by_name.get((kind, name))

    def _states(self, ref: str, by: str | None) -> Iterator[RefState]:
        parsed = parse_id(ref)
        row = self.reading.row(ref)
        if row is not None:
            yield self.row_state(ref, row)
        elif parsed is not None:
            yield self._identified(ref, _KIND[parsed.prefix])
        elif anchored := self.reading.lookups.anchors.all(ref):
            yield from (self._anchor_state(name) for name, _ in anchored)
        else:
            hidden = not self.reading.audit and (by or self.reading.exclusions.repeated_in(ref))
            words = "no file of the store shows it"
            yield RefState(HELD_BACK if hidden else ref, "statement", words, "unknown")

    def _identified(self, ref: str, kind: str) -> RefState:
        if kind == "item":
            return self._absent_item(ref)
        if kind == "decision":
            return RefState(ref, kind, "a decision; the ledger tells of it", "unknown")
        held = self._found(kind, ref)
        return RefState(ref, kind, ABSENT, "none") if held is None else self.record_state(kind, held)

    def _absent_item(self, ref: str) -> RefState:
        if by := self.reading.exclusions.key_withheld(ref):
            return RefState(ref, "item", f"withdrawn by {by}; {ABSENT}", "none")
        if by := self._erased.get(canonical(ref)):
            return RefState(ref, "item", f"erased, as {by} says", "none")
        rows = [row for row in self.snapshot.rows_by_key.get(ref, ()) if row.place == "archive"]
        if rows:
            words = "only in the archive, not distilled"
            return RefState(ref, "item", words, "weak", rows[0].date, place_of(rows[0].address))
        return RefState(ref, "item", ABSENT, "none")

    def _row_words(self, row: Row) -> tuple[str, Weight]:
        by = self.reading.exclusions.withheld_by(row)
        if by is not None:
            return f"withdrawn by {by}", "none"
        words, weight = _status_words(row)
        if row.place == "inbox":
            words = f"{words}, in the inbox, not distilled yet"
        if row.place == "historical":
            words = f"{words}, among historical lessons"
        if row.merged_into:
            words, weight = f"{words}, merged into {row.merged_into}", "weak"
        if "source-erased" in (row.source or ""):
            words, weight = f"{words}, its Source is erased", "weak"
        return words, weight

    def _anchor_state(self, ref: str) -> RefState:
        anchors = self.reading.lookups.anchors
        kind = "archive" if ref.startswith("archive/") else "file"
        passage, erased = anchors.passages.get(ref), self._erased.get(ref)
        place = place_of(passage.address) if passage is not None else None
        words, weight = self._passage_words(ref, passage)
        if erased and ref not in self._replaced:
            words = (
                f"{words}; yet {erased} says that it was erased" if passage else f"erased, as {erased} says"
            )
            weight = "none"
        return RefState(ref, kind, words, weight, place=place)

    def _passage_words(self, ref: str, passage: Passage | None) -> tuple[str, Weight]:
        if passage is not None and (by := self.reading.exclusions.passage_withheld(passage)):
            return f"withdrawn by {by}", "none"
        said = self.reading.lookups.anchors.says(ref)
        if by := self._replaced.get(ref):
            return f"{said}; a sanitized replacement, as {by} says", "weak"
        return said, "sound" if said == "resolves" else "none" if "nothing" in said else "weak"

    def _record_words(self, kind: str, held: Held[Any]) -> tuple[str, Weight, str | None]:
        record = held.record
        if record is None:
            return "malformed", "none", None
        words, weight, date = _said_of(kind, record)
        by = self.reading.record_by(held, names_ids=kind == "control")
        return (f"{words}; names what {by} withdrew" if by else words), weight, date


def _said_of(kind: str, record: Any) -> tuple[str, Weight, str | None]:
    """A record in closed words, and its day."""
    if isinstance(record, MetamemoryFeedback):
        words = f"{record.verdict}, attribution {record.attribution_confidence}"
        return (
            words,
            "unknown" if record.verdict == FeedbackVerdict.UNKNOWN else "sound",
            record.observed_at[:10],
        )
    if isinstance(record, RetrievalRecord):
        return "use is not usefulness (§23.3)", "weak", record.retrieved_at[:10]
    if isinstance(record, Hypothesis):
        status = record.status if record.known_status else "status not known"
        return f"{status}; a hypothesis is no evidence", "none", record.id[4:14]
    if isinstance(record, PolicyProposal):
        return proposal_status(record.status), "weak", record.proposal_id[10:20]
    if isinstance(record, WithdrawalRecord):
        return str(record.action), "weak", record.decided_at[:10]
    return "in this store", "weak", None


def _status_words(row: Row) -> tuple[str, Weight]:
    if row.status == Status.ACTIVE:
        return "active", "sound"
    if row.status == Status.SUPERSEDED:
        return f"superseded by {row.superseded_by or 'nothing that is named'}", "weak"
    if row.status in (Status.STALE, Status.PENDING_CLEANUP):
        return row.status, "weak"
    return (f"Status {row.status}, no word of the protocol" if row.status else "Status not given"), "weak"


def _listed(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(one) for one in value) if isinstance(value, (list, tuple)) else ()


_HELD: Final[Mapping[str, Callable[[Snapshot], Sequence[Held[Any]]]]] = {
    "proposal": lambda snapshot: snapshot.proposals,
    "control": lambda snapshot: snapshot.controls,
    "erasure": lambda snapshot: snapshot.tombstones,
    "receipt": lambda snapshot: snapshot.receipts,
    "feedback": lambda snapshot: snapshot.feedback,
    "retrieval": lambda snapshot: snapshot.retrievals,
    "hypothesis": lambda snapshot: snapshot.hypotheses,
}
_NAMES_ITEMS: Final[Mapping[str, Callable[[Any], Sequence[str]]]] = {
    "proposal": lambda record: record.supporting_refs,
    "control": lambda record: record.scope.memory_item_ids,
    "erasure": lambda record: record.scope_refs,
    "retrieval": lambda record: record.memory_item_ids,
    "hypothesis": lambda record: record.supporting_refs,
}
