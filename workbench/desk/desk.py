"""The desk: open a store, list what waits, plan a verdict, commit it, read the ledger.

A desk is one load of one store. It never changes; :meth:`Desk.reload` gives a new one.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from datetime import datetime
from functools import cached_property
from pathlib import Path

from workbench.desk import records as record_views
from workbench.desk.clock import clock_of_environment
from workbench.desk.committing import Committing
from workbench.desk.history import address_of, git_words, history_of
from workbench.desk.keeping import Keeper
from workbench.desk.named import NamedIds
from workbench.desk.own_files import OwnFiles
from workbench.desk.relied import relied_on
from workbench.desk.rests import Rests, rests_of
from workbench.desk.shelf import CaseShelf
from workbench.desk.since import Change
from workbench.desk.status import kind_counts
from workbench.desk.views import HistoryView, RecordKind, RecordView, StatusView, StoreView
from workbench.governance.places import data_home
from workbench.governance.rights import describe
from workbench.governance.roster import read_roster
from workbench.protocol.dates import utc_text
from workbench.review.queue import Review
from workbench.store.binding import Binding, Progress
from workbench.store.case import Case
from workbench.store.changed import Changed
from workbench.store.decision import Prepared
from workbench.store.find import find
from workbench.store.plan import Plan
from workbench.store.snapshot import Found, Snapshot
from workbench.text.errors import NotAStore, UnknownId
from workbench.text.filesystems import grounds_of


class Desk(Committing, OwnFiles):
    """One load of one store. Only :meth:`commit` and :meth:`resume` write the store; everything else reads.

    What :meth:`keep_own` and :meth:`change_own` write is this person's, outside of the store.
    """

    def __init__(
        self,
        binding: Binding,
        found: Found,
        *,
        now: datetime | None,
        readonly: bool,
        earlier: Desk | None = None,
        progress: Progress | None = None,
        reread: Collection[str] = (),
    ) -> None:
        self.readonly = readonly
        self._binding = binding
        self._found = found
        self._fixed_now = now
        known = earlier._snapshot if earlier is not None else None
        self._snapshot: Snapshot = binding.load(found, known, progress, reread)
        self._named: NamedIds = NamedIds(self._snapshot, earlier._named if earlier is not None else None)
        self._known: Review | None = None
        self._earlier: Review | None = None
        if earlier is not None:
            self._earlier = earlier._known or earlier._earlier
        self._shelves: dict[str | None, CaseShelf] = {}
        self._looked_at = self.clock()
        self._keeper: Keeper = Keeper(
            binding, self._snapshot, earlier._keeper if earlier is not None else None
        )

    @classmethod
    def open(
        cls,
        where: Path | None = None,
        *,
        now: datetime | None = None,
        readonly: bool = False,
        progress: Progress | None = None,
    ) -> Desk:
        """The store at ``where``, else at ``$WORKBENCH_STORE``, else upwards from here.

        ``progress`` hears of bytes and may raise to stop; then there is no desk.

        Raises:
            NotAStore: nothing there is one; says what was looked for.
        """
        binding, found = find(where, os.environ, Path.cwd())
        now = now if now is not None else clock_of_environment()
        return cls(binding, found, now=now, readonly=readonly, progress=progress)

    def reload(self, progress: Progress | None = None) -> Desk:
        """The same store as it is now; ``progress`` as for :meth:`open`.

        Raises:
            NotAStore: it is no longer there.
        """
        self._check_there()
        return self._with(progress)

    def changed(self) -> bool:
        """Whether any file looks other than when it was read; from names and stamps alone."""
        return self._binding.changed(self._snapshot)

    # What is there

    @property
    def item_count(self) -> int:
        """Distinct items in inbox, topics and index. Looks at every row."""
        return self._snapshot.item_count

    def store(self) -> StoreView:
        """The open store: what the files support, which ledger is in use, who may decide."""
        ledger = self._ledger
        ground, data = grounds_of(self._snapshot.root, data_home())
        return StoreView(
            root=self._snapshot.root,
            id=ledger.store_id,
            binding=self._binding.name,
            ledger=f"unusable ({ledger.problem})" if ledger.problem else "here",
            capabilities=self._snapshot.capabilities,
            items=self._snapshot.item_count,
            unfinished=tuple(id_ for id_, state in self._states.items() if state == "unfinished"),
            authority=describe(read_roster(self._snapshot.root)),
            ground=ground,
            data=data,
            git=git_words(self._snapshot.root),
            looked_at=utc_text(self._looked_at),
        )

    def status(self) -> StatusView:
        """What waits for a person, by kind, and how many records of each kind there are."""
        cases = self.cases()
        kinds = kind_counts(cases, self._kind_of)
        return StatusView(
            store=self.store(),
            kinds=kinds,
            waiting=sum(kind.waiting for kind in kinds),
            records=record_views.counts(self._snapshot, self._review),
            excluded=len(self._review.exclusions.by_key),
            unreadable=tuple(_path_and_reason(case) for case in cases if case.kind == "unreadable"),
        )

    def rests(self) -> Rests:
        """What the store rests on: confidence, age, Sources. Looks at every item: for a worker."""
        return self._rests

    def records(self, kind: RecordKind | None = None, *, audit: bool = False) -> tuple[RecordView, ...]:
        """Every record of a kind, or of all kinds, read-only."""
        return tuple(record_views.records(self._snapshot, self._review, kind, audit))

    def record(self, id: str, *, audit: bool = False) -> RecordView:  # noqa: A002
        """One record by its id.

        Raises:
            UnknownId: the store has none of that id.
        """
        found = next((view for view in self.records(audit=audit) if view.id == id), None)
        if found is None:
            raise UnknownId("No record of this store has that id.")
        return found

    def history(self, id: str) -> HistoryView:  # noqa: A002
        """What git tells of a case's or a record's lines. Slow: for a worker.

        Raises:
            UnknownId: neither a case nor a record has that id.
        """
        case = self.waits(id)
        address = address_of(self._snapshot, () if case is None else (case,), id)
        if address is None:
            raise UnknownId("No case and no record of this store has that id.")
        file = self._snapshot.files.get(address.path)
        span = file.data[address.start : address.end] if file is not None else b""
        return history_of(self._snapshot.root, address.path, span)

    def file_history(self, change: Change) -> HistoryView:
        """What git tells of the file that a changed item stands or stood in. Slow: for a worker."""
        rows = self._snapshot.rows_by_key.get(change.key, ()) if change.line is not None else ()
        row = next((row for row in rows if row.address.path == change.path), None)
        span = self._snapshot.span(row.address) if row is not None else b""
        return history_of(self._snapshot.root, change.path, span)

    # Inside

    @cached_property
    def _rests(self) -> Rests:
        return rests_of(self._review)

    def _kind_of(self, key: str) -> str | None:
        """The kind that the last row of a key which has one gives."""
        kinds = [row.kind for row in self._snapshot.rows_by_key.get(key, ()) if row.kind]
        return kinds[-1] if kinds else None

    def _again(self, prepared: Prepared) -> tuple[Desk, Plan]:
        """The store as it is now, and the plan of a prepared decision on it.

        What the decision rests on is read; of all else what names and stamps tell to have changed.
        Where that comes to nothing, this very desk tells; else its one case is looked for anew.
        """
        self._check_there()
        now = self._with(reread=relied_on(self._snapshot, prepared))
        if not Changed.between(self._snapshot, now._snapshot).paths and self._known is not None:
            now._known = review = self._known
        else:
            review = now._earlier = now._built(now._earlier, audit=False, only=prepared.case_id)
        return now, now._deciding(review).replan(prepared, review)

    def _with(self, progress: Progress | None = None, reread: Collection[str] = ()) -> Desk:
        """The same store read again; the files ``reread`` whatever their stamps say."""
        return Desk(
            self._binding,
            self._found,
            now=self._fixed_now,
            readonly=self.readonly,
            earlier=self,
            progress=progress,
            reread=reread,
        )

    def _check_there(self) -> None:
        if self._binding.recognise(self._found.root) is None:
            raise NotAStore("The store is no longer there.", not_done="Nothing was read.")


def _path_and_reason(case: Case) -> tuple[str, str]:
    """What an ``unreadable`` case is about."""
    return case.targets[0].path, case.notes[0]
