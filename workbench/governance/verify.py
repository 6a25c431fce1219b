"""Does the ledger hold, and does the store show what was decided? Nothing is written.

The order: store identity, records, salts and reasons, chain, what this machine
remembers, then effects. What cannot be checked on this machine is said and is no failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.governance.canonical import salted, sha256
from workbench.governance.checks import check_effects
from workbench.governance.ledger import Entry, Ledger, read_ledger
from workbench.governance.leftovers import took_effect
from workbench.governance.places import private_dir
from workbench.governance.private import Heads, kept_decisions, read_bytes, read_heads
from workbench.governance.records import DecisionRecord
from workbench.governance.results import VerifyFinding, VerifyReport, sentence
from workbench.governance.rights import authority
from workbench.governance.roster import Roster, read_roster
from workbench.governance.states import decisions_in, log_bytes
from workbench.store.binding import Binding
from workbench.store.decision import Actor
from workbench.text.durable import is_own_temp
from workbench.text.errors import Refused, Unreadable
from workbench.text.visible import visible


def verify(root: Path, binding: Binding, private_home: Path) -> VerifyReport:
    """Check everything about the ledger of a store that can be checked here.

    Raises:
        Refused: the data folder lies inside the memory root.
    """
    ledger = read_ledger(root)
    store_id = ledger.store_id or _store_of_records(ledger)
    private = None if store_id is None else private_dir(private_home, store_id, root)
    roster = read_roster(root)
    found = [
        *_store(ledger),
        *_files(ledger),
        *(finding for entry in ledger.entries for finding in _entry(entry, ledger, roster)),
        *_chain(ledger),
        *_memory(ledger, private),
        *_kept(ledger, root, binding, private),
        *_log(ledger, root),
        *check_effects(ledger, root, binding, private),
    ]
    return VerifyReport(len(ledger.entries), tuple(dict.fromkeys(found)))


def _store_of_records(ledger: Ledger) -> str | None:
    """The store that the records name, for when ``store.yaml`` does not tell."""
    return next((entry.record.store_id for entry in ledger.entries if entry.record), None)


def _store(ledger: Ledger) -> Iterator[VerifyFinding]:
    if ledger.store_problem is not None:
        yield VerifyFinding(
            None, "store", True, f"governance/store.yaml does not name a store: {ledger.store_problem}."
        )
    elif ledger.store_id is None and ledger.entries:
        yield VerifyFinding(None, "store", True, "governance/store.yaml is gone, and decisions are there.")
    if ledger.folder_problem is not None:
        message = f"The decisions cannot be listed: governance/decisions: {ledger.folder_problem}."
        yield VerifyFinding(None, "store", True, message)


def _files(ledger: Ledger) -> Iterator[VerifyFinding]:
    for name in ledger.foreign:
        what = "was left by an interrupted write" if is_own_temp(name) else "belongs to no decision"
        yield VerifyFinding(None, "record", False, f"{visible(name)} {what}.")
    for name in ledger.orphans:
        yield VerifyFinding(None, "record", False, f"{name} stands beside no record.")


def _entry(entry: Entry, ledger: Ledger, roster: Roster | None) -> Iterator[VerifyFinding]:
    """One record and the two files beside it (attribution, not authenticity: nothing is signed)."""
    record = entry.record
    if record is None:
        yield VerifyFinding(entry.id, "record", True, f"The record does not read: {entry.problem}.")
        return
    if ledger.store_id is not None and record.store_id != ledger.store_id:
        yield VerifyFinding(entry.id, "store", True, "The record belongs to another store.")
    if entry.salt is None:
        yield VerifyFinding(entry.id, "salt", True, "The salt is gone: no digest can be checked.")
    elif sha256(entry.salt) != record.salt_digest:
        yield VerifyFinding(entry.id, "salt", True, "The salt is not the one the record names.")
    if entry.reason is None:
        yield VerifyFinding(entry.id, "reason", True, "The reason is gone.")
    elif entry.salt is not None and salted(entry.salt, entry.reason) != record.reason_digest:
        yield VerifyFinding(entry.id, "reason", True, "The reason is not the one the record names.")
    yield from _right(entry.id, record, roster)


def _right(decision: str, record: DecisionRecord, roster: Roster | None) -> Iterator[VerifyFinding]:
    """Who decided could decide; under an earlier roster only what never changes is checked."""
    in_force = roster if roster is not None and roster.digest == record.authority.roster else None
    try:
        authority(in_force, Actor(record.decided_by, record.claimed, record.at_terminal), record.action)
    except Refused as error:
        yield VerifyFinding(decision, "record", True, error.message)


def _chain(ledger: Ledger) -> Iterator[VerifyFinding]:
    known = {entry.digest for entry in ledger.entries}
    roots = [entry for entry in ledger.entries if entry.record and not entry.record.prev]
    for entry in ledger.entries:
        record = entry.record
        if record and not known.issuperset(record.prev):
            message = "A decision before this one is altered or gone."
            yield VerifyFinding(entry.id, "chain", True, message)
        if record and record.supersedes and record.supersedes not in ledger.by_id:
            yield VerifyFinding(
                entry.id, "chain", True, f"{record.supersedes}, which it takes back, is gone."
            )
    for entry in roots if len(roots) > 1 else ():
        yield VerifyFinding(entry.id, "chain", True, "It begins a chain of its own beside another.")


def _memory(ledger: Ledger, private: Path | None) -> Iterator[VerifyFinding]:
    """The ledger against what this machine remembers of it."""
    if private is None:
        return
    try:
        heads = read_heads(private)
    except Unreadable:
        yield VerifyFinding(None, "head", True, "The heads remembered on this machine do not read.")
        heads = Heads()
    for decision, digest in heads.heads.items():
        entry = ledger.by_id.get(decision)
        if entry is None:
            yield VerifyFinding(
                decision,
                "head",
                True,
                "This machine saw this decision, and it is gone; another clone of the store may hold it.",
            )
        elif entry.digest != digest:
            yield VerifyFinding(decision, "digest", True, "The record is not the one this machine saw.")
    if not heads.heads:
        for entry in ledger.heads:
            yield VerifyFinding(entry.id, "head", False, "This head is not known on this machine.")
        return
    for entry in _strangers(ledger, heads, private):
        yield VerifyFinding(entry.id, "head", False, "It is not known on this machine.")


def _strangers(ledger: Ledger, heads: Heads, private: Path) -> Iterator[Entry]:
    """Records that neither this machine made nor a remembered head leads to."""
    known = set(heads.heads) | set(_kept_here(private))
    by_digest = {entry.digest: entry for entry in ledger.entries}
    for entry in reversed(ledger.entries):
        if entry.record and entry.id in known:
            known.update(by_digest[digest].id for digest in entry.record.prev if digest in by_digest)
    return (entry for entry in ledger.entries if entry.record and entry.id not in known)


def _kept_here(private: Path) -> Sequence[str]:
    """Decisions whose bytes are kept here; none where the folder cannot be listed."""
    try:
        return kept_decisions(private)
    except Unreadable:
        return ()


def _kept(ledger: Ledger, root: Path, binding: Binding, private: Path | None) -> Iterator[VerifyFinding]:
    """The ledger against the private bytes, which name the digest of each record made here."""
    if private is None:
        return
    for decision in _kept_here(private):
        try:
            kept = read_bytes(private, decision)
        except Unreadable as error:
            yield VerifyFinding(decision, "digest", False, f"Unverifiable here: {sentence(error.reason)}")
            continue
        entry = ledger.by_id.get(decision)
        if kept is None:
            continue
        if entry is not None and entry.digest != kept.record_sha256:
            yield VerifyFinding(decision, "digest", True, "The record is not the one made on this machine.")
        elif entry is None and any(took_effect(root, binding, ledger, effect) for effect in kept.effects):
            yield VerifyFinding(decision, "head", True, "Its effects are there, and its record is gone.")


def _log(ledger: Ledger, root: Path) -> Iterator[VerifyFinding]:
    """Decisions that the log names and the ledger lacks: a note, because logs are copied and rotated.

    Where there is no decision at all they fail: then it is the ledger that is gone.
    """
    for decision in decisions_in(log_bytes(root)):
        if not ledger.entries:
            yield VerifyFinding(decision, "chain", True, "The log names it, and the store has no ledger.")
        elif decision not in ledger.by_id:
            yield VerifyFinding(decision, "chain", False, "The log names it, and the ledger lacks it.")
