"""Working a queue: filter, order, views, marks, a verdict on many, the next case, and where one stopped."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.decide import Decide
from screens.home import Home
from screens.queue import Queue
from screens.records import Records
from screens.saved_views import SavedViews
from screens.session import Session
from tests.desk.leaky import MARK, make_leaky
from tests.screens.conftest import NARROW, Opened, page_text, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.opening import Opening
from workbench.desk.saved import View, views
from workbench.text.visible import visible

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

TOPIC = "topics/catalogue-imports.md"


def queue_of(pilot: Pilot[Any]) -> Queue:
    screen = pilot.app.screen
    assert isinstance(screen, Queue)
    return screen


def shown(pilot: Pilot[Any]) -> list[str]:
    return [case.id for case in queue_of(pilot).rows.rows]


def session_of(pilot: Pilot[Any]) -> Session:
    app = pilot.app
    assert isinstance(app, WorkbenchApp)
    assert app.session is not None
    return app.session


async def put(pilot: Pilot[Any], screen: Queue | Records) -> None:
    """Open a screen without the way to it."""
    pilot.app.push_screen(screen)
    await settle(pilot)


def title(pilot: Pilot[Any]) -> str:
    return next(line for line in screen_text(pilot.app).splitlines() if "Pending cleanup" in line)


def pending(store: Path) -> list[Any]:
    return list(Desk.open(store).cases("pending-cleanup"))


async def filter_by(pilot: Pilot[Any], words: str) -> None:
    await press(pilot, "slash")
    await type_in(pilot, words)
    await settle(pilot)


async def type_in(pilot: Pilot[Any], words: str) -> None:
    signs = {" ": "space", "-": "minus", ":": "colon", ">": "greater_than_sign", '"': "quotation_mark"}
    await pilot.press(*(signs.get(letter, letter) for letter in words))
    await pilot.pause()


async def record(pilot: Pilot[Any], number: str = "1", reason: str = "looked into it") -> None:
    await press(pilot, number)
    assert isinstance(pilot.app.screen, Decide), status_of(pilot.app)
    await write(pilot, reason)
    await press(pilot, "enter", "enter")


# Filter


async def test_a_filter_narrows_as_one_types_and_always_says_of_how_many(
    sample_store: Path, opened: Opened
) -> None:
    states = [case.id for case in pending(sample_store) if case.targets[0].item_kind == "state"]
    total = len(pending(sample_store))
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "kind:s")
        assert shown(pilot) == states
        assert f"{len(states)} of {total} shown   filter: kind:s" in title(pilot)
        await type_in(pilot, "tate -zzz")
        await press(pilot, "enter")
        assert shown(pilot) == states
        assert queue_of(pilot).focused is queue_of(pilot).rows
        assert f"{len(states)} of {total} shown   filter: kind:state -zzz" in title(pilot)
        assert not queue_of(pilot).prompt.display
        await press(pilot, "escape")
        assert len(shown(pilot)) == total
        assert "filter:" not in title(pilot)
        assert isinstance(pilot.app.screen, Queue), "the first Esc clears the filter, and no more"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Home)


async def test_esc_in_the_line_clears_the_filter(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "j")
        here = queue_of(pilot).rows.current
        assert here is not None
        await filter_by(pilot, here.targets[0].id or "")
        assert shown(pilot) == [here.id]
        await press(pilot, "escape")
        assert len(shown(pilot)) == len(pending(sample_store))
        assert queue_of(pilot).rows.current == here, "the case under the cursor stays under it"
        assert queue_of(pilot).focused is queue_of(pilot).rows


async def test_letters_typed_into_the_line_do_nothing_else(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "1svqjXz*")
        assert isinstance(pilot.app.screen, Queue)
        assert queue_of(pilot).prompt.field.value == "1svqjXz*"
        assert not queue_of(pilot).marks
    assert tree_bytes(sample_store) == before


async def test_a_filter_without_a_meaning_is_said_and_hides_nothing(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "status:done")
        assert "no Status is called done" in status_of(pilot.app)
        assert len(shown(pilot)) == len(pending(sample_store))
        await press(pilot, "enter")
        assert queue_of(pilot).prompt.display, "what cannot be meant is not kept as if it could"
        assert "no Status is called done" in status_of(pilot.app)


async def test_a_filter_that_matches_nothing_says_so_and_takes_no_verdict(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "nosuchword")
        await press(pilot, "enter")
        text = screen_text(pilot.app)
        assert "Nothing matches the filter." in text
        assert f"0 of {len(pending(sample_store))}" in title(pilot)
        await press(pilot, "1")
        assert "there is no case here" in status_of(pilot.app)


async def test_withdrawn_words_find_nothing(l1_store: Path, opened: Opened) -> None:
    async with opened(make_leaky(l1_store)) as pilot:
        await put(pilot, Queue(session_of(pilot), None))
        assert any(case.withheld_by for case in queue_of(pilot).rows.rows)
        await filter_by(pilot, f'"{MARK}"')
        assert shown(pilot) == []
        await press(pilot, "escape")
        await put(pilot, Records(session_of(pilot), "item"))
        await filter_by(pilot, MARK)
        assert "Nothing matches the filter" in screen_text(pilot.app)


async def test_a_filter_and_the_place_outlive_a_reload(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "kind:k")
        await press(pilot, "enter", "j", "j")
        before, here = shown(pilot), queue_of(pilot).rows.current
        rewrite(sample_store, TOPIC, "are always encoded in UTF-8", "come in any encoding")
        await press(pilot, "R")
        assert shown(pilot) == before
        assert queue_of(pilot).rows.current is not None and here is not None
        assert queue_of(pilot).rows.current.id == here.id  # type: ignore[union-attr]


async def test_filtering_while_the_store_is_read_again_shows_the_new_cases_filtered(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = held_back(monkeypatch)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        rewrite(sample_store, TOPIC, "are always encoded in UTF-8", "come in any encoding")
        await pilot.press("R")
        await pilot.pause(0.1)
        await pilot.press("slash")
        await type_in(pilot, "encod")
        assert any("UTF-8" in case.title for case in queue_of(pilot).rows.rows)
        let_go.set()
        await settle(pilot)
        assert queue_of(pilot).prompt.field.value == "encod"
        assert queue_of(pilot).prompt.field.has_focus
        assert shown(pilot) == [f"pending-cleanup:{PENDING}"]
        assert "come in any encoding" in queue_of(pilot).rows.rows[0].title


def held_back(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Makes every reading of a store that is open already wait until the event is set."""
    let_go = threading.Event()
    read = WorkbenchApp._read

    def slow(app: WorkbenchApp, desk: Desk | None, opening: Opening) -> Any:
        if desk is not None:
            let_go.wait(30)
        return read(app, desk, opening)

    monkeypatch.setattr(WorkbenchApp, "_read", slow)
    return let_go


