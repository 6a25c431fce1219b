"""While a store is read the screen says how far it has come, takes keys, and is left without a trace."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.ending import GIVEN_UP
from screens.home import Home
from screens.loading import Loading, cells_of, size_words
from screens.session import Session
from tests.screens.conftest import NARROW, settle
from tests.screens.golden import Golden, screen_text
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.opening import STEPS, GivenUp, Opening

slow = pytest.mark.slow


class Held:
    """Holds a reading where it tells of itself, and lets it go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()
        self.ended = threading.Event()
        """Set once a reading was stopped."""
        told, read = Opening.__call__, WorkbenchApp._read

        def hold(opening: Opening, done: int, total: int) -> None:
            told(opening, done, total)
            self.reached.set()
            self.let_go.wait(20)
            told(opening, done, total)

        def reading(app: WorkbenchApp, desk: Desk | None, opening: Opening) -> Session:
            try:
                return read(app, desk, opening)
            except GivenUp:
                self.ended.set()
                raise

        monkeypatch.setattr(Opening, "__call__", hold)
        monkeypatch.setattr(WorkbenchApp, "_read", reading)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


async def come(pilot: Pilot[Any], there: Callable[[], bool]) -> None:
    for _ in range(400):
        await pilot.pause(0.01)
        if there():
            return
    raise AssertionError("it did not come")


@slow
async def test_the_first_paint_comes_before_anything_of_the_store_is_read(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    read = Desk.open

    def opened(*args: Any, **options: Any) -> Desk:
        seen.append(screen_text(app))
        return read(*args, **options)

    monkeypatch.setattr(Desk, "open", opened)
    app = WorkbenchApp(sample_store)
    async with app.run_test(size=NARROW) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, Home)
    assert len(seen) == 1
    assert "Reading" in seen[0]


@slow
@pytest.mark.parametrize("keys", [["escape"], ["ctrl+q"], ["q"], ["question_mark", "escape"]])
async def test_a_reading_is_given_up_without_a_trace_and_its_thread_ends(
    sample_store: Path,
    a_clean_person: Path,
    held: Held,
    keys: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    store, own = tree_bytes(sample_store), tree_bytes(a_clean_person)
    app = WorkbenchApp(sample_store)
    async with app.run_test(size=NARROW) as pilot:
        await come(pilot, held.reached.is_set)
        assert isinstance(app.screen, Loading)
        await pilot.press(*keys)
        held.let_go.set()
    assert app.return_value == 130
    assert GIVEN_UP in capsys.readouterr().err
    assert held.ended.wait(5), "the thread goes no further"
    assert tree_bytes(sample_store) == store
    assert tree_bytes(a_clean_person) == own


@slow
async def test_the_keys_are_told_and_hidden_again_while_it_is_read(sample_store: Path, held: Held) -> None:
    app = WorkbenchApp(sample_store)
    async with app.run_test(size=NARROW) as pilot:
        await come(pilot, held.reached.is_set)
        await pilot.press("question_mark")
        assert "^q" in screen_text(app)
        await pilot.press("question_mark")
        assert "^q" not in screen_text(app)
        assert "gives up; writes nothing" in screen_text(app)
        await pilot.press("R", "L", "y", "j", "1", "enter")
        assert isinstance(app.screen, Loading), "other keys do nothing yet"
        held.let_go.set()
        await settle(pilot)
        assert isinstance(app.screen, Home)


@slow
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_the_loading_screen_looks_as_it_did(
    sample_store: Path, held: Held, monkeypatch: pytest.MonkeyPatch, golden: Golden, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("screens.loading.monotonic", lambda: 0.0)
    app = WorkbenchApp(sample_store)
    async with app.run_test(size=size) as pilot:
        await come(pilot, held.reached.is_set)
        screen = app.screen
        assert isinstance(screen, Loading)
        screen.where, screen.opening = Path("/home/ada/agents/memory"), far_on()
        screen._redraw()
        await pilot.pause()
        golden(app, f"loading-{size[0]}x{size[1]}")
        await pilot.press("question_mark")
        await pilot.pause()
        golden(app, f"loading-keys-{size[0]}x{size[1]}")
        held.let_go.set()
        await settle(pilot)


def far_on() -> Opening:
    """A reading that has read its files and looks for what waits."""
    opening = Opening("cases", 3, 9, items=100_000, read=21_400_000)
    return opening


def test_that_nothing_was_written_is_said_after_the_screen_is_gone(tmp_path: Path) -> None:
    app = WorkbenchApp(tmp_path)
    app._wanted = Opening()
    app.leave(0)
    assert app._wanted is None
    assert [str(one) for one in app._exit_renderables] == [GIVEN_UP]


def lines_of(opening: Opening, width: int) -> list[str]:
    return [line.plain.rstrip() for line in Loading(Path("/home/ada/agent"), opening)._lines(width)]


def test_each_step_says_what_is_known_of_it() -> None:
    opening = Opening()
    assert "▸ files         looking which there are" in lines_of(opening, 60)
    opening(2_500_000, 10_000_000)
    assert f"▸ files         {'█' * 5}{'·' * 15}  2.5 MB of 10.0 MB" in lines_of(opening, 60)
    opening(10_000_000, 10_000_000)
    opening.items = 48_000
    opening.begin("cases")
    opening(3, 9)
    lines = lines_of(opening, 60)
    assert "✓ files         10.0 MB read, 48,000 items" in lines
    assert f"▸ what waits    {'█' * 6}▋{'·' * 13}  3 of 9 kinds of case" in lines
    assert "  what changed" in lines


@pytest.mark.parametrize("width", [1, 8, 20, 38, 51, 52, 60])
def test_no_line_is_wider_than_there_is_room(width: int) -> None:
    opening = Opening()
    for step in STEPS:
        opening(1, 3)
        for told in (False, True):
            screen = Loading(Path("/a/long/way/to/some/store"), opening)
            screen._keys_told = told
            assert all(line.cell_length <= width for line in screen._lines(width))
        opening.begin(step)


def test_a_bar_is_full_at_the_end_and_only_then() -> None:
    assert cells_of(0, 8, 4).plain == "····"
    assert cells_of(1, 8, 4).plain == "▌···"
    assert cells_of(7, 8, 4).plain == "███▌"
    assert cells_of(8, 8, 4).plain == "████"
    assert cells_of(0, 0, 4).plain == "····"
    assert all(cells_of(done, 10_000, 20).plain != "█" * 20 for done in range(9_900, 10_000))


def test_sizes_are_in_the_units_that_people_use() -> None:
    assert [size_words(number) for number in (1, 999, 12_345, 21_400_000)] == [
        "1 byte", "999 bytes", "12.3 kB", "21.4 MB",
    ]  # fmt: skip
