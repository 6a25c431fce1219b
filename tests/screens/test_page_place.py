"""A text stays at the part that is read, however often its width changes, and however long it is."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from screens.app import WorkbenchApp
from screens.queue import Queue
from screens.widgets import page as pages
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted
from tests.screens.conftest import Opened, settle

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

TEXT = "\n".join(
    f"line {number} of a text that is wrapped where there is little room, and its end is far from here, "
    "so that it takes two lines or three at every width that a terminal has"
    for number in range(200)
)
SIZES = ((61, 20), (140, 50), (100, 14), (42, 12), (180, 60))


async def test_a_storm_of_sizes_ends_where_it_began(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, (120, 30)) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        app.push_screen(queue := Queue(app.session, "conflict"))
        await settle(pilot)
        queue.open_text(True)
        queue.page.show(lambda width: [PageLine(line) for line in quoted(TEXT, width)])
        await settle(pilot)
        queue.page.step(97)
        await settle(pilot)
        place = queue.page.scroll_offset.y
        for size in (*SIZES, *SIZES, (120, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await settle(pilot)
        assert (place, queue.page.scroll_offset.y) == (97, 97)


async def test_a_very_long_text_is_laid_out_for_another_width_in_a_thread(
    sample_store: Path, opened: Opened
) -> None:
    builders: list[threading.Thread] = []

    def build(width: int) -> list[PageLine]:
        builders.append(threading.current_thread())
        return [PageLine(line) for line in quoted(TEXT * 20, width)]

    async with opened(sample_store, (120, 30)) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        app.push_screen(queue := Queue(app.session, "conflict"))
        await settle(pilot)
        queue.open_text(True)
        queue.page.show(build)
        while queue.page.more():
            await settle(pilot)
        assert queue.page._reach > pages.AT_ONCE
        whole = queue.page.line_count
        builders.clear()
        for size in ((80, 24), (60, 24), (50, 24)):
            await pilot.resize_terminal(*size)
        await settle(pilot)
        assert builders and threading.main_thread() not in builders
        assert queue.page._width == queue.page.scrollable_content_region.width < 80
        assert queue.page.line_count > whole
