"""The records behind one unresolved scope as a chain, and what is excluded because of them (§12.2).

The order is that of ``supersedes`` alone; records that begin a chain stand by their names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.review.anchors import canonical, refs_in
from workbench.review.controls import ControlEvent, Controls, Gate
from workbench.review.exclusions import Exclusions
from workbench.review.reading import Reading, place_of
from workbench.review.withheld import HELD_BACK
from workbench.store.details.withdrawal import (
    ControlLink,
    ExcludedItem,
    ExcludedRef,
    Refs,
    WithdrawalDetail,
)
from workbench.store.snapshot import Address, Row

Placed = tuple[ControlEvent, int, str]
"""An event, the forks before it, and how it hangs on the record before it."""


def detail_of(reading: Reading, name: str, gates: Sequence[Gate]) -> WithdrawalDetail:
    """The chain and the effect of the scopes that wait under one name."""
    heads = {head for gate in gates for head in gate.heads}
    scopes = {gate.scope for gate in gates}
    events = [event for event in reading.controls.events if _belongs(event, scopes, heads)]
    effects = _effects(reading)
    links = (
        replace(_link(reading, placed, effects), is_head=event in heads, same_scope=event.scope in scopes)
        for placed in in_order(events)
        for event in placed[:1]
    )
    return WithdrawalDetail(
        name=name,
        chain=tuple(links),
        waits=tuple(dict.fromkeys(problem for gate in gates for problem in gate.problems)),
        settled_by=_settled_by(gates),
        items=tuple(_items(reading, gates)),
        refs=tuple(_refs(reading, gates)),
    )


def _belongs(event: ControlEvent, scopes: set[Any], heads: set[ControlEvent]) -> bool:
    """Of the same scope, one of the heads, or named by one of them."""
    named = event.name in {head.supersedes for head in heads}
    return event in heads or named or bool(event.scope and event.scope in scopes)


def in_order(events: Sequence[ControlEvent]) -> Iterator[Placed]:
    """Every event once, each after the one it supersedes; those that go in a circle come last."""
    names = {event.name for event in events}
    after: dict[str | None, list[ControlEvent]] = defaultdict(list)
    for event in events:
        after[event.supersedes if event.supersedes in names else None].append(event)
    seen: set[ControlEvent] = set()
    roots = after[None]
    for number, root in enumerate(roots):
        joint = "begins a chain" if number == 0 else "begins another chain"
        yield from _below(root, joint, after, seen)
    for event in events:
        if event not in seen:
            yield from _below(event, "in a circle: it is among its own predecessors", after, seen)


def _below(
    root: ControlEvent, joint: str, after: dict[str | None, list[ControlEvent]], seen: set[ControlEvent]
) -> Iterator[Placed]:
    """An event, then what supersedes it; a chain of any length takes no depth of calls."""
    waiting = [(root, 0, joint)]
    while waiting:
        event, depth, words = waiting.pop()
        if event in seen:
            continue
        seen.add(event)
        yield event, depth, words
        later = after[event.name]
        fork = len(later) > 1
        said = (
            f"one of {len(later)} that supersede {event.name}: a fork" if fork else f"supersedes {event.name}"
        )
        waiting += [(found, depth + fork, said) for found in reversed(later)]


def _link(reading: Reading, placed: Placed, effects: Mapping[Address, str | None]) -> ControlLink:
    event, depth, joint = placed
    return ControlLink(
        name=event.name,
        depth=depth,
        joint=joint,
        action=event.action,
        effect=_told(reading, effects.get(event.addresses[0])),
        scope=_scope(reading, event),
        supersedes=_told(reading, event.supersedes),
        decided_by=_told(reading, event.decided_by),
        decided_at=_told(reading, event.decided_at),
        reason=_told(reading, event.reason) or "",
        places=tuple(recorded_in(reading, address) for address in event.addresses),
        is_head=False,
        same_scope=False,
        problems=event.problems,
    )


def _told(reading: Reading, value: str | None) -> str | None:
    """A value of a record, unless it repeats a withdrawn text."""
    if not value or reading.audit or reading.exclusions.repeated_in(value) is None:
        return value
    return HELD_BACK


def _scope(reading: Reading, event: ControlEvent) -> Refs:
    return tuple(
        (category, tuple(_told(reading, ref) or "" for ref in sorted(refs))) for category, refs in event.scope
    )


def _effects(reading: Reading) -> dict[Address, str | None]:
    """The effect that each control record gives itself."""
    found: dict[Address, str | None] = {}
    for held in reading.snapshot.controls:
        said = held.record.effect if held.record is not None else (held.raw or {}).get("effect")
        found[held.address] = str(said) if isinstance(said, str) else None
    return found


def recorded_in(reading: Reading, address: Address) -> str:
    """Where a record stands, and whether it is a part of that file or the whole of it."""
    whole = address.end - address.start == len(reading.snapshot.files[address.path].data)
    return f"{place_of(address)} ({'a file of its own' if whole else 'a fence'})"


def _settled_by(gates: Sequence[Gate]) -> str:
    """What §12.2 asks for, in words that promise no verdict of ours."""
    heads = list(dict.fromkeys(head for gate in gates for head in gate.heads))
    if not any(gate.scope for gate in gates):
        return "its scope does not read: find out from git, or from whoever decided it, what it was to name"
    if any(head.problems for head in heads):
        return (
            "whoever may decide over this scope says what holds, by a later record and not by editing "
            "this one: control records are only ever added to (§12.2). Until then it stays excluded"
        )
    names = [head.name for head in heads]
    many = f"one for each of {', '.join(names)}" if len(names) > 1 else f"one that names {names[0]}"
    return (
        "a later record of exactly this scope, by somebody who may decide over it, "
        f"{many} in its supersedes (§12.2); nothing is eligible before that"
    )


def _items(reading: Reading, gates: Sequence[Gate]) -> Iterator[ExcludedItem]:
    """Every item that these scopes alone exclude, once, with all places that hold it."""
    alone = Exclusions.of(reading.snapshot, Controls(unresolved=tuple(gates)))
    others = tuple(gate for gate in reading.controls.gates if gate not in gates)
    beside = Exclusions.of(reading.snapshot, Controls(in_force=others))
    named = {canonical(ref) for gate in gates for _, refs in gate.scope for ref in refs}
    places: dict[str, list[Row]] = defaultdict(list)
    for row in alone.rows:
        places[row.key].append(row)
    for key, rows in places.items():
        yield ExcludedItem(
            name=rows[0].id or place_of(rows[0].address),
            places=tuple(place_of(row.address) for row in rows),
            why=_why(rows, named),
            also_by=beside.by_key.get(key),
        )


def _why(rows: Sequence[Row], named: set[str]) -> str:
    ids = {name for row in rows for name in (row.id, *row.also) if name}
    if ids & named:
        return "named in the scope"
    sources = {ref for row in rows for ref in refs_in(row.source)}
    if any(ref in named or ref.partition("#")[0] in named for ref in sources):
        return "its Source is named in the scope"
    return "stands in an archive passage that the scope names"


def _refs(reading: Reading, gates: Sequence[Gate]) -> Iterator[ExcludedRef]:
    """What the scope names beside items, and names of items that no row has."""
    passages = reading.lookups.anchors.passages
    pairs = ((category, ref) for gate in gates for category, refs in gate.scope for ref in sorted(refs))
    for category, ref in dict.fromkeys(pairs):
        passage = passages.get(canonical(ref))
        row = reading.row(ref)
        if row is not None:
            continue
        if passage is not None:
            found = f"a passage of this store, {place_of(passage.address)}"
        elif category == "source_or_run_refs":
            found = "a name: items whose Source is this name are excluded"
        else:
            found = "nothing in this store has that name now"
        yield ExcludedRef(category, _told(reading, ref) or "", found)
