"""A plan on its way into the ledger: held fast from the key that records it to what became of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from screens.guard import place_of
from screens.question import Progress, Unseen
from screens.recorded import UNKNOWN
from screens.show.plan import Plan
from workbench.desk import Desk
from workbench.desk.deciding import seen_since
from workbench.desk.remembered import remember
from workbench.desk.views import Outcome
from workbench.store.decision import Prepared
from workbench.text.errors import WorkbenchError


@dataclass
class Recording:
    """The decisions of one plan, as they were when the key was typed, and what became of them."""

    plan: Plan
    prepared: tuple[Prepared, ...]
    progress: Progress
    told: list[Outcome] = field(default_factory=list)

    def record(self, desk: Desk) -> tuple[Outcome, ...]:
        """Record all of them; for a thread.

        Raises:
            WorkbenchError: before anything was recorded.
        """
        self.progress.total = len(self.prepared)
        try:
            outcomes = desk.commit(self.prepared, each=self._one)
        except Exception as error:
            if isinstance(error, WorkbenchError) and not self.told:
                raise
            outcomes = self._found_out(desk, error)
        with suppress(Exception):  # what is recorded is told, though a reason could not be remembered
            if any(outcome.recorded for outcome in outcomes):
                remember(desk, *self.prepared)
        return outcomes

    def _one(self, outcome: Outcome) -> None:
        self.told.append(outcome)
        self.progress.done += 1

    def _found_out(self, desk: Desk, error: Exception) -> tuple[Outcome, ...]:
        """What became of each, where a failure came in between: the ledger tells, or nobody does."""
        known = {outcome.id for outcome in self.told}
        ledger: set[str] | None = None
        with suppress(Exception):
            ledger = {entry.id for entry in desk.reload().ledger()}
        left = [one for one in self.prepared if one.id not in known]
        return (*self.told, *(_after(one, ledger, error) for one in left))


def _after(one: Prepared, ledger: set[str] | None, error: Exception) -> Outcome:
    recorded = ledger is not None and one.id in ledger
    words = f"the workbench failed: {place_of(error)}"
    if ledger is None:
        words += "; whether this was recorded is not known, the ledger tells"
    code = UNKNOWN if ledger is None else ""
    return Outcome(one.id, one.case_id, 7 if recorded else 1, recorded, (), words, code=code)


def with_what_was_seen(plan: Plan, unseen: Unseen) -> tuple[Prepared, ...]:
    """The decisions, told of what was looked at after the plan was made."""
    nothing: frozenset[str] = frozenset()
    return tuple(
        seen_since(one, plan.unseen.get(one.case_id, nothing) - unseen.get(one.case_id, nothing))
        for one in plan.prepared
    )
