"""What a finder picks: looked for once, in a thread; not known before, and never said to be none."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import cast

import pytest

from screens.possible import Looking, Possible
from screens.queue import Queue
from screens.show.kinds import kind_line, with_picked
from tests.screens.conftest import Opened, press, settle, status_of
from tests.screens.pictures import to_row
from tests.screens.test_conflict_views import pair
from workbench.desk import Desk
from workbench.desk.filtering import Filter
from workbench.desk.ordering import AGE
from workbench.desk.shelf import CaseShelf
from workbench.desk.views import KindCount
from workbench.store.case import Case


class OnePair:
    """As much of a desk as a search needs: one certain case, two that are picked, older and younger."""

    def __init__(self) -> None:
        self.searches = 0

    def possible_cases(self, progress: Looking) -> tuple[Case, ...]:
        self.searches += 1
        progress(1, 2)
        return tuple(_named(pair("a", "b"), name, age) for name, age in (("old", 400), ("new", 3)))

    def shelf(self, kind: str | None) -> CaseShelf:
        return CaseShelf((_named(pair("a", "b", possible=False), "certain", 30),), by_age=True)

    def waits(self, case_id: str) -> Case | None:
        return None


def _named(case: Case, name: str, age: int) -> Case:
    from dataclasses import replace

    return replace(case, id=f"contradiction:{name}", age_days=age, age_from="date")


def count(**fields: int) -> KindCount:
    numbers = {"waiting": 0, "deferred": 0} | fields
    return KindCount(
        "duplicate", "Possible duplicates", **numbers, detail="", oldest_days=None, decidable=True
    )


def test_nothing_is_known_before_it_was_looked_for_and_it_is_looked_for_once() -> None:
    one, desk = OnePair(), None
    desk, possible = cast("Desk", one), Possible()
    assert possible.count(desk, "contradiction") is None
    assert [case.id for case in possible.shelf(desk, "contradiction").rows] == ["contradiction:certain"]
    assert possible.look(desk) and possible.look(desk) and one.searches == 1
    assert possible.count(desk, "contradiction") == 2 and possible.count(desk, "duplicate") == 0
    assert possible.count(cast("Desk", OnePair()), "contradiction") is None, "another reading is not known"


def test_the_certain_ones_come_first_however_old_the_possible_ones_are() -> None:
    desk, possible = cast("Desk", OnePair()), Possible()
    possible.look(desk)
    shelf = possible.shelf(desk, "contradiction")
    ids = [case.id.partition(":")[2] for case in shelf.choose(Filter(), AGE).rows]
    assert ids == ["certain", "old", "new"]
    found = possible.waits(desk)("contradiction:old")
    assert found is not None and found.possible


def test_a_search_that_is_stopped_leaves_the_count_unknown() -> None:
    possible = Possible()

    class Stopped(OnePair):
        def possible_cases(self, progress: Looking) -> tuple[Case, ...]:
            possible.stop()
            return super().possible_cases(progress)

    desk = cast("Desk", Stopped())
    assert not possible.look(desk)
    assert possible.count(desk, "duplicate") is None and not possible.known(desk)


def test_home_says_that_a_count_is_not_known_and_never_nought() -> None:
    row = with_picked(count(), None, only=True)
    line = kind_line(row, [row], 80, unknown=True).plain
    assert "?" in line and "not looked for yet" in line and " 0 " not in line
    row = with_picked(count(), None, only=True, looking=True)
    assert "being looked for" in kind_line(row, [row], 80, unknown=True).plain


def test_home_tells_the_possible_ones_apart_from_the_certain() -> None:
    mixed = with_picked(count(waiting=2), 7, only=False)
    assert mixed.waiting == 2 and "+7 possible" in kind_line(mixed, [mixed], 80).plain
    alone = with_picked(count(), 7, only=True, oldest=9)
    assert (alone.waiting, alone.oldest_days) == (7, 9)


@pytest.mark.slow
async def test_the_list_goes_back_to_a_row_that_has_to_be_found_again(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.home.BY_ITSELF", 0)
    async with opened(sample_store) as pilot:
        await to_row(pilot, "duplicate", "")
        screen = pilot.app.screen
        assert isinstance(screen, Queue) and screen.rows.cursor == 0
        left = screen.rows.rows[1].id
        await press(pilot, "j", "escape")
    async with opened(sample_store) as pilot:
        session = pilot.app.screen.session  # type: ignore[attr-defined]
        assert not session.possible.known(session.desk), "nothing is known before it is looked for"
        queue = Queue(session, "duplicate")
        await pilot.app.push_screen(queue)
        await settle(pilot)
        assert (queue.rows.cursor, queue.rows.rows[1].id) == (1, left)
        assert queue.case is not None and queue.case.id == left


@pytest.mark.slow
async def test_a_search_that_is_stopped_says_nothing_of_the_row_of_then(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.home.BY_ITSELF", 0)
    goes_on = threading.Event()

    def search(desk: Desk, progress: Looking) -> tuple[Case, ...]:
        while not goes_on.wait(0.01):
            progress(1, 2)
        return ()

    async with opened(sample_store) as pilot:
        await to_row(pilot, "duplicate", "")
        await press(pilot, "j", "escape")
    monkeypatch.setattr(Desk, "possible_cases", search)
    async with opened(sample_store) as pilot:
        session = pilot.app.screen.session  # type: ignore[attr-defined]
        await pilot.app.push_screen(queue := Queue(session, "duplicate"))
        await pilot.pause(0.1)
        assert queue.busy("possible")
        queue.go_back()
        goes_on.set()
        await settle(pilot)
        assert "stopped: possible cases were not looked for" in status_of(pilot.app)
