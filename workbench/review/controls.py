"""Withdrawals and reinstatements resolved (§12.2).

Events of one exact scope form a chain by ``supersedes``; its last event has effect.
Whatever does not stand in one causal order, or does not read, excludes what it names.
Times play no part, and neither does the order in which records are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.protocol.records import WithdrawalRecord
from workbench.review.events import ControlEvent, Scope, TextOf, events_of, scope_text, with_problem
from workbench.store.snapshot import Held

__all__ = ["ControlEvent", "Controls", "Gate", "Scope", "resolve"]

NO_SCOPE = "its scope cannot be read, so it excludes nothing that could be named"


@dataclass(frozen=True, slots=True)
class Gate:
    """One scope that is excluded, and under which record's name.

    ``heads`` are the events to reconcile; for a withdrawal in force there is one, and
    no ``problems``.
    """

    by: str
    scope: Scope
    heads: tuple[ControlEvent, ...]
    problems: tuple[str, ...] = ()

    @property
    def resolved(self) -> bool:
        """Whether one causal order leads to this withdrawal."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Controls:
    """All control events, and what follows from them.

    ``in_force`` are withdrawals at the end of a sound chain, ``unresolved`` scopes that
    stay excluded until somebody reconciles them, ``lifted`` the reinstatements that hold.
    """

    events: tuple[ControlEvent, ...] = ()
    in_force: tuple[Gate, ...] = ()
    unresolved: tuple[Gate, ...] = ()
    lifted: tuple[ControlEvent, ...] = ()

    @property
    def gates(self) -> tuple[Gate, ...]:
        """Every excluded scope, those in force first."""
        return self.in_force + self.unresolved


def resolve(controls: Sequence[Held[WithdrawalRecord]], text_of: TextOf | None = None) -> Controls:
    """Resolve control records into exclusions.

    ``text_of`` gives the text of a record that is no YAML at all, so that the scope it
    names can still be excluded; without it such a record excludes nothing.
    """
    events = _judged(events_of(controls, text_of))
    in_force: list[Gate] = []
    unresolved: list[Gate] = []
    lifted: list[ControlEvent] = []
    for scope, group in _by_scope(events):
        gate = _unresolved(scope, group)
        if gate is not None:
            unresolved.append(gate)
        elif (head := _heads(group)[0]).action == "withdraw":
            in_force.append(Gate(head.name, scope, (head,)))
        else:
            lifted.append(head)
    return Controls(tuple(events), _sorted(in_force), _sorted(unresolved), tuple(lifted))


def _sorted(gates: list[Gate]) -> tuple[Gate, ...]:
    return tuple(sorted(gates, key=lambda gate: (gate.by, scope_text(gate.scope))))


def _judged(events: list[ControlEvent]) -> list[ControlEvent]:
    """Events with every problem of their own; one without a scope takes that of the event it names."""
    by_name: dict[str, list[ControlEvent]] = defaultdict(list)
    for event in events:
        by_name[event.name].append(event)
    judged = []
    for event in events:
        named = by_name.get(event.supersedes or "", [])
        scoped = replace(event, scope=named[0].scope) if not event.scope and named else event
        problems = list(_problems(scoped, named))
        for problem in problems:
            scoped = with_problem(scoped, problem)
        judged.append(scoped)
    return judged


def _problems(event: ControlEvent, named: list[ControlEvent]) -> Iterator[str]:
    if not event.scope:
        yield NO_SCOPE
    if not event.decided_by:
        yield "nobody is named who decided it"
    if event.supersedes is not None and not named:
        yield "supersedes names no control record of this store"
    if event.action != "reinstate":
        return
    if event.supersedes is None:
        yield "it names no withdrawal to lift"
    for other in named:
        if other.action == "reinstate":
            yield "supersedes names a reinstatement, not a withdrawal"
        elif other.scope != event.scope:
            yield "its scope is not exactly that of the withdrawal it names"


def _by_scope(events: Iterable[ControlEvent]) -> Iterator[tuple[Scope, list[ControlEvent]]]:
    groups: dict[object, list[ControlEvent]] = defaultdict(list)
    for event in events:
        groups[event.scope or event].append(event)
    for group in groups.values():
        yield group[0].scope, group


def _unresolved(scope: Scope, group: list[ControlEvent]) -> Gate | None:
    """The gate of a scope whose events have no one causal order, else None."""
    order = _disorder(group)
    bad = [event for event in group if event.problems]
    if not bad and not order:
        return None
    heads = list(dict.fromkeys([*_heads(group), *bad])) or group
    problems = [f"{event.name}: {problem}" for event in bad for problem in event.problems]
    return Gate(_lead(heads, group), scope, tuple(heads), tuple(dict.fromkeys([*order, *problems])))


def _lead(heads: list[ControlEvent], group: list[ControlEvent]) -> str:
    """The record under whose name the scope is withheld: a withdrawal before anything else."""
    for among in (heads, group):
        names = [event.name for event in among if event.action != "reinstate"]
        if names:
            return min(names)
    return min(event.name for event in group)


def _heads(group: list[ControlEvent]) -> list[ControlEvent]:
    """The events of a scope that no other event of it supersedes."""
    followed = {event.supersedes for event in group}
    return [event for event in group if event.name not in followed]


def _disorder(group: list[ControlEvent]) -> tuple[str, ...]:
    """Why the events of one scope form no single chain; empty when they do."""
    names = {event.name for event in group}
    roots = [event for event in group if event.supersedes not in names]
    parents = [event.supersedes for event in group if event.supersedes in names]
    if not roots or _in_circle(group):
        return ("the events of this scope supersede each other in a circle",)
    if len(roots) > 1 or len(set(parents)) < len(parents):
        heads = ", ".join(event.name for event in _heads(group))
        return (f"a fork: events of one scope without one causal order ({heads})",)
    return ()


def _in_circle(group: list[ControlEvent]) -> bool:
    parent = {event.name: event.supersedes for event in group}
    sound: set[str] = set()
    for start in parent:
        trail: list[str] = []
        at: str | None = start
        while at in parent and at not in sound:
            if at in trail:
                return True
            trail.append(at)
            at = parent[at]
        sound.update(trail)
    return False
