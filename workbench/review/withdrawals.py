"""Control records that somebody has to reconcile (§12.2); read-only here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.review import evidence
from workbench.review.control_chain import detail_of
from workbench.review.controls import ControlEvent, Gate
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.review.withheld import HELD_BACK, told
from workbench.store.case import Case, Evidence


def cases(reading: Reading) -> Iterator[Case]:
    """One case per scope whose events have no one causal order; it stays excluded meanwhile."""
    for name, gates in _by_name(reading).items():
        yield _case(reading, name, gates)


def opened(reading: Reading, case: Case) -> Case:
    """The case with every event of its scope, and what the scope names, held back."""
    gates = _by_name(reading)[case.id.removeprefix("withdrawal:")]
    heads = list(dict.fromkeys(head for gate in gates for head in gate.heads))
    others = [event for event in reading.controls.events if _beside(event, gates) and event not in heads]
    hidden = case.withheld_by is not None and not reading.audit
    return replace(
        case,
        facts=tuple(fact for head in heads for fact in _facts(reading, head)),
        text="" if hidden else _text(reading, heads[0]),
        evidence=(*_records(reading, others), *_scope(reading, gates)),
        detail=detail_of(reading, case.id.removeprefix("withdrawal:"), gates),
    )


def _by_name(reading: Reading) -> dict[str, list[Gate]]:
    found: dict[str, list[Gate]] = {}
    for gate in reading.controls.unresolved:
        found.setdefault(gate.by, []).append(gate)
    return found


def _case(reading: Reading, name: str, gates: list[Gate]) -> Case:
    heads = list(dict.fromkeys(head for gate in gates for head in gate.heads))
    ages = [age for head in heads if (age := reading.days_since(head.decided_at)) is not None]
    return Case(
        id=f"withdrawal:{name}",
        kind="withdrawal",
        title=f"{gates[0].problems[0].removeprefix(f'{name}: ')} ({name})",
        targets=tuple(
            reading.place_target(head.name, address, "control", head.action)
            for head in heads
            for address in head.addresses
        ),
        age_days=min(ages, default=None),
        age_from="date" if ages else None,
        notes=tuple(f"{problem}." for gate in gates for problem in gate.problems),
        withheld_by=reading.exclusions.repeated_in(_text(reading, heads[0])),
        read_only=READ_ONLY,
    )


def _beside(event: ControlEvent, gates: list[Gate]) -> bool:
    """Whether an event has the same scope, or is named by one of the heads."""
    named = {head.supersedes for gate in gates for head in gate.heads}
    return event.name in named or any(event.scope and event.scope == gate.scope for gate in gates)


def _text(reading: Reading, event: ControlEvent) -> str:
    return text_at(reading.snapshot, event.addresses[0])


def _facts(reading: Reading, event: ControlEvent) -> Iterator[tuple[str, str]]:
    """What a control says, without what repeats a withdrawn item."""
    for label, value in _said(event):
        hidden = reading.exclusions.repeated_in(value) is not None and not reading.audit
        yield label, HELD_BACK if hidden else value


def _said(event: ControlEvent) -> Iterator[tuple[str, str]]:
    yield "control", event.name
    yield "action", event.action or "does not read"
    yield "decided by", event.decided_by or "nobody is named"
    yield "decided at", event.decided_at or "not given"
    yield "supersedes", event.supersedes or "nothing"
    for category, refs in event.scope:
        yield category, ", ".join(sorted(refs))
    yield "at", ", ".join(place_of(address) for address in event.addresses)


def _records(reading: Reading, events: list[ControlEvent]) -> Iterator[Evidence]:
    for event in events:
        address = event.addresses[0]
        by = reading.exclusions.repeated_in(_text(reading, event))
        hidden = by is not None and not reading.audit
        yield Evidence(
            role="control",
            ref=event.name,
            path=address.path,
            line=address.line,
            text="" if hidden else _text(reading, event),
            withheld_by=by,
            why=f"{event.action or 'an event'} of the same scope, or named by one",
            address=address,
            digest=reading.digest(address),
            status=event.action,
            date=told("date", event.decided_at) if hidden else event.decided_at,
        )


def _scope(reading: Reading, gates: list[Gate]) -> Iterator[Evidence]:
    names = sorted({ref for gate in gates for _, refs in gate.scope for ref in refs})
    yield from evidence.refs(reading, names, "scope", "named in the scope")
