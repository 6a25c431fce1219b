"""Of many rows a filter is answered late: until then none is counted, and nothing is done to the old ones."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.decide import Decide
from screens.queue import Queue
from screens.widgets.record_list import RecordList
from tests.screens.conftest import Opened, press, settle, status_of
from tests.screens.golden import screen_text
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.filtering import parse
from workbench.desk.rows import Wish
from workbench.desk.shelf import CaseShelf

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys", "many_are_few")]


@pytest.fixture
def many_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every list counts as long."""
    monkeypatch.setattr("screens.browse.AT_ONCE", 0)


class Late:
    """Holds back each answer of a shelf to a filter until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let_go = threading.Event()
        self.wishes: list[tuple[str, Wish]] = []
        choose = CaseShelf.choose

        def late(shelf: CaseShelf, wanted: Any, sort: str = "", wish: Wish | None = None) -> Any:
            if wanted and wish is not None:
                self.wishes.append((wanted.text, wish))
                self.let_go.wait(20)
            return choose(shelf, wanted, sort, wish)

        monkeypatch.setattr(CaseShelf, "choose", late)


@pytest.fixture
async def late(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Late]:
    found = Late(monkeypatch)
    yield found
    found.let_go.set()


def queue_of(pilot: Pilot[Any]) -> Queue:
    screen = pilot.app.screen
    assert isinstance(screen, Queue)
    return screen


def ids(store: Path, words: str) -> list[str]:
    wanted = parse(words)
    return [case.id for case in Desk.open(store).cases("pending-cleanup") if wanted.matches(case)]


async def test_while_rows_are_looked_for_nobody_counts_them(
    sample_store: Path, opened: Opened, late: Late
) -> None:
    every, states = ids(sample_store, ""), ids(sample_store, "kind:state")
    assert 0 < len(states) < len(every)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await pilot.press("slash")
        await pilot.press(*["k", "i", "n", "d", "colon", "s", "t", "a", "t", "e"])
        await pilot.pause(0.05)
        queue = queue_of(pilot)
        assert queue.choosing
        assert f"… of {len(every)} shown" in screen_text(pilot.app)
        assert [row.id for row in queue.rows.rows] == every, "the old rows stand meanwhile"
        assert f"{len(every)} of {len(every)}" not in screen_text(pilot.app)
        late.let_go.set()
        await settle(pilot)
        assert [row.id for row in queue.rows.rows] == states
        assert f"{len(states)} of {len(every)} shown" in screen_text(pilot.app)


async def test_a_letter_overtakes_the_answer_to_the_one_before(
    sample_store: Path, opened: Opened, late: Late
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await pilot.press("slash", "a", "s")
        await pilot.pause(0.05)
        late.let_go.set()
        await settle(pilot)
        assert [row.id for row in queue_of(pilot).rows.rows] == ids(sample_store, "as")
        over = {words: wish.over for words, wish in late.wishes}
        assert not over["as"]
        assert over.get("a", True)


async def test_no_verdict_and_no_mark_falls_on_a_row_of_the_filter_before(
    sample_store: Path, opened: Opened, late: Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.turns.PATIENCE_SECONDS", 0.05)
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await pilot.press("slash", "a", "enter")
        await pilot.pause(0.05)
        queue = queue_of(pilot)
        assert queue.choosing
        for key in ("1", "s", "space", "v", "asterisk"):
            await pilot.press(key)
            await pilot.pause(0.15)
            assert queue_of(pilot) is queue, key
            assert not queue.marking, key
            assert "still looked for" in status_of(pilot.app), key
        late.let_go.set()
        await settle(pilot)
    assert tree_bytes(sample_store) == before


async def test_a_verdict_that_was_typed_on_is_asked_of_the_row_that_the_filter_found(
    sample_store: Path, opened: Opened, late: Late
) -> None:
    wanted = ids(sample_store, "kind:state")[0]
    assert wanted != ids(sample_store, "")[0]
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await pilot.press("slash", *["k", "i", "n", "d", "colon", "s", "t", "a", "t", "e"], "enter")
        await pilot.press("2")
        await pilot.pause(0.05)
        assert isinstance(pilot.app.screen, Queue)
        late.let_go.set()
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        assert [one.about for one in screen.question.shown] == [wanted]


async def test_keys_move_on_the_old_rows_and_the_cursor_goes_with_its_row(
    sample_store: Path, opened: Opened, late: Late
) -> None:
    states = ids(sample_store, "kind:state")
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await pilot.press("slash", *["k", "i", "n", "d", "colon", "s", "t", "a", "t", "e"])
        queue = queue_of(pilot)
        while queue.rows.current is not None and queue.rows.current.id != states[1]:
            at = queue.rows.cursor
            await pilot.press("down")
            assert queue.rows.cursor == at + 1
        late.let_go.set()
        await settle(pilot)
        assert queue.rows.current is not None
        assert queue.rows.current.id == states[1]


async def test_no_paint_draws_more_rows_than_the_screen_has(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    paint = RecordList._paint_row

    def noted(self: RecordList[Any], index: int, width: int, state: str) -> Any:
        drawn.append(index)
        return paint(self, index, width, state)

    async with opened(sample_store, size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        cases = app.session.desk.cases("pending-cleanup")
        many = tuple(cases[at % len(cases)] for at in range(50_000))
        await press(pilot, "enter")
        queue = queue_of(pilot)
        queue.put_up(CaseShelf(many, by_age=True), None)
        await settle(pilot)
        monkeypatch.setattr(RecordList, "_paint_row", noted)
        for key, most in (
            ("j", 2),
            ("G", 24),
            ("g", 24),
            ("pagedown", 24),
            ("space", 24),
            ("g", 24),
            ("space", 4),
            ("asterisk", 24),
        ):
            drawn.clear()
            await press(pilot, key)
            assert len(drawn) <= most, key
            assert drawn or key in ("g", "space"), "what was painted a moment ago is known"
