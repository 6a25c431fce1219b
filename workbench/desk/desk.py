"""The desk: open a store, list what waits, plan a verdict, commit it, read the ledger.

A desk is one load of one store. It never changes; :meth:`Desk.reload` gives a new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path

from workbench.desk import records as record_views
from workbench.desk import who
from workbench.desk.comparing import compared
from workbench.desk.deciding import Deciding
from workbench.desk.finding import ItemHit, find_items
from workbench.desk.history import address_of, git_words, history_of
from workbench.desk.keeping import Keeper, is_of, touched_by
from workbench.desk.ledger_pages import LedgerPages
from workbench.desk.named import NamedIds
from workbench.desk.own_files import OwnFiles
from workbench.desk.preview import preview
from workbench.desk.relied import relied_on
from workbench.desk.rests import Rests, rests_of
from workbench.desk.resumed import with_withdrawals
from workbench.desk.shelf import CaseShelf
from workbench.desk.since import ANOTHER, UNREAD, Change, Since, never, unknown
from workbench.desk.status import kind_counts
from workbench.desk.views import (
    HistoryView,
    Outcome,
    Preview,
    RecordKind,
    RecordView,
    StatusView,
    StoreView,
)
from workbench.governance.commit import commit
from workbench.governance.places import data_home
from workbench.governance.resume import resume
from workbench.governance.rights import describe
from workbench.governance.roster import read_roster
from workbench.protocol.dates import is_date, parse_time, utc_text
from workbench.review.exclusions import Exclusions
from workbench.review.queue import Review, build
from workbench.store.binding import Binding, Progress
from workbench.store.case import Case
from workbench.store.changed import Changed
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.store.find import find
from workbench.store.plan import Effect, Plan
from workbench.store.snapshot import Found, Snapshot
from workbench.text.errors import NotAStore, Refused, UnknownId, UsageError, WorkbenchError
from workbench.text.filesystems import ground_of

OPENED = 256
"""How many opened cases a desk holds."""


class Desk(LedgerPages, OwnFiles):
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
        sure: Collection[str] = (),
    ) -> None:
        self.readonly = readonly
        self._binding = binding
        self._found = found
        self._fixed_now = now
        known = earlier._snapshot if earlier is not None else None
        self._snapshot: Snapshot = binding.load(found, known, progress, sure)
        self._named: NamedIds = NamedIds(self._snapshot, earlier._named if earlier is not None else None)
        self._earlier: Review | None = None
        if earlier is not None:
            self._earlier = earlier.__dict__.get("_review", earlier._earlier)
        self._shelves: dict[str | None, CaseShelf] = {}
        self._looked_at = self._now()
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

    def look(self, progress: Progress | None = None) -> None:
        """Find what waits now, and not when it is first asked for.

        ``progress`` hears of kinds of case and may raise to stop; then it is found when it is asked for.
        """
        if "_review" not in self.__dict__:
            self.__dict__["_review"] = self._built(self._earlier, audit=False, progress=progress)
            self._earlier = None

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
        return StoreView(
            root=self._snapshot.root,
            id=ledger.store_id,
            binding=self._binding.name,
            ledger=f"unusable ({ledger.problem})" if ledger.problem else "here",
            capabilities=self._snapshot.capabilities,
            items=self._snapshot.item_count,
            unfinished=tuple(id_ for id_, state in self._states.items() if state == "unfinished"),
            authority=describe(read_roster(self._snapshot.root)),
            ground=ground_of(self._snapshot.root),
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

    def since(self) -> Since:
        """What changed since this person's last decision on this machine. Nothing is written."""
        return self._since

    def rests(self) -> Rests:
        """What the store rests on: confidence, age, Sources. Looks at every item: for a worker."""
        return self._rests

    def cases(self, kind: str | None = None, *, audit: bool = False) -> tuple[Case, ...]:
        """Everything that needs a person, without evidence; ``audit`` shows withdrawn text."""
        if audit:
            return tuple(case for case in self._audited.cases if kind is None or case.kind == kind)
        return self._review.cases if kind is None else self._by_kind.get(kind, ())

    def shelf(self, kind: str | None = None) -> CaseShelf:
        """The same cases to filter and to sort, the same shelf each time."""
        if kind not in self._shelves:
            self._shelves[kind] = CaseShelf(self.cases(kind), by_age=kind is not None)
        return self._shelves[kind]

    def waits(self, case_id: str) -> Case | None:
        """A case as lists show it, without evidence; None where it waits no longer."""
        return self._review.by_id.get(case_id)

    def case(self, id: str, *, audit: bool = False) -> Case:  # noqa: A002 - the name in every signature
        """A case with facts and evidence, by its id or by an item id that exactly one open case holds.

        Raises:
            UnknownId: no case has that id, or several hold that item.
        """
        return self._open(self._case_id(id), audit)

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
        address = address_of(self._snapshot, self._review.cases, id)
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

    # Deciding

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

    def find_items(self, words: str, limit: int = 8) -> tuple[ItemHit, ...]:
        """Items that a person may mean by these words; see :func:`workbench.desk.finding.find_items`."""
        return find_items(self._snapshot, self._review, words, limit)

    def topics(self) -> tuple[str, ...]:
        """The topic pages that a row can be copied into, by the names a verdict takes."""
        return tuple(sorted({topic.path.removeprefix("topics/") for topic in self._snapshot.topics}))

    def clock(self) -> datetime:
        """The time it is now, in UTC, or the time that is fixed."""
        return self._now()

    def prepare_revert(self, decision_id: str, actor: Actor, reason: str) -> Prepared:
        """The decision that takes another one back; see :meth:`Deciding.prepare_revert`."""
        self._check_writable()
        return self._deciding(self._review).prepare_revert(decision_id, actor, reason)

    def preview(self, prepared: Prepared) -> Preview:
        """What a prepared decision would change, line by line."""
        return preview(self._binding, self._snapshot, prepared, self._review.exclusions)

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

    def _exclusions(self) -> Exclusions:
        return self._review.exclusions

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

    @cached_property
    def _rests(self) -> Rests:
        return rests_of(self._review)

    @cached_property
    def _review(self) -> Review:
        earlier, self._earlier = self._earlier, None
        return self._built(earlier, audit=False)

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[Case, ...]]:
        found: dict[str, list[Case]] = {}
        for case in self._review.cases:
            found.setdefault(case.kind, []).append(case)
        return {kind: tuple(cases) for kind, cases in found.items()}

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
        return build(
            snapshot,
            lambda row: binding.item(snapshot, row),
            today=self._looked_at.date(),
            deferred=self._deferred(),
            audit=audit,
            earlier=earlier,
            only=only,
            progress=progress,
        )

    def _kind_of(self, key: str) -> str | None:
        """The kind that the last row of a key which has one gives."""
        kinds = [row.kind for row in self._snapshot.rows_by_key.get(key, ()) if row.kind]
        return kinds[-1] if kinds else None

    def _deferred(self) -> Mapping[str, str | None]:
        today = self._looked_at.date().isoformat()
        return {
            case: deferral.until
            for case, deferral in self._ledger.deferrals(_Names(self._snapshot)).items()
            if deferral.until is None or deferral.until > today
        }

    def _outstanding(self) -> list[tuple[str, str]]:
        """The records that decisions had still to change when the store was read."""
        return touched_by(self._ledger, (id_ for id_, state in self._states.items() if state == "unfinished"))

    def _deciding(self, review: Review, reserved: frozenset[str] = frozenset()) -> Deciding:
        return Deciding(
            binding=self._binding,
            snapshot=self._snapshot,
            excluded=review.exclusions.keys,
            now=self._now(),
            private=self._private,
            named=self._named,
            reserved=reserved,
        )

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

    def _again(self, prepared: Prepared) -> tuple[Desk, Plan]:
        """The store as it is now, and the plan of a prepared decision on it.

        What the decision rests on is read; of all else what names and stamps tell to have changed.
        Where that comes to nothing, this very desk tells; else its one case is looked for anew.
        """
        self._check_there()
        now = self._with(sure=relied_on(self._snapshot, prepared))
        if not Changed.between(self._snapshot, now._snapshot).paths and "_review" in self.__dict__:
            now.__dict__["_review"] = review = self._review
        else:
            review = now._earlier = now._built(now._earlier, audit=False, only=prepared.case_id)
        return now, now._deciding(review).replan(prepared, review)

    def _case_id(self, id_: str) -> str:
        if id_ in self._review.by_id:
            return id_
        holding = [case.id for case in self._review.cases if any(id_ in (t.id, t.key) for t in case.targets)]
        if len(holding) == 1:
            return holding[0]
        if holding:
            raise UnknownId("Several open cases hold that item.", next=f"Name one of: {', '.join(holding)}.")
        raise UnknownId("No open case has that id or holds that item.")

    def _with(self, progress: Progress | None = None, sure: Collection[str] = ()) -> Desk:
        """The same store read again; the files ``sure`` whatever their stamps say."""
        return Desk(
            self._binding,
            self._found,
            now=self._fixed_now,
            readonly=self.readonly,
            earlier=self,
            progress=progress,
            sure=sure,
        )

    def _check_there(self) -> None:
        if self._binding.recognise(self._found.root) is None:
            raise NotAStore("The store is no longer there.", not_done="Nothing was read.")

    def _check_writable(self) -> None:
        if self.readonly:
            raise Refused(
                "The store was opened read-only.",
                rule="--readonly",
                not_done="Nothing was recorded.",
                next="Open it without --readonly to decide.",
            )

    def _now(self) -> datetime:
        return self._fixed_now if self._fixed_now is not None else datetime.now(UTC).replace(microsecond=0)


