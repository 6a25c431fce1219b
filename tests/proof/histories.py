"""Whether a history of operations by two processes could be that of one legal order.

Every operation has a beginning and an end on one clock. A legal order puts each at one instant between
these, keeps both processes' own orders, and lets every operation see what the earlier ones made. A
decision has two instants, that of its record and that of its effects, and nothing else is written
between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

State = tuple[frozenset[str], frozenset[tuple[str, str]], str]
"""The decisions recorded, the Status of every item, and the decision whose effects are still to come."""


@dataclass(frozen=True)
class Step:
    """One instant of an operation, with the time in which it must be.

    ``kind`` is ``record``, ``effect``, ``ledger`` or ``items``; ``name`` the decision, ``item`` and
    ``status`` what its effect leaves, ``seen`` what a read answered.
    """

    kind: str
    begin: float
    end: float
    name: str = ""
    item: str = ""
    status: str = ""
    seen: frozenset[object] = frozenset()


def after(state: State, step: Step) -> State | None:
    """The state after a step, or None where it is not legal."""
    decisions, items, coming = state
    if step.kind == "record":
        return None if coming else (decisions | {step.name}, items, step.name)
    if step.kind == "effect":
        left = frozenset(pair for pair in items if pair[0] != step.item) | {(step.item, step.status)}
        return (decisions, left, "") if coming == step.name else None
    seen = decisions if step.kind == "ledger" else items
    return state if step.seen == seen else None


def legal_order(first: Sequence[Step], second: Sequence[Step], begin: State) -> list[Step] | None:
    """A legal order of two processes' steps, or None. Both are walked along together, like two queues."""
    came: dict[tuple[int, int, State], tuple[tuple[int, int, State], Step] | None] = {(0, 0, begin): None}
    waiting = [(0, 0, begin)]
    while waiting:
        at = waiting.pop()
        one, other, state = at
        if one == len(first) and other == len(second):
            return _way(came, at)
        for mine, others, step_of in ((first[one:], second[other:], 0), (second[other:], first[one:], 1)):
            if not mine or (others and others[0].end < mine[0].begin):
                continue
            made = after(state, mine[0])
            if made is None:
                continue
            next_one = (one + 1, other, made) if step_of == 0 else (one, other + 1, made)
            if next_one not in came:
                came[next_one] = at, mine[0]
                waiting.append(next_one)
    return None


def _way(
    came: dict[tuple[int, int, State], tuple[tuple[int, int, State], Step] | None],
    at: tuple[int, int, State],
) -> list[Step]:
    steps: list[Step] = []
    while (link := came[at]) is not None:
        at, step = link
        steps.append(step)
    return steps[::-1]
