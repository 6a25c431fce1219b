"""From a verdict on a case to a decision that could be recorded, and back from one that was."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from workbench.desk.allowing import check_held_back, check_offer, open_ends, whole_reason
from workbench.desk.evidence import refuse_withdrawn_evidence
from workbench.desk.named import NamedIds
from workbench.desk.reasons import reason_notes, refuse_withheld, told_by_case, told_by_decision, withheld
from workbench.desk.recall import recalled_effects
from workbench.governance.canonical import salted
from workbench.governance.ledger import Entry, Ledger, next_decision_id, read_ledger
from workbench.governance.names import case_named, with_names
from workbench.governance.private import read_bytes
from workbench.governance.rights import action_of, action_of_plan, authority
from workbench.governance.roster import Roster, read_roster
from workbench.governance.states import belongs
from workbench.protocol.log import log_event
from workbench.review.conflicts import id_of
from workbench.review.exclusions import Exclusions
from workbench.review.queue import Review
from workbench.store.binding import Binding
from workbench.store.case import Case, Evidence, Target
from workbench.store.decision import Actor, PlanContext, Prepared, Verdict
from workbench.store.plan import Effect, Plan, Reviewed
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, StoreChanged, UnknownId, Unreadable, UsageError

NOT_PLANNED = "Nothing was planned."
NOT_RECORDED = "Nothing was recorded."


@dataclass
class Deciding:
    """Everything that making a decision of a verdict needs. Draws ids; writes nothing.

    ``named`` tells the ids that the store's files name, ``reserved`` are those that plans made
    together with the next one have drawn.
    """

    binding: Binding
    snapshot: Snapshot
    exclusions: Exclusions
    now: datetime
    private: Path | None
    named: NamedIds
    reserved: frozenset[str] = frozenset()

    @property
    def excluded(self) -> frozenset[str]:
        """The keys of every row that a withdrawal holds back."""
        return self.exclusions.keys

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger on disk when the first decision of a batch is made; the commit reads it again."""
        return read_ledger(self.snapshot.root)

    @cached_property
    def roster(self) -> Roster | None:
        """The roster on disk then; the commit reads it again, too."""
        return read_roster(self.snapshot.root)

    def prepare(
        self, case: Case, verdict: Verdict, actor: Actor, reason: str, unseen: Collection[str] = ()
    ) -> Prepared:
        """The decision that this verdict would be.

        ``unseen`` are refs of evidence, and ids or keys of targets, that the person was not shown.

        Raises:
            Refused: the case does not allow it, this actor may not give it, or the reason quotes
                withdrawn memory.
            UsageError: the case has no such verdict, or a parameter or the reason is missing.
        """
        check_offer(case, verdict)
        return self._prepared(case.id, case.kind, verdict, actor, reason, None, case, unseen)

    def prepare_revert(self, decision: str, actor: Actor, reason: str) -> Prepared:
        """The decision that takes another one back.

        Raises:
            UnknownId: the ledger has no such decision.
            Refused: it was taken back already, or the bytes it replaced are not to be had here.
            StoreChanged: something else changed since.
        """
        entry = self.ledger.by_id.get(decision)
        if entry is None or entry.record is None:
            raise UnknownId("The ledger holds no readable decision of that id.", not_done=NOT_PLANNED)
        case = case_named(entry.salt, entry.record.case, self._about()) or entry.record.case
        return self._prepared(case, case.partition(":")[0], Verdict("revert"), actor, reason, entry)

    def replan(self, prepared: Prepared, review: Review) -> Plan:
        """The plan of a prepared decision on this snapshot, under its own id and time.

        Raises:
            Refused: a rule does not allow it any more.
            StoreChanged: what it was about is no longer there, or waits no longer, or a piece of
                what was reviewed is held back now and was not, or the other way about.
        """
        ledger = self.ledger
        used = self.named.of(prepared.decided_at.date()) | ledger.used_ids | prepared.reserved
        context = PlanContext(prepared.decided_at, prepared.actor, prepared.id, used, self.excluded)
        try:
            if prepared.supersedes is not None:
                return self._revert_plan(ledger, ledger.by_id[prepared.supersedes], context)
            case = review.light(prepared.case_id)
            check_offer(case, prepared.verdict)
            refuse_withdrawn_evidence(self.snapshot, review.exclusions, prepared.verdict.evidence)
            check_held_back(prepared.plan.reviewed, review.open(case.id), review.exclusions.by_key)
            return self.binding.plan(self.snapshot, case, prepared.verdict, context)
        except UnknownId:
            raise StoreChanged("The case waits no longer.", not_done=NOT_RECORDED) from None

    def _prepared(
        self,
        case_id: str,
        kind: str,
        verdict: Verdict,
        actor: Actor,
        reason: str,
        reverted: Entry | None,
        case: Case | None = None,
        unseen: Collection[str] = (),
    ) -> Prepared:
        if not reason.strip():
            raise UsageError(
                "Every verdict needs a reason.",
                code="missing-reason",
                not_done=NOT_PLANNED,
                next="Say why, in your own words.",
            )
        ledger = self.ledger
        former = reverted.record if reverted is not None else None
        action = action_of(verdict.name, former.action if former is not None else None, kind)
        right = authority(self.roster, actor, action)
        context = self._context(ledger, actor)
        if reverted is not None:
            plan = self._revert_plan(ledger, reverted, context)
        else:
            assert case is not None
            refuse_withdrawn_evidence(self.snapshot, self.exclusions, verdict.evidence)
            plan = self.binding.plan(self.snapshot, case, verdict, context)
            plan = replace(plan, reviewed=self._reviewed(case, frozenset(unseen)))
            right = authority(self.roster, actor, action_of_plan(action, plan))
        told = told_by_case(self.snapshot, case) if case else told_by_decision(self.snapshot, reverted)
        ends = open_ends(case, verdict) if case is not None else ()
        held = tuple(withheld(self.snapshot, self.excluded, case))
        refuse_withheld(held, verdict.value, verdict.text, verdict.subject, verdict.condition)
        notes = reason_notes(whole_reason(reason, case, verdict), told, held)
        if ledger.store_id is None:
            notes = (*notes, "The first decision of this store makes memory/governance/.")
        plan = replace(plan, notes=(*plan.notes, *ends, *notes))
        return Prepared(
            id=context.decision_id,
            store_id=ledger.store_id,
            case_id=case_id,
            case_kind=kind,
            verdict=verdict,
            actor=actor,
            authority=right,
            reason=whole_reason(reason, case, verdict),
            decided_at=self.now,
            plan=plan,
            supersedes=reverted.id if reverted is not None else None,
            reserved=self.reserved,
        )

    def _context(self, ledger: Ledger, actor: Actor) -> PlanContext:
        used = self.named.of(self.now.date()) | ledger.used_ids | self.reserved
        return PlanContext(self.now, actor, next_decision_id(used, self.now), used, self.excluded)

    def _reviewed(self, case: Case, unseen: frozenset[str | None]) -> tuple[Reviewed, ...]:
        targets = [
            self._shown(target.id or target.key, target, "target", unseen, case.withheld_by)
            for target in case.targets
        ]
        shown = [
            self._shown(found.ref, found, found.role, unseen, found.withheld_by)
            for found in case.evidence
            if found.address is not None and found.digest is not None
        ]
        return tuple({(one.address, one.role): one for one in (*targets, *shown)}.values())

    def _shown(
        self, ref: str, of: Target | Evidence, role: str, unseen: frozenset[str | None], by: str | None
    ) -> Reviewed:
        address = of.address
        assert address is not None and of.digest is not None
        rows = self.snapshot.rows_by_key.get(of.key or "", ())
        row = next((row for row in rows if row.address == address), None)
        key = row.key if row is not None else f"@{address.start}:{address.end}"
        ordinal = row.ordinal if row is not None else 0
        names = (ref, of.id, of.key) if isinstance(of, Target) else (ref,)
        seen = unseen.isdisjoint(names) and not by
        return Reviewed(ref, key, address, of.digest, role, ordinal, seen, withheld=by is not None)

    def _revert_plan(self, ledger: Ledger, entry: Entry, context: PlanContext) -> Plan:
        if entry.id in ledger.reverted:
            raise Refused(
                f"{entry.id} was taken back by {ledger.reverted[entry.id]}.",
                rule="a decision is taken back once",
                not_done=NOT_PLANNED,
            )
        effects = self._kept(entry) or recalled_effects(self.binding, self.snapshot, self._named(entry))
        if effects is None:
            raise Refused(
                f"The bytes that {entry.id} replaced are neither on this machine nor in the git history.",
                rule="a revert restores recorded bytes, and invents none",
                not_done=NOT_PLANNED,
                next="Revert it where it was decided.",
            )
        paths = {effect.path for effect in effects}
        others = [
            found for other in ledger.entries if other.id != entry.id for found in self._kept(other) or ()
        ]
        others = [one for one in others if one.path in paths]
        plan = self.binding.revert(self.snapshot, effects, context, others, self._stood(entry, effects))
        event = log_event(
            context.now,
            "review",
            ids=[entry.id],
            fields=[("verdict", "revert")],
            by=context.actor.name,
            decision=context.decision_id,
        )
        return replace(plan, log=(event,))

    def _stood(self, entry: Entry, effects: Sequence[Effect]) -> frozenset[str]:
        """Keys of rows, of the subjects of what is put back, that are what they were when it was decided."""
        if entry.record is None or entry.salt is None:
            return frozenset()
        known = {one.digest for one in entry.record.reviewed}
        by_key, by_subject = self.snapshot.rows_by_key, self.snapshot.rows_by_subject
        subjects = {row.subject for effect in effects for row in by_key.get(effect.record, ()) if row.subject}
        rows = [row for subject in subjects for row in by_subject.get(subject, ())]
        salt, span = entry.salt, self.snapshot.span
        return frozenset(row.key for row in rows if salted(salt, span(row.address)) in known)

    def _about(self) -> Iterator[str]:
        """What a case can be about: the key of an item, or a subject as it stands in the id of its case."""
        yield from self.snapshot.rows_by_key
        yield from (id_of(subject).partition(":")[2] for subject in self.snapshot.rows_by_subject)

    def _named(self, entry: Entry) -> Entry:
        """A decision with the aliases of its record resolved as far as the store tells."""
        if entry.record is None or entry.salt is None:
            return entry
        snapshot = self.snapshot
        return replace(
            entry, record=with_names(entry.record, entry.salt, snapshot.rows_by_key, snapshot.files)
        )

    def _kept(self, entry: Entry) -> tuple[Effect, ...] | None:
        """The effects of a decision with their bytes, where this machine keeps them and they are its own."""
        try:
            kept = read_bytes(self.private, entry.id) if self.private is not None else None
        except Unreadable:
            return None
        return kept.effects if kept is not None and belongs(kept, entry) else None


def seen_since(prepared: Prepared, refs: Collection[str]) -> Prepared:
    """The same decision, told that these pieces of evidence or records were on the screen after all.

    ``refs`` are refs as they stand in the plan's ``reviewed``, of nothing that is held back.
    """
    if not refs:
        return prepared
    reviewed = tuple(replace(one, seen=True) if one.ref in refs else one for one in prepared.plan.reviewed)
    return replace(prepared, plan=replace(prepared.plan, reviewed=reviewed))
