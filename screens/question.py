"""What Decide asks: one verdict on one case or on a batch, what it still needs, how its plan is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from textual.content import Content

from screens.reconciling import (
    Lettered,
    either_of,
    evidence_picks,
    lettered_rows,
    may_stay_empty,
    named_row,
    row_picks,
    takes,
)
from screens.show.picks import Pick
from screens.text import counted, joined, safe, styled
from screens.words import ALSO_TAKES, OPTIONAL, STATUSES, verdict_label
from workbench.desk import Desk
from workbench.desk.batches import LeftOut, name_of, refused_words, same_shown, standing
from workbench.desk.views import LedgerEntry
from workbench.store.case import Case, Evidence, Offer, VerdictName
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.text.errors import UnknownId, WorkbenchError

Unseen = Mapping[str, frozenset[str]]
"""For each case, the refs of evidence and the ids or keys of records that were never on the screen."""


@dataclass
class Progress:
    """How far one errand over a batch is, told by its thread; `stopped` by the person, for good."""

    done: int = 0
    total: int = 0
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a plan is made of, beside the question."""

    verdict: Verdict
    actor: Callable[[], Actor] = field(repr=False)
    reason: str = field(repr=False)
    unseen: Unseen


Made = tuple[tuple[Prepared, ...], tuple[LeftOut, ...]]
"""Decisions that could be recorded, and the cases that get none."""

Prepare = Callable[[Desk, Asked, Progress], Made]
UnseenOf = Callable[[Case], frozenset[str]]
"""What of a case was never on the screen as it is now; bound to its bytes."""

WAITS_NO_LONGER = "it waits no longer, and its text is not shown"

Renew = Callable[[Desk, UnseenOf], "Question | None"]


@dataclass(frozen=True, slots=True)
class DecidedOn:
    """One thing that is decided on, as the person is shown it.

    `digests` are those of its records: what a draft was typed against. `case` is None for a decision
    that is taken back. Until it is opened a case has only its title here and is not `whole`.
    """

    about: str
    name: str
    text: str = field(repr=False)
    withheld_by: str | None = None
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    records: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    case: Case | None = field(default=None, repr=False)
    whole: bool = True
    gone: str = ""
    """Why there is nothing to show of it; whoever holds this knows no text of it."""

    @property
    def shown_by_text(self) -> frozenset[str]:
        """The names of its record, where its text is all of that one record."""
        return frozenset(self.records) if not self.withheld_by else frozenset()

    def is_same(self, other: DecidedOn) -> bool:
        """Whether the person would be shown the same records and the same evidence, byte for byte."""
        if self.case is None or other.case is None:
            return (self.about, self.text) == (other.about, other.text)
        return self.about == other.about and same_shown(self.case, other.case)


@dataclass(frozen=True, slots=True)
class Question:
    """One verdict on cases, or the revert of one decision.

    `about` are the ids of the cases, or that of the decision. `needs` are the parameters to ask for,
    `choices` what can be taken for each without typing. `renew` asks the same of another reading of the
    store, with every text whole, or answers None where it can no longer be asked; it is for a thread.
    """

    about: tuple[str, ...]
    verdict: str
    name: str
    needs: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]] = field(repr=False)
    shown: tuple[DecidedOn, ...] = field(repr=False)
    unseen: Unseen
    prepare: Prepare = field(repr=False)
    renew: Renew = field(repr=False)
    optional: frozenset[str] = OPTIONAL
    """Parameters that may stay empty; one that only some cases of a batch need is among them."""
    rows: tuple[Lettered, ...] = ()
    """The rows that the field for one takes by a letter."""
    picks: Mapping[str, tuple[Pick, ...]] = field(default_factory=dict, repr=False)
    """What fields take and nothing else is looked for."""
    either: tuple[str, ...] = ()
    """The fields of which some suffice."""
    refused: str = ""
    """Why this verdict can no longer be given, in words; empty while it can."""

    @property
    def whole(self) -> bool:
        """Whether every text and all evidence is there."""
        return all(one.whole for one in self.shown)

    def is_same(self, other: Question) -> bool:
        """Whether all that is shown and asked is the same."""
        pairs = zip(self.shown, other.shown, strict=False)
        same = len(self.shown) == len(other.shown) and self.needs == other.needs
        return same and all(one.is_same(two) for one, two in pairs)

    def with_ids(self, typed: str) -> tuple[str, ...]:
        """What the verdict names, for what was typed: a letter is the row that it stands for."""
        return tuple(named_row(word, self.rows) for word in typed.replace(",", " ").split())

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        """Which row each letter stands for."""
        return tuple((one.name, one.ref) for one in self.rows)

    @property
    def candidates(self) -> tuple[Evidence, ...]:
        """The evidence that can be named beside the case."""
        own = {name for one in self.shown for name in one.records}
        return _candidates((found for one in self.shown for found in one.evidence), own)

    @property
    def title(self) -> Content:
        """The verdict and what it is on."""
        return joined([styled(f" {verdict_label(self.verdict)}", "accent"), "   ", safe(self.name, "strong")])


