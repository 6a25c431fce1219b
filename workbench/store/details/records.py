"""What the views of the other records show: feedback, retrievals, hypotheses, rules, log, controls, items."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail
from workbench.store.details.refs import FeedbackCount, RefState

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FeedbackDetail(Detail):
    """One feedback event: testimony about how items took part in an action (§23.2, §23.3)."""

    name: str
    place: str
    verdict: str
    confidence: str
    facts: Facts = field(repr=False)
    action: str = field(repr=False)
    outcome: str = field(repr=False)
    items: tuple[RefState, ...] = field(repr=False)
    evidence: tuple[RefState, ...] = field(repr=False)
    retrieval: RefState | None = field(repr=False)
    extras: Facts = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class RetrievalDetail(Detail):
    """One retrieval, and the feedback events that name it (§23.2)."""

    name: str
    place: str
    facts: Facts = field(repr=False)
    items: tuple[RefState, ...] = field(repr=False)
    feedback: tuple[RefState, ...] = field(repr=False)
    extras: Facts = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class HypothesisDetail(Detail):
    """One auto-walk hypothesis. It stands beside memory and is no evidence for it."""

    name: str
    place: str
    status: str = field(repr=False)
    awaits_person: bool
    claim: str = field(repr=False)
    facts: Facts = field(repr=False)
    said: Facts = field(repr=False)
    """(label, prose) of seed, reasons and conditions, in the order of the record."""
    refs: tuple[RefState, ...] = field(repr=False)
    extras: Facts = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class RuleDetail(Detail):
    """One standing rule of ``conventions.md`` and what it names (§8, §17)."""

    place: str
    section: str = field(repr=False)
    text: str = field(repr=False)
    refs: tuple[RefState, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class LogDetail(Detail):
    """One entry of the operation log, its parts and the line as it stands (§7.1, §8)."""

    place: str
    time: str
    event: str = field(repr=False)
    known: bool
    by: str | None = field(repr=False)
    decision: str | None
    refs: tuple[RefState, ...] = field(repr=False)
    fields: Facts = field(repr=False)
    rest: str = field(repr=False)
    line: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ControlDetail(Detail):
    """One withdrawal or reinstatement, and whether it has effect (§12.2)."""

    name: str
    place: str
    action: str
    effect: str
    standing: str
    """``in force``, ``unresolved``, ``lifted …`` or ``superseded by …``, in words of ours."""
    facts: Facts = field(repr=False)
    reason: str = field(repr=False)
    scope: tuple[RefState, ...] = field(repr=False)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemDetail(Detail):
    """One item: trust metadata, its text, its copies, and which records name it."""

    key: str
    place: str
    status: str | None = field(repr=False)
    facts: Facts = field(repr=False)
    text: str = field(repr=False)
    extras: Facts = field(repr=False)
    copies: tuple[RefState, ...] = field(repr=False)
    refs: tuple[RefState, ...] = field(repr=False)
    feedback: tuple[FeedbackCount, ...] = field(repr=False)
    named_by: tuple[RefState, ...] = field(repr=False)
