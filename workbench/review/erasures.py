"""Erasure tombstones with a holder that is not completed, or that do not read (§12.3); read-only here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.erasure import HolderResult
from workbench.protocol.ids import Prefix, is_id, parse_id
from workbench.protocol.records import ErasureTombstone
from workbench.protocol.words import HolderOutcome
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.review.refs import Refs
from workbench.review.withheld import HELD_BACK, who
from workbench.store.case import Case
from workbench.store.details.erasure import ErasureDetail, HolderView
from workbench.store.details.refs import RefState
from workbench.store.snapshot import Held, LogLine


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
    shaped = detail(Refs(reading), held, held.record) if held.record is not None else None
    return replace(
        case, facts=(*facts, ("at", place_of(held.address))), notes=notes, text=text, detail=shaped
    )


def detail(refs: Refs, held: Held[ErasureTombstone], record: ErasureTombstone) -> ErasureDetail:
    """A tombstone for its view: what it covers, what stands of that, and each holder's recorded result."""
    reading = refs.reading
    by = reading.record_by(held)
    hidden = by is not None and not reading.audit
    logged = _logged(reading, held)
    signed = logged.event.by if logged is not None else None
    return ErasureDetail(
        name=held.name,
        place=place_of(held.address),
        authority=HELD_BACK if hidden else record.authority_ref,
        decided_at=record.decided_at,
        executed_at=record.executed_at,
        logged_by=who(signed) if hidden or reading.exclusions.text_withheld(signed or "") else signed,
        logged_at=place_of(logged.address) if logged is not None else None,
        result=result_of(record),
        covers=_covers(record),
        scope=tuple(_scope(refs, record, by if hidden else None)),
        holders=tuple(
            HolderView(
                _name(holder, number, hidden),
                str(holder.result),
                HELD_BACK if hidden and holder.limitation_ref else holder.limitation_ref,
            )
            for number, holder in enumerate(record.holders, start=1)
        ),
        replacements=tuple(_replacements(refs, record, by if hidden else None)),
        withheld_by=by,
    )


def result_of(record: ErasureTombstone) -> str:
    """What all holders together come to, by their own results."""
    results = {holder.result for holder in record.holders}
    if len(results) == 1:
        return str(results.pop())
    return str(HolderOutcome.PARTIALLY_COMPLETED)


def _covers(record: ErasureTombstone) -> tuple[tuple[str, int], ...]:
    kinds = [_kind(ref) for ref in record.scope_refs]
    words = ("item", "archive reference", "other reference")
    return tuple((word, kinds.count(word)) for word in words if word in kinds)


def _kind(ref: str) -> str:
    if is_id(ref, Prefix.ITEM):
        return "item"
    return "archive reference" if ref.startswith(("archive/", "memory/archive/")) else "other reference"


def _scope(refs: Refs, record: ErasureTombstone, by: str | None) -> Iterator[RefState]:
    """Each reference of the scope, and whether anything stands under that name: ids and anchors alone."""
    replaced = set(record.sanitized_replacement_refs)
    for ref in dict.fromkeys(record.scope_refs):
        places = [place_of(row.address) for row in refs.snapshot.rows_by_key.get(ref, ())]
        anchored = refs.reading.lookups.anchors.all(ref)
        places += [place_of(found.address) for _, found in anchored if found is not None]
        kind = _kind(ref).removesuffix(" reference")
        shown = HELD_BACK if by and parse_id(ref) is None else ref
        if places and ref in replaced:
            yield RefState(shown, kind, "its sanitized replacement stands", "weak", place=places[0])
        elif places:
            yield RefState(shown, kind, "still stands under this name", "none", place=places[0])
        elif kind == "other":
            yield RefState(shown, kind, "no file of the store can tell", "unknown")
        else:
            yield RefState(shown, kind, "nothing stands under this name", "sound")


def _replacements(refs: Refs, record: ErasureTombstone, by: str | None) -> Iterator[RefState]:
    """Each sanitized replacement, and whether it resolves."""
    for found in refs.states(record.sanitized_replacement_refs, by):
        words = found.state.partition(";")[0]
        yield replace(found, state=words, weight="sound" if words == "resolves" else found.weight)


def _logged(reading: Reading, held: Held[ErasureTombstone]) -> LogLine | None:
    """The entry of the log under which the record stands, where that is an erase entry."""
    above = [
        line
        for line in reading.snapshot.log
        if line.address.path == held.address.path and line.address.start <= held.address.start
    ]
    return above[-1] if above and above[-1].event.event == "erase" else None


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
        title=f"{len(notes)} open: {held.name}" if record else f"malformed: {held.name}",
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
