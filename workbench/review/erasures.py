"""Erasure tombstones with a holder that is not completed, or that do not read (§12.3); read-only here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.erasure import HolderResult
from workbench.protocol.records import ErasureTombstone
from workbench.protocol.words import HolderOutcome
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.store.case import Case
from workbench.store.snapshot import Held


def cases(reading: Reading) -> Iterator[Case]:
    """One case per tombstone that is not complete; the same record in two places is one."""
    seen: set[tuple[str, object]] = set()
    for held in reading.snapshot.tombstones:
        record = held.record
        said = (held.name, record.model_dump_json() if record else held.address)
        if said in seen or (record is not None and record.complete):
            continue
        seen.add(said)
        yield _case(reading, held)


def opened(reading: Reading, case: Case) -> Case:
    """The case with every holder and its result."""
    held = next(held for held in reading.snapshot.tombstones if f"erasure:{held.name}" == case.id)
    hidden = case.withheld_by is not None and not reading.audit
    facts = tuple(_facts(held.record, hidden)) if held.record is not None else ()
    notes = case.notes if held.record is None else tuple(_open_holders(held.record, hidden))
    text = "" if hidden else text_at(reading.snapshot, held.address)
    return replace(case, facts=(*facts, ("at", place_of(held.address))), notes=notes, text=text)


def _case(reading: Reading, held: Held[ErasureTombstone]) -> Case:
    record = held.record
    age = reading.days_since(record.executed_at) if record is not None else None
    by = reading.record_by(held)
    hidden = by is not None and not reading.audit
    malformed = (f"Malformed: {held.problem or 'it does not read'}.",)
    notes = tuple(_open_holders(record, hidden)) if record else malformed
    return Case(
        id=f"erasure:{held.name}",
        kind="erasure",
        title=f"Erasure {held.name}: {len(notes)} open" if record else f"Erasure {held.name}: malformed",
        targets=(reading.record_target(held, "tombstone"),),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=notes,
        withheld_by=by,
        read_only=READ_ONLY,
    )


def _open_holders(record: ErasureTombstone, hidden: bool) -> Iterator[str]:
    for number, holder in enumerate(record.holders, start=1):
        if holder.result is not HolderOutcome.COMPLETED:
            why = f" ({holder.limitation_ref})" if holder.limitation_ref and not hidden else ""
            yield f"{_name(holder, number, hidden)}: {holder.result}{why}."


def _name(holder: HolderResult, number: int, hidden: bool) -> str:
    """How a holder is called: by its reference, or by its place in the list while that is held back."""
    return f"holder {number}" if hidden else holder.holder_ref


def _facts(record: ErasureTombstone, hidden: bool) -> Iterator[tuple[str, str]]:
    if not hidden:
        yield "scope", ", ".join(record.scope_refs)
        yield "authority", record.authority_ref
        yield "decided at", record.decided_at
        yield "executed at", record.executed_at
    for number, holder in enumerate(record.holders, start=1):
        name = _name(holder, number, hidden)
        yield name if hidden else f"holder {name}", str(holder.result)
