"""Signals that a person, a terminal or a machine that stops sends in the middle of a commit."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.proof.probe import is_recorded, look, read_shop
from tests.proof.program import finish, run, start
from tests.proof.scenes import BROKEN, KEEP, MERGE, Scene, decide
from tests.proof.sweep import interrupt, reopen, set_stage
from tests.proof.tracing import fault_words
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
    report = stage.world / "trace"
    before = fault_words(report, syncs[len(syncs) // 2], "signal=STOP")
    stopped = start(stage.world, *stage.words, before=before)
    process = _stopped_process(report)
    refused = run(stage.world, *OTHER)
    assert refused.code == 4, refused
    assert "othing was recorded" in refused.answer["not_done"]
    os.kill(process, signal.SIGCONT)
    went_on = finish(stopped)
    assert (went_on.code, went_on.decided[0]["exit"]) == (0, 0), went_on
    assert run(stage.world, *OTHER).code == 0
    assert run(stage.world, "verify").code == 0


def _stopped_process(report: Path) -> int:
    """Wait until the tracer has seen it stop; its process id."""
    for _ in range(600):
        lines = report.read_text(errors="replace").splitlines() if report.exists() else []
        stops = [line for line in lines if "--- stopped by SIGSTOP" in line]
        if stops:
            return int(stops[0].split()[0])
        time.sleep(0.05)
    raise AssertionError("the writer never stopped")