def about_case(desk: Desk, case: Case, offer: Offer, unseen: frozenset[str]) -> Question:
    """The question that a verdict on a case asks."""

    def prepare(desk: Desk, asked: Asked, progress: Progress) -> Made:
        hidden = asked.unseen.get(case.id, ())
        return desk.prepare([case.id], asked.verdict, asked.actor(), asked.reason, unseen=hidden), ()

    def renew(desk: Desk, unseen_of: UnseenOf) -> Question | None:
        try:
            fresh = desk.case(case.id)
        except UnknownId:
            return None
        again = fresh.offer(offer.verdict)
        asked = about_case(desk, fresh, again or offer, unseen_of(fresh))
        return asked if again and again.allowed else replace(asked, refused=_refused(fresh, again))

    shown = decided_on(case)
    needs = takes(case.kind, offer.verdict, needs_of(offer.verdict, offer.needs))
    rows = lettered_rows(case) if "with" in needs else ()
    picks = {"with": row_picks(rows)} if rows else {}
    return Question(
        about=(case.id,),
        verdict=offer.verdict,
        name=name_of(case),
        needs=needs,
        choices=_choices(desk, offer.verdict, offer.needs, _candidates(case.evidence, set(shown.records))),
        shown=(shown,),
        unseen={case.id: unseen},
        prepare=prepare,
        renew=renew,
        optional=OPTIONAL - {*offer.needs} | may_stay_empty(case.kind, offer.verdict, needs),
        rows=rows,
        picks=picks | ({"evidence": evidence_picks(case)} if "evidence" in needs else {}),
        either=either_of(case.kind, offer.verdict),
    )


def about_cases(
    desk: Desk, cases: Sequence[Case], verdict: str, unseen: Mapping[str, frozenset[str]]
) -> Question:
    """The question that one verdict on several cases asks: one reason, and a decision for each.

    `cases` are as they were marked. Each that no longer stands like that is left out of the plan by name.
    Their texts are not whole before the question is renewed.
    """
    marked = tuple({case.id: case for case in cases}.values())
    shown = tuple(decided_on(case, whole=False) for case in marked)
    return _Batch(marked, verdict).question(desk, shown, unseen)


@dataclass(frozen=True, slots=True)
class _Batch:
    """One verdict on cases as they were marked."""

    marked: tuple[Case, ...]
    verdict: str

    def question(self, desk: Desk, shown: tuple[DecidedOn, ...], unseen: Unseen) -> Question:
        """The question, with these texts."""
        taken = [offer for case in self.marked if (offer := case.offer(self.verdict)) is not None]
        needs = tuple(dict.fromkeys(need for offer in taken for need in offer.needs))
        some = frozenset(need for need in needs if not all(need in offer.needs for offer in taken))
        count = len(self.marked)
        return Question(
            about=tuple(case.id for case in self.marked),
            verdict=self.verdict,
            name=name_of(self.marked[0]) if count == 1 else counted(count, "case"),
            needs=needs_of(self.verdict, needs),
            choices=_choices(desk, self.verdict, needs, ()),
            shown=shown,
            unseen={case.id: unseen.get(case.id, frozenset()) for case in self.marked},
            prepare=self.prepare,
            renew=self.renew,
            optional=OPTIONAL | some,
        )

    def prepare(self, desk: Desk, asked: Asked, progress: Progress) -> Made:
        """A decision for each case that stands as it was marked, until the person stops it."""
        stand, left = standing(desk, self.marked, self.verdict)
        actor, plans, beside = asked.actor(), list[Prepared | WorkbenchError](), list[Prepared]()
        progress.total = len(stand)
        for case in stand:
            if progress.stopped:
                break
            beside = [plan for plan in plans[-1:] if isinstance(plan, Prepared)] or beside
            plans += desk.prepare_each(
                [case.id], asked.verdict, actor, asked.reason, unseen=asked.unseen, beside=beside
            )
            progress.done = len(plans)
        if len(plans) == 1 == len(self.marked) and isinstance(plans[0], WorkbenchError):
            raise plans[0]
        made = tuple(plan for plan in plans if isinstance(plan, Prepared))
        refused = [
            LeftOut(case.id, name_of(case), refused_words(plan))
            for case, plan in zip(stand, plans, strict=False)
            if isinstance(plan, WorkbenchError)
        ]
        return made, (*left, *refused)

    def renew(self, desk: Desk, unseen_of: UnseenOf) -> Question:
        """The same, with the texts and the evidence that the desk has of these cases now."""
        shown = [_now(desk, case) for case in self.marked]
        unseen = {one.case.id: unseen_of(one.case) for one in shown if one.case is not None}
        return self.question(desk, tuple(shown), unseen)


