"""What the views of feedback, retrievals, hypotheses, rules, log entries, controls and items show.

Each takes a record that is not held back, or one that is audited: a record under a withdrawal has no detail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from workbench.protocol.ids import ids_in
from workbench.protocol.items import Item
from workbench.protocol.records import (
    CATEGORIES,
    Hypothesis,
    MetamemoryFeedback,
    RetrievalRecord,
    WithdrawalRecord,
)
from workbench.review.anchors import file_refs
from workbench.review.controls import Controls
from workbench.review.reading import Reading, place_of
from workbench.review.refs import Refs
from workbench.review.withheld import told
from workbench.store.details.records import (
    ControlDetail,
    Facts,
    FeedbackDetail,
    HypothesisDetail,
    ItemDetail,
    LogDetail,
    RetrievalDetail,
    RuleDetail,
)
from workbench.store.details.refs import RefState
from workbench.store.snapshot import Held, LogLine, Row, Rule

_SCOPE_KINDS = dict(zip(CATEGORIES, ("item", "archive", "source or run"), strict=True))
_HYPOTHESIS_NOTES = {
    "unknown-status": "Its status is no word that is known.",
    "no-supporting-refs": "It names nothing that supports it.",
    "superseded-without-successor": "It is superseded, and names no successor.",
    "unknown-review-outcome": "Its review outcome is none of rewrite, archive and leave.",
}
_PROSE = ("applies_when", "never_applies_when", "disconfirm_if")


def feedback(refs: Refs, held: Held[MetamemoryFeedback], record: MetamemoryFeedback) -> FeedbackDetail:
    """A feedback event, its items and its evidence resolved."""
    facts = (
        ("used as", _role(record)),
        ("task", record.task_id),
        ("workspace", record.workspace_id or ""),
        ("observed at", record.observed_at),
    )
    return FeedbackDetail(
        name=held.name,
        place=place_of(held.address),
        verdict=str(record.verdict),
        confidence=str(record.attribution_confidence),
        facts=_given(facts),
        action=record.action_or_decision,
        outcome=record.outcome,
        items=tuple(refs.states(record.memory_item_ids)),
        evidence=tuple(refs.states(record.evidence_refs)),
        retrieval=next(refs.states([record.retrieval_ref]), None) if record.retrieval_ref else None,
        extras=record.extras,
    )


def retrieval(refs: Refs, held: Held[RetrievalRecord], record: RetrievalRecord) -> RetrievalDetail:
    """A retrieval, its items resolved, with the feedback that names it."""
    return RetrievalDetail(
        name=held.name,
        place=place_of(held.address),
        facts=(("used as", _role(record)), ("task", record.task_id), ("retrieved at", record.retrieved_at)),
        items=tuple(refs.states(record.memory_item_ids)),
        feedback=refs.retrieved(record.retrieval_id),
        extras=record.extras,
    )


def _role(record: MetamemoryFeedback | RetrievalRecord) -> str:
    return record.use_role if record.role is not None else f"{record.use_role}, none of the roles of §23.2"


def hypothesis(refs: Refs, held: Held[Hypothesis], record: Hypothesis) -> HypothesisDetail:
    """A hypothesis: claim, where it applies and what would refute it, references resolved."""
    extras = dict(record.extras)
    said = [("seed", record.seed)]
    said += [(name, one) for name in _PROSE for one in _entries(extras.pop(name, ""))]
    said += [("rejected because", record.rejection_reason), ("flagged because", record.flagged_value_reason)]
    scheme = f" ({record.confidence_scheme})" if record.confidence_scheme else ", no scheme named"
    facts = (
        ("confidence", f"{record.confidence}{scheme}" if record.confidence else ""),
        ("impact", record.impact),
        ("created", record.created),
        ("expires after walks", record.expires_after_walks),
        ("superseded by", record.superseded_by or ""),
        ("review outcome", record.human_review_outcome or ("none yet" if record.awaits_person else "")),
    )
    return HypothesisDetail(
        name=held.name,
        place=place_of(held.address),
        status=record.status,
        awaits_person=record.awaits_person,
        claim=record.claim,
        facts=_given(facts),
        said=_given((label.replace("_", " "), words) for label, words in said),
        refs=tuple(refs.states(record.supporting_refs)),
        extras=tuple(extras.items()),
        notes=tuple(_HYPOTHESIS_NOTES.get(flag, flag) for flag in record.flags()),
    )


def _entries(said: str) -> list[str]:
    """The entries of a list that is kept as JSON text; any other words are one entry."""
    try:
        value = json.loads(said) if said.startswith("[") else said
    except (ValueError, RecursionError):
        return [said]
    return [str(one) for one in value] if isinstance(value, list) else [said]


def rule(refs: Refs, found: Rule) -> RuleDetail:
    """A rule with the items and passages that its text names."""
    named = [*ids_in(found.text), *file_refs(found.text)]
    return RuleDetail(place_of(found.address), found.section, found.text, tuple(refs.states(named)))


def log(refs: Refs, line: LogLine) -> LogDetail:
    """An entry of the log in its parts."""
    event = line.event
    return LogDetail(
        place=place_of(line.address),
        time=event.time_text,
        event=event.event,
        known=event.known,
        by=event.by,
        decision=event.decision,
        refs=tuple(refs.states(event.ids)),
        fields=event.fields,
        rest=event.rest,
        line=line.text,
    )


def control(refs: Refs, held: Held[WithdrawalRecord], record: WithdrawalRecord) -> ControlDetail:
    """A control record and whether it has effect now (§12.2)."""
    controls = refs.reading.controls
    facts = (
        ("decided by", record.decided_by),
        ("decided at", record.decided_at),
        ("supersedes", record.supersedes or ""),
    )
    event = next((event for event in controls.events if event.name == held.name), None)
    return ControlDetail(
        name=held.name,
        place=place_of(held.address),
        action=str(record.action),
        effect=str(record.effect),
        standing=standing(controls, held.name),
        facts=_given(facts),
        reason=record.reason,
        scope=tuple(_scope(refs, record)),
        problems=event.problems if event is not None else (),
    )


def standing(controls: Controls, name: str) -> str:
    """What effect an event has: in force, unresolved, lifting, or replaced by a later one."""
    for gate in controls.unresolved:
        if any(head.name == name for head in gate.heads):
            return "unresolved: what it names stays excluded"
    if any(head.name == name for gate in controls.in_force for head in gate.heads):
        return "in force"
    if any(event.name == name for event in controls.lifted):
        return "in force: it lifts a withdrawal"
    later = [event.name for event in controls.events if event.supersedes == name]
    return f"superseded by {', '.join(later)}" if later else "no effect of its own"


def _scope(refs: Refs, record: WithdrawalRecord) -> Iterator[RefState]:
    for category, kind in _SCOPE_KINDS.items():
        named: Sequence[str] = getattr(record.scope, category)
        if kind == "source or run":
            words = "a Source or run, by its exact name"
            yield from (RefState(ref, kind, words, "unknown") for ref in dict.fromkeys(named))
        else:
            yield from refs.states(named)


def item(refs: Refs, row: Row, rows: Sequence[Row], read: Item, facts: Facts) -> ItemDetail:
    """An item over all its places, with its record as it was read and its trust metadata."""
    reading = refs.reading
    named = (*read.corroborating_refs, *filter(None, (read.inspired_by,)))
    return ItemDetail(
        key=row.key,
        place=place_of(row.address),
        status=reading.status(row),
        facts=tuple(fact for fact in facts if fact[0] not in ("id", "at", "Status")),
        text=reading.shown(row),
        extras=read.extras,
        copies=tuple(_copy(reading, other) for other in rows if other is not row),
        refs=tuple(refs.states(named)),
        feedback=tuple(refs.counted([row.key])) if refs.has_feedback(row.key) else (),
        named_by=refs.named_by(row.key),
    )


def _copy(reading: Reading, row: Row) -> RefState:
    status = reading.status(row) or "no Status"
    date = told("date", row.date) if reading.hides(row) else row.date
    return RefState(place_of(row.address), row.place, status, "sound", date, place_of(row.address))


def _given(facts: Sequence[tuple[str, str]] | Iterator[tuple[str, str]]) -> Facts:
    return tuple((label, value) for label, value in facts if value)
