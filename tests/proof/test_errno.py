"""What the operating system may answer to a commit: told as it is, with the store as the answer says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proof.probe import Shop, is_complete, is_recorded, look, look_finished, read_shop
from tests.proof.program import Ran
from tests.proof.scenes import BROKEN
from tests.proof.sweep import Stage, interrupt, reopen, set_stage
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]

MUTE = 120
"""How the interpreter ends when nothing at all can be written any more, not even to nowhere."""

FAULTS = (
    ("fsync", "error=EIO", "ER-01"),
    ("write", "error=ENOSPC", "ER-02"),
    ("write", "error=ENOSPC+", "ER-02"),
    ("openat", "error=EACCES", "ER-03"),
    ("renameat2", "error=EIO", "ER-04"),
    ("renameat2", "error=EINVAL", "ER-04"),
    ("mkdir", "error=ENOSPC", "ER-02"),
    ("unlinkat", "error=EACCES", "ER-05"),
    ("fchmod", "error=EPERM", "ER-03"),
)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param(name, fault, id=f"{name}-{fault}", marks=pytest.mark.case(case))
        for name, fault, case in FAULTS
    ],
)
def test_an_error_at_any_call_is_told_as_it_is(
    name: str, fault: str, tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(BROKEN, tmp_path)
    mine = [call for call in stage.calls if call.name == name]
    reopened: list[str] = []
    found: list[str] = []
    for call in mine:
        world, ran = interrupt(stage, call, fault, tmp_path)
        now = read_shop(world)
        problems = list(judge(stage, ran, now, own_output=call.text.startswith("1,") or fault[-1] == "+"))
        if is_recorded(stage.before, now):
            reopened.append(str(call))
            problems += reopen(stage, world, now, warm)
        found += [f"{fault} at {call} (exit {ran.code}): {problem}" for problem in problems]
        shutil.rmtree(world)
    record_property("kill points", (f"{name} {fault}", len(mine), len(reopened), len(found)))
    assert mine
    assert not found, "\n".join(found)


def judge(stage: Stage, ran: Ran, now: Shop, *, own_output: bool) -> Iterator[str]:
    """Whether exit code, words and store say the same."""
    yield from look(stage.before, stage.after, now)
    recorded, complete = is_recorded(stage.before, now), is_complete(stage.after, now)
    if ran.code == 5:
        yield from look_finished(stage.before, stage.after, now, recorded=False)
    elif ran.code == 7 and not recorded:
        yield "unfinished, and nothing was recorded"
    elif ran.code == 0 and not complete:
        yield "done, and it is not"
    elif own_output and ran.code == MUTE:
        yield from look_finished(stage.before, stage.after, now, recorded=False) if not recorded else ()
    elif ran.code not in (0, 5, 7):
        yield f"ended with {ran.code}: {ran.out} {ran.err}"
    if not own_output:
        yield from _words(ran)


def _words(ran: Ran) -> Iterator[str]:
    """The answer of each exit code."""
    said = ran.answer
    if ran.code == 5 and (
        said["schema"] != "workbench.error/1" or "othing was recorded" not in said["not_done"]
    ):
        yield f"it does not say that nothing was recorded: {ran.out}"
    if ran.code in (0, 7) and [entry["exit"] for entry in ran.decided] != [ran.code]:
        yield f"the answer does not say what the exit code says: {ran.out}"
