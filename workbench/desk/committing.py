"""The part of the desk that has decisions recorded and finished, and knows this person's last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from workbench.desk.comparing import compared
from workbench.desk.keeping import Keeper, is_of, touched_by
from workbench.desk.planning import Planning
from workbench.desk.resumed import with_withdrawals
from workbench.desk.since import ANOTHER, UNREAD, Since, never, unknown
from workbench.desk.views import Outcome
from workbench.governance.commit import commit
from workbench.governance.places import data_home
from workbench.governance.resume import resume
from workbench.store.decision import Prepared
from workbench.store.plan import Effect, Plan
from workbench.text.errors import WorkbenchError


class Committing(Planning):
    """The decisions of a person on one load of one store, and what changed since their last one."""

    _keeper: Keeper

    def since(self) -> Since:
        """What changed since this person's last decision on this machine. Nothing is written."""
        return self._since

    def commit(
        self, prepared: Sequence[Prepared], *, each: Callable[[Outcome], None] = lambda outcome: None
    ) -> tuple[Outcome, ...]:
        """Record decisions and carry them out, one after the other. Expected failures are outcomes.

        What an earlier one did to a record that a later one reviewed is no change by somebody else.
        ``each`` is told of every outcome as it comes.
        """
        outstanding = self._outstanding()
        outcomes: list[Outcome] = []
        done: list[tuple[Effect, ...]] = []
        latest = _Latest(self)
        for one in prepared:
            outcomes.append(self._commit(one, done, latest))
            each(outcomes[-1])
            if outcomes[-1].exit == 0:
                done.append(one.plan.effects)
        self._keeper.decided(data_home(), prepared, outcomes, outstanding, lambda: self._since.to_carry)
        return tuple(outcomes)

    def resume(self) -> tuple[Outcome, ...]:
        """Finish what is recorded and not carried out, every digest checked again.

        Raises:
            WriterBusy, IoFailed: nothing was finished.
        """
        self._check_writable()
        outstanding = self._outstanding()
        outcomes = resume(self._snapshot.root, self._binding, private_home=data_home())
        self._keeper.finished(data_home(), outstanding)
        return with_withdrawals(outcomes, self._review.exclusions.key_withheld)

    # Inside

    def _commit(self, prepared: Prepared, batch: Sequence[Sequence[Effect]], latest: _Latest) -> Outcome:
        try:
            self._check_writable()
            root, home = self._snapshot.root, data_home()
            return commit(
                root,
                self._binding,
                prepared,
                private_home=home,
                batch=batch,
                replan=lambda: latest.replan(prepared),
            )
        except WorkbenchError as error:
            return Outcome(
                id=prepared.id,
                case=prepared.case_id,
                exit=error.exit_code,
                recorded=False,
                effects=(),
                message=error.message,
                next=error.next,
                code=error.code,
                rule=error.rule,
            )

    def _outstanding(self) -> list[tuple[str, str]]:
        """The records that decisions had still to change when the store was read."""
        return touched_by(self._ledger, (id_ for id_, state in self._states.items() if state == "unfinished"))

    @cached_property
    def _since(self) -> Since:
        try:
            kept = self._keeper.kept(data_home())
        except ValueError:
            return unknown(UNREAD)
        if kept is None:
            return unknown(never(self._ledger))
        if not is_of(kept.baseline, self._ledger.store_id):
            return unknown(ANOTHER)
        today = self._looked_at.date().isoformat()
        prints = self._keeper.prints
        return compared(self._snapshot, prints, self._review, self._ledger, kept.baseline, today)

    def _again(self, prepared: Prepared) -> tuple[Committing, Plan]:
        """The store as it is now, and the plan of a prepared decision on it."""
        raise NotImplementedError


class _Latest:
    """The last reading of a store under the lock; the next one takes from it what has not changed since."""

    def __init__(self, desk: Committing) -> None:
        self._desk = desk

    def replan(self, prepared: Prepared) -> Plan:
        """The plan of a prepared decision on the store as it is now."""
        self._desk, plan = self._desk._again(prepared)
        return plan
