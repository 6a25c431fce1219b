"""The power goes at any step of a decision, of a `resume`, and of a run that follows a killed one.

Every run is the real program's, recorded with all that it writes; the disk that loses what was not
synced is a value (`power_disk`), and what it may leave is put on a real disk and reopened.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import broken_writer
from tests.proof.power_cuts import (
    Cuts,
    Film,
    film,
    killed_and_run_again,
    record_name,
    steps_that_name,
    write_tree,
)
from tests.proof.power_disk import whole
from tests.proof.probe import DECISIONS, read_shop
from tests.proof.scenes import KEEP, MERGE, NEW_VALUE, SMALL_MERGE, Words, taking_back
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]


Record = Callable[[str, object], None]


def report(record: Record, name: str, cuts: Cuts, found: Sequence[str]) -> None:
    """Put numbers on the line of the summary."""
    record("power cuts", (name, cuts.steps, cuts.states, len(cuts.reopened), len(found)))


@pytest.mark.parametrize(
    ("name", "words", "earlier"),
    [
        pytest.param("the first decision, a merge", MERGE, (), marks=pytest.mark.case("PW-01")),
        pytest.param("a later decision, a new value", NEW_VALUE, (KEEP,), marks=pytest.mark.case("PW-01")),
        pytest.param("taking a merge back", taking_back, (MERGE,), marks=pytest.mark.case("PW-02")),
    ],
)
@pytest.mark.case("PW-06")
def test_the_power_goes_at_any_step_of_a_decision(
    name: str, words: Words | Callable[[str], Words], earlier: Sequence[Words], tmp_path: Path, warm: Warm,
    record_property,
):  # fmt: skip
    cuts = Cuts(warm, tmp_path)
    found = cuts.over(film(tmp_path, "sample", words, earlier))
    report(record_property, name, cuts, found)
    assert cuts.steps > 60 and cuts.states > 100
    assert not found, "\n".join(found)


@pytest.mark.case("PW-06")
def test_the_power_goes_when_a_person_reads_that_it_is_recorded(tmp_path: Path, warm: Warm, record_property):
    seen = film(tmp_path, "l1", SMALL_MERGE, terminal=True)
    cuts = Cuts(warm, tmp_path)
    found = cuts.over(replace(seen, start=seen.told - 1))
    report(record_property, "a decision on a terminal", cuts, found)
    assert cuts.steps == len(seen.history.steps) - seen.told + 2
    assert not found, "\n".join(found)


FIRST_RUNS = {
    "its folders": lambda first: steps_that_name(first, "workbench", "bytes", "governance", "decisions"),
    "the name of the store": lambda first: steps_that_name(first, "store.yaml"),
}
"""Steps after which the first decision is killed, and then made again."""

RESUMED = {
    "the record": lambda first: steps_that_name(first, record_name(first))[1:],
    "an effect": lambda first: steps_that_name(first, "operational-pitfalls.md", "index.md"),
    "the log line": lambda first: [first.written("memory/log.md")],
    "the ledger head": lambda first: steps_that_name(first, "heads.json"),
}
"""Steps after which a decision is killed, and then resumed."""


@pytest.mark.parametrize("what", FIRST_RUNS)
@pytest.mark.case("PW-01")
def test_killed_before_the_record_decided_again_and_then_the_power_goes(
    what: str, tmp_path: Path, warm: Warm, record_property
):
    found = twice(FIRST_RUNS[what], SMALL_MERGE, tmp_path, warm, record_property)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("what", RESUMED)
@pytest.mark.case("PW-01")
def test_killed_after_the_record_resumed_and_then_the_power_goes(
    what: str, tmp_path: Path, warm: Warm, record_property
):
    found = twice(RESUMED[what], ("resume",), tmp_path, warm, record_property)
    assert not found, "\n".join(found)


def twice(
    at: Callable[[Film], list[int]],
    words: Words,
    where: Path,
    warm: Warm,
    record: Record,
) -> list[str]:
    """What does not hold when the first run is killed just after a step, before that step is on disk."""
    first = film(where, "l1", SMALL_MERGE)
    cuts = Cuts(warm, where)
    kills = at(first)
    found = [
        f"killed after {kill}: {problem}"
        for kill in kills for problem in cuts.over(killed_and_run_again(first, kill, *words))
    ]  # fmt: skip
    report(record, f"{words[0]} after a kill", cuts, found)
    assert kills and cuts.states > len(kills)
    return found


@pytest.mark.parametrize("part", [0, 0.5, 0.99], ids=["empty", "half", "all but the end"])
@pytest.mark.parametrize("hole", [False, True], ids=["cut off", "zeroes"])
@pytest.mark.case("PW-07")
def test_a_torn_record_is_no_decision_and_is_named(part: float, hole: bool, tmp_path: Path, warm: Warm):
    """Ours is never torn under its name; a disk that lies, or another program, can leave one."""
    world = film(tmp_path, "l1", SMALL_MERGE).world
    before = read_shop(world)
    (record,) = (world / "agent" / DECISIONS).glob("*.json")
    data = record.read_bytes()
    torn = data[: int(len(data) * part)]
    record.write_bytes(torn + bytes(len(data) - len(torn)) if hole else torn)
    checked = warm.run(world, "verify")
    assert checked.code == 1 and not checked.answer["ok"]
    assert any(record.stem in str(finding) for finding in checked.answer["findings"] if finding["failed"])
    warm.run(world, "resume")
    now = read_shop(world)
    assert {path: entry for path, entry in now.agent.items() if not path.endswith(record.name)} == {
        path: entry for path, entry in before.agent.items() if not path.endswith(record.name)
    }


@pytest.mark.parametrize("fault", ["no-sync", "no-directory-sync"])
@pytest.mark.case("FS-01")
def test_a_writer_that_does_not_sync_fails_the_same_judge(
    fault: str, tmp_path: Path, warm: Warm, record_property
):
    """No store is reopened here: that what was told is not there, and what is torn, is seen before."""
    broken = film(tmp_path, "l1", SMALL_MERGE, program=[sys.executable, broken_writer.__file__, fault])
    cuts = Cuts(warm, tmp_path, reopens=False)
    found = cuts.over(broken)
    report(record_property, f"a broken writer, {fault}", cuts, found)
    assert any("told to be done" in problem for problem in found)
    assert any("an effect without its decision" in problem for problem in found)
    if fault == "no-sync":
        assert any("the record does not parse" in problem for problem in found)


@pytest.mark.case("FS-01")
def test_the_unbroken_writer_passes_where_those_fail(tmp_path: Path, warm: Warm, record_property):
    sound = film(tmp_path, "l1", SMALL_MERGE, program=[sys.executable, broken_writer.__file__, "none"])
    cuts = Cuts(warm, tmp_path, reopens=False)
    found = cuts.over(sound)
    report(record_property, "a broken writer, none", cuts, found)
    assert not found, "\n".join(found)


def test_private_bytes_that_are_lost_are_told(tmp_path: Path, warm: Warm):
    """What resume needs is on disk before the record is. Should it be lost all the same, it is said."""
    first = film(tmp_path, "l1", SMALL_MERGE)
    (commit,) = steps_that_name(first, record_name(first))[1:]
    shutil.rmtree(first.world)
    write_tree(whole(first.history, commit + 1), first.world)
    (kept,) = first.world.glob("data/workbench/*/bytes/*.json")
    kept.unlink()
    before = read_shop(first.world)
    warm.run(first.world, "resume")
    assert read_shop(first.world).agent == before.agent
    assert warm.run(first.world, "ledger").decided[0]["state"] == "unverifiable here"
    checked = warm.run(first.world, "verify")
    assert checked.code == 1
    assert {"effect"} <= {finding["check"] for finding in checked.answer["findings"] if finding["failed"]}
