"""What Decide asks: one verdict on one thing, what it still needs, and how the plan of it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from textual.content import Content

from screens.text import joined, safe, styled
from screens.words import ALSO_TAKES, STATUSES, verdict_done, verdict_label
from workbench.desk import Desk
from workbench.desk.views import LedgerEntry, Outcome
from workbench.store.case import Case, Evidence, Offer
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.text.errors import UnknownId

Prepare = Callable[[Desk, Verdict, Actor, str], tuple[Prepared, ...]]
Renew = Callable[[Desk], "Question | None"]


@dataclass(frozen=True, slots=True)
class Question:
    """One verdict on one case, or the revert of one decision.

    `about` is the id of the case or decision. `needs` are the parameters to ask for,
    `choices` what can be taken for each without typing.
    `renew` asks the same of another reading of the store, or None where it can no longer be asked.
    """

    about: str
    verdict: str
    name: str
    text: str = field(repr=False)
    withheld_by: str | None
    needs: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]] = field(repr=False)
    candidates: tuple[Evidence, ...] = field(repr=False)
    unseen: frozenset[str]
    prepare: Prepare = field(repr=False)
    renew: Renew = field(repr=False)

    @property
    def title(self) -> Content:
        """The verdict and what it is on."""
        return joined([styled(f" {verdict_label(self.verdict)}", "accent"), "   ", safe(self.name, "strong")])


@dataclass(frozen=True, slots=True)
class Recorded:
    """A decision that is in the ledger, for the screen that asked for it."""

    outcome: Outcome
    verdict: str
    name: str

    @property
    def words(self) -> Content:
        """What was done and how it is taken back; or that a part is still to be done."""
        done = joined([styled("✓ ", "good"), f"{verdict_done(self.verdict)} ", safe(self.name)])
        if self.outcome.exit:
            trouble = joined(
                [styled("! ", "warn"), "recorded as ", safe(self.outcome.id), ", but not all of it is done: "]
            )
            return joined(
                [trouble, safe(self.outcome.message), ". On Home, ", styled("U", "key"), " finishes it"]
            )
        if self.verdict == "revert":
            return joined([done, styled(f", recorded as {self.outcome.id}", "dim")])
        return joined([done, "   ", styled("z", "key"), styled(" reverts", "dim")])


def about_case(desk: Desk, case: Case, offer: Offer, unseen: frozenset[str]) -> Question:
    """The question that a verdict on a case asks."""
    own = {target.key for target in case.targets} | {target.id for target in case.targets}
    candidates = tuple(
        {
            evidence.key: evidence
            for evidence in case.evidence
            if evidence.key
            and not evidence.key.startswith("~")
            and evidence.key not in own
            and not evidence.withheld_by
        }.values()
    )

    def prepare(desk: Desk, verdict: Verdict, actor: Actor, reason: str) -> tuple[Prepared, ...]:
        return desk.prepare([case.id], verdict, actor, reason, unseen=unseen)

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

    name = next((target.id or target.key for target in case.targets), case.id)
    choices = _choices(desk, offer, candidates)
    return Question(
        about=case.id,
        verdict=offer.verdict,
        name=name,
        text=case.text or case.title,
        withheld_by=case.withheld_by,
        needs=(*offer.needs, *(one for one in ALSO_TAKES.get(offer.verdict, ()) if one not in offer.needs)),
        choices=choices,
        candidates=candidates,
        unseen=unseen,
        prepare=prepare,
        renew=renew,
    )


def _choices(desk: Desk, offer: Offer, candidates: tuple[Evidence, ...]) -> dict[str, tuple[str, ...]]:
    keys = tuple(evidence.key for evidence in candidates if evidence.key)
    together = (" ".join(keys),) if offer.verdict == "merge" and len(keys) > 1 else ()
    return {
        "with": (*keys, *together),
        "status": STATUSES,
        "topic": _topics(desk) if "topic" in offer.needs else (),
    }


def _topics(desk: Desk) -> tuple[str, ...]:
    paths = (PurePosixPath(record.path) for record in desk.records("item"))
    return tuple(sorted({path.name for path in paths if path.parent.name == "topics"}))


def about_decision(desk: Desk, decision_id: str) -> Question:
    """The question whether a decision is taken back."""
    entry: LedgerEntry | None = next((found for found in desk.ledger() if found.id == decision_id), None)
    text = (
        f"{verdict_label(entry.verdict)} on {', '.join(dict.fromkeys(entry.targets)) or entry.case}"
        if entry
        else decision_id
    )

    def prepare(desk: Desk, verdict: Verdict, actor: Actor, reason: str) -> tuple[Prepared, ...]:
        return (desk.prepare_revert(decision_id, actor, reason),)

    def renew(desk: Desk) -> Question | None:
        return about_decision(desk, decision_id)

    return Question(decision_id, "revert", decision_id, text, None, (), {}, (), frozenset(), prepare, renew)
