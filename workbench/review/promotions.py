"""Proposals that wait for a person's word, and those that do not read (§17, §23.5); read-only here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.ids import parse_id
from workbench.protocol.records import PolicyProposal
from workbench.protocol.words import ProposalStatus
from workbench.review import evidence
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.review.refs import Refs
from workbench.review.withheld import HELD_BACK, by_sentence, proposal_status
from workbench.store.case import Case, Target
from workbench.store.details.proposal import ProposalDetail
from workbench.store.snapshot import Held

_FLAGS = {
    "unknown-status": "Its status is a word that neither the protocol nor this workbench knows.",
    "unknown-target": "Its target is of no known kind.",
    "no-supporting-refs": "It names nothing that supports it.",
}
_PROPOSED_BY = ("proposed_by", "emitted_by", "author", "by")
_SECTION = ("section", "target_section")


def cases(reading: Reading) -> Iterator[Case]:
    """One case per proposal that is pending or malformed; a file that is no record at all is unreadable."""
    for held in reading.snapshot.proposals:
        if held.record is not None and _waits(held.record):
            yield _case(reading, held, held.record)
        elif held.record is None and not reading.unread_file(held):
            yield _malformed(reading, held)


def opened(reading: Reading, case: Case) -> Case:
    """The case with what the proposal says and what it rests on."""
    held = next(held for held in reading.snapshot.proposals if f"promotion:{held.name}" == case.id)
    record = held.record
    by = reading.record_by(held) if not reading.audit else None
    if record is None:
        return replace(case, text="" if by else text_at(reading.snapshot, held.address))
    found = evidence.refs(
        reading, record.supporting_refs, "supporting", "named in supporting_refs", withheld_by=by
    )
    return replace(
        case,
        title=_title(record, by),
        text="" if by else record.proposed_change,
        targets=_targets(reading, held, record, by),
        facts=_facts(held, record, by),
        evidence=tuple(found),
        detail=detail(Refs(reading), held, record),
    )


def detail(refs: Refs, held: Held[PolicyProposal], record: PolicyProposal) -> ProposalDetail:
    """A proposal for its view: its own words, what each of its references comes to, feedback on the items."""
    reading = refs.reading
    by = reading.record_by(held)
    hidden = by is not None and not reading.audit
    extras = {} if hidden else dict(record.extras)
    proposed_by, section = _first(extras, _PROPOSED_BY), _first(extras, _SECTION)
    return ProposalDetail(
        name=held.name,
        place=place_of(held.address),
        status=proposal_status(record.status) if hidden else record.status,
        known_status=record.known_status is not None,
        change="" if hidden else record.proposed_change,
        target="" if hidden else record.target,
        target_kind=record.target_kind,
        target_name="" if hidden else record.target_name,
        section=section,
        proposed_by=proposed_by,
        dated=record.proposal_id.removeprefix("mempolicy-")[:10],
        age_days=reading.days_since(record.proposal_id.removeprefix("mempolicy-")),
        benefit="" if hidden else record.expected_benefit,
        risk="" if hidden else record.risk,
        refs=tuple(refs.states(record.supporting_refs, by if hidden else None)),
        feedback=tuple(refs.counted(refs.items_named(record.supporting_refs))),
        extras=tuple(extras.items()),
        notes=_notes(reading, record, by if hidden else None),
        withheld_by=by,
    )


def _first(extras: dict[str, str], names: tuple[str, ...]) -> str | None:
    """The first field of that meaning, taken out of the extras."""
    return next((said for name in names if (said := extras.pop(name, ""))), None)


def _notes(reading: Reading, record: PolicyProposal, hidden: str | None) -> tuple[str, ...]:
    notes = [_FLAGS.get(flag, flag) for flag in record.flags()]
    rests_on = [ref for ref in record.supporting_refs if reading.exclusions.key_withheld(ref)]
    withheld = [HELD_BACK if hidden and parse_id(ref) is None else ref for ref in rests_on]
    if withheld:
        notes.append(f"It rests on what is withdrawn: {', '.join(withheld)} (§12.2).")
    return tuple(notes)


def _waits(record: PolicyProposal) -> bool:
    return record.known_status in (ProposalStatus.PENDING_REVIEW, None)


def _case(reading: Reading, held: Held[PolicyProposal], record: PolicyProposal) -> Case:
    by = reading.record_by(held)
    hidden = None if reading.audit else by
    age = reading.days_since(record.proposal_id.removeprefix("mempolicy-"))
    return Case(
        id=f"promotion:{held.name}",
        kind="promotion",
        title=_title(record, hidden),
        targets=_targets(reading, held, record, hidden),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=_notes(reading, record, hidden),
        withheld_by=by,
        read_only=READ_ONLY,
    )


def _title(record: PolicyProposal, by: str | None) -> str:
    return by_sentence(by) if by else record.proposed_change


def _targets(
    reading: Reading, held: Held[PolicyProposal], record: PolicyProposal, by: str | None
) -> tuple[Target, ...]:
    status = proposal_status(record.status) if by else record.status
    return (reading.record_target(held, "proposal", status),)


def _malformed(reading: Reading, held: Held[PolicyProposal]) -> Case:
    return Case(
        id=f"promotion:{held.name}",
        kind="promotion",
        title=f"A proposal that does not read: {held.problem or 'malformed'}",
        targets=(reading.record_target(held, "proposal"),),
        notes=(f"Malformed: {held.problem or 'it does not read'}.",),
        withheld_by=reading.record_by(held),
        read_only=READ_ONLY,
    )


def _facts(held: Held[PolicyProposal], record: PolicyProposal, by: str | None) -> tuple[tuple[str, str], ...]:
    if by:
        return (
            ("status", proposal_status(record.status)),
            ("supporting refs", str(len(record.supporting_refs))),
            ("at", place_of(held.address)),
        )
    return (
        ("target", record.target),
        ("status", record.status),
        ("supporting refs", str(len(record.supporting_refs))),
        ("expected benefit", record.expected_benefit or "not given"),
        ("risk", record.risk or "not given"),
        ("id", record.proposal_id),
        ("at", place_of(held.address)),
    )
