"""A reading of a store tells how far it has come, goes only forward, and ends when it is given up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.opening import GivenUp, Opening


class Noted(Opening):
    """Keeps what it is told, and gives up after so many times."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.told: list[tuple[str, int, int]] = []
        self.most = most

    def __call__(self, done: int, total: int) -> None:
        super().__call__(done, total)
        self.told.append((self.step, self.done, self.total))
        if self.most is not None and len(self.told) >= self.most:
            self.stop()


def read(store: Path, opening: Opening) -> Desk:
    desk = Desk.open(store, progress=opening)
    opening.begin("cases")
    desk.look(opening)
    opening.begin("changes")
    return desk


def test_each_step_goes_forward_and_ends_at_its_total(sample_store: Path) -> None:
    opening = Noted()
    desk = read(sample_store, opening)
    for step in ("files", "cases"):
        told = [(done, total) for one, done, total in opening.told if one == step]
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1] > 0
    held = sum(len(file.data) for file in desk._snapshot.files.values())
    assert opening.read == held, "bytes are told as they are"


def test_what_is_told_never_falls_whatever_is_said() -> None:
    opening = Opening()
    seen = []
    for done, total in ((3, 10), (2, 10), (11, 10), (0, 0)):
        opening(done, total)
        seen.append((opening.done, opening.total))
    assert seen == [(3, 10), (3, 10), (10, 10), (10, 10)]


@pytest.mark.parametrize("after", [1, 2, 5])
def test_a_reading_that_is_given_up_ends_there_and_writes_nothing(
    sample_store: Path, after: int, a_clean_person: Path
) -> None:
    before, own = tree_bytes(sample_store), tree_bytes(a_clean_person)
    opening = Noted(after)
    with pytest.raises(GivenUp):
        read(sample_store, opening)
    assert len(opening.told) == after
    assert tree_bytes(sample_store) == before
    assert tree_bytes(a_clean_person) == own


def test_cases_are_found_as_ever_after_a_look_that_was_given_up(sample_store: Path) -> None:
    desk, opening = Desk.open(sample_store), Noted(1)
    with pytest.raises(GivenUp):
        desk.look(opening)
    assert desk.cases() == Desk.open(sample_store).cases()


def test_reading_again_tells_too_and_gives_the_same(sample_store: Path) -> None:
    opening = Noted()
    desk = Desk.open(sample_store)
    desk.look()
    again = desk.reload(opening)
    again.look(opening)
    assert opening.told
    assert again.cases() == desk.cases()