def _now(desk: Desk, case: Case) -> DecidedOn:
    """What a person may be shown of a case now; of one that waits no longer, no text."""
    try:
        return decided_on(desk.case(case.id))
    except UnknownId:
        return nothing_of(case.id, name_of(case), WAITS_NO_LONGER)


def _refused(case: Case, offer: Offer | None) -> str:
    """Why a verdict is not to be given any more: the rule that says no, with its withdrawal if one does."""
    if offer is not None and offer.rule:
        return f"not allowed: {offer.rule}"
    return case.read_only or (f"withdrawn by {case.withheld_by}" if case.withheld_by else "not offered now")


def about_decision(desk: Desk, decision_id: str) -> Question:
    """The question whether a decision is taken back."""
    entry: LedgerEntry | None = next((found for found in desk.ledger() if found.id == decision_id), None)
    text = (
        f"{verdict_label(entry.verdict)} on {', '.join(dict.fromkeys(entry.targets)) or entry.case}"
        if entry
        else decision_id
    )

    def prepare(desk: Desk, asked: Asked, progress: Progress) -> Made:
        return (desk.prepare_revert(decision_id, asked.actor(), asked.reason),), ()

    def renew(desk: Desk, unseen_of: UnseenOf) -> Question | None:
        return about_decision(desk, decision_id)

    shown = (DecidedOn(decision_id, decision_id, text),)
    return Question((decision_id,), "revert", decision_id, (), {}, shown, {}, prepare, renew)


def decided_on(case: Case, *, whole: bool = True) -> DecidedOn:
    """A case as the person is shown it on Decide; one that is not opened has no text yet."""
    return DecidedOn(
        about=case.id,
        name=name_of(case),
        text=case.text or case.title,
        withheld_by=case.withheld_by,
        evidence=case.evidence,
        records=tuple(name for target in case.targets for name in (target.id, target.key) if name),
        digests=tuple(sorted(target.digest for target in case.targets)),
        case=case,
        whole=whole,
    )


def nothing_of(about: str, name: str, why: str) -> DecidedOn:
    """Something that is decided on and of which nothing may be shown."""
    return DecidedOn(about=about, name=name, text="", gone=why)


def needs_of(verdict: VerdictName | str, needs: Sequence[str]) -> tuple[str, ...]:
    """The parameters to ask for: what the case needs, and what the verdict takes beside it."""
    return (*needs, *(one for one in ALSO_TAKES.get(verdict, ()) if one not in needs))


def _candidates(evidence: Iterable[Evidence], own: set[str]) -> tuple[Evidence, ...]:
    found = {
        one.key: one
        for one in evidence
        if one.key and not one.key.startswith("~") and one.key not in own and not one.withheld_by
    }
    return tuple(found.values())


def _choices(
    desk: Desk, verdict: str, needs: Sequence[str], candidates: tuple[Evidence, ...]
) -> dict[str, tuple[str, ...]]:
    keys = tuple(evidence.key for evidence in candidates if evidence.key)
    together = (" ".join(keys),) if verdict == "merge" and len(keys) > 1 else ()
    return {
        "with": (*keys, *together),
        "status": STATUSES,
        "topic": desk.topics() if "topic" in needs else (),
    }
