"""The sheets of feedback, retrievals, hypotheses, rules, log entries, controls and items."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.desk.sheets.blocks import Block, Fields, Head, Note, Quote, Role
from workbench.desk.sheets.words import (
    counted,
    extras,
    facts,
    feedback_table,
    notes,
    ref_table,
    section,
)
from workbench.store.details.records import (
    ControlDetail,
    FeedbackDetail,
    HypothesisDetail,
    ItemDetail,
    LogDetail,
    RetrievalDetail,
    RuleDetail,
)
from workbench.store.details.refs import RefState

_VERDICTS: dict[str, Role] = {"helpful": "good", "misleading": "bad", "unknown": "warn"}


def feedback(detail: FeedbackDetail) -> Iterator[Block]:
    """What was done, what came of it, and how sure the record is that the items had a part in it."""
    verdict = (detail.verdict, _VERDICTS.get(detail.verdict, ""))
    sure = (f"attribution confidence {detail.confidence}", "")
    yield Head((("Feedback", "dim"), (detail.name, "strong"), verdict, sure, (detail.place, "dim")))  # type: ignore[arg-type]
    yield from facts(detail.facts)
    yield Quote(detail.action, "Done")
    yield Quote(detail.outcome, "Outcome")
    yield from _refs("On", "item", detail.items)
    yield from _refs("Evidence that it names", "reference", detail.evidence, counted_=False)
    if detail.retrieval:
        yield from section("Goes back to the retrieval")
        yield ref_table((detail.retrieval,))
    yield from extras(detail.extras)
    yield Note("–", "Testimony: it changes no item and proves none true or false (§23.3).", "dim")


def retrieval(detail: RetrievalDetail) -> Iterator[Block]:
    """Which items were fetched for which task, and whether anybody said what came of it."""
    yield Head((("Retrieval", "dim"), (detail.name, "strong"), (detail.place, "dim")))
    yield from facts(detail.facts)
    yield from _refs("Fetched", "item", detail.items)
    if detail.feedback:
        yield from section("Feedback that names it")
        yield ref_table(detail.feedback)
    else:
        yield from section("No feedback names it", "use is not usefulness (§23.3)")
    yield from extras(detail.extras)


def hypothesis(detail: HypothesisDetail) -> Iterator[Block]:
    """The claim, where it applies, what would refute it, and what it rests on."""
    waits: tuple[tuple[str, Role], ...] = (("waits for a person", "warn"),) if detail.awaits_person else ()
    yield Head(
        (("Hypothesis", "dim"), (detail.name, "strong"), (detail.status, ""), *waits, (detail.place, "dim"))
    )
    yield Quote(detail.claim)
    yield from facts(detail.facts)
    yield from (Quote(words, label.capitalize()) for label, words in detail.said)
    yield from notes(detail.notes)
    yield from _refs("Supported by", "reference", detail.refs)
    yield from extras(detail.extras)
    yield Note("–", "It stands beside memory: it is no item, and no evidence for one.", "dim")


def rule(detail: RuleDetail) -> Iterator[Block]:
    """The rule, its section and line, and what its text names."""
    yield Head((("Rule", "dim"), (detail.place, "strong")))
    yield Quote(detail.text)
    yield Fields((("Section", detail.section or "none", ""), ("Names", _named(detail.refs), "")))
    if detail.refs:
        yield ref_table(detail.refs)


def _named(refs: tuple[RefState, ...]) -> str:
    return counted(len(refs), "record or passage", "records or passages") if refs else "nothing in the store"


def log(detail: LogDetail) -> Iterator[Block]:
    """The parts of an entry, then the line as it stands."""
    event = detail.event or "no event word"
    odd = "" if detail.known else ", none of the log's event words (§7.1, §8)"
    yield Head((("Log entry", "dim"), (detail.place, "strong")))
    yield Fields(
        (
            ("Time", detail.time, ""),
            ("Event", f"{event}{odd}", "" if detail.known else "warn"),
            ("By", detail.by or "it names nobody", "" if detail.by else "dim"),
            *((("Decision", detail.decision, "accent"),) if detail.decision else ()),
            *((f"{label}=", value, "") for label, value in detail.fields),
        )
    )
    if detail.rest:
        yield Quote(detail.rest, "Words")
    if detail.refs:
        yield from section("Names")
        yield ref_table(detail.refs)
    yield from section("The line as it stands")
    yield Quote(detail.line)


def control(detail: ControlDetail) -> Iterator[Block]:
    """What the event does to which scope, and whether it has effect."""
    role: Role = "bad" if detail.problems else "warn" if detail.standing.startswith("unresolved") else ""
    yield Head((("Control", "dim"), (detail.name, "strong"), (detail.action, ""), (detail.place, "dim")))
    yield Fields((("Effect", detail.effect, ""), ("Now", detail.standing, role)))
    yield from facts(detail.facts)
    yield Quote(detail.reason, "Reason") if detail.reason else Fields((("Reason", "not given", "dim"),))
    yield from notes((f"{problem[:1].upper()}{problem[1:]} (§12.2)." for problem in detail.problems), "✗")
    yield from _refs("Scope", "reference", detail.scope)


def item(detail: ItemDetail) -> Iterator[Block]:
    """Trust metadata before the text (§15.2 rule 2), then copies and whatever names the item."""
    status = detail.status or "Status not given"
    by = detail.status is not None and status == "active"
    name = "no id" if detail.key.startswith("~") else detail.key
    yield Head(((name, "strong"), (status, "good" if by else "warn"), (detail.place, "dim")))
    yield from facts(detail.facts)
    yield Quote(detail.text)
    if detail.copies:
        yield from section("Its copies")
        yield ref_table(detail.copies)
    if detail.refs:
        yield from section("It names")
        yield ref_table(detail.refs)
    if detail.feedback:
        yield from section("Feedback", "events by verdict; no feedback changes an item (§23.3)")
        yield feedback_table(detail.feedback)
    if detail.named_by:
        yield from section("Named by")
        yield ref_table(detail.named_by)
    yield from extras(detail.extras)


def _refs(words: str, what: str, refs: tuple[RefState, ...], *, counted_: bool = True) -> Iterator[Block]:
    if not refs:
        return
    yield from section(words, counted(len(refs), what) if counted_ else "")
    yield ref_table(refs)
