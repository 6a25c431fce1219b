"""The part of the desk that plans: who decides, when, and what a verdict would change. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime

from workbench.desk import who
from workbench.desk.case_pages import CasePages
from workbench.desk.deciding import Deciding
from workbench.desk.finding import ItemHit, find_items
from workbench.desk.named import NamedIds
from workbench.desk.preview import preview
from workbench.desk.views import Preview
from workbench.review.queue import Review
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.text.errors import Refused, WorkbenchError


class Planning(CasePages):
    """Decisions on one load of one store, as they would be."""

    readonly: bool
    _named: NamedIds
    _fixed_now: datetime | None

    def actor(self, flag: str | None, *, at_terminal: bool, ask: Callable[[], str] | None = None) -> Actor:
        """Who decides; see :func:`workbench.desk.who.actor`."""
        return who.actor(flag, at_terminal=at_terminal, ask=ask)

    def prepare(
        self,
        case_ids: Sequence[str],
        verdict: Verdict,
        actor: Actor,
        reason: str,
        *,
        unseen: Collection[str] = (),
    ) -> tuple[Prepared, ...]:
        """The decisions that a verdict on these cases would be. Nothing is written.

        ``unseen`` are refs of evidence, and ids or keys of targets, that the person was not
        shown: the record says of each whether it was seen.

        Raises:
            Refused, UsageError, UnknownId, StoreChanged: for the first case that does not take it.
        """
        found = self.prepare_each(case_ids, verdict, actor, reason, unseen=unseen)
        for one in found:
            if isinstance(one, WorkbenchError):
                raise one
        return tuple(one for one in found if isinstance(one, Prepared))

    def prepare_each(
        self,
        case_ids: Sequence[str],
        verdict: Verdict,
        actor: Actor,
        reason: str,
        *,
        unseen: Collection[str] | Mapping[str, Collection[str]] = (),
        beside: Sequence[Prepared] = (),
    ) -> tuple[Prepared | WorkbenchError, ...]:
        """As :meth:`prepare`, with the error of each case that does not take the verdict in its place.

        ``unseen`` may map case ids to what was not shown of each. ``beside`` are plans that are to be
        recorded before these. A plan that is made and given up costs nothing: its ids are drawn again.
        """
        self._check_writable()
        deciding = self._deciding(self._review, frozenset().union(*(one.drawn for one in beside)))
        found: list[Prepared | WorkbenchError] = []
        for id_ in dict.fromkeys(case_ids):
            hidden = unseen.get(id_, ()) if isinstance(unseen, Mapping) else unseen
            try:
                made = deciding.prepare(self.case(id_), verdict, actor, reason, hidden)
                deciding.reserved = made.drawn
                found.append(made)
            except WorkbenchError as error:
                found.append(error)
        return tuple(found)

    def prepare_revert(self, decision_id: str, actor: Actor, reason: str) -> Prepared:
        """The decision that takes another one back; see :meth:`Deciding.prepare_revert`."""
        self._check_writable()
        return self._deciding(self._review).prepare_revert(decision_id, actor, reason)

    def preview(self, prepared: Prepared) -> Preview:
        """What a prepared decision would change, line by line."""
        return preview(self._binding, self._snapshot, prepared, self._review.exclusions)

    def find_items(self, words: str, limit: int = 8) -> tuple[ItemHit, ...]:
        """Items that a person may mean by these words; see :func:`workbench.desk.finding.find_items`."""
        return find_items(self._snapshot, self._review, words, limit)

    def topics(self) -> tuple[str, ...]:
        """The topic pages that a row can be copied into, by the names a verdict takes."""
        return tuple(sorted({topic.path.removeprefix("topics/") for topic in self._snapshot.topics}))

    def clock(self) -> datetime:
        """The time it is now, in UTC, or the time that is fixed."""
        return self._fixed_now if self._fixed_now is not None else datetime.now(UTC).replace(microsecond=0)

    # Inside

    def _deciding(self, review: Review, reserved: frozenset[str] = frozenset()) -> Deciding:
        return Deciding(
            binding=self._binding,
            snapshot=self._snapshot,
            exclusions=review.exclusions,
            now=self.clock(),
            private=self._private,
            named=self._named,
            reserved=reserved,
        )

    def _check_writable(self) -> None:
        if self.readonly:
            raise Refused(
                "The store was opened read-only.",
                rule="--readonly",
                not_done="Nothing was recorded.",
                next="Open it without --readonly to decide.",
            )
