"""Folders and files that this person may not write, from the start or from the preview on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.proof.meanwhile import meanwhile
from tests.proof.places import as_nobody, give_to_nobody, reachable_folder
from tests.proof.probe import Shop, is_recorded, read_shop
from tests.proof.program import copy_world, make_world, run, warm_bytecode
from tests.proof.scenes import BROKEN
from tests.proof.sweep import Stage, commit_point, undisturbed
from tests.proof.told import judge, mended
from tests.proof.tracing import calls_of
from tests.proof.warm import Warm

pytestmark = pytest.mark.slow

MEMORY, TOPICS = "agent/memory", "agent/memory/topics"
LOG = f"{MEMORY}/log.md"


@pytest.fixture(scope="module")
def nobody() -> list[str]:
    """The program as a person without rights."""
    return as_nobody()


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that they can reach, whoever else runs tests here."""
    with reachable_folder() as found:
        yield found


@pytest.fixture
def where(place: Path) -> Path:
    """A folder of one test in it, which they can enter too."""
    found = Path(mkdtemp(dir=place))
    found.chmod(0o755)
    return found


@pytest.fixture(scope="module")
def stage(nobody: list[str], place: Path) -> Stage:
    """A decision on the small store, which is theirs."""
    warm_bytecode()
    world = make_world(place / "stage" / "w0", BROKEN.store)
    give_to_nobody(world)
    return undisturbed(world, *BROKEN.words, program=nobody)


@pytest.mark.case("ER-12")
@pytest.mark.parametrize(
    ("part", "mode"),
    [(MEMORY, 0o555), (TOPICS, 0o555), (LOG, 0o444), ("data", 0o500)],
    ids=["the memory", "the topics", "the log", "the data"],
)
def test_what_may_not_be_written_is_told_as_it_is(
    part: str, mode: int, stage: Stage, nobody: list[str], where: Path, warm: Warm
):
    world = copy_world(stage.world, where / "w")
    give_to_nobody(world)
    former = (world / part).stat().st_mode & 0o7777
    (world / part).chmod(mode)
    ran = run(world, *stage.words, program=nobody)
    stuck = run(world, "resume", program=nobody)
    now = read_shop(world)
    (world / part).chmod(former)
    problems = [*judge(stage, ran, _with_modes(stage, now)), *mended(stage, world, warm)]
    assert not problems, "\n".join(problems)
    assert ran.code == 5, ran
    assert "cannot be written" in ran.out or "permission denied" in ran.out
    assert stuck.code == 0 and stuck.err == "", stuck


@pytest.mark.case("ER-12")
@pytest.mark.kill
@pytest.mark.parametrize("when", ["at the lock", "behind the record"])
def test_a_permission_lost_after_the_preview_is_told_as_it_is(
    when: str, stage: Stage, nobody: list[str], where: Path, warm: Warm
):
    whole = copy_world(stage.world, where / "whole")
    give_to_nobody(whole)
    _, calls = calls_of(whole, *stage.words, program=nobody)
    call = calls[0] if when == "at the lock" else calls[commit_point(calls)]
    world = copy_world(stage.world, where / "w")
    give_to_nobody(world)
    folders = [world / MEMORY, world / TOPICS]
    ran = meanwhile(world, call, partial(_set_modes, folders, 0o555), *stage.words, program=nobody)
    now = read_shop(world)
    _set_modes(folders, 0o755)
    problems = [*judge(stage, ran, _with_modes(stage, now)), *mended(stage, world, warm)]
    shutil.rmtree(world)
    assert not problems, "\n".join(problems)
    assert ran.code == (5 if when == "at the lock" else 7), ran
    assert is_recorded(stage.before, now) == (when != "at the lock")


def _set_modes(folders: Sequence[Path], mode: int) -> None:
    for folder in folders:
        folder.chmod(mode)


def _with_modes(stage: Stage, now: Shop) -> Shop:
    """The store with the modes that were changed by hand as they were."""
    had = {**stage.before.agent}
    agent = {path: (had[path][0] if path in had else mode, data) for path, (mode, data) in now.agent.items()}
    data = {path: (stage.before.data.get(path, entry)[0], entry[1]) for path, entry in now.data.items()}
    return Shop(agent, data)
