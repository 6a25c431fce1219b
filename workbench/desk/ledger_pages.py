"""The part of the desk that reads the ledger: every decision, one in full, and whether all of it holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from workbench.desk.ledger_views import decision_view, entry_views, plan_was
from workbench.desk.views import DecisionView, LedgerEntry, PlanWas, VerifyReport
from workbench.governance.ledger import Ledger, read_ledger
from workbench.governance.places import data_home, private_dir, record_path
from workbench.governance.results import State
from workbench.governance.states import states
from workbench.governance.verify import verify
from workbench.review.exclusions import Exclusions
from workbench.store.binding import Binding
from workbench.store.snapshot import Snapshot
from workbench.text import durable
from workbench.text.errors import UnknownId


class LedgerPages:
    """The ledger of one load of one store."""

    _binding: Binding
    _snapshot: Snapshot

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """Every decision, newest first."""
        return self._entries

    def decision(self, decision_id: str) -> DecisionView:
        """One decision in full: what its record tells, and what the store shows of it. For a worker.

        Raises:
            UnknownId: the ledger has no such decision.
        """
        text = self.decision_record(decision_id)
        ledger, entry = self._ledger, self._ledger.by_id[decision_id]
        view = next(one for one in self._entries if one.id == decision_id)
        excluded = self._exclusions()
        return decision_view(
            view, entry, ledger, self._snapshot, self._binding, self._private, excluded, text
        )

    def plan_of(self, decision_id: str) -> PlanWas:
        """The plan of a decision as it was, withheld text masked as of today. Slow: for a worker.

        Raises:
            UnknownId: the ledger has no such decision.
        """
        entry = self._ledger.by_id.get(decision_id)
        if entry is None:
            raise UnknownId("The ledger holds no decision of that id.")
        view = next(one for one in self._entries if one.id == decision_id)
        excluded = self._exclusions()
        return plan_was(view, entry, self._snapshot, self._binding, self._private, excluded)

    def decision_record(self, decision_id: str) -> str:
        """The record of a decision, its own JSON text.

        Raises:
            UnknownId: the ledger has no such decision.
        """
        if decision_id not in self._ledger.by_id:
            raise UnknownId("The ledger holds no decision of that id.")
        return durable.read_file(self._snapshot.root, record_path(decision_id)).data.decode(
            "utf-8", "surrogateescape"
        )

    def verify(self) -> VerifyReport:
        """Check chain, digests, heads, effects and foreign changes of the whole ledger."""
        return verify(self._snapshot.root, self._binding, private_home=data_home())

    # Inside

    def _exclusions(self) -> Exclusions:
        """What is withdrawn today."""
        raise NotImplementedError

    @cached_property
    def _ledger(self) -> Ledger:
        return read_ledger(self._snapshot.root)

    @cached_property
    def _states(self) -> Mapping[str, State]:
        return states(self._ledger, self._snapshot.root, self._binding, self._private)

    @cached_property
    def _entries(self) -> tuple[LedgerEntry, ...]:
        return entry_views(self._ledger, self._states, self._snapshot, self._exclusions())

    @property
    def _private(self) -> Path | None:
        store_id = self._ledger.store_id
        return private_dir(data_home(), store_id, self._snapshot.root) if store_id is not None else None
