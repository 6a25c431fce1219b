"""No key is swallowed: a verdict has one number everywhere, and a key that can do nothing says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from screens.decide import Decide
from screens.ledger import Ledger
from screens.queue import Queue
from screens.widgets.diff_view import DiffView
from screens.widgets.verdict_bar import offer_lines
from tests.screens.conftest import NARROW, Opened, page_text, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING
from workbench.desk import Desk
from workbench.desk.words import later_words
from workbench.store.case import LEAVES_OPEN, Offer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

PLACES = {
    "keep": "1",
    "active": "1",
    "current": "1",
    "confirm": "1",
    "restore": "1",
    "none": "2",
    "accept": "2",
    "both": "9",
    "stale": "2",
    "merge": "3",
    "cool": "4",
    "supersede": "7",
    "new-value": "8",
}


def queue_of(pilot: Pilot[Any]) -> Queue:
    """The queue that is on top."""
    assert isinstance(pilot.app.screen, Queue)
    return pilot.app.screen


def test_a_verdict_has_its_number_whatever_else_the_case_offers(sample_store: Path) -> None:
    seen = set()
    for case in Desk.open(sample_store).cases(None):
        words = offer_lines(case.verdicts, None, 400)[0].plain if case.verdicts else ""
        names = [part.split()[0] for part in words.split("   ") if part.strip()]
        wanted = sorted(PLACES[offer.verdict] for offer in case.verdicts if offer.verdict not in LEAVES_OPEN)
        assert names == [*wanted, *(["s"] if case.verdicts else [])]
        seen |= set(names)
    assert {"1", "2", "3", "4", "7", "8", "9", "s"} <= seen


def test_a_greyed_verdict_keeps_its_number() -> None:
    offers = (Offer("cool", False, "§9"), Offer("keep", True), Offer("defer", True))

    assert offer_lines(offers, None, 80)[0].plain.split("   ") == [" 1 keep", "4 ✗ cool", "s later"]


async def test_in_the_list_a_digit_or_s_says_to_open_the_case_first(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter")
        for key in ("1", "s", "7"):
            await press(pilot, "j", key)
            assert status_of(pilot.app) == "open the case first: ↵"
        await press(pilot, "j")
        assert status_of(pilot.app) == "", "the message stayed on another case"


async def test_a_digit_on_a_case_acts_though_nothing_is_armed(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.base.ARM_SECONDS", 60)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "5")
        assert "no verdict 5" in status_of(pilot.app)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, Decide)


async def test_keys_that_can_do_nothing_say_why(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "U")
        assert "nothing is unfinished" in status_of(pilot.app)
        await press(pilot, "enter", "j", "X")
        assert "no withdrawal holds anything" in status_of(pilot.app)
        await press(pilot, "z")
        assert "nothing was decided in this session" in status_of(pilot.app)
        await press(pilot, "1", "tab", "enter")
        assert pilot.app.focused is pilot.app.screen.query_one("#field-reason", Input)
        assert status_of(pilot.app) == "a reason is needed first"
        await press(pilot, "tab")
        assert isinstance(pilot.app.focused, DiffView)
        await press(pilot, "L")
        assert "go back first" in status_of(pilot.app)
        await press(pilot, "shift+tab")
        await write(pilot, "x")
        assert status_of(pilot.app) == "", "what was missing is there"


async def test_a_reverted_decision_names_its_revert_and_the_revert_what_it_takes_back(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "1")
        await write(pilot, "sure")
        await press(pilot, "enter", "enter", "z")
        await write(pilot, "not so")
        await press(pilot, "enter", "enter", "L")
        ledger = pilot.app.screen
        assert isinstance(ledger, Ledger)
        newest, first = ledger.rows.rows
        assert f"Takes back {first.id}" in page_text(pilot.app)
        await press(pilot, "j")
        assert "z revert" not in screen_text(pilot.app).splitlines()[-1]
        await press(pilot, "z")
        assert status_of(pilot.app) == f"already taken back by {newest.id}"
        await press(pilot, "k")
        assert "z revert" in screen_text(pilot.app).splitlines()[-1]


@pytest.mark.parametrize(("until", "words"), [("", "no date"), ("2026-09-01", "until 2026-09-01")])
async def test_a_case_left_for_later_says_until_when_and_the_next_is_shown(
    until: str, words: str, sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter")
        following = queue_of(pilot).rows.rows[2].id
        await press(pilot, "s")
        assert pilot.app.focused is pilot.app.screen.query_one("#field-reason", Input)
        await write(pilot, "ask ada")
        await press(pilot, "tab")
        await write(pilot, until)
        await press(pilot, "enter", "enter")
        queue = queue_of(pilot)
        assert f"left for later {PENDING}" in status_of(pilot.app)
        assert queue.case is not None
        assert (queue.case.id, queue.rows.cursor, queue.text_open) == (following, 1, True)
        queue.rows.cursor = [case.targets[0].id for case in queue.rows.rows].index(PENDING)
        await settle(pilot)
        assert f"left for later {words}".replace("later no", "later, no") in page_text(pilot.app)


def test_later_is_said_in_words() -> None:
    assert later_words("deferred") == "left for later, no date"
    assert later_words("2026-09-01") == "left for later until 2026-09-01"
    assert later_words(None) == ""


async def test_a_day_that_is_none_is_refused(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "s")
        await write(pilot, "soon")
        await press(pilot, "tab")
        await write(pilot, "soon")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert pilot.app.screen.plan is None
        assert "YYYY-MM-DD" in status_of(pilot.app)


async def test_a_typed_reason_outlives_esc_for_its_case_and_its_verdict_alone(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "1")
        await write(pilot, "half a thought")
        await press(pilot, "escape", "2")
        assert pilot.app.screen.query_one("#field-reason", Input).value == "", "it was a reason to keep"
        await press(pilot, "escape", "1")
        assert pilot.app.screen.query_one("#field-reason", Input).value == "half a thought"
        await press(pilot, "escape", "j", "1")
        assert pilot.app.screen.query_one("#field-reason", Input).value == ""


async def test_a_merge_asks_for_the_other_item_in_words_and_takes_a_text(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "3")
        fields = {one.id: one.value for one in pilot.app.screen.query(Input)}
        assert fields == {"field-with": "", "field-text": "", "field-reason": ""}
        assert "Merged text (empty: both texts side by side)" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert status_of(pilot.app).startswith("name the other item's id")
        await write(pilot, "mem-2026-06-04-002")
        assert status_of(pilot.app) == ""
        await press(pilot, "tab")
        await write(pilot, "Northvale sends UTF-8.")
        await press(pilot, "tab")
        await write(pilot, "one fact")
        await press(pilot, "enter")
        assert "Northvale sends UTF-8." in screen_text(pilot.app) or status_of(pilot.app).startswith("✗")


async def test_an_audit_ends_when_the_case_is_left_at_80_columns(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "X")
        queue = queue_of(pilot)
        assert status_of(pilot.app) == "open the case first: ↵"
        await press(pilot, "enter", "X")
        assert queue.audit
        assert "audit of withdrawn text" in page_text(pilot.app)
        await press(pilot, "escape", "enter")
        assert not queue.audit
        assert "audit of withdrawn text" not in page_text(pilot.app)


async def test_home_begins_on_the_first_kind_that_waits_and_names_what_is_missing(
    legacy_store: Path, opened: Opened
) -> None:
    async with opened(legacy_store, NARROW) as pilot:
        text = screen_text(pilot.app)
        assert "▸ Drift" in text
        assert "– the store has no item store" in text


async def test_a_row_of_the_queue_tells_knowledge_from_state(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter")
        lines = screen_text(pilot.app).splitlines()
        assert any("78 d  K Supplier records from Northvale" in line for line in lines)
        assert any("31 d  S The branch VPN ends at" in line for line in lines)
