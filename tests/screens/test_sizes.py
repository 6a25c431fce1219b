"""Any size: nothing crashes, a card below 40x12, the cursor and the place in a text are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.screen import Screen

from screens.decide import Decide
from screens.queue import Queue
from screens.widgets.diff_view import DiffView
from screens.widgets.page import Page
from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle, write
from tests.screens.golden import screen_text
from tests.trees import tree_bytes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

WAYS: dict[str, tuple[str, ...]] = {
    "home": (),
    "queue": ("enter",),
    "case": ("enter", "enter"),
    "decide": ("enter", "j", "4"),
    "records": ("shift+tab", "enter"),
    "ledger": ("L",),
    "help": ("question_mark",),
    "filter": ("enter", "slash", "a"),
    "views": ("enter", "V"),
    "batch": ("enter", "space", "space", "1"),
    "conflict": ("j", "j", "enter", "enter"),
    "promotion": ("j", "j", "j", "enter", "enter"),
}


@pytest.mark.parametrize("way", WAYS)
async def test_no_size_crashes_a_screen(way: str, sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, *WAYS[way])
        for size in [
            (1, 1),
            (2, 40),
            (5, 3),
            (39, 24),
            (80, 11),
            (40, 12),
            (200, 1),
            (1, 60),
            (250, 80),
            WIDE,
        ]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            assert len(screen_text(pilot.app).splitlines()) == size[1]
        assert "workbench" in screen_text(pilot.app)


@pytest.mark.parametrize("size", [(39, 24), (80, 11), (20, 5)])
async def test_below_the_smallest_size_there_is_a_card_and_no_key_decides(
    size: tuple[int, int], sample_store: Path, opened: Opened
) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "1")
        await write(pilot, "sure")
        await press(pilot, "enter")
        assert isinstance(pilot.app.focused, DiffView)
        await pilot.resize_terminal(*size)
        await settle(pilot)
        assert screen_text(pilot.app).splitlines()[0].startswith("too small")
        assert "sure" not in screen_text(pilot.app)
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert tree_bytes(sample_store) == before
        await pilot.resize_terminal(*WIDE)
        await settle(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)


async def test_resizing_keeps_the_row_and_shows_the_pane_that_has_the_keys(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "j", "j", "enter")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        for size in (NARROW, WIDE, (60, 12), NARROW):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert queue.rows.cursor == 3
            assert queue.case is not None
            assert queue.case.id == queue.rows.rows[3].id
            assert pilot.app.focused is queue.page
            assert queue.page.region.width > 0


async def test_a_narrower_text_stays_at_the_same_part(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "question_mark")
        page = pilot.app.screen.query_one(Page)
        await press(pilot, "G")
        share = page.scroll_offset.y / page.line_count
        await pilot.resize_terminal(60, 20)
        await settle(pilot)
        assert abs(page.scroll_offset.y / page.line_count - share) < 0.15


async def test_no_line_of_a_text_is_cut_at_its_right_edge(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "enter")
        for width in (41, 57, 80, 99, 100, 133):
            await pilot.resize_terminal(width, 20)
            await settle(pilot)
            page = pilot.app.screen.query_one("#text", Page)
            room = page.scrollable_content_region.width
            assert page._lines
            assert max(line.content.cell_length for line in page._lines) <= room


@pytest.mark.parametrize("size", [NARROW, WIDE, (100, 24)])
async def test_every_row_of_every_screen_is_as_wide_as_the_terminal(
    size: tuple[int, int], sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, size) as pilot:
        for way in (("enter",), ("escape",), ("shift+tab", "enter", "G")):
            await press(pilot, *way)
            screen = pilot.app.screen
            strips = screen._compositor.render_strips(screen.size)
            assert {strip.cell_length for strip in strips} == {size[0]}


async def test_a_burst_of_keys_moves_once_for_each_of_them(sample_store: Path, opened: Opened) -> None:
    from textual import events

    async with opened(sample_store) as pilot:
        await press(pilot, "shift+tab", "enter")
        rows = pilot.app.screen.query_one("#list", RecordList)
        for _ in range(60):
            pilot.app.post_message(events.Key("j", "j"))
        await settle(pilot)
        assert rows.cursor == 60
        record = rows.rows[60]
        assert record.id in screen_text(pilot.app)
        assert rows.scroll_offset.y <= 60 < rows.scroll_offset.y + rows.size.height
        await press(pilot, "G", "pageup", "ctrl+u", "g")
        assert rows.cursor == 0


EVERY_SIZE = [(1, 1), (2, 2), (1, 80), (250, 1), (3, 12), (39, 11), (40, 12), (41, 13), (60, 12), (79, 24)]
EVERY_SIZE += [(80, 24), (99, 30), (100, 29), (101, 30), (119, 36), (120, 36)]


@pytest.mark.parametrize("way", WAYS)
async def test_a_storm_of_sizes_keeps_cursor_and_place(way: str, sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, *WAYS[way])
        lists = [one for one in pilot.app.screen.query(RecordList) if len(one.rows) > 1]
        for one in lists:
            one.cursor = min(2, len(one.rows) - 1)
        await settle(pilot)
        for page in pilot.app.screen.query(Page):
            page.scroll_to(y=page.max_scroll_y // 2, animate=False)
        await settle(pilot)
        cursors = [one.cursor for one in lists]
        shares = {page.id: page.scroll_offset.y / max(page.line_count, 1) for page in pages(pilot.app.screen)}
        for size in (*EVERY_SIZE, *reversed(EVERY_SIZE), WIDE):
            await pilot.resize_terminal(*size)
            if sum(size) % 3 == 0:
                await pilot.pause()
        await settle(pilot)
        assert [one.cursor for one in lists] == cursors
        for one in lists:
            if one.size.height:
                assert one.scroll_offset.y <= one.cursor < one.scroll_offset.y + one.size.height
        for page in pages(pilot.app.screen):
            if page.max_scroll_y and way != "conflict":  # its text fits in some of these sizes
                assert abs(page.scroll_offset.y / max(page.line_count, 1) - shares[page.id]) < 0.2


def pages(screen: Screen[object]) -> list[Page]:
    """The texts of a screen that are in sight."""
    return [page for page in screen.query(Page) if page.size.height]
