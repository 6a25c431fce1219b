"""The ledger as a list for a person: who decided what, when, why, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from workbench.desk.views import LedgerEntry
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.names import case_named, real_name
from workbench.governance.results import State
from workbench.governance.states import states
from workbench.store.binding import Binding


def entry_views(
    ledger: Ledger, root: Path, binding: Binding, private: Path | None, names: Iterable[str] = ()
) -> tuple[LedgerEntry, ...]:
    """Every decision, newest first; one that does not read is listed with the reason.

    ``names`` are keys of the store's rows: a record that names one by an alias is shown with it.
    """
    found = states(ledger, root, binding, private)
    known = tuple(names)
    views = tuple(_view(entry, ledger, found[entry.id], known) for entry in reversed(ledger.entries))
    return (_unread("memory/governance", ledger.problem), *views) if ledger.problem else views


def _view(entry: Entry, ledger: Ledger, state: State, names: tuple[str, ...]) -> LedgerEntry:
    record = entry.record
    if record is None:
        return _unread(entry.id, entry.problem)
    return LedgerEntry(
        id=entry.id,
        decided_at=record.decided_at,
        decided_by=record.decided_by,
        claimed=record.claimed,
        verdict=record.verdict,
        case=case_named(entry.salt, record.case, names) or record.case,
        targets=_targets(entry, ledger, names),
        reason=entry.reason_text,
        reverted_by=ledger.reverted.get(entry.id),
        state=state,
        problem=entry.problem,
    )


def _unread(name: str, problem: str | None) -> LedgerEntry:
    """A decision, or the ledger as a whole, that does not read: nothing of it is known."""
    said = "unknown"
    return LedgerEntry(name, said, said, said, said, said, (), None, None, "unreadable", problem)


def _targets(entry: Entry, ledger: Ledger, names: tuple[str, ...]) -> tuple[str, ...]:
    """The targets of a decision; those of a revert stand under the salt of what it takes back."""
    said = entry
    while said.record and said.record.supersedes and said.record.supersedes in ledger.by_id:
        said = ledger.by_id[said.record.supersedes]
    refs = [target.ref for target in entry.record.targets] if entry.record is not None else []
    salt = said.salt
    return tuple(refs if salt is None else (real_name(salt, ref, names) or ref for ref in refs))
