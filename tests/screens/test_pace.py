"""What a key costs, in what is done for it: nothing is laid out anew, and no collection falls in between."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from screens.app import WorkbenchApp
from screens.home import Home
from screens.queue import Queue
from screens.session import Session
from tests.screens.conftest import Opened, settle
from tests.screens.golden import screen_text
from workbench.desk import Desk
from workbench.desk.opening import Opening

pytestmark = pytest.mark.slow


@contextmanager
def layouts() -> Iterator[list[Screen[Any]]]:
    """Each time a screen lays its widgets out meanwhile."""
    found: list[Screen[Any]] = []
    lay_out = Screen._refresh_layout

    def counted(screen: Screen[Any], size: Size | None = None, scroll: bool = False) -> None:
        found.append(screen)
        lay_out(screen, size, scroll)

    with patch.object(Screen, "_refresh_layout", counted):
        yield found


async def queue_of(pilot: Pilot[Any], kind: str = "pending-cleanup") -> Queue:
    app = pilot.app
    assert isinstance(app, WorkbenchApp) and app.session is not None
    app.push_screen(queue := Queue(app.session, kind))
    await settle(pilot)
    return queue


async def test_no_key_in_a_list_lays_anything_out_anew(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, (120, 36)) as pilot:
        await queue_of(pilot)
        for key in ("asterisk", "escape"):  # the verdicts on marks take their room once
            await pilot.press(key)
            await settle(pilot)
        for key in (
            "j",
            "j",
            "k",
            "G",
            "g",
            "v",
            "j",
            "G",
            "escape",
            "asterisk",
            "j",
            "escape",
            "space",
            "o",
        ):
            with layouts() as found:
                await pilot.press(key)
                await settle(pilot)
            assert not found, key


async def test_a_range_follows_the_cursor_in_the_paint_of_its_key(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, (120, 36)) as pilot:
        queue = await queue_of(pilot)
        await pilot.press("v")
        await settle(pilot)
        queue.rows.action_down()
        queue.rows.action_down()
        assert "range of 3" in queue.title_line(120).plain
        assert queue.marking.sign(queue.rows.rows[2]).plain == "○"


async def test_a_letter_of_a_filter_lays_nothing_out_anew(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, (120, 36)) as pilot:
        queue = await queue_of(pilot)
        await pilot.press("slash", "s")
        await settle(pilot)
        every = len(queue.rows.rows)
        with layouts() as found:
            await pilot.press(*"tate")
            await settle(pilot)
        assert not found
        assert len(queue.rows.rows) != every or queue.filter_text == "state"


async def test_a_list_that_is_longer_than_its_room_scrolls(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, (120, 14)) as pilot:
        queue = await queue_of(pilot)
        assert len(queue.rows.rows) > queue.rows.size.height, "the list is longer than its room"
        await pilot.press("G")
        await settle(pilot)
        assert queue.rows.current is queue.rows.rows[-1]
        assert queue.rows.scroll_offset.y == len(queue.rows.rows) - queue.rows.size.height
        await pilot.press("g")
        await settle(pilot)
        assert queue.rows.scroll_offset.y == 0


async def test_nothing_is_collected_while_a_store_is_read_or_an_errand_runs(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, bool]] = []
    read, rests = WorkbenchApp._read, Desk.rests

    def reading(app: WorkbenchApp, desk: Desk | None, opening: Opening) -> Session:
        seen.append(("reading", gc.isenabled()))
        return read(app, desk, opening)

    def counting(desk: Desk) -> Any:
        seen.append(("errand", gc.isenabled()))
        return rests(desk)

    monkeypatch.setattr(WorkbenchApp, "_read", reading)
    monkeypatch.setattr(Desk, "rests", counting)
    async with opened(sample_store, (120, 36)) as pilot:
        await settle(pilot)
        assert {("reading", False), ("errand", False)} == set(seen)
    assert gc.isenabled()


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 36)])
async def test_home_is_laid_out_for_the_terminal_from_the_first_paint_on(
    sample_store: Path, size: tuple[int, int]
) -> None:
    first: list[tuple[Size, bool, bool]] = []
    refresh = Home._compositor_refresh

    def painted(home: Home) -> None:
        right = home.query_one("#right")
        first.append((home.app.size, right.display, home.has_class("-wide")))
        refresh(home)

    with patch.object(Home, "_compositor_refresh", painted):
        app = WorkbenchApp(sample_store)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
    assert {(shown, wide) for _, shown, wide in first} == {(size[0] >= 100, size[0] >= 100)}


async def test_keys_typed_while_a_batch_is_looked_at_wait_for_its_question(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, (120, 36)) as pilot:
        queue = await queue_of(pilot)
        await pilot.press("asterisk")
        await settle(pilot)
        marked, at = len(queue.marks), queue.rows.cursor
        queue._errands["batch"] = object()
        for key in ("j", "space", "o", "slash"):
            pilot.app.post_message(key_event(key))
        await pilot.pause(0.3)
        assert (len(queue.marks), queue.rows.cursor, queue.sort, queue.prompt.purpose) == (
            marked, at, "age", "",
        )  # fmt: skip
        pilot.app.post_message(key_event("escape"))
        await pilot.pause(0.3)
        assert not queue.busy("batch")
        assert "given up; nothing was asked" in screen_text(pilot.app)
        assert (len(queue.marks), queue.rows.cursor, queue.sort) == (marked, at, "age")


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_queue_tells_of_an_unfinished_decision_as_home_does(
    sample_store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(sample_store, size) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        told = "recorded but not carried out to the end"
        queue = await queue_of(pilot)
        assert told not in screen_text(app)
        await pilot.press("escape")
        app.session.store = replace(app.session.store, unfinished=("d-1",))
        queue = await queue_of(pilot)
        assert told in " ".join(screen_text(app).split())
        assert "on Home" in " ".join(screen_text(app).split())
        app.session.store = replace(app.session.store, unfinished=())
        queue.show_banner()
        await settle(pilot)
        assert told not in screen_text(app)


def key_event(key: str) -> Any:
    from textual import events

    return events.Key(key, {"space": " ", "slash": "/"}.get(key, key if len(key) == 1 else None))


async def test_what_was_said_when_the_store_was_read_again_outlasts_a_move_before_it(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, (120, 36)) as pilot:
        queue = await queue_of(pilot)
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        queue.rows.cursor += 1  # its message is on the way when the rows are put up anew
        app._renew(app.session, own=False)
        await settle(pilot)
        assert "the store was read again" in screen_text(app)
        await pilot.press("j")
        await settle(pilot)
        assert "the store was read again" not in screen_text(app)
