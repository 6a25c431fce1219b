"""Reasons that were given before, on this machine; never one that repeats memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from workbench.desk.desk import Desk
from workbench.desk.reasons import QUOTES
from workbench.store.decision import Prepared

TOPIC: Final = "reasons"
LIMIT: Final = 20


class Given(NamedTuple):
    """A reason, and for which verdict it was given."""

    verdict: str
    reason: str


def reasons_given(desk: Desk) -> tuple[Given, ...]:
    """The reasons given on this machine for this store, the latest first."""
    kept = desk.own(TOPIC).get("given")
    pairs = kept if isinstance(kept, list) else []
    return tuple(
        Given(one[0], one[1])
        for one in pairs
        if isinstance(one, list) and len(one) == 2 and all(isinstance(word, str) for word in one)
    )[:LIMIT]


def offered(given: Iterable[Given], verdict: str) -> tuple[str, ...]:
    """The reasons to choose from: those for the same verdict first, the latest of each first."""
    known = list(given)
    same = [one.reason for one in known if one.verdict == verdict]
    return tuple(dict.fromkeys([*same, *(one.reason for one in known)]))


def last_for(given: Iterable[Given], verdict: str) -> str | None:
    """The reason that was given last for a verdict."""
    return next((one.reason for one in given if one.verdict == verdict), None)


def remember(desk: Desk, *prepared: Prepared) -> tuple[Given, ...]:
    """Put the one reason of recorded decisions first, unless it repeats memory that any of them is about.

    Answers what is kept.
    """
    given = reasons_given(desk)
    if not prepared or any(QUOTES in one.plan.notes for one in prepared):
        return given
    new = Given(prepared[0].verdict.name, prepared[0].reason)
    kept = (new, *(one for one in given if one != new))[:LIMIT]
    desk.keep_own(TOPIC, {"given": [list(one) for one in kept]})
    return kept
