"""Signals that a person, a terminal or a machine that stops sends in the middle of a commit."""

from __future__ import annotations

import os
import random
import shutil
import signal
from pathlib import Path

import pytest

from tests.proof.meanwhile import stopped_at
from tests.proof.probe import is_recorded, look, read_shop
from tests.proof.program import finish, run
from tests.proof.scenes import BROKEN, KEEP, MERGE, Scene, decide
from tests.proof.sweep import interrupt, reopen, set_stage
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]

POINTS = 6
OTHER = decide("pending-cleanup:mem-2026-06-04-004", "keep")


@pytest.mark.case("ER-16")
@pytest.mark.parametrize("name", ["TERM", "INT", "HUP"])
def test_a_signal_at_any_point_leaves_the_store_as_before_or_as_after(
    name: str, tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(BROKEN, tmp_path)
    mine = random.Random(f"points for {name}").sample(stage.calls, POINTS)
    found: list[str] = []
    for call in mine:
        world, ran = interrupt(stage, call, f"signal={name}", tmp_path)
        now = read_shop(world)
        problems = look(stage.before, stage.after, now)
        problems += reopen(stage, world, now, warm)
        if ran.out and ran.answer.get("schema") == "workbench.error/1" and is_recorded(stage.before, now):
            problems += [] if "not known" in ran.answer["not_done"] else [f"it said: {ran.out}"]
        found += [f"SIG{name} at {call} (exit {ran.code}): {problem}" for problem in problems]
        shutil.rmtree(world)
    record_property("kill points", (f"SIG{name}", POINTS, POINTS, len(found)))
    assert not found, "\n".join(found)


@pytest.mark.case("ER-17")
def test_a_stopped_writer_keeps_the_store_and_goes_on_when_it_is_let(tmp_path: Path):
    stage = set_stage(Scene("stopped", "sample", MERGE, (KEEP,)), tmp_path)
    syncs = [call for call in stage.calls if call.name == "fsync"]
    stopped, process = stopped_at(stage.world, syncs[len(syncs) // 2], *stage.words)
    refused = run(stage.world, *OTHER)
    assert refused.code == 4, refused
    assert "another writer holds" in refused.answer["message"]
    assert "wait for the other workbench" in refused.answer["next"]
    assert "othing was recorded" in refused.answer["not_done"]
    os.kill(process, signal.SIGCONT)
    went_on = finish(stopped)
    assert (went_on.code, went_on.decided[0]["exit"]) == (0, 0), went_on
    assert run(stage.world, *OTHER).code == 0
    assert run(stage.world, "verify").code == 0
