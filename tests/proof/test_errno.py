"""What the operating system may answer to a commit: told as it is, with the store as the answer says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.proof.probe import LOG, Shop, is_complete, is_recorded, look, read_shop
from tests.proof.program import Ran, copy_world, run
from tests.proof.scenes import BROKEN, SMALL_MERGE, Scene
from tests.proof.sweep import Stage, interrupt, reopen, set_stage
from tests.proof.told import judge, mended, unfit
from tests.proof.tracing import Call
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]

RESUME = Scene("resume on the small store", "l1", SMALL_MERGE, resumes=True)

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
"""Each at every call of its name."""

OTHERS = (
    ("fsync", ("ENOSPC", "EROFS"), "ER-01"),
    ("write", ("EDQUOT", "EIO", "EFBIG"), "ER-02"),
    ("openat", ("EROFS", "EMFILE", "EDQUOT"), "ER-03"),
    ("renameat2", ("EXDEV", "ENOSYS", "ENOSPC"), "ER-04"),
    ("mkdir", ("EROFS", "EACCES", "EDQUOT"), "ER-03"),
    ("unlinkat", ("EIO", "EBUSY", "EROFS"), "ER-05"),
    ("fchmod", ("EIO", "EROFS"), "ER-03"),
    ("flock", ("ENOLCK", "EIO", "EINTR"), "ER-03"),
)
"""Further answers, in turn over the calls of a name."""

READ_AGAIN = (LOG, "memory/topics/operational-pitfalls.md", "memory/governance/store.yaml")
"""Files that a decision reads before and under the lock, and that `resume` reads."""


def _named(faults: Sequence[tuple[str, object, str]]) -> list[object]:
    """The faults as parameters, each with the case that it proves."""
    ids = [f"{name}-{fault}" if isinstance(fault, str) else name for name, fault, _ in faults]
    return [
        pytest.param(name, fault, marks=pytest.mark.case(case), id=id_)
        for (name, fault, case), id_ in zip(faults, ids, strict=True)
    ]


@pytest.mark.parametrize(("name", "fault"), _named(FAULTS))
def test_an_error_at_any_call_is_told_as_it_is(
    name: str, fault: str, tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(BROKEN, tmp_path)
    mine = [(call, fault) for call in stage.calls if call.name == name]
    found, reopened = _told(stage, mine, tmp_path, warm)
    record_property("kill points", (f"{name} {fault}", len(mine), reopened, len(found)))
    assert mine
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("name", "kinds"), _named(OTHERS))
def test_other_errors_in_turn_are_told_as_they_are(
    name: str, kinds: Sequence[str], tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(BROKEN, tmp_path)
    mine = _in_turn([call for call in stage.calls if call.name == name], kinds)
    found, reopened = _told(stage, mine, tmp_path, warm)
    record_property("kill points", (f"{name} {' '.join(kinds)}", len(mine), reopened, len(found)))
    assert mine
    assert not found, "\n".join(found)


@pytest.mark.case("ER-07")
def test_a_call_that_was_only_interrupted_is_made_again(tmp_path: Path, warm: Warm):
    stage = set_stage(BROKEN, tmp_path)
    mine = [call for call in stage.calls if call.name in ("write", "openat", "fsync")][::3]
    for call in mine:
        world, ran = interrupt(stage, call, "error=EINTR", tmp_path)
        assert ran.code == 0 and is_complete(stage.after, read_shop(world)), (call, ran)
        assert look(stage.before, stage.after, read_shop(world)) == []
        shutil.rmtree(world)


@pytest.mark.case("ER-01")
@pytest.mark.case("ER-05")
def test_an_error_at_any_call_of_resume_leaves_work_for_the_next_one(
    tmp_path: Path, warm: Warm, record_property
):
    stage = set_stage(RESUME, tmp_path)
    kinds = {"fsync": ("EIO",), **{name: kinds for name, kinds, _ in OTHERS}}
    mine = [
        pair
        for name in kinds
        for pair in _in_turn([call for call in stage.calls if call.name == name], kinds[name])
    ]
    found: list[str] = []
    for call, fault in mine:
        world, ran = interrupt(stage, call, fault, tmp_path)
        now = read_shop(world)
        problems = [*look(stage.before, stage.after, now)]
        problems += _told_of_resume(stage, ran, now, own_output=call.text.startswith("1,"))
        problems += reopen(stage, world, now, warm)
        found += [f"{fault} at {call} (exit {ran.code}): {problem} {ran.out}" for problem in problems]
        shutil.rmtree(world)
    record_property("kill points", ("errors in resume", len(mine), len(mine), len(found)))
    assert len(mine) > 20
    assert not found, "\n".join(found)


@pytest.mark.case("ER-01")
def test_what_could_not_be_synced_is_not_synced_again_by_the_same_descriptor(tmp_path: Path):
    stage = set_stage(BROKEN, tmp_path)
    for number, call in enumerate([call for call in stage.calls if call.name == "fsync"][::3]):
        world = copy_world(stage.world, tmp_path / f"s{number}")
        report = tmp_path / "syncs"
        inject = f"inject=fsync:error=EIO:when={call.nth}"
        traced = _traced(report, "fsync,close", inject)
        run(world, *stage.words, before=traced)
        lines = [line.split(None, 1)[1] for line in report.read_text(errors="replace").splitlines()]
        at = next(place for place, line in enumerate(lines) if "(INJECTED)" in line)
        descriptor = lines[at].split("(")[1].split(")")[0]
        later = [line.split("(")[0] for line in lines[at + 1 :] if f"({descriptor})" in line]
        assert later[:1] == ["close"], (call, later)
        shutil.rmtree(world)


@pytest.mark.case("ER-06")
@pytest.mark.parametrize("path", READ_AGAIN)
def test_a_file_that_cannot_be_read_is_told_as_it_is(path: str, tmp_path: Path, warm: Warm):
    stage = set_stage(BROKEN, tmp_path)
    reads = _reads(stage, path, tmp_path, 0)[1]
    found: list[str] = []
    for number in sorted({1, 2, reads // 2, reads - 1, reads} - {0}):
        (world, ran), _ = _reads(stage, path, tmp_path, number)
        problems = [*judge(stage, ran, read_shop(world), refusals=(2, 3)), *mended(stage, world, warm)]
        found += [f"read {number} of {reads} (exit {ran.code}): {one} {ran.out}" for one in problems]
        shutil.rmtree(world)
    assert reads
    assert not found, "\n".join(found)


@pytest.mark.case("ER-04")
@pytest.mark.parametrize("kind", ["EPERM", "EIO", "ENOSPC"])
def test_where_a_name_can_only_be_linked_an_error_is_told_as_it_is(kind: str, tmp_path: Path, warm: Warm):
    """Without flags a new file gets its name by a second one; where there are none, by a plain rename."""
    stage = set_stage(BROKEN, tmp_path)
    found: list[str] = []
    for number in range(1, 7):
        world = copy_world(stage.world, tmp_path / f"l{number}")
        faults = "inject=renameat2:error=ENOSYS", f"inject=linkat:error={kind}:when={number}"
        traced = _traced(tmp_path / "links", "renameat2,linkat", *faults)
        ran = run(world, *stage.words, before=traced)
        problems = [*judge(stage, ran, read_shop(world)), *mended(stage, world, warm)]
        problems += [f"it ended with {ran.code}"] if kind == "EPERM" and ran.code else []
        found += [f"{kind} at linkat#{number} (exit {ran.code}): {one} {ran.out}" for one in problems]
        shutil.rmtree(world)
    assert not found, "\n".join(found)


def _in_turn(calls: Sequence[Call], kinds: Sequence[str]) -> list[tuple[Call, str]]:
    """Every call with one of the answers, one after the other."""
    return [(call, f"error={kinds[number % len(kinds)]}") for number, call in enumerate(calls)]


def _told(stage: Stage, mine: Sequence[tuple[Call, str]], where: Path, warm: Warm) -> tuple[list[str], int]:
    """What is not true of what was said when each of these calls failed; in how many a record stood."""
    found: list[str] = []
    reopened = 0
    for call, fault in mine:
        world, ran = interrupt(stage, call, fault, where)
        now = read_shop(world)
        own_output = call.text.startswith("1,") or fault[-1] == "+"
        problems = list(judge(stage, ran, now, own_output=own_output))
        if is_recorded(stage.before, now):
            problems += reopen(stage, world, now, warm)
            reopened += 1
        found += [f"{fault} at {call} (exit {ran.code}): {problem}" for problem in problems]
        shutil.rmtree(world)
    return found, reopened


def _told_of_resume(stage: Stage, ran: Ran, now: Shop, *, own_output: bool) -> Iterator[str]:
    """Whether what `resume` said of the work that it found is true."""
    yield from unfit(stage.before.agent, ran, own_output=own_output)
    if own_output:
        return
    if ran.code == 0 and not is_complete(stage.after, now):
        yield "finished, and it is not"
    if ran.code not in (0, 5, 7):
        yield f"ended with {ran.code}: {ran.err}"
    if ran.code in (0, 7) and _exits(ran) not in ([ran.code], []):
        yield "the answer does not say what the exit code says"
    if ran.code == 5 and is_complete(stage.after, now) and not is_complete(stage.before, now):
        yield "nothing was done, it says, and all of it was"


def _exits(ran: Ran) -> list[int]:
    return [entry["exit"] for entry in ran.decided if entry["id"]]


def _reads(stage: Stage, path: str, where: Path, number: int) -> tuple[tuple[Path, Ran], int]:
    """The decision with one read of a file failing (0: none), and how often the file is read."""
    world = copy_world(stage.world, where / f"r{number}")
    report = where / "reads"
    fault = [f"inject=read:error=EIO:when={number}"] if number else []
    traced = _traced(report, "read", *fault, path=str(world / "agent" / path))
    ran = run(world, *stage.words, before=traced)
    lines = report.read_text(errors="replace").splitlines()
    return (world, ran), len(lines)


def _traced(report: Path, names: str, *faults: str, path: str = "") -> list[str]:
    """The tracer's words for some calls and faults, on one path alone where one is named."""
    words = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", str(report), *(["-P", path] if path else [])]
    return [*words, *(word for one in (f"trace={names}", *faults) for word in ("-e", one)), "--"]