async def test_records_are_filtered_by_plain_words(sample_store: Path, opened: Opened) -> None:
    items = [
        record
        for record in Desk.open(sample_store).records("item")
        if "kiosk" in (record.summary + record.text + record.id + record.path + str(record.facts)).lower()
    ]
    async with opened(sample_store) as pilot:
        await put(pilot, Records(session_of(pilot), "item"))
        await filter_by(pilot, "KIOSK")
        screen = pilot.app.screen
        assert isinstance(screen, Records)
        assert [row.id for row in screen.rows.rows] == [item.id for item in items] != []
        assert f"{len(items)} of {len(Desk.open(sample_store).records('item'))}" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert len(screen.rows.rows) == len(Desk.open(sample_store).records("item"))


# Search in the text


async def test_words_are_looked_for_in_the_text_across_lines(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "enter")
        queue = queue_of(pilot)
        words = " ".join((queue.case.text if queue.case else "").split()[3:8])
        count = page_text(pilot.app).replace("│ ", "").count(words)
        await press(pilot, "slash")
        await type_in(pilot, words.lower())
        await settle(pilot)
        assert count >= 2
        assert f"1 of {count}" in status_of(pilot.app)
        assert len(shown(pilot)) == len(pending(sample_store)), "a search is no filter"
        await press(pilot, "enter")
        assert queue.focused is queue.page
        for key, at in (("n", 2), ("N", 1), ("N", count)):
            await press(pilot, key)
            assert f"{at} of {count}" in status_of(pilot.app)
        await press(pilot, "escape")
        assert queue.page.looked_for == ("", 0, 0)
        assert queue.page.has_focus, "the first Esc takes the hits away"
        await press(pilot, "escape")
        assert queue.rows.has_focus


