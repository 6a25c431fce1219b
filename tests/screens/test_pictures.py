"""Pictures for looks: colours, weights and borders, which a text cannot hold."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from tests.screens.conftest import press, settle, write
from tests.screens.pictures import to_row

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SnapCompare = Callable[..., bool]
REPORTS = os.environ.get("TEXTUAL_SNAPSHOT_TEMPDIR", "")
"""Where the plugin keeps what it compares; told to it by the environment, which every test begins without."""


@pytest.fixture(autouse=True)
def a_place_for_reports(a_fixed_look: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the plugin its folder back."""
    monkeypatch.setenv("TEXTUAL_SNAPSHOT_TEMPDIR", REPORTS)


def ways(*keys: str, words: str = "", then: tuple[str, ...] = ()) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Goes somewhere before the picture is taken."""

    async def go(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, *keys)
        await write(pilot, words)
        await press(pilot, *then)

    return go


def test_home(sample_store: Path, snap_compare: SnapCompare) -> None:
    assert snap_compare(WorkbenchApp(sample_store), terminal_size=(80, 24), run_before=ways())


def test_queue_and_case_in_the_light_theme(sample_store: Path, snap_compare: SnapCompare) -> None:
    app = WorkbenchApp(sample_store, theme="light")
    assert snap_compare(app, terminal_size=(120, 36), run_before=ways("enter", "j"))


def test_a_plan(sample_store: Path, snap_compare: SnapCompare) -> None:
    go = ways("enter", "j", "1", words="measured again", then=("enter",))
    assert snap_compare(WorkbenchApp(sample_store), terminal_size=(100, 30), run_before=go)


PLACES: dict[str, tuple[str, str, tuple[int, int], tuple[str, ...]]] = {
    "conflict": ("dark", "conflict", (120, 36), ("enter",)),
    "promotion-light": ("light", "promotion", (110, 32), ("enter",)),
    "marks-and-filter": ("dark", "pending-cleanup", (100, 30), ("slash", *"kiosk", "enter", "asterisk")),
    "case-high-contrast": ("high-contrast", "pending-cleanup", (100, 30), ("j", "enter")),
    "queue-ansi": ("ansi-dark", "stale", (100, 30), ("j",)),
    "withdrawal": ("dark", "withdrawal", (100, 30), ("enter",)),
    "help-light": ("light", "pending-cleanup", (80, 24), ("question_mark",)),
}
"""Look, kind of case, size, and the keys from the queue of that kind."""


@pytest.mark.parametrize("name", PLACES)
def test_places(sample_store: Path, snap_compare: SnapCompare, name: str) -> None:
    theme, kind, size, keys = PLACES[name]

    async def go(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await to_row(pilot, kind, "")
        await press(pilot, *keys)

    assert snap_compare(WorkbenchApp(sample_store, theme=theme), terminal_size=size, run_before=go)
