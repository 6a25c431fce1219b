"""Proposals that wait for a person's word, and those that do not read (§17, §23.5); read-only here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.records import PolicyProposal
from workbench.protocol.words import ProposalStatus
from workbench.review import evidence
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.store.case import Case
from workbench.store.snapshot import Held

_FLAGS = {
    "unknown-status": "Its status is a word that neither the protocol nor this workbench knows.",
    "unknown-target": "Its target is of no known kind.",
    "no-supporting-refs": "It names nothing that supports it.",
}


def cases(reading: Reading) -> Iterator[Case]:
    """One case per proposal that is pending or malformed; a file that is no record at all is unreadable."""
    for held in reading.snapshot.proposals:
        if held.record is not None and _waits(held.record):
            yield _case(reading, held, held.record)
        elif held.record is None and held.raw is not None:
            yield _malformed(reading, held)


def opened(reading: Reading, case: Case) -> Case:
    """The case with what the proposal says and what it rests on."""
    held = next(held for held in reading.snapshot.proposals if f"promotion:{held.name}" == case.id)
    record = held.record
    if record is None:
        return replace(case, text=text_at(reading.snapshot, held.address))
    return replace(
        case,
        text=record.proposed_change,
        facts=_facts(held, record),
        evidence=tuple(
            evidence.refs(reading, record.supporting_refs, "supporting", "named in supporting_refs")
        ),
    )


def _waits(record: PolicyProposal) -> bool:
    return record.known_status in (ProposalStatus.PENDING_REVIEW, None)


def _case(reading: Reading, held: Held[PolicyProposal], record: PolicyProposal) -> Case:
    age = reading.days_since(record.proposal_id.removeprefix("mempolicy-"))
    notes = [_FLAGS.get(flag, flag) for flag in record.flags()]
    withheld = [ref for ref in record.supporting_refs if reading.exclusions.key_withheld(ref)]
    if withheld:
        notes.append(f"It rests on what is withdrawn: {', '.join(withheld)} (§12.2).")
    return Case(
        id=f"promotion:{held.name}",
        kind="promotion",
        title=record.proposed_change,
        targets=(reading.record_target(held, "proposal", record.status),),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=tuple(notes),
        read_only=READ_ONLY,
    )


def _malformed(reading: Reading, held: Held[PolicyProposal]) -> Case:
    return Case(
        id=f"promotion:{held.name}",
        kind="promotion",
        title=f"A proposal that does not read: {held.problem or 'malformed'}",
        targets=(reading.record_target(held, "proposal"),),
        notes=(f"Malformed: {held.problem or 'it does not read'}.",),
        read_only=READ_ONLY,
    )


def _facts(held: Held[PolicyProposal], record: PolicyProposal) -> tuple[tuple[str, str], ...]:
    return (
        ("target", record.target),
        ("status", record.status),
        ("supporting refs", str(len(record.supporting_refs))),
        ("expected benefit", record.expected_benefit or "not given"),
        ("risk", record.risk or "not given"),
        ("id", record.proposal_id),
        ("at", place_of(held.address)),
    )
