"""The part of the desk that tells what waits: cases in lists, on a shelf, and opened one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, lru_cache

from workbench.desk.ledger_pages import LedgerPages
from workbench.desk.shelf import CaseShelf
from workbench.governance.settled import Settled
from workbench.review.conflicts import about_of
from workbench.review.exclusions import Exclusions
from workbench.review.queue import Review, build
from workbench.store.binding import Progress
from workbench.store.case import Case
from workbench.store.snapshot import Snapshot
from workbench.text.errors import UnknownId

OPENED = 256
"""How many opened cases a desk holds."""


class CasePages(LedgerPages):
    """What needs a person in one load of one store."""

    _looked_at: datetime
    _shelves: dict[str | None, CaseShelf]
    _earlier: Review | None
    """The review of the load before, until one of this load is built."""
    _known: Review | None
    """The review of this load, once it is built."""

    def look(self, progress: Progress | None = None) -> None:
        """Find what waits now, and not when it is first asked for.

        ``progress`` hears of kinds of case and may raise to stop; then it is found when it is asked for.
        """
        if self._known is None:
            self._known = self._built(self._earlier, audit=False, progress=progress)
            self._earlier = None

    def cases(self, kind: str | None = None, *, audit: bool = False) -> tuple[Case, ...]:
        """Everything that needs a person, without evidence; ``audit`` shows withdrawn text."""
        if audit:
            return tuple(case for case in self._audited.cases if kind is None or case.kind == kind)
        return self._review.cases if kind is None else self._review.by_kind.get(kind, ())

    def possible_cases(self, progress: Progress | None = None) -> tuple[Case, ...]:
        """The cases that are picked by what items say, none of them certain; looked for when first asked for.

        ``progress`` hears of the search and may raise to stop it.
        """
        return self._review.possible(progress)

    def shelf(self, kind: str | None = None) -> CaseShelf:
        """The same cases to filter and to sort, the same shelf each time."""
        if kind not in self._shelves:
            self._shelves[kind] = CaseShelf(self.cases(kind), by_age=kind is not None)
        return self._shelves[kind]

    def waits(self, case_id: str) -> Case | None:
        """A case as lists show it, without evidence; None where it waits no longer."""
        return self._review.find(case_id)

    def case(self, id: str, *, audit: bool = False) -> Case:  # noqa: A002 - the name in every signature
        """A case with facts and evidence, by its id or by an item id that exactly one open case holds.

        Raises:
            UnknownId: no case has that id, or several hold that item.
        """
        return self._open(self._case_id(id), audit)

    # Inside

    def _exclusions(self) -> Exclusions:
        return self._review.exclusions

    @property
    def _review(self) -> Review:
        self.look()
        assert self._known is not None
        return self._known

    @cached_property
    def _audited(self) -> Review:
        return self._built(self._review, audit=True)

    @cached_property
    def _open(self) -> Callable[[str, bool], Case]:
        """Opens a case of the review. A batch opens each several times, and a desk never changes."""
        review = self._review
        return lru_cache(OPENED)(lambda id_, audit: review.open(id_, audit=audit))

    def _built(
        self,
        earlier: Review | None,
        *,
        audit: bool,
        only: str | None = None,
        progress: Progress | None = None,
    ) -> Review:
        snapshot, binding = self._snapshot, self._binding
        settled = Settled(self._ledger, lambda target: snapshot.span(target.address))
        return build(
            snapshot,
            lambda row: binding.item(snapshot, row),
            today=self._looked_at.date(),
            deferred=self._deferred(),
            settled=settled,
            as_left=settled.as_left,
            audit=audit,
            earlier=earlier,
            only=only,
            progress=progress,
        )

    def _deferred(self) -> Mapping[str, str | None]:
        today = self._looked_at.date().isoformat()
        return {
            case: deferral.until
            for case, deferral in self._ledger.deferrals(_Names(self._snapshot)).items()
            if deferral.until is None or deferral.until > today
        }

    def _case_id(self, id_: str) -> str:
        if id_ in self._review.by_id or "+" in id_:
            return id_
        holding = [case.id for case in self._review.cases if any(id_ in (t.id, t.key) for t in case.targets)]
        if len(holding) == 1:
            return holding[0]
        if holding:
            raise UnknownId("Several open cases hold that item.", next=f"Name one of: {', '.join(holding)}.")
        raise UnknownId("No open case has that id or holds that item.")


class _Names:
    """What cases of a snapshot can be about; nothing is gathered before somebody asks."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def __iter__(self) -> Iterator[str]:
        yield from self._snapshot.rows_by_key
        yield from (about_of(subject) for subject in self._snapshot.rows_by_subject)