class _Names:
    """What cases of a snapshot can be about; nothing is gathered before somebody asks."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def __iter__(self) -> Iterator[str]:
        yield from self._snapshot.rows_by_key
        yield from self._snapshot.rows_by_subject


class _Latest:
    """The last reading of a store under the lock; the next one takes from it what has not changed since."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def replan(self, prepared: Prepared) -> Plan:
        """The plan of a prepared decision on the store as it is now."""
        self._desk, plan = self._desk._again(prepared)
        return plan


def _path_and_reason(case: Case) -> tuple[str, str]:
    """What an ``unreadable`` case is about."""
    return case.targets[0].path, case.notes[0]


def clock_of_environment() -> datetime | None:
    """The time that ``WORKBENCH_NOW`` fixes, in UTC, or None.

    Raises:
        UsageError: it is no date and no RFC 3339 time with a zone.
    """
    text = os.environ.get("WORKBENCH_NOW", "")
    if not text:
        return None
    moment = parse_time(text)
    if moment is not None and is_date(text):
        moment = moment.replace(tzinfo=UTC)
    if moment is None or moment.utcoffset() is None:
        raise UsageError("WORKBENCH_NOW is no RFC 3339 time with a zone.", not_done="Nothing was opened.")
    return moment.astimezone(UTC)
