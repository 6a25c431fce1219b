"""Reasons that were given before, on this machine; never one that repeats memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

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
    return _given(desk.own(TOPIC))


def _given(kept: Mapping[str, Any]) -> tuple[Given, ...]:
    pairs = kept.get("given")
    return tuple(
        Given(one[0], one[1])
        for one in (pairs if isinstance(pairs, list) else ())
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
    if not prepared or any(QUOTES in one.plan.notes for one in prepared):
        return reasons_given(desk)
    new = Given(prepared[0].verdict.name, prepared[0].reason)
    desk.change_own(TOPIC, lambda kept: _with(kept, new))
    return reasons_given(desk)


def _with(kept: Mapping[str, Any], new: Given) -> dict[str, Any]:
    """What is kept with a reason as the latest."""
    given = (new, *(one for one in _given(kept) if one != new))[:LIMIT]
    return {"given": [list(one) for one in given]}
