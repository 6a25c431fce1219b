"""A store that is lost under the open screens, and a terminal that is lost while a decision is written."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.decide import Decide
from tests.proof.places import disk_over, no_mounts
from tests.proof.probe import DECISIONS, decisions, is_temp, read_tree
from tests.proof.tracing import missing_tracer
from tests.screens.conftest import NARROW, WIDE, Opened, press, status_of, write
from tests.screens.golden import screen_text
from tests.screens.terminal import Terminal, on_a_terminal
from tests.screens.waiting import to_decide, until
from tests.trees import tree_bytes
from workbench.desk import Desk

pytestmark = pytest.mark.slow
QUICK = pytest.mark.usefixtures("quick_keys")

PATIENCE = 30.0
"""Seconds in which a program that is slowed down must have come so far."""


async def to_the_plan(pilot: Pilot[Any]) -> Decide:
    """Decide on the first case that waits, as far as its plan."""
    await press(pilot, "enter", "1")
    await write(pilot, "measured again")
    await press(pilot, "enter")
    decide = pilot.app.screen
    assert isinstance(decide, Decide) and decide.plan is not None
    return decide


@QUICK
@pytest.mark.case("ER-10")
async def test_a_store_made_read_only_under_a_plan_takes_no_decision(
    sample_store: Path, opened: Opened
) -> None:
    if no_mounts():
        pytest.skip(no_mounts())
    with disk_over(sample_store) as disk:
        before = tree_bytes(sample_store)
        async with opened(sample_store, WIDE) as pilot:
            await to_the_plan(pilot)
            disk.set("ro")
            await press(pilot, "enter")
            said = status_of(pilot.app)
            assert "Nothing was recorded" in said and "read-only" in screen_text(pilot.app)
            assert tree_bytes(sample_store) == before
            disk.set("rw")
            await press(pilot, "enter", "enter")
            assert len(decisions(read_tree(sample_store))) == 1
        assert Desk.open(sample_store).resume() == ()


@QUICK
@pytest.mark.case("ER-11")
async def test_a_store_moved_away_under_a_plan_takes_no_decision(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    moved = sample_store.with_name("moved")
    async with opened(sample_store, WIDE) as pilot:
        await to_the_plan(pilot)
        sample_store.rename(moved)
        await press(pilot, "enter")
        assert "othing was recorded" in status_of(pilot.app)
        assert not sample_store.exists()
        assert tree_bytes(moved) == before
        moved.rename(sample_store)
        await press(pilot, "enter", "enter")
        assert len(decisions(read_tree(sample_store))) == 1


@contextmanager
def slowed_down(process: int, report: Path) -> Iterator[None]:
    """Each fsync of a program takes a while; the tracer lets go of it at the end."""
    words = ["-e", "trace=fsync", "-e", "inject=fsync:delay_enter=400000", "-p", str(process)]
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-o", str(report), *words], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: "TracerPid:\t0" not in Path(f"/proc/{process}/status").read_text())
        yield
    finally:
        tracer.terminate()
        tracer.wait(PATIENCE)


def wait_for(come: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end, "it never came so far"
        time.sleep(0.02)


def hang_up(terminal: Terminal) -> None:
    terminal.hang_up()


def terminate(terminal: Terminal) -> None:
    terminal.program.send_signal(signal.SIGTERM)


@pytest.mark.kill
@pytest.mark.case("ER-16")
@pytest.mark.parametrize("leave", [hang_up, terminate], ids=["the terminal is closed", "told to end"])
@pytest.mark.parametrize("at", ["store.yaml", ".json"], ids=["before the record", "behind it"])
def test_the_end_in_the_middle_of_a_write_leaves_a_store_that_resume_finishes(
    leave: Callable[[Terminal], None], at: str, sample_store: Path, tmp_path: Path
) -> None:
    if missing_tracer():
        pytest.skip(missing_tracer())
    before = read_tree(sample_store)
    governance = sample_store / DECISIONS.rstrip("/")
    folder = governance if at == ".json" else governance.parent
    with on_a_terminal(sample_store, NARROW) as terminal:
        to_decide(terminal, "sure enough")
        until(terminal, "\r", "nothing is written yet", "record")
        time.sleep(1.0)  # a key that records is armed a moment after what it records is shown
        with slowed_down(terminal.program.pid, tmp_path / "trace"):
            os.write(terminal.master, b"\r")
            wait_for(lambda: any(one.name.endswith(at) for one in folder.glob("*")))
            leave(terminal)
            code = terminal.program.wait(PATIENCE)
    assert code in (128 + signal.SIGHUP, 128 + signal.SIGTERM, 0)
    desk = Desk.open(sample_store)
    desk.resume()
    now = read_tree(sample_store)
    assert [path for path in now if is_temp(path)] == []
    made = decisions(now)
    assert len(made) <= 1 and (made or now == before)
    assert made or at != ".json"
    assert Desk.open(sample_store).resume() == ()
    assert read_tree(sample_store) == now
    assert Desk.open(sample_store).verify().ok
