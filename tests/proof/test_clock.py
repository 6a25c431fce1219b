"""A clock that is set back: the order of the ledger is kept, and nothing that is shown is made up."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.proof import clock_jumper
from tests.proof.probe import decisions, parse_record, read_shop, read_tree
from tests.proof.program import Ran, make_world, run
from tests.proof.scenes import KEEP, decide

pytestmark = [pytest.mark.slow, pytest.mark.case("ER-15")]

OTHER = decide("pending-cleanup:mem-2026-06-04-004", "keep")
LATER, EARLIER = "2026-08-20T10:00:00Z", "2025-01-02T03:04:05Z"


def at(moment: str, world: Path, *words: str) -> Ran:
    """Run with the clock at that moment."""
    return run(world, *words, before=["env", f"WORKBENCH_NOW={moment}"])


def test_a_clock_set_back_between_decisions_changes_no_order(tmp_path: Path):
    world = make_world(tmp_path / "w", "sample")
    first = at(LATER, world, *KEEP)
    second = at(EARLIER, world, *OTHER)
    assert (first.code, second.code) == (0, 0), second
    ids = [ran.decided[0]["id"] for ran in (first, second)]
    agent = read_tree(world / "agent")
    records = [parse_record(agent, one) for one in ids]
    assert [record["decided_at"] for record in records] == [LATER, EARLIER], "the clock of the moment is told"
    assert records[1]["prev"], "it follows the one made before it"
    told = run(world, "ledger").answer["decisions"]
    assert sorted(ids) != ids
    assert [entry["id"] for entry in told] in (ids, ids[::-1])
    assert {entry["id"]: entry["decided_at"] for entry in told} == dict(
        zip(ids, (LATER, EARLIER), strict=True)
    )
    assert run(world, "verify").code == 0


def test_what_was_decided_last_is_what_stands_whatever_the_clock_said(tmp_path: Path):
    world = make_world(tmp_path / "w", "sample")
    before = read_shop(world)
    first = at(LATER, world, *KEEP)
    back = at(EARLIER, world, "revert", first.decided[0]["id"], "--as", "ada", "--reason", "a mistake")
    assert back.code == 0, back
    now = read_shop(world)
    pages = [path for path in before.agent if "/topics/" in path or path.endswith("index.md")]
    assert {path: now.agent[path] for path in pages} == {path: before.agent[path] for path in pages}
    assert run(world, "resume").decided == []
    assert run(world, "verify").code == 0


def test_a_clock_that_jumps_while_it_is_decided_leaves_one_whole_decision(tmp_path: Path):
    world = make_world(tmp_path / "w", "sample")
    program = [sys.executable, clock_jumper.__file__]
    ran = run(world, *KEEP, before=["env", "--unset=WORKBENCH_NOW"], program=program)
    assert ran.code == 0, ran
    agent = read_tree(world / "agent")
    [one] = decisions(agent)
    record = parse_record(agent, one)
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(record["decided_at"]))
    logged = [line for line in agent["memory/log.md"][1].decode().splitlines() if one in line]
    assert len(logged) == 1 and str(record["decided_at"]) in logged[0]
    assert run(world, "resume").decided == []
    assert run(world, "verify").code == 0