async def test_a_search_that_finds_nothing_says_so(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "enter", "slash")
        await type_in(pilot, "nosuchword")
        await settle(pilot)
        assert status_of(pilot.app) == "nosuchword: nowhere in this text"
        await press(pilot, "escape", "n")
        assert "nothing is looked for" in status_of(pilot.app)


async def test_zoom_gives_the_text_the_whole_width_and_back(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = queue_of(pilot)
        narrow = queue.page.size.width
        await press(pilot, "plus")
        assert not queue.rows.display or queue.rows.size.width == 0
        assert queue.page.size.width > narrow + 30
        before = queue.case
        await press(pilot, "right_square_bracket")
        assert queue.case != before, "the next case, while the text is zoomed"
        await press(pilot, "plus")
        assert queue.page.size.width == narrow
        assert queue.focused is queue.rows
        await press(pilot, "plus", "escape")
        assert queue.page.size.width == narrow
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "plus")
        assert "all of the width already" in status_of(pilot.app)


# Order and views


async def test_the_order_goes_round_and_stands_in_the_title(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j")
        here, first = queue_of(pilot).rows.current, shown(pilot)
        seen = []
        for _ in range(5):
            await press(pilot, "o")
            seen.append(title(pilot).split(" by ")[1].strip())
            assert queue_of(pilot).rows.current == here, "the cursor goes with its case"
        assert seen == ["kind", "Status", "topic", "Source", "age"]
        assert shown(pilot) == first
        await press(pilot, "o")
        kinds = [case.targets[0].item_kind for case in queue_of(pilot).rows.rows]
        assert kinds == sorted(kinds, key=str)


async def test_a_view_is_kept_under_a_name_used_again_and_forgotten(
    sample_store: Path, opened: Opened
) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "o")
        await filter_by(pilot, "kind:state")
        await press(pilot, "enter", "V")
        assert isinstance(pilot.app.screen, SavedViews)
        assert "No view is kept" in screen_text(pilot.app)
        await press(pilot, "a")
        await type_in(pilot, "my states")
        await press(pilot, "enter")
        assert views(Desk.open(sample_store)) == (View("my states", "kind:state", "kind"),)
        await press(pilot, "escape", "escape")
        assert len(shown(pilot)) == len(pending(sample_store))
        await press(pilot, "V", "enter")
        queue = queue_of(pilot)
        assert {case.targets[0].item_kind for case in queue.rows.rows} == {"state"}
        assert "view: my states" in title(pilot)
        await press(pilot, "V", "x")
        assert "forgotten: my states" in status_of(pilot.app)
        assert views(Desk.open(sample_store)) == ()
        await press(pilot, "x")
        assert "there is no view here" in status_of(pilot.app)
    assert tree_bytes(sample_store) == before


async def test_no_view_is_kept_in_a_read_only_workbench(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, readonly=True) as pilot:
        await press(pilot, "enter", "V", "a")
        assert "read-only" in status_of(pilot.app)
        assert not isinstance(pilot.app.screen.focused, type(None))


# Marks


async def test_space_marks_and_goes_on(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "j", "space")
        ids = shown(pilot)
        assert list(queue_of(pilot).marks.cases) == [ids[0], ids[2]]
        assert queue_of(pilot).rows.cursor == 3
        assert title(pilot).rstrip().endswith("2 marked")
        assert "on 2 marked cases:" in screen_text(pilot.app)
        await press(pilot, "k", "space")
        assert list(queue_of(pilot).marks.cases) == [ids[0]]


async def test_a_range_grows_with_the_cursor_and_esc_takes_one_step_at_a_time(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "j", "v", "j", "j")
        queue, ids = queue_of(pilot), shown(pilot)
        assert title(pilot).rstrip().endswith("1 marked, range of 3")
        assert set(queue.marks.cases) == {ids[0]}, "a range marks nothing before it is ended"
        await press(pilot, "escape")
        assert queue.marks.anchor is None
        assert set(queue.marks.cases) == {ids[0]}
        await press(pilot, "v", "k", "v")
        assert set(queue.marks.cases) == {ids[0], ids[3], ids[4]}
        await press(pilot, "escape")
        assert not queue.marks
        assert isinstance(pilot.app.screen, Queue)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Home)


