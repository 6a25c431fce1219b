"""The program killed at every system call of a commit, and of the resume that follows one.

The same judge then sees a program that breaks one rule of writing, and must object.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.proof import broken_writer
from tests.proof.scenes import BROKEN, SCENES, Scene
from tests.proof.sweep import Stage, Sweep, set_stage
from tests.proof.tracing import Call
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]

PROVES = {
    "merge, the first decision ever": ("CR-01", "CR-07"),
    "new value, a later decision": ("CR-01",),
    "merge on the small store": ("CR-01",),
    "settling a conflict over two topics and the inbox": ("CR-01",),
    "resume of the merge": ("CR-06",),
}
"""The named cases that the sweep of a scene proves."""

PARTS = [
    pytest.param(
        scene,
        part,
        id=f"{scene}-{part + 1}of{scene.chunks}",
        marks=[pytest.mark.case(id_) for id_ in PROVES.get(str(scene), ())],
    )
    for scene in SCENES
    for part in range(scene.chunks)
]


def part_of(stage: Stage, part: int, parts: int) -> tuple[Call, ...]:
    """A share of the calls of a stage; all shares together are all of them."""
    ends = [len(stage.calls) * number // parts for number in range(parts + 1)]
    return stage.calls[ends[part] : ends[part + 1]]


@pytest.mark.parametrize(("scene", "part"), PARTS)
def test_killed_at_any_call_the_store_is_as_before_or_as_after(
    scene: Scene, part: int, tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(scene, tmp_path)
    sweep = Sweep(stage, tmp_path, warm)
    found = sweep.over(part_of(stage, part, scene.chunks))
    record_property("kill points", (str(scene), sweep.kills, len(sweep.states), len(found)))
    assert len(stage.calls) > 40
    assert not found, "\n".join(found)


@pytest.mark.case("FS-01")
@pytest.mark.parametrize(
    ("fault", "calls", "complaint"),
    [
        ("effects-first", ("renameat2",), "an effect without its decision"),
        ("in-place", ("openat", "write"), "blocks are lost"),
        ("no-bytes", ("renameat2",), "not as after the decision"),
    ],
)
def test_a_writer_that_breaks_a_rule_fails_the_same_judge(
    fault: str, calls: tuple[str, ...], complaint: str, tmp_path: Path, warm: Warm, record_property
):
    program = [sys.executable, broken_writer.__file__, fault]
    stage = set_stage(BROKEN, tmp_path, program)
    sweep = Sweep(stage, tmp_path, warm)
    found = sweep.over([call for call in stage.calls if call.name in calls and "/data/" not in call.text])
    record_property("kill points", (f"broken writer: {fault}", sweep.kills, len(sweep.states), len(found)))
    assert any(complaint in problem for problem in found), "\n".join(found)


@pytest.mark.case("FS-01")
def test_the_unbroken_writer_passes_where_the_broken_ones_fail(tmp_path: Path, warm: Warm, record_property):
    program = [sys.executable, broken_writer.__file__, "none"]
    stage = set_stage(BROKEN, tmp_path, program)
    sweep = Sweep(stage, tmp_path, warm)
    found = sweep.over([call for call in stage.calls if call.name == "renameat2"])
    record_property("kill points", ("broken writer: none", sweep.kills, len(sweep.states), len(found)))
    assert sweep.kills >= 7
    assert not found, "\n".join(found)
