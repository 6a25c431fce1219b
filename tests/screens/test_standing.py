"""What counts as shown: lines that stood for a moment, whole, on a screen that nothing covers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot

from screens.decide import Decide
from screens.queue import Queue
from screens.show.parts import TEXT
from screens.widgets.page import Page, PageLine
from screens.widgets.standing import Standing
from tests.screens.conftest import Opened, press, settle

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

WORDS = " ".join(f"sentence {index} of the lesson stays as it is." for index in range(60)) + " LAST WORDS."
FIRST = "A reminder mail 2 days before the due date halves late returns."


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A moment of half a second by a clock of our own."""
    found = Clock()
    monkeypatch.setattr("screens.widgets.standing.MOMENT", 0.5)
    monkeypatch.setattr("screens.widgets.standing.monotonic", found)
    return found


@pytest.fixture
def long_text(sample_store: Path) -> Path:
    """The sample store, its oldest case with a text of some screens."""
    page = sample_store / "memory/topics/loans-and-holds.md"
    text = page.read_text(encoding="utf-8")
    assert FIRST in text
    page.write_text(text.replace(FIRST, WORDS), encoding="utf-8")
    return sample_store


def test_a_line_counts_when_it_stood_for_a_moment_and_not_before(clock: Clock) -> None:
    standing = Standing()
    standing.painted(1)
    clock.now += 0.4
    standing.painted(2)
    assert (standing.confirm(), standing.shown) == (False, set())
    clock.now += 0.1
    standing.painted(1)
    assert (standing.confirm(), standing.shown) == (True, {1})
    clock.now += 0.4
    assert (standing.confirm(), standing.shown) == (True, {1, 2})


def test_a_line_that_left_or_was_covered_begins_anew(clock: Clock) -> None:
    standing = Standing()
    for index in range(4):
        standing.painted(index)
    clock.now += 0.4
    standing.keep(2, 3)
    standing.painted(3)
    clock.now += 0.1
    standing.confirm()
    assert standing.shown == {2}, "1 is out of view, 3 came into it again"
    standing.interrupt()
    clock.now += 9
    standing.confirm()
    assert standing.shown == {2}, "what is covered does not stand"


def page_of(pilot: Pilot[int]) -> Page:
    screen = pilot.app.screen
    assert isinstance(screen, Queue)
    return screen.page


async def test_a_text_that_is_rushed_through_was_not_seen_and_one_that_is_read_was(
    long_text: Path, opened: Opened, clock: Clock
) -> None:
    async with opened(long_text, size=(80, 24)) as pilot:
        await press(pilot, "enter", "enter")
        page = page_of(pilot)
        for _ in range(30):
            await pilot.press("pagedown")
            clock.now += 0.033
            await pilot.pause()
        assert page.scroll_offset.y == page.max_scroll_y
        assert TEXT not in page.seen()
        page.action_top()
        await pilot.pause()
        while page.scroll_offset.y < page.max_scroll_y:
            clock.now += 0.6
            await pilot.press("pagedown")
            await pilot.pause()
        clock.now += 0.6
        assert TEXT in page.seen()


async def test_the_page_says_when_a_moment_has_passed(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.standing.MOMENT", 0.05)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "1", "shift+tab")
        decide = pilot.app.screen
        assert isinstance(decide, Decide)
        await asyncio.sleep(0.1)
        await settle(pilot)
        assert "✓" in str(decide.unseen_line())


async def under(pilot: Pilot[int], way: str) -> None:
    """Make all of the text fit where something else is to be seen, and go back."""
    small = (100, 14)
    if way == "palette":
        await press(pilot, "ctrl+p")
        await resize(pilot, (100, 90))
        await resize(pilot, small)
        await press(pilot, "escape")
    elif way == "card":
        await resize(pilot, (39, 150))
        await resize(pilot, small)


async def resize(pilot: Pilot[int], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await settle(pilot)


@pytest.mark.parametrize("way", ["palette", "card"])
async def test_what_lies_under_something_else_is_not_seen(way: str, long_text: Path, opened: Opened) -> None:
    async with opened(long_text, size=(100, 14)) as pilot:
        await press(pilot, "enter", "enter", "plus")
        page = page_of(pilot)
        await under(pilot, way)
        assert TEXT not in page.seen()
        await resize(pilot, (100, 90))
        assert TEXT in page.seen(), "and once nothing covers it, it is"


async def test_lines_cut_off_by_a_narrower_screen_were_not_seen(long_text: Path, opened: Opened) -> None:
    async with opened(long_text, size=(160, 14)) as pilot:
        await press(pilot, "enter", "enter", "plus")
        page = page_of(pilot)
        await resize(pilot, (44, 50))
        assert page.below > 0
        assert TEXT not in page.seen()


def numbered(width: int) -> Sequence[PageLine]:
    return [PageLine(Content(f"line {index}"), "ref") for index in range(5)]


async def test_a_text_in_view_counts_when_the_covering_screen_is_gone(
    sample_store: Path, opened: Opened, clock: Clock
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        page = page_of(pilot)
        page.show(numbered)
        await pilot.pause()
        clock.now += 0.2
        await press(pilot, "question_mark")
        clock.now += 5
        assert page.seen() == frozenset()
        await press(pilot, "escape")
        assert page.seen() == frozenset()
        clock.now += 0.6
        assert page.seen() == {"ref"}


async def test_a_moment_that_is_just_over_is_waited_for_and_ends_nothing(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Standing, "wait", property(lambda standing: 0.0 if standing._since else None))
    monkeypatch.setattr("screens.widgets.standing.MOMENT", 0.05)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        for _ in range(20):
            await asyncio.sleep(0.01)
        page = pilot.app.screen.query_one("#text", Page)
        assert page.line_count > 0
        await press(pilot, "j")
        assert pilot.app.is_running
