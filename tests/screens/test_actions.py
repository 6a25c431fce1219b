"""One registry: what the footer shows acts, what acts is in help and in the page of keys."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from textual.dom import DOMNode

from screens import keys
from screens.actions import ACTIONS, SCOPES, actions_of, bindings, hints, key_name
from screens.app import WorkbenchApp
from screens.changes import Changes
from screens.decide import Decide
from screens.help import Help, help_lines
from screens.home import Home
from screens.ledger import Ledger
from screens.queue import Queue
from screens.records import Records
from screens.saved_views import SavedViews
from screens.widgets.page import Page
from screens.widgets.prompt import PromptInput
from screens.widgets.recall_input import RecallInput
from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, Opened, press
from tests.screens.golden import screen_text

ROOT = Path(__file__).resolve().parents[2]
OWNERS: dict[str, type[DOMNode]] = {
    "app": WorkbenchApp,
    "home": Home,
    "queue": Queue,
    "decide": Decide,
    "ledger": Ledger,
    "records": Records,
    "changes": Changes,
    "help": Help,
    "list": RecordList,
    "page": Page,
    "field": RecallInput,
    "prompt": PromptInput,
    "views": SavedViews,
}


def test_the_page_of_keys_is_the_one_that_the_registry_writes() -> None:
    assert (ROOT / "docs" / "KEYS.md").read_text(encoding="utf-8") == keys.page()


def test_ids_are_unique_and_every_scope_has_an_owner() -> None:
    assert [name for name, count in Counter(action.id for action in ACTIONS).items() if count > 1] == []
    assert {action.scope for action in ACTIONS} <= OWNERS.keys() == SCOPES.keys()


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_its_method(action) -> None:
    name = action.call.partition("(")[0]

    assert callable(getattr(OWNERS[action.scope], f"action_{name}"))


@pytest.mark.parametrize("scope", SCOPES)
def test_no_key_means_two_things_in_one_scope(scope: str) -> None:
    pressed = Counter(key for action in actions_of(scope) for key in action.keys)

    assert [key for key, count in pressed.items() if count > 1] == []


@pytest.mark.parametrize("scope", SCOPES)
def test_no_key_is_one_that_terminals_cannot_tell_from_another(scope: str) -> None:
    swallowed = {"ctrl+s", "ctrl+q", "ctrl+b", "ctrl+a", "ctrl+h", "ctrl+i", "ctrl+m", "ctrl+j", "ctrl+enter"}

    assert {key for action in actions_of(scope) for key in action.keys} & swallowed == set()


def test_bindings_carry_the_ids_by_which_keys_are_remapped() -> None:
    assert {getattr(binding, "id", None) for binding in bindings("queue")} == {
        action.id for action in actions_of("queue")
    }


@pytest.mark.slow
async def test_a_remapped_key_acts_and_the_old_one_is_dead(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        pilot.app.set_keymap({"app.ledger": "D"})
        await press(pilot, "L")
        assert isinstance(pilot.app.screen, Home)
        await press(pilot, "D")
        assert isinstance(pilot.app.screen, Ledger)


def test_help_names_every_key_of_every_scope() -> None:
    text = "\n".join(line.content.plain for line in help_lines("queue", 200))

    assert [action.title for action in ACTIONS if action.title not in text] == []
    assert {key_name(key) for action in ACTIONS for key in action.keys if not key.isdigit()} <= set(
        text.split()
    )


def test_the_footer_holds_at_most_eight() -> None:
    assert max(len(hints((scope, "app"))) for scope in SCOPES) <= 8


@pytest.mark.slow
@pytest.mark.parametrize(
    "way", [(), ("enter",), ("enter", "enter"), ("enter", "enter", "1"), ("tab",), ("L",)]
)
async def test_the_footer_at_80_columns_shows_at_most_eight_hints(
    way: tuple[str, ...], sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, *way)
        footer = screen_text(pilot.app).splitlines()[-1]

        assert 2 <= len([part for part in footer.split("   ") if part.strip()]) <= 8
