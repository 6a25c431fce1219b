"""The ledger as a list for a person: who decided what, when, why, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from workbench.desk.views import LedgerEntry
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.results import State
from workbench.governance.states import states
from workbench.store.binding import Binding


def entry_views(
    ledger: Ledger, root: Path, binding: Binding, private: Path | None
) -> tuple[LedgerEntry, ...]:
    """Every decision, newest first; one that does not read is listed with the reason."""
    found = states(ledger, root, binding, private)
    return tuple(_view(entry, ledger.reverted, found[entry.id]) for entry in reversed(ledger.entries))


def _view(entry: Entry, reverted: Mapping[str, str], state: State) -> LedgerEntry:
    record = entry.record
    if record is None:
        return LedgerEntry(
            entry.id,
            "unknown",
            "unknown",
            "unknown",
            "unknown",
            "unknown",
            (),
            None,
            None,
            "unreadable",
            entry.problem,
        )
    return LedgerEntry(
        id=entry.id,
        decided_at=record.decided_at,
        decided_by=record.decided_by,
        claimed=record.claimed,
        verdict=record.verdict,
        case=record.case,
        targets=tuple(target.ref for target in record.targets),
        reason=entry.reason_text,
        reverted_by=reverted.get(entry.id),
        state=state,
        problem=entry.problem,
    )
