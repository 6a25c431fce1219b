"""Keys take turns: however fast they come, each acts on what the one before it brought about."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from screens.decide import Decide
from screens.help import Help
from screens.home import Home
from screens.ledger import Ledger
from screens.queue import Queue
from screens.widgets.prompt import Prompt
from screens.widgets.recall_input import RecallInput
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle
from tests.trees import tree_bytes

pytestmark = pytest.mark.slow

NAMES = {"\r": "enter", "\x1b": "escape", "\t": "tab"}


async def burst(pilot: Pilot[int], keys: str) -> None:
    """Every key at once, as a terminal hands over what was typed while it was busy."""
    for letter in keys:
        name = NAMES.get(letter) or _character_to_key(letter)
        pilot.app.post_message(events.Key(name, letter if letter.isprintable() else None))
    await settle(pilot)


def prompt_of(app: App[int]) -> str:
    return app.screen.query_one(Prompt).field.value


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_what_follows_the_slash_is_the_filter_and_no_verdict(
    sample_store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "/kiosk 1szLq")

        assert isinstance(pilot.app.screen, Queue)
        assert prompt_of(pilot.app) == "kiosk 1szLq"


async def test_a_screen_that_is_coming_gets_the_keys_typed_after_it(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await burst(pilot, "\rjjj")

        assert isinstance(pilot.app.screen, Queue)
        assert (pilot.app.screen.kind, pilot.app.screen.rows.cursor) == ("pending-cleanup", 3)


async def test_a_verdict_waits_for_the_case_and_the_reason_for_its_field(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        wanted = queue.rows.rows[2].id
        await burst(pilot, "jj1quite sure zLR")

        assert isinstance(pilot.app.screen, Decide)
        assert pilot.app.screen.question.about == (wanted,)
        assert pilot.app.screen.query_one("#field-reason", RecallInput).value == "quite sure zLR"


async def test_an_enter_typed_before_the_question_is_there_answers_nothing(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        before = tree_bytes(sample_store)
        await press(pilot, "enter")
        await burst(pilot, "1\r\r\r\r\r\r")

        assert isinstance(pilot.app.screen, Decide)
        assert pilot.app.screen.plan is None
        assert tree_bytes(sample_store) == before


async def test_the_search_of_the_help_and_the_palette_get_their_letters(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await burst(pilot, "?/revert")
        assert isinstance(pilot.app.screen, Help)
        assert pilot.app.screen.query_one(Input).value == "revert"
        await burst(pilot, "\x1b")
        await burst(pilot, "\x1b")
        assert isinstance(pilot.app.screen, Home)
        await burst(pilot, ":ledger")
        assert pilot.app.screen.query_one(Input).value == "ledger"


async def test_steps_back_and_on_are_taken_in_their_order(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await burst(pilot, "\r\x1bjj")
        assert isinstance(pilot.app.screen, Home)
        await burst(pilot, "\r")
        assert isinstance(pilot.app.screen, Queue)
        assert pilot.app.screen.kind == "conflict"
        await burst(pilot, "qL")
        assert isinstance(pilot.app.screen, Ledger)


async def test_what_is_pasted_after_the_slash_is_the_filter(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        pilot.app.post_message(events.Key("slash", "/"))
        pilot.app.post_message(events.Paste("kiosk\r1"))
        await settle(pilot)

        assert prompt_of(pilot.app) == "kiosk"


async def test_the_time_of_a_key_is_the_time_it_was_typed(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        key = events.Key("j", "j")
        pilot.app.post_message(key)
        await settle(pilot)

        assert getattr(pilot.app, "key_time", None) == key.time


async def test_letters_that_follow_a_refused_line_are_no_commands(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "tab", "tab", "enter")
        screen = pilot.app.screen
        screen.all_rows = ()  # type: ignore[attr-defined]
        await burst(pilot, "/Lq")
        assert pilot.app.screen is screen
        assert "nothing to filter" in screen._words.plain  # type: ignore[attr-defined]
        await pilot.pause(0.4)
        await press(pilot, "L")
        assert isinstance(pilot.app.screen, Ledger)
