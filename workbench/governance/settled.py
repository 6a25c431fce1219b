"""Which cases a decision that stands has settled, as far as its records are what it left (§15.2.1, §16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from workbench.governance.canonical import salted
from workbench.governance.ledger import Entry, Ledger
from workbench.store.case import LEAVES_OPEN, Case, Target

SETTLES: Final = frozenset({"both", "confirm", "merge", "accept"})
"""Verdicts after which a case is none any more, although its records stay as they are."""
KINDS: Final = frozenset({"contradiction", "duplicate", "broken-supersede"})
"""Kinds of case that records alone do not end."""


class Settled:
    """Asks of a case whether it is settled. ``bytes_of`` gives the bytes of a target as they stand."""

    def __init__(self, ledger: Ledger, bytes_of: Callable[[Target], bytes]) -> None:
        self._ledger = ledger
        self._bytes_of = bytes_of

    def __call__(self, case: Case) -> bool:
        """Whether the last decision on the case that stands settled it, and left what stands there now."""
        if case.kind not in KINDS or not self._settling:
            return False
        entry = self._plain.get(case.id) or next(
            (one for one in self._aliased if one.is_about(case.id)), None
        )
        return entry is not None and self._stands(entry, case)

    def as_left(self, case: Case) -> bool:
        """Whether a case that was left open is still what was looked at: no row came, and none is another."""
        entry = next((one for one in reversed(self._ledger.entries) if self._leaves(one, case)), None)
        return entry is None or self._stands(entry, case)

    def _leaves(self, entry: Entry, case: Case) -> bool:
        record = entry.record
        leaves = record is not None and record.verdict in LEAVES_OPEN
        return leaves and entry.id not in self._ledger.reverted and entry.is_about(case.id)

    def _stands(self, entry: Entry, case: Case) -> bool:
        """Whether each record of the case holds bytes that were reviewed, or that the decision wrote."""
        record, salt = entry.record, entry.salt
        if record is None or salt is None:
            return False
        known = {one.digest for one in record.reviewed} | {one.after for one in record.effects if one.after}
        return all(salted(salt, self._bytes_of(target)) in known for target in case.targets)

    @cached_property
    def _settling(self) -> tuple[Entry, ...]:
        """Decisions that settled a case and are followed by no other on it, the newest first."""
        found: dict[str, Entry] = {}
        ledger = self._ledger
        for entry in reversed(ledger.entries):
            record = entry.record
            if record is None or record.verdict == "revert" or entry.id in ledger.reverted:
                continue
            found.setdefault(record.case, entry)
        return tuple(one for one in found.values() if one.record and one.record.verdict in SETTLES)

    @cached_property
    def _plain(self) -> Mapping[str, Entry]:
        return {one.record.case: one for one in self._settling if one.record is not None}

    @cached_property
    def _aliased(self) -> tuple[Entry, ...]:
        return tuple(one for one in self._settling if one.record is not None and "~" in one.record.case)
