"""A disk that is really full, that has no room for another name, or a file that may not grow."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.proof.places import Disk, disk_over
from tests.proof.probe import LOG, is_recorded, read_shop
from tests.proof.program import Ran, copy_world, make_world, run
from tests.proof.scenes import BROKEN
from tests.proof.sweep import Stage, undisturbed
from tests.proof.told import judge, mended
from tests.proof.warm import Warm

pytestmark = pytest.mark.slow

PLENTY = 400
ROOM = {"agent": (0, 1, 2, 3, 4, 6, 8, 12, PLENTY), "data": (0, 1, 2, 6, PLENTY)}
"""Free pages, or free names, from too few to begin with to about as many as a decision takes, and plenty."""

SIZES = (0, 100, 1200)
"""Bytes that a file may have: less than any of ours, and somewhere within them."""

MORE = (1, 11, 40, 125)
"""Bytes that the log, by far the longest of the files, may still grow by: less than its new line takes."""

OLD_LINE = "- 2026-07-01T07:00:00Z pass id=old nothing to do\n"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A decision on the small store with a long log, set up once."""
    where = tmp_path_factory.mktemp("stage")
    world = make_world(where / "w0", BROKEN.store)
    log = world / "agent" / LOG
    log.write_text(log.read_text("utf-8") + OLD_LINE * 600, "utf-8")
    other = world / "data" / "of-another-program"  # a disk that holds nothing cannot be made as small as that
    other.touch(mode=0o600)
    other.write_text("kept\n", "ascii")
    return undisturbed(world, *BROKEN.words)


def short_of(
    stage: Stage, where: Path, part: str, limit: Callable[[Disk, int], object], warm: Warm
) -> Iterator[tuple[Ran, bool, list[str]]]:
    """Decide with little room on the disk of one part; how it ended, recorded or not, and what is wrong."""
    for amount in ROOM[part]:
        world = copy_world(stage.world, where / f"w{amount}")
        with disk_over(world / part) as disk:
            limit(disk, amount)
            ran = run(world, *stage.words)
            now = read_shop(world)
            problems = list(judge(stage, ran, now))
            again = warm.run(world, "resume")
            problems += [f"resume with no room: {again}"] if again.code not in (0, 5, 7) else []
            disk.set("size=16m", "nr_inodes=10000")
            problems += mended(stage, world, warm)
        shutil.rmtree(world)
        yield ran, is_recorded(stage.before, now), [f"{amount} left in {part}: {one}" for one in problems]


@pytest.mark.case("ER-09")
@pytest.mark.parametrize("part", ROOM)
def test_a_full_disk_is_told_as_it_is(part: str, stage: Stage, tmp_path: Path, warm: Warm):
    found = list(short_of(stage, tmp_path, part, Disk.leave, warm))
    _check(found)


@pytest.mark.case("ER-13")
@pytest.mark.parametrize("part", ROOM)
def test_a_disk_without_room_for_names_is_told_as_it_is(part: str, stage: Stage, tmp_path: Path, warm: Warm):
    found = list(short_of(stage, tmp_path, part, Disk.leave_inodes, warm))
    _check(found)


def _check(found: list[tuple[Ran, bool, list[str]]]) -> None:
    problems = [problem for _, _, mine in found for problem in mine]
    assert not problems, "\n".join(problems)
    codes = [ran.code for ran, _, _ in found]
    assert codes[0] == 5 and codes[-1] == 0, codes
    assert {recorded for _, recorded, _ in found} == {False, True}


@pytest.mark.case("ER-14")
@pytest.mark.case("ER-07")
def test_a_file_that_may_not_grow_is_told_as_it_is(stage: Stage, tmp_path: Path, warm: Warm):
    """Behind the limit the system ends a write early, and answers the next with a signal and EFBIG."""
    if shutil.which("prlimit") is None:
        pytest.skip("prlimit is not installed")
    log = len(stage.before.agent[LOG][1])
    codes: list[int] = []
    problems: list[str] = []
    for size in (*SIZES, *(log + more for more in MORE)):
        world = copy_world(stage.world, tmp_path / f"w{size}")
        ran = run(world, *stage.words, before=["prlimit", f"--fsize={size}", "--"])
        codes.append(ran.code)
        mine = [*judge(stage, ran, read_shop(world)), *mended(stage, world, warm)]
        problems += [f"files of {size} bytes: {problem}" for problem in mine]
        shutil.rmtree(world)
    assert not problems, "\n".join(problems)
    assert codes == [5] * len(SIZES) + [7] * len(MORE)
