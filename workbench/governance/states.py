"""Which decisions have their effects in the store, judged without writing anything.

A decision is done once this machine saw it finished or its line stands in the log:
from then on the store is the agent's again, and an old decision is never re-applied
to what the agent does later. Without either, the bytes kept here tell; on another
machine the salted digests, and what they cannot tell is ``unverifiable here``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from workbench.governance.canonical import salted
from workbench.governance.effects import log_rest, names_decision
from workbench.governance.files import read_or_none
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.places import LOG
from workbench.governance.private import Heads, PrivateBytes, read_bytes, read_heads
from workbench.governance.records import HEADING, DecisionRecord, EffectRef
from workbench.governance.results import State
from workbench.protocol.ids import Prefix, ids_in, is_id
from workbench.store.binding import Binding
from workbench.text.errors import Unreadable


def states(ledger: Ledger, root: Path, binding: Binding, private: Path | None) -> Mapping[str, State]:
    """The state of every decision of the ledger; ``private`` is this person's folder for the store."""
    heads = seen_heads(private)
    log = log_bytes(root)
    return {entry.id: _state(entry, ledger, root, binding, private, heads, log) for entry in ledger.entries}


def unfinished(ledger: Ledger, root: Path, binding: Binding, private: Path | None) -> tuple[str, ...]:
    """Ids of decisions that are recorded and whose effects are outstanding, oldest first."""
    found = states(ledger, root, binding, private)
    return tuple(decision for decision, state in found.items() if state == "unfinished")


def seen_heads(private: Path | None) -> Heads:
    """What this machine remembers, or nothing where that does not read."""
    try:
        return Heads() if private is None else read_heads(private)
    except Unreadable:
        return Heads()


def log_bytes(root: Path) -> bytes:
    """The bytes of the operation log, or none where it does not read."""
    try:
        return read_or_none(root, LOG) or b""
    except Unreadable:
        return b""


def decisions_in(log: bytes) -> tuple[str, ...]:
    """Ids of the decisions that a log names, each once."""
    named = ids_in(log.decode("utf-8", "replace"))
    return tuple(dict.fromkeys(name for name in named if is_id(name, Prefix.DECISION)))


def belongs(kept: PrivateBytes, entry: Entry) -> bool:
    """Whether the bytes kept here are those of this very record: file digest and every salted digest."""
    record = entry.record
    if record is None or entry.salt is None or kept.record_sha256 != entry.digest:
        return False
    if salted(entry.salt, kept.log) != record.log or len(kept.effects) != len(record.effects):
        return False
    return all(
        effect.op == ref.op
        and effect_digest(entry.salt, effect.before) == ref.before
        and effect_digest(entry.salt, effect.after) == ref.after
        for effect, ref in zip(kept.effects, record.effects, strict=True)
    )


def kept_of(private: Path | None, entry: Entry) -> PrivateBytes | None:
    """The bytes kept here of a decision, when they are those that its record was made for."""
    try:
        kept = None if private is None else read_bytes(private, entry.id)
    except Unreadable:
        return None
    return kept if kept is not None and belongs(kept, entry) else None


def effect_digest(salt: bytes, data: bytes) -> str | None:
    """The salted digest of one side of an effect; None where there are no bytes."""
    return salted(salt, data) if data else None


def _state(
    entry: Entry, ledger: Ledger, root: Path, binding: Binding, private: Path | None, heads: Heads, log: bytes
) -> State:
    if entry.record is None:
        return "unreadable"
    if entry.id in heads.finished:
        return "done"
    kept = kept_of(private, entry)
    if kept is not None:
        return "unfinished" if log_rest(log, entry.id, kept.log) else "done"
    if names_decision(log, entry.id):
        return "done"
    return _by_digests(entry, entry.record, ledger, root, binding)


def _by_digests(entry: Entry, record: DecisionRecord, ledger: Ledger, root: Path, binding: Binding) -> State:
    live = [ref for ref in record.effects if not ledger.touched_after(entry.id, ref.path, ref.record)]
    found = {side_of(effect, entry.salt, root, binding) for effect in live}
    if found == {"after"}:
        return "done"
    return "unfinished" if found == {"before"} else "unverifiable here"


def side_of(effect: EffectRef, salt: bytes | None, root: Path, binding: Binding) -> str:
    """``before``, ``after`` or ``unknown``: which side of an effect the store shows."""
    if salt is None or "~" in (effect.path[:1], effect.record[:1]) or effect.record.startswith(HEADING):
        return "unknown"
    try:
        data = read_or_none(root, effect.path)
    except Unreadable:
        return "unknown"
    present = {salted(salt, span) for span in binding.spans(effect.path, data or b"", effect.record)}
    if effect.after is not None and effect.after in present:
        return "after"
    if effect.before is not None and effect.before in present:
        return "before"
    if effect.before is None and not present:
        return "before"
    return "after" if effect.after is None else "unknown"
