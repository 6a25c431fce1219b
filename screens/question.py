"""What Decide asks: one verdict on one case or on a batch, what it still needs, how its plan is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from textual.content import Content

from screens.recorded import Recorded
from screens.text import counted, joined, safe, styled
from screens.words import ALSO_TAKES, OPTIONAL, STATUSES, verdict_label
from workbench.desk import Desk
from workbench.desk.batches import LeftOut, name_of, refused_words, standing
from workbench.desk.views import LedgerEntry
from workbench.store.case import Case, Evidence, VerdictName
from workbench.store.case import Offer as Offer
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.text.errors import UnknownId, WorkbenchError

Unseen = Mapping[str, frozenset[str]]
"""For each case, the refs of evidence and the ids or keys of records that were never on the screen."""

Prepare = Callable[[Desk, Verdict, Actor, str, Unseen], tuple[tuple[Prepared, ...], tuple[LeftOut, ...]]]
Renew = Callable[[Desk], "Question | None"]
Read = Callable[[Desk], "tuple[DecidedOn, ...]"]


@dataclass
class Progress:
    """How many of a batch are done, told by the thread that works; `stopped` by the person."""

    done: int = 0
    total: int = 0
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class DecidedOn:
    """One thing that is decided on, as the person is shown it.

    `digests` are those of its records: what a draft was typed against.
    """

    about: str
    name: str
    text: str = field(repr=False)
    withheld_by: str | None = None
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    records: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()

    @property
    def shown_by_text(self) -> frozenset[str]:
        """The names of its record, where its text is all of that one record."""
        return frozenset(self.records) if not self.withheld_by else frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """One verdict on cases, or the revert of one decision.

    `about` are the ids of the cases, or that of the decision. `needs` are the parameters to ask for,
    `choices` what can be taken for each without typing. `read` opens what is decided on in a thread.
    `renew` asks the same of another reading of the store, or None where it can no longer be asked.
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
    read: Read | None = field(default=None, repr=False)
    optional: frozenset[str] = OPTIONAL
    """Parameters that may stay empty; one that only some cases of a batch need is among them."""
    progress: Progress = field(default_factory=Progress, compare=False)
    """How far the plan or the recording of a batch is."""

    @property
    def text(self) -> str:
        """What is decided on, all of it."""
        return "\n".join(one.text for one in self.shown)

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

    def prepare(
        desk: Desk, verdict: Verdict, actor: Actor, reason: str, unseen: Unseen
    ) -> tuple[tuple[Prepared, ...], tuple[LeftOut, ...]]:
        return desk.prepare([case.id], verdict, actor, reason, unseen=unseen.get(case.id, ())), ()

    def renew(desk: Desk) -> Question | None:
        try:
            fresh = desk.case(case.id)
        except UnknownId:
            return None
        again = fresh.offer(offer.verdict)
        if again is None or not again.allowed:
            return None
        known = {(evidence.ref, evidence.digest) for evidence in case.evidence}
        others = {evidence.ref for evidence in fresh.evidence if (evidence.ref, evidence.digest) not in known}
        return about_case(desk, fresh, again, unseen | others)

    shown = decided_on(case)
    return Question(
        about=(case.id,),
        verdict=offer.verdict,
        name=name_of(case),
        needs=needs_of(offer.verdict, offer.needs),
        choices=_choices(desk, offer.verdict, offer.needs, _candidates(case.evidence, set(shown.records))),
        shown=(shown,),
        unseen={case.id: unseen},
        prepare=prepare,
        renew=renew,
    )


