"""The footer names keys that act now; words are said once; where one stands and how many there are differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.changes import Changes
from screens.ledger import Ledger
from screens.queue import Queue
from screens.records import Records
from screens.session import Session
from screens.text import fit, styled
from screens.widgets.verdict_bar import offer_lines
from tests.screens.conftest import NARROW, Opened, page_text, press, settle, status_of
from tests.screens.golden import screen_text
from workbench.desk import Desk
from workbench.store.case import NO_DATE, Offer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]


def session_of(pilot: Pilot[Any]) -> Session:
    app = pilot.app
    assert isinstance(app, WorkbenchApp)
    assert app.session is not None
    return app.session


async def put(pilot: Pilot[Any], screen: Queue | Records | Changes | Ledger) -> None:
    """Open a screen without the way to it."""
    pilot.app.push_screen(screen)
    await settle(pilot)


def lines(pilot: Pilot[Any]) -> list[str]:
    return screen_text(pilot.app).splitlines()


def footer(pilot: Pilot[Any]) -> list[str]:
    """The hints, each a key and its word."""
    return [hint for hint in lines(pilot)[-1].strip().split("   ") if hint]


def words_of(pilot: Pilot[Any]) -> set[str]:
    """The words of the hints."""
    return {hint.split(" ", 1)[1] if not hint.startswith("j k") else "move" for hint in footer(pilot)}


def row_line(pilot: Pilot[Any], sign: str = "▸") -> str:
    return next(line for line in lines(pilot) if sign in line)


NEEDS_A_ROW = {"move", "open", "mark", "history", "next", "text", "pane", "more"}


async def test_where_a_filter_leaves_nothing_the_footer_offers_nothing_for_a_row(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        assert {"move", "open", "mark", "filter", "history", "next"} <= words_of(pilot)
        await press(pilot, "slash", *"zzzz", "enter")
        assert not words_of(pilot) & NEEDS_A_ROW
        assert {"filter", "order", "help"} <= words_of(pilot)


async def test_on_empty_lists_nothing_is_offered_that_needs_a_row(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "cases", lambda desk, kind=None: ())
    monkeypatch.setattr(Desk, "records", lambda desk, kind, **rest: ())
    monkeypatch.setattr(Desk, "ledger", lambda desk: ())
    async with opened(sample_store, size=(160, 36)) as pilot:
        session = session_of(pilot)
        nothing = replace(session.desk.since(), changes=())
        monkeypatch.setattr(Desk, "since", lambda desk: nothing)
        unwanted = NEEDS_A_ROW | {"filter", "order", "record", "revert", "other"}
        for screen in (
            Queue(session, "pending-cleanup"),
            Records(session, "log"),
            Changes(session),
            Ledger(session),
        ):
            await put(pilot, screen)
            assert not words_of(pilot) & unwanted, (screen.scope, footer(pilot))
            assert {"back", "help"} <= words_of(pilot)
            pilot.app.pop_screen()


@pytest.mark.parametrize("problem", [None, "the last decision is not known here"])
async def test_home_offers_a_list_of_changes_where_some_are_known(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch, problem: str | None
) -> None:
    since = replace(Desk.open(sample_store).since(), problem=problem, changes=())
    monkeypatch.setattr(Desk, "since", lambda desk: since)
    async with opened(sample_store) as pilot:
        assert ("n changes" in footer(pilot)) == (problem is None)
        assert "↵ open" in footer(pilot)


async def test_over_the_list_the_text_offers_search_and_the_way_to_the_list(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        assert "/ filter" in footer(pilot) and "Tab pane" in footer(pilot)
        await press(pilot, "plus")
        assert "/ search" in footer(pilot) and "Tab list" in footer(pilot)
        assert not words_of(pilot) & {"open", "text", "filter"}
        await press(pilot, "tab")
        assert "/ filter" in footer(pilot), "Tab leads back to the list"


async def test_where_one_of_them_has_all_the_room_only_enter_is_named_for_opening(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, size=NARROW) as pilot:
        await press(pilot, "enter")
        assert "↵ open" in footer(pilot)
        assert not words_of(pilot) & {"pane", "text", "list"}
        await press(pilot, "J")
        assert status_of(pilot.app) == "open the text first: ↵"
        await press(pilot, "enter")
        assert "Tab list" in footer(pilot) and "↵ open" not in footer(pilot)


async def test_a_text_that_fits_is_not_offered_for_scrolling(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, size=(160, 60)) as pilot:
        await press(pilot, "enter")
        queue = cast(Queue, pilot.app.screen)
        assert queue.page.line_count < queue.page.size.height, "the text of this case fits"
        assert "text" not in words_of(pilot)
        await pilot.resize_terminal(160, 16)
        await settle(pilot)
        assert queue.page.line_count > queue.page.size.height
        assert "J text" in footer(pilot)


async def test_the_place_of_a_row_and_a_count_look_different(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j")
        total = len(Desk.open(sample_store).cases("pending-cleanup"))
        assert f"row 2 of {total}" in screen_text(pilot.app)
        await press(pilot, "slash", *"supplier", "enter")
        shown = len(cast(Queue, pilot.app.screen).rows.rows)
        assert shown == 1
        assert f"1 of {total} shown" in screen_text(pilot.app)
        assert "row " not in "".join(lines(pilot)[:3])


@pytest.mark.parametrize("key", ["1", "5", "s"])
async def test_why_a_case_takes_no_verdict_is_said_once(sample_store: Path, opened: Opened, key: str) -> None:
    async with opened(sample_store) as pilot:
        await put(pilot, Queue(session_of(pilot), "withdrawal"))
        await press(pilot, "enter", key)
        text = " ".join(screen_text(pilot.app).split())
        assert text.count("it is shown so that nobody overlooks it") == 1
        assert status_of(pilot.app) == "no verdict here; why is said above"


async def test_in_the_list_alone_a_digit_says_the_whole_reason(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, size=NARROW) as pilot:
        await put(pilot, Queue(session_of(pilot), "withdrawal"))
        await press(pilot, "1")
        assert "it is shown so that nobody overlooks it" in status_of(pilot.app)


def test_a_conflict_ends_once_at_most_one_row_is_open(sample_store: Path) -> None:
    before = Desk.open(sample_store).cases("conflict")
    ended = before[0]
    for target in ended.targets[:-1]:
        path = sample_store / "memory" / target.path
        rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
        status = next(at for at in range(target.line, len(rows)) if "Status:" in rows[at])
        assert rows[status] == f"  - Status: {target.status}\n"
        rows[status] = "  - Status: stale\n"
        path.write_text("".join(rows), encoding="utf-8")
    after = Desk.open(sample_store).cases("conflict")
    assert {case.id for case in before} - {case.id for case in after} == {ended.id}


@pytest.mark.parametrize("size", [(120, 36), NARROW])
async def test_history_is_on_the_screen_once_git_has_told_it(
    sample_store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(sample_store, size=size) as pilot:
        await put(pilot, Queue(session_of(pilot), "conflict"))
        assert "History of its lines" not in screen_text(pilot.app)
        await press(pilot, "H")
        assert "History of its lines, as git tells it" in page_text(pilot.app)
        assert "History of its lines, as git tells it" in screen_text(pilot.app)


def test_a_wide_character_that_is_cut_leaves_no_gap() -> None:
    assert fit(styled("发布新版本"), 6).plain == "发布… "
    assert fit(styled("发布新版本"), 7).plain == "发布新…"
    assert fit(styled("ab cd"), 4).plain == "ab …", "a blank of the text stays"


async def test_text_without_a_sign_reaches_the_divider(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        left = row_line(pilot).split("│")[0]
        assert left.rstrip().endswith("…")
        assert len(left) - len(left.rstrip()) == 2, "one blank, and the place of the bar that scrolls"


def test_a_rule_that_is_cut_says_what_tells_all_of_it() -> None:
    rule = "two active rows stand for this subject, and a third would not settle it"
    offers = (Offer("keep", False, rule), Offer("stale", True))
    cut = offer_lines(offers, None, 50)[-1].plain
    assert cut.startswith(" ✗ keep: two active ro") and cut.endswith("…   its key tells all")
    assert len(cut) <= 50
    assert offer_lines(offers, None, 120)[-1].plain == f" ✗ keep: {rule}"


async def test_all_leaves_out_what_was_left_for_later_unless_nothing_else_is_shown(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(Desk.open(sample_store).cases("pending-cleanup"))
    later = replace(found[1], deferred=NO_DATE)
    monkeypatch.setattr(Desk, "cases", lambda desk, kind=None: [found[0], later, *found[2:]])
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "asterisk")
        queue = cast(Queue, pilot.app.screen)
        assert set(queue.marks.cases) == {case.id for case in found} - {later.id}
        said = f"{len(found) - 1} cases shown are marked; 1 left for later is not"
        assert status_of(pilot.app) == said
        await press(pilot, "escape")
        queue.set_filter(later.targets[0].id or "")
        await settle(pilot)
        await press(pilot, "asterisk")
        assert set(queue.marks.cases) == {later.id}
        assert status_of(pilot.app) == "1 case shown is marked"
