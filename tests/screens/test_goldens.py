"""Every screen as text at the two sizes it is made for."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.decide import Decide
from screens.ledger import Ledger
from screens.queue import Queue
from tests.screens.conftest import NARROW, WIDE, Opened, press, write
from tests.screens.golden import Golden

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])

PLACES: dict[str, tuple[str, ...]] = {
    "home": (),
    "home-records": ("shift+tab",),
    "queue": ("enter",),
    "case": ("enter", "j", "enter"),
    "case-not-allowed": ("enter", "j", "j", "j", "j", "j", "enter"),
    "conflict": ("j", "j", "enter", "enter"),
    "withdrawal": (*"jjjjjjjj", "enter", "enter"),
    "records": ("shift+tab", "enter"),
    "record": ("shift+tab", "j", "j", "enter", "enter"),
    "ledger-empty": ("L",),
    "help": ("enter", "question_mark"),
}
"""What to press from Home to get there."""


@SIZES
@pytest.mark.parametrize("name", PLACES)
async def test_a_screen_looks_as_on_file(
    name: str, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, *PLACES[name])
        golden(pilot.app, f"{name}-{size[0]}x{size[1]}")


@SIZES
async def test_deciding_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    mark = f"{size[0]}x{size[1]}"
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        assert isinstance(pilot.app.screen, Decide)
        golden(pilot.app, f"decide-first-{mark}")
        await write(pilot, "measured again on the new host")
        await press(pilot, "enter")
        golden(pilot.app, f"decide-plan-{mark}")
        await press(pilot, "enter")
        golden(pilot.app, f"decided-{mark}")
        assert isinstance(pilot.app.screen, Queue)
        await press(pilot, "L", "enter")
        assert isinstance(pilot.app.screen, Ledger)
        golden(pilot.app, f"ledger-{mark}")
