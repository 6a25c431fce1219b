"""A verdict on many, and on the next case, while the store is read again under it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.decide import Decide
from screens.help import Help
from screens.queue import BAR_ROWS, Queue
from tests.screens.conftest import Opened, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from tests.screens.test_queue_work import held_back
from workbench.desk import Desk
from workbench.store.case import Case

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

TOPIC = "topics/catalogue-imports.md"


def queue_of(pilot: Pilot[Any]) -> Queue:
    screen = next(one for one in pilot.app.screen_stack if isinstance(one, Queue))
    assert screen is not None
    return screen


def slow_looks(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Cases are opened for a batch only once the event is set."""
    go, looks = threading.Event(), Desk.case

    def slowly(self: Desk, case_id: str, **options: Any) -> Case:
        if threading.current_thread() is not threading.main_thread():
            assert go.wait(10)
        return looks(self, case_id, **options)

    monkeypatch.setattr(Desk, "case", slowly)
    return go


async def test_marks_that_change_while_a_batch_is_looked_at_give_the_verdict_up(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "space")
        go = slow_looks(monkeypatch)
        await pilot.press("1")
        await until(pilot, lambda: queue_of(pilot).busy("batch"))
        queue_of(pilot).action_mark_all()
        go.set()
        await settle(pilot)
        assert isinstance(pilot.app.screen, Queue), (
            "it would have been asked of two cases, and all are marked"
        )
        assert "not asked" in status_of(pilot.app) and "are marked" in status_of(pilot.app)


async def test_a_batch_that_is_ready_while_help_is_open_says_that_it_was_not_asked(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "space")
        go = slow_looks(monkeypatch)
        await pilot.press("1")
        await until(pilot, lambda: queue_of(pilot).busy("batch"))
        await pilot.app.run_action("help")  # its key waits for the question; a click on its hint does not
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        go.set()
        await settle(pilot)
        assert isinstance(pilot.app.screen, Help)
        await press(pilot, "escape")
        assert "not asked" in status_of(pilot.app)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, Decide)


async def test_a_reload_gives_a_batch_up_and_says_so(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "space")
        go = slow_looks(monkeypatch)
        await pilot.press("1")
        await until(pilot, lambda: queue_of(pilot).busy("batch"))
        queue_of(pilot).renew()
        await pilot.pause(0.1)
        assert "not asked" in status_of(pilot.app)
        go.set()
        await settle(pilot)
        assert isinstance(pilot.app.screen, Queue)


async def test_the_verdicts_of_a_batch_are_those_of_the_store_as_it_is_now(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "space")
        old = list(queue_of(pilot).marks.cases.values())
        rewrite(sample_store, "index.md", "# ", "# A ")
        await press(pilot, "R")
        now = {case.id: case for case in Desk.open(sample_store).cases("pending-cleanup")}
        assert list(queue_of(pilot).marks.cases.values()) == [now[case.id] for case in old]
        desk = queue_of(pilot).session.desk
        assert all(case is desk.waits(case.id) for case in queue_of(pilot).marks.cases.values())


async def test_a_verdict_key_right_after_a_reload_asks_of_the_case_as_it_is_now(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = queue_of(pilot)
        at = next(at for at, row in enumerate(queue.rows.rows) if PENDING in row.id)
        queue.rows.cursor = at
        await settle(pilot)
        rewrite(sample_store, TOPIC, "are always encoded in UTF-8", "come in any encoding")
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        app.session.desk = Desk.open(sample_store)
        queue.renewed()
        await pilot.press("1")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Decide)
        await until(pilot, lambda: "come in any encoding" in " ".join(screen_text(pilot.app).split()))


async def test_a_verdict_key_on_the_next_case_with_a_reload_running_is_about_that_case(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = held_back(monkeypatch)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = queue_of(pilot)
        ids = [row.id for row in queue.rows.rows]
        await press(pilot, "1")
        await write(pilot, "measured again")
        await press(pilot, "enter")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is queue and bool(queue.done))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(pilot.app.screen, Decide))
        let_go.set()
        await settle(pilot)
        assert isinstance(pilot.app.screen, Decide)
        assert pilot.app.screen.question.about == (ids[1],)
        assert [row.id for row in queue.rows.rows] == ids[1:], "the store was read again under it"
        await write(pilot, "and this one")
        await press(pilot, "enter", "enter")
    assert sorted(entry.case for entry in Desk.open(sample_store).ledger()) == sorted(ids[:2])


async def test_the_list_stands_still_when_the_verdicts_on_marks_come_up(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, (80, 20)) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        app.push_screen(queue := Queue(app.session, None))
        await settle(pilot)
        height = queue.rows.size.height
        assert len(queue.rows.rows) > height + BAR_ROWS
        queue.rows.cursor = height - 1
        await settle(pilot)
        before = queue.rows.scroll_offset.y
        await press(pilot, "v")
        assert queue.rows.size.height < height, "the verdicts stand under the list"
        assert queue.rows.scroll_offset.y == before
        assert before <= queue.rows.cursor < before + queue.rows.size.height


async def until(pilot: Pilot[Any], there: Callable[[], bool]) -> None:
    """Wait for something that a thread has yet to bring about."""
    for _ in range(400):
        await pilot.pause(0.02)
        if there():
            return
    raise AssertionError(status_of(pilot.app))