def about_cases(
    desk: Desk, cases: Sequence[Case], verdict: str, unseen: Mapping[str, frozenset[str]]
) -> Question:
    """The question that one verdict on several cases asks: one reason, and a decision for each.

    `cases` are as they were marked. Each that no longer stands like that is left out of the plan by name.
    """
    marked = tuple({case.id: case for case in cases}.values())
    taken = [offer for case in marked if (offer := case.offer(verdict)) is not None]
    needs = tuple(dict.fromkeys(need for offer in taken for need in offer.needs))
    progress = Progress()
    some = frozenset(need for need in needs if not all(need in offer.needs for offer in taken))

    def prepare(
        desk: Desk, verdict: Verdict, actor: Actor, reason: str, unseen: Unseen
    ) -> tuple[tuple[Prepared, ...], tuple[LeftOut, ...]]:
        stand, left = standing(desk, marked, verdict.name)
        plans: list[Prepared | WorkbenchError] = []
        progress.done, progress.total, progress.stopped = 0, len(stand), False
        for case in stand:
            if progress.stopped:
                break
            plans += desk.prepare_each([case.id], verdict, actor, reason, unseen=unseen)
            progress.done = len(plans)
        if len(plans) == 1 == len(marked) and isinstance(plans[0], WorkbenchError):
            raise plans[0]
        made = tuple(plan for plan in plans if isinstance(plan, Prepared))
        refused = [
            LeftOut(case.id, name_of(case), refused_words(plan))
            for case, plan in zip(stand, plans, strict=False)
            if isinstance(plan, WorkbenchError)
        ]
        return made, (*left, *refused)

    def renew(desk: Desk) -> Question | None:
        return about_cases(desk, marked, verdict, unseen)

    def read(desk: Desk) -> tuple[DecidedOn, ...]:
        return tuple(decided_on(_opened(desk, case)) for case in marked)

    return Question(
        about=tuple(case.id for case in marked),
        verdict=verdict,
        name=name_of(marked[0]) if len(marked) == 1 else counted(len(marked), "case"),
        needs=needs_of(verdict, needs),
        choices=_choices(desk, verdict, needs, ()),
        shown=tuple(decided_on(case) for case in marked),
        unseen={case.id: unseen.get(case.id, frozenset()) for case in marked},
        prepare=prepare,
        renew=renew,
        read=read,
        optional=OPTIONAL | some,
        progress=progress,
    )


def about_decision(desk: Desk, decision_id: str) -> Question:
    """The question whether a decision is taken back."""
    entry: LedgerEntry | None = next((found for found in desk.ledger() if found.id == decision_id), None)
    text = (
        f"{verdict_label(entry.verdict)} on {', '.join(dict.fromkeys(entry.targets)) or entry.case}"
        if entry
        else decision_id
    )

    def prepare(
        desk: Desk, verdict: Verdict, actor: Actor, reason: str, unseen: Unseen
    ) -> tuple[tuple[Prepared, ...], tuple[LeftOut, ...]]:
        return (desk.prepare_revert(decision_id, actor, reason),), ()

    def renew(desk: Desk) -> Question | None:
        return about_decision(desk, decision_id)

    shown = (DecidedOn(decision_id, decision_id, text),)
    return Question((decision_id,), "revert", decision_id, (), {}, shown, {}, prepare, renew)


def decided_on(case: Case) -> DecidedOn:
    """A case as the person is shown it on Decide."""
    return DecidedOn(
        about=case.id,
        name=name_of(case),
        text=case.text or case.title,
        withheld_by=case.withheld_by,
        evidence=case.evidence,
        records=tuple(name for target in case.targets for name in (target.id, target.key) if name),
        digests=tuple(sorted(target.digest for target in case.targets)),
    )


def needs_of(verdict: VerdictName | str, needs: Sequence[str]) -> tuple[str, ...]:
    """The parameters to ask for: what the case needs, and what the verdict takes beside it."""
    return (*needs, *(one for one in ALSO_TAKES.get(verdict, ()) if one not in needs))


def _opened(desk: Desk, case: Case) -> Case:
    """A case with its evidence, as it was marked where the desk has it no longer."""
    try:
        return desk.case(case.id)
    except UnknownId:
        return case


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
        "topic": _topics(desk) if "topic" in needs else (),
    }


def _topics(desk: Desk) -> tuple[str, ...]:
    paths = (PurePosixPath(record.path) for record in desk.records("item"))
    return tuple(sorted({path.name for path in paths if path.parent.name == "topics"}))


__all__ = [
    "DecidedOn",
    "LeftOut",
    "Question",
    "Recorded",
    "Unseen",
    "about_case",
    "about_cases",
    "about_decision",
]
