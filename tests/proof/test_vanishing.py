"""The store is moved, taken away or made read-only while a decision is on its way into it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.proof.meanwhile import meanwhile
from tests.proof.places import disk_over, no_mounts
from tests.proof.probe import is_recorded, kept, read_shop, read_tree
from tests.proof.program import Ran, copy_world
from tests.proof.scenes import BROKEN
from tests.proof.sweep import Stage, commit_point, set_stage
from tests.proof.told import REFUSED, judge, mended, unfit
from tests.proof.tracing import Call
from tests.proof.warm import Warm

pytestmark = [pytest.mark.kill, pytest.mark.slow]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A decision on the small store, set up once."""
    return set_stage(BROKEN, tmp_path_factory.mktemp("stage"))


def points(stage: Stage, *names: str) -> list[Call]:
    """The first call of each name, those around the one that gives the record its name, and some behind."""
    at = commit_point(stage.calls)
    renames = [place for place, call in enumerate(stage.calls) if call.name == "renameat2"]
    behind = [place for place in renames if place > at]
    early = [next(place for place, call in enumerate(stage.calls) if call.name == name) for name in names]
    chosen = {*early, max(place for place in renames if place < at), at, behind[0], behind[-1]}
    return [stage.calls[place] for place in sorted(chosen)]


def at_every_point(
    stage: Stage, calls: Sequence[Call], where: Path, happens: Callable[[Path], object]
) -> Iterator[tuple[Call, Path, Ran]]:
    """Worlds in which something happened to the store in the middle of a decision."""
    for number, call in enumerate(calls):
        world = copy_world(stage.world, where / f"w{number}")
        yield call, world, meanwhile(world, call, partial(happens, world), *stage.words)
        shutil.rmtree(world)


@pytest.mark.case("ER-11")
@pytest.mark.parametrize(
    ("part", "early"),
    [("agent", ("flock", "fsync")), ("data", ("renameat2",))],
    ids=["the store", "the data"],
)
def test_a_folder_moved_away_gets_no_double(
    part: str, early: tuple[str, ...], stage: Stage, tmp_path: Path, warm: Warm
):
    """The data folder is begun at first use, so it is moved where this decision has begun it."""
    found: list[str] = []
    codes: list[int] = []
    calls = points(stage, *early)
    for call, world, ran in at_every_point(stage, calls, tmp_path, lambda world: _move(world / part)):
        problems = _double(world / part)
        _move_back(world / part)
        problems += judge(stage, ran, read_shop(world), refusals=REFUSED, leftovers=True)
        problems += mended(stage, world, warm)
        codes.append(ran.code)
        found += [f"{part} moved at {call} (exit {ran.code}): {problem} {ran.out}" for problem in problems]
    assert not found, "\n".join(found)
    assert 7 in codes and {4, 5} & set(codes), codes


@pytest.mark.case("ER-11")
def test_a_store_taken_away_is_not_made_anew(stage: Stage, tmp_path: Path):
    found: list[str] = []
    calls = points(stage, "flock", "fsync")
    for call, world, ran in at_every_point(stage, calls, tmp_path, _take_away):
        problems = [f"{path} was made" for path in (world / "agent").rglob("*")]
        problems += [*unfit(stage.before.agent, ran)]
        problems += [] if ran.code in (0, 4, 5, 7) else [f"it ended so: {ran}"]
        found += [f"gone at {call} (exit {ran.code}): {problem}" for problem in problems]
    assert not found, "\n".join(found)


@pytest.mark.case("ER-10")
@pytest.mark.parametrize("part", ["agent", "data"])
def test_a_store_that_becomes_read_only_is_told_as_it_is(part: str, stage: Stage, tmp_path: Path, warm: Warm):
    if no_mounts():
        pytest.skip(no_mounts())
    found: list[str] = []
    recorded: list[bool] = []
    for number, call in enumerate(points(stage, "flock", "mkdir")):
        world = copy_world(stage.world, tmp_path / f"w{number}")
        with disk_over(world / part) as disk:
            ran = meanwhile(world, call, partial(disk.set, "ro"), *stage.words)
            now = read_shop(world)
            problems = [*judge(stage, ran, now, leftovers=True)]
            recorded.append(is_recorded(stage.before, now))
            again = warm.run(world, "resume")
            problems += [f"resume, still read-only: {again}"] if again.code not in (0, 5, 7) else []
            disk.set("rw")
            problems += mended(stage, world, warm)
        shutil.rmtree(world)
        found += [f"{part} read-only at {call} (exit {ran.code}): {one} {ran.out}" for one in problems]
    assert not found, "\n".join(found)
    assert set(recorded) == {False, True}


def _take_away(world: Path) -> None:
    shutil.rmtree(world / "agent")


def _aside(folder: Path) -> Path:
    return folder.with_name(folder.name + ".moved")


def _move(folder: Path) -> None:
    folder.rename(_aside(folder))


def _double(folder: Path) -> list[str]:
    return [f"a double was made: {path}" for path in kept(read_tree(folder))] if folder.exists() else []


def _move_back(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    _aside(folder).rename(folder)
