"""Control records read as events: one per distinct record, malformed ones as far as they go (§12.2)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from workbench.protocol.records import CATEGORIES, WithdrawalRecord, salvage_scope
from workbench.protocol.words import ControlAction
from workbench.store.snapshot import Address, Held

TextOf = Callable[[Held[WithdrawalRecord]], str]
Scope = tuple[tuple[str, frozenset[str]], ...]
"""The normalised scope: categories in order, empty ones left out, sets of identifiers."""

_SELECTOR = re.compile(
    rf"[\s\-{{,\"']*(?:scope\s*:\s*{{\s*)?[\"']?({'|'.join(CATEGORIES)})[\"']?\s*:(.*)", re.DOTALL
)
_ENTRY = re.compile(r"\s*-\s+(.*)")


@dataclass(frozen=True, slots=True)
class ControlEvent:
    """One control event, wherever it stands. ``action`` is None where it does not read.

    ``problems`` say in plain words why it has no place in a causal order; empty for a
    sound event. ``addresses`` are all places that hold the same record.
    """

    name: str
    action: Literal["withdraw", "reinstate"] | None
    scope: Scope
    supersedes: str | None
    decided_by: str | None
    decided_at: str | None
    reason: str = field(repr=False)
    addresses: tuple[Address, ...]
    problems: tuple[str, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """Every identifier that the scope names."""
        return frozenset().union(*(refs for _, refs in self.scope))


def events_of(controls: Sequence[Held[WithdrawalRecord]], text_of: TextOf | None) -> list[ControlEvent]:
    """Every distinct event, in an order that owes nothing to the order of reading."""
    return _distinct(_event(held, text_of) for held in controls)


def _event(held: Held[WithdrawalRecord], text_of: TextOf | None) -> ControlEvent:
    record = held.record
    if record is None:
        return _salvaged(held, text_of)
    return ControlEvent(
        name=record.withdrawal_id,
        action="withdraw" if record.action is ControlAction.WITHDRAW else "reinstate",
        scope=_normal(record.normal_scope),
        supersedes=record.supersedes,
        decided_by=record.decided_by,
        decided_at=record.decided_at,
        reason=record.reason,
        addresses=(held.address,),
    )


def _salvaged(held: Held[WithdrawalRecord], text_of: TextOf | None) -> ControlEvent:
    raw = held.raw or {}
    scope = _normal(salvage_scope(raw))
    if not scope and text_of is not None:
        scope = _normal(scope_in(text_of(held)))
    action = raw.get("action")
    return ControlEvent(
        name=held.name,
        action=action if action in ("withdraw", "reinstate") else None,
        scope=scope,
        supersedes=_word(raw.get("supersedes")),
        decided_by=_word(raw.get("decided_by")),
        decided_at=_word(raw.get("decided_at")),
        reason=_word(raw.get("reason")) or "",
        addresses=(held.address,),
        problems=(f"malformed: {held.problem or 'it does not read'}",),
    )


def _word(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _normal(scope: Mapping[str, frozenset[str]]) -> Scope:
    return tuple((name, scope[name]) for name in CATEGORIES if scope.get(name))


def scope_in(text: str) -> dict[str, frozenset[str]]:
    """The selectors that a text names line by line, though it is no YAML; empty if none."""
    found: dict[str, set[str]] = defaultdict(set)
    current = ""
    for line in text.splitlines():
        match = _SELECTOR.match(line)
        entry = _ENTRY.match(line)
        if match:
            current = match[1]
            found[current].update(_listed(match[2]))
        elif current and (entry or line.strip().startswith((",", "[", "]"))):
            found[current].update(_listed(entry[1] if entry else line))
        elif line.strip():
            current = ""
    return {name: frozenset(refs) for name, refs in found.items() if refs}


def _listed(text: str) -> set[str]:
    inside = text.split("]", 1)[0].split(" #", 1)[0]
    return {part for raw in inside.replace("[", "").split(",") if (part := raw.strip().strip("\"'}").strip())}


def _distinct(events: Iterable[ControlEvent]) -> list[ControlEvent]:
    """One event per distinct record; records of one id that differ are marked."""
    found: dict[tuple[object, ...], ControlEvent] = {}
    for event in events:
        seen = found.get(_content(event))
        places = {event.addresses[0], *(seen.addresses if seen else ())}
        found[_content(event)] = replace(event, addresses=_placed(places))
    names: dict[str, int] = defaultdict(int)
    for event in found.values():
        names[event.name] += 1
    said = "another record of the same id says something else"
    marked = [with_problem(event, said) if names[event.name] > 1 else event for event in found.values()]
    return sorted(marked, key=lambda event: (event.name, scope_text(event.scope), repr(_rest(event))))


def _content(event: ControlEvent) -> tuple[object, ...]:
    return (event.name, event.scope, *_rest(event))


def _rest(event: ControlEvent) -> tuple[object, ...]:
    return (event.action, event.supersedes, event.decided_by, event.decided_at, event.reason, event.problems)


def _placed(places: Iterable[Address]) -> tuple[Address, ...]:
    return tuple(sorted(places, key=lambda address: (address.path, address.start)))


def with_problem(event: ControlEvent, problem: str) -> ControlEvent:
    """The event with one more problem, said once."""
    return event if problem in event.problems else replace(event, problems=(*event.problems, problem))


def scope_text(scope: Scope) -> str:
    """A scope written out, for sorting."""
    return repr([(name, sorted(refs)) for name, refs in scope])