async def test_all_that_is_shown_is_marked_and_what_the_filter_hides_is_said(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "kind:state")
        await press(pilot, "enter", "asterisk")
        states = shown(pilot)
        assert list(queue_of(pilot).marks.cases) == states
        await filter_by(pilot, "x")
        await press(pilot, "escape")
        await filter_by(pilot, "kind:knowledge")
        await press(pilot, "enter")
        assert f"{len(states)} marked, {len(states)} not shown" in title(pilot)


async def test_a_marked_case_that_changed_is_unmarked_and_named(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "asterisk")
        total = len(shown(pilot))
        rewrite(sample_store, TOPIC, "are always encoded in UTF-8", "come in any encoding")
        await press(pilot, "R")
        assert f"pending-cleanup:{PENDING}" not in queue_of(pilot).marks.cases
        assert len(queue_of(pilot).marks) == total - 1
        text = " ".join(screen_text(pilot.app).split())
        assert f"no longer marked, because changed or gone: {PENDING}" in text


# A verdict on what is marked


async def test_one_verdict_on_marks_records_one_decision_each_and_goes_on(
    sample_store: Path, opened: Opened
) -> None:
    first = [case.id for case in pending(sample_store)][:3]
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "space", "space", "space")
        total = len(shown(pilot))
        await record(pilot, "1", "all three were measured again")
        queue = queue_of(pilot)
        assert not queue.marks
        assert not set(first) & set(shown(pilot))
        assert len(shown(pilot)) == total - 3
    entries = Desk.open(sample_store).ledger()
    assert sorted(entry.case for entry in entries) == sorted(first)
    assert {entry.reason for entry in entries} == {"all three were measured again"}


async def test_marks_that_were_never_opened_are_recorded_as_not_seen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "enter", "G", "escape", "space", "space")
        ids = shown(pilot)
        assert not queue_of(pilot).text_visible
        await record(pilot)
    desk = Desk.open(sample_store)
    records = [json.loads(desk.decision_record(entry.id)) for entry in desk.ledger()]
    seen = {
        record["case"]: {one["seen"] for one in record["reviewed"] if one["role"] == "archive"}
        for record in records
    }
    assert seen[ids[0]] == {True}, "it was on the screen, although it was left before the verdict"
    assert seen[ids[1]] == {False}, "its evidence was never on the screen"


async def test_a_verdict_that_no_marked_case_has_is_refused(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "9")
        assert "there is no verdict 9 on any marked case" in status_of(pilot.app)
    async with opened(sample_store, readonly=True) as pilot:
        await press(pilot, "enter", "space", "1")
        assert "read-only" in status_of(pilot.app)


# After a decision


