"""A reason held against the memory that it must not quote, before anything is recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from workbench.governance.ledger import Entry
from workbench.governance.names import real_name
from workbench.governance.quotes import quotes
from workbench.store.case import Case
from workbench.store.snapshot import Address, Snapshot
from workbench.text.errors import Refused
from workbench.text.visible import from_bytes

QUOTES = (
    "The reason repeats words of the memory it is about, and would stand in the memory folder "
    "for every agent to read. Say it in your own words if you can."
)


def reason_notes(reason: str, told: Iterable[str], held_back: Iterable[str]) -> tuple[str, ...]:
    """What a person must know of a reason before recording it.

    Raises:
        Refused: it quotes what a withdrawal holds back (§15.2 rule 1).
    """
    if quotes(reason, held_back):
        raise Refused(
            "The reason quotes memory that a withdrawal holds back.",
            rule="§15.2 rule 1: what is withdrawn is excluded before any other use",
            not_done="Nothing was planned.",
            next="Say why in your own words.",
        )
    return (QUOTES,) if quotes(reason, told) else ()


def refuse_withheld(held_back: Collection[str], *texts: str | None) -> None:
    """Refuse text for a new row that repeats what a withdrawal holds back (§12.2, §15.2 rule 1)."""
    if any(text and quotes(text, held_back) for text in texts):
        raise Refused(
            "The text repeats memory that a withdrawal holds back.",
            rule="§12.2: a copy must not restore what was withdrawn",
            not_done="Nothing was planned.",
            next="Write it without what was withdrawn, or have the withdrawal lifted first.",
        )


def withheld(snapshot: Snapshot, excluded: Collection[str], case: Case | None) -> Iterator[str]:
    """Every text that a withdrawal holds back: of rows by their keys, and of a case's evidence."""
    for key in excluded:
        yield from (row.text for row in snapshot.rows_by_key.get(key, ()))
    for found in case.evidence if case is not None else ():
        if found.withheld_by and found.address is not None:
            yield _text(snapshot, found.address, found.key)


def told_by_case(snapshot: Snapshot, case: Case) -> Iterator[str]:
    """The texts of a case's own records and of its evidence."""
    yield from (_text(snapshot, target.address, target.key) for target in case.targets)
    for found in case.evidence:
        if found.address is not None:
            yield _text(snapshot, found.address, found.key)


def told_by_decision(snapshot: Snapshot, entry: Entry | None) -> Iterator[str]:
    """The texts of the rows that a recorded decision was about."""
    record = entry.record if entry is not None else None
    if entry is None or record is None or entry.salt is None:
        return
    for target in record.targets:
        key = real_name(entry.salt, target.ref, snapshot.rows_by_key)
        yield from (row.text for row in snapshot.rows_by_key.get(key or "", ()))


def _text(snapshot: Snapshot, address: Address, key: str | None) -> str:
    """What a row says, or all that stands at an address where no row does."""
    rows = snapshot.rows_by_key.get(key or "", ())
    row = next((row for row in rows if row.address == address), None)
    if row is not None:
        return row.text
    return from_bytes(snapshot.span(address)) if address.path in snapshot.files else ""
