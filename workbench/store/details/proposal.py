"""A proposal: what it would change, what it rests on, and what is said of that (§17, §23.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail
from workbench.store.details.refs import FeedbackCount, RefState


@dataclass(frozen=True, slots=True)
class ProposalDetail(Detail):
    """One proposal as its record says it. Nothing here says that it is eligible, or authorized.

    ``target_kind`` is the word before the colon of the target where §17 or §23.4 know it, else
    None. ``proposed_by`` and ``section`` are None where the record does not say. ``notes`` are
    sentences of ours about what is odd. While ``withheld_by`` names a withdrawal and no audit
    runs, change, benefit, risk, target and extras are empty.
    """

    name: str
    place: str
    status: str = field(repr=False)
    known_status: bool
    change: str = field(repr=False)
    target: str = field(repr=False)
    target_kind: str | None
    target_name: str = field(repr=False)
    section: str | None = field(repr=False)
    proposed_by: str | None = field(repr=False)
    dated: str | None
    age_days: int | None
    benefit: str = field(repr=False)
    risk: str = field(repr=False)
    refs: tuple[RefState, ...] = field(repr=False)
    feedback: tuple[FeedbackCount, ...] = field(repr=False)
    extras: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)
    withheld_by: str | None = None
