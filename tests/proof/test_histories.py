"""Two processes read and decide at once, and all that they were told fits one order of events."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof.histories import State, Step, legal_order
from tests.proof.probe import decisions, read_tree, rows
from tests.proof.program import Ran, make_world
from tests.proof.scenes import decide, taking_back
from tests.proof.warm import Warm

ITEMS = ("mem-2026-04-02-003", "mem-2026-06-04-006")
"""Each process decides on one of them, and reads both."""

OPERATIONS, DONE, MOST = 200, 25, 2000
"""Operations of each process: so many, then on until so many decisions are done, and never more than most."""
UNSEEN: State = (frozenset(), frozenset((item, "pending-cleanup") for item in ITEMS), "")


def steps_of(words: tuple[str, ...], item: str, ran: Ran, begin: float, end: float) -> Iterator[Step]:
    """What an operation did or saw; one that was refused did nothing."""
    if words[0] == "ledger":
        seen = frozenset(one["id"] for one in ran.answer["decisions"])
        yield Step("ledger", begin, end, seen=seen)
    elif words[0] == "records":
        found = [one for one in ran.answer["records"] if one["id"] in ITEMS and "topics/" in one["path"]]
        seen_items = frozenset((one["id"], dict(one["facts"])["Status"]) for one in found)
        yield Step("items", begin, end, seen=seen_items)
    elif ran.code == 0:
        name, status = ran.decided[0]["id"], "active" if words[0] == "decide" else "pending-cleanup"
        yield Step("record", begin, end, name)
        yield Step("effect", begin, end, name, item, status)


def live(world: Path, item: str) -> tuple[list[Step], list[Ran]]:
    """One process at work: reads of ledger and items, and now and then a decision or its revert."""
    chance, steps, written = random.Random(item), list[Step](), list[Ran]()
    standing = ""
    with closing(Warm()) as warm:
        for number in range(MOST):
            if number >= OPERATIONS and sum(ran.code == 0 for ran in written) >= DONE:
                break
            write = taking_back(standing) if standing else decide(f"pending-cleanup:{item}", "keep")
            words = chance.choice((write, ("ledger",), ("records", "--kind", "item")))
            begin = time.monotonic()
            ran = warm.run(world, *words)
            steps += steps_of(words, item, ran, begin, time.monotonic())
            if words == write:
                written.append(ran)
                if ran.code == 0:
                    standing = "" if standing else ran.decided[0]["id"]
    return steps, written


@pytest.mark.slow
@pytest.mark.case("CO-15")
def test_all_that_two_processes_were_told_fits_one_order(tmp_path: Path, record_property):
    world = make_world(tmp_path / "w0", "sample")
    with ThreadPoolExecutor(2) as both:
        (one, wrote), (other, also) = both.map(live, (world, world), ITEMS)
    codes = [ran.code for ran in (*wrote, *also)]
    made = [step.name for step in (*one, *other) if step.kind == "record"]
    order = legal_order(one, other, UNSEEN)
    agent = read_tree(world / "agent")
    lost = set(made) - decisions(agent)
    record_property("lines", ("two processes, one order", len(made), len(lost), codes.count(0), len(codes)))
    assert not lost
    assert set(codes) <= {0, 4} and codes.count(0) >= 2 * DONE
    assert order is not None, "no legal order exists"
    assert [step for step in order if step in one] == one and [
        step for step in order if step in other
    ] == other
    last = [step for step in order if step.kind == "effect"]
    shown = {(row.id, row.status) for row in rows(agent) if row.id in ITEMS and "/topics/" in row.path}
    assert shown == {(item, [step for step in last if step.item == item][-1].status) for item in ITEMS}


A = Step("record", 0, 4, "a"), Step("effect", 0, 4, "a", "x", "active")
BEGIN: State = (frozenset(), frozenset({("x", "waiting")}), "")


def later(begin: float, end: float) -> tuple[Step, Step]:
    """Another decision on the same item."""
    return Step("record", begin, end, "b"), Step("effect", begin, end, "b", "x", "stale")


def read(kind: str, begin: float, end: float, *seen: object) -> Step:
    """A read that answered this."""
    return Step(kind, begin, end, seen=frozenset(seen))


@pytest.mark.parametrize(
    ("other", "legal"),
    [
        pytest.param([read("ledger", 1, 2), read("ledger", 3, 5, "a")], True, id="before and after"),
        pytest.param([read("ledger", 1, 2, "a"), read("items", 3, 5, ("x", "waiting"))], True, id="between"),
        pytest.param([read("ledger", 1, 2, "a"), read("ledger", 3, 5)], False, id="back in time"),
        pytest.param([read("items", 1, 2, ("x", "active")), read("ledger", 3, 5)], False, id="effect first"),
        pytest.param([read("ledger", 5, 6)], False, id="not seen although done"),
        pytest.param([read("ledger", 1, 2, "a", "b")], False, id="out of nothing"),
        pytest.param([*later(1, 2), read("items", 5, 6, ("x", "active"))], True, id="one after the other"),
        pytest.param([*later(5, 6), read("items", 7, 8, ("x", "active"))], False, id="a lost effect"),
    ],
)
def test_the_checker_tells_legal_histories_from_others(other: list[Step], legal: bool):
    assert (legal_order(list(A), other, BEGIN) is not None) is legal
    late = [replace(step, begin=step.begin + 1, end=step.end + 1) for step in (*A, *other)]
    assert (legal_order(late[2:], late[:2], BEGIN) is not None) is legal