async def test_after_a_decision_the_next_case_is_there_at_once(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = held_back(monkeypatch)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j")
        queue, ids = queue_of(pilot), shown(pilot)
        await press(pilot, "1")
        await write(pilot, "looked into it")
        await press(pilot, "enter")
        await pilot.press("enter")
        for _ in range(100):
            await pilot.pause(0.02)
            if pilot.app.screen is queue and queue.case and queue.case.id == ids[2]:
                break
        assert queue.rows.current is not None
        assert queue.rows.current.id == ids[2], "the next case"
        assert shown(pilot) == ids, "nothing jumps: the decided one stays until the store is read again"
        assert f"{len(ids) - 1} left of {len(ids)}" in title(pilot)
        assert any("✓" in line and " 78 d" in line for line in screen_text(pilot.app).splitlines())
        await pilot.press("k")
        await pilot.pause(0.1)
        await pilot.press("1")
        await pilot.pause(0.1)
        assert pilot.app.screen is queue, "no verdict on what is decided already"
        assert "decided already" in status_of(pilot.app)
        await pilot.press("space", "j")
        assert not queue.marks
        let_go.set()
        await settle(pilot)
        assert ids[1] not in shown(pilot)
        assert queue.rows.current is not None
        assert queue.rows.current.id == ids[2]
    assert len(Desk.open(sample_store).ledger()) == 1


async def test_the_next_case_is_one_that_the_filter_shows(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        await filter_by(pilot, "kind:state")
        await press(pilot, "enter")
        states = shown(pilot)
        await record(pilot, "2")
        assert shown(pilot) == states[1:]
        assert queue_of(pilot).rows.current is not None
        assert queue_of(pilot).rows.current.id == states[1]  # type: ignore[union-attr]


async def test_the_last_case_of_a_list_goes_back_to_the_one_before(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "G")
        ids = shown(pilot)
        await record(pilot, "2")
        assert shown(pilot) == ids[:-1]
        assert queue_of(pilot).rows.cursor == len(ids) - 2


async def test_a_case_left_for_later_is_not_followed_to_the_end(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        ids = shown(pilot)
        await record(pilot, "s")
        assert shown(pilot) == [*ids[1:], ids[0]]
        assert queue_of(pilot).rows.cursor == 0


# Where one stopped


async def test_the_queue_opens_where_one_stopped(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "j", "j")
        here = shown(pilot)[3]
        await press(pilot, "escape")
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        assert status_of(pilot.app) == f"where you stopped, row 4 of {len(shown(pilot))}"
        queue = queue_of(pilot)
        assert (queue.rows.current.id, queue.case.id) == (here, here)  # type: ignore[union-attr]


async def test_filter_and_order_are_there_again_when_the_run_ended_in_the_middle(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "o")
        await filter_by(pilot, "kind:state")
        await press(pilot, "enter", "j")
        queue_of(pilot).keep_place_on_disk()
        here = shown(pilot)[1]
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        assert "filter: kind:state   by kind" in title(pilot)
        assert queue_of(pilot).rows.current.id == here  # type: ignore[union-attr]
        assert status_of(pilot.app).startswith("where you stopped, row 2 of ")


async def test_a_place_that_is_gone_or_spoilt_is_the_beginning(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    for said in (
        {"pending-cleanup": {"case": "pending-cleanup:gone", "filter": "", "sort": "size"}},
        {"pending-cleanup": ["no place"]},
        {"pending-cleanup": {"case": 7, "filter": {}, "sort": []}},
    ):
        assert desk.keep_own("place", said)
        async with opened(sample_store) as pilot:
            await press(pilot, "enter")
            assert queue_of(pilot).rows.cursor == 0
            assert len(shown(pilot)) == len(pending(sample_store))


async def test_a_read_only_workbench_keeps_no_place(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, readonly=True) as pilot:
        await press(pilot, "enter", "j", "j", "escape")
    assert Desk.open(sample_store).own("place") == {}


# Long texts


@pytest.mark.case("BI-10")
async def test_a_text_of_five_megabytes_is_shown_by_its_first_part_and_counts_as_unseen(
    sample_store: Path, opened: Opened
) -> None:
    sentence = "Supplier records from Northvale are always encoded in UTF-8."
    long = f"{sentence} {'words without end, ' * 260_000}"
    rewrite(sample_store, TOPIC, sentence, long)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j")
        queue = queue_of(pilot)
        assert queue.case is not None
        assert queue.case.targets[0].id == PENDING
        left = len(queue.case.text) - 16_384
        assert f"… {left:,} more characters" in page_text(pilot.app)
        await press(pilot, "enter", "G")
        assert PENDING in queue.session.seen.unseen(queue.case), "not all of it has been on the screen"
        lines = queue.page.line_count
        await press(pilot, "m")
        assert queue.page.line_count > 4 * lines
        assert f"… {len(queue.case.text) - 131_072:,} more characters" in page_text(pilot.app)
        await press(pilot, "m")
        assert f"… {len(queue.case.text) - 1_048_576:,} more characters" in page_text(pilot.app)
        assert queue.page.scroll_offset.y > 0, "what was shown stays where it was"


async def test_a_short_text_says_that_nothing_is_left_out(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "m")
        assert "no part of the text is left out" in status_of(pilot.app)


async def test_hostile_words_in_filter_and_views_are_shown_as_marks(
    sample_store: Path, opened: Opened
) -> None:
    desk = Desk.open(sample_store)
    assert desk.keep_own("views", {"bad\x1b]0;x\x07": {"filter": "\x1b[2J\u202e", "sort": "age"}})
    async with opened(sample_store) as pilot:
        assert isinstance(pilot.app, WorkbenchApp)
        await press(pilot, "enter", "V")
        text = screen_text(pilot.app)
        assert visible("bad\x1b]0;x\x07") in text
        assert "\x1b" not in text
        await press(pilot, "enter")
        assert "\x1b" not in screen_text(pilot.app)
