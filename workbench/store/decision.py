"""A decision: an attributed verdict. What it asks for, and what is recorded of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from workbench.store.plan import Plan

PERSON_PATTERN: Final = r"[A-Za-z0-9._@+-]{1,64}"
"""The name of someone, without the word that says what they are."""

ACTOR_PATTERN: Final = rf"(?:user|agent):{PERSON_PATTERN}"
"""Who decides or executes: ``user:NAME`` or ``agent:NAME``."""

_ACTOR: Final = re.compile(ACTOR_PATTERN)

Claim = Literal["flag", "git identity", "asked"]
"""How the person's identity was claimed; a word that is always shown beside the name."""


def is_actor_name(text: str) -> bool:
    """Whether a text is exactly ``user:NAME`` or ``agent:NAME``."""
    return _ACTOR.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who decides: ``user:NAME`` or ``agent:NAME``, how that was claimed, whether at a terminal."""

    name: str
    claimed: Claim
    at_terminal: bool

    @property
    def is_agent(self) -> bool:
        """An agent may only propose and execute."""
        return self.name.startswith("agent:")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person answers to a case, with its parameters.

    ``with_ids`` are item ids (supersede: exactly one; merge: one or more), ``status``
    the resulting Status of cool, ``until`` an ISO date for defer, ``topic`` a file name
    under ``topics/`` where a row must be copied into the item store. ``with_ids`` of a
    conflict names one row, by its id, key or ``path:line``. ``subject`` is a new key and ``condition``
    a sentence, by which two values that both hold are told apart; ``evidence`` are refs of what
    the decision rests on, none where it is a choice of what to act on (§15.2.1).
    """

    name: str
    with_ids: tuple[str, ...] = ()
    value: str | None = field(default=None, repr=False)
    text: str | None = field(default=None, repr=False)
    status: str | None = None
    until: str | None = None
    topic: str | None = None
    subject: str | None = field(default=None, repr=False)
    condition: str | None = field(default=None, repr=False)
    evidence: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What a plan needs beside the snapshot.

    ``now`` is aware, in UTC. ``used_ids`` are all ids that a new one must not repeat.
    ``decision_id`` is drawn before the plan is made, shown in it, and kept.
    """

    now: datetime
    actor: Actor
    decision_id: str
    used_ids: frozenset[str] = field(repr=False)
    excluded: frozenset[str] = frozenset()
    """Keys of rows under an unresolved withdrawal (§12.2)."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Under which authority: the roster's digest, or the owner's own word where there is none."""

    rule: str
    roster_digest: str | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A decision that could be recorded now, with its plan. Nothing has been written.

    ``supersedes`` names the decision that a revert takes back. ``store_id`` is None
    until the store's first decision. ``reserved`` are the ids that plans made together with
    this one have drawn before it, so that none is given twice; a plan made anew keeps off them.
    """

    id: str
    store_id: str | None
    case_id: str
    case_kind: str
    verdict: Verdict
    actor: Actor
    authority: Authority
    reason: str = field(repr=False)
    decided_at: datetime
    plan: Plan
    supersedes: str | None = None
    reserved: frozenset[str] = frozenset()

    @property
    def drawn(self) -> frozenset[str]:
        """The ids that this plan and those before it have drawn or name."""
        told = [name for event in self.plan.log for name in event.ids]
        told += [value for event in self.plan.log for _, value in event.fields]
        return self.reserved | {self.id, *told}
