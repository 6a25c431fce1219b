"""The queue at work as text at its two sizes and at the smallest: filter, marks, views, search."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screens.conftest import NARROW, WIDE, Opened, press
from tests.screens.golden import Golden

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [(40, 12), NARROW, WIDE], ids=["40x12", "80x24", "120x36"])

FILTERED = ("enter", "slash", *"kind", "colon", "k", "enter")

PLACES: dict[str, tuple[str, ...]] = {
    "queue-filtering": FILTERED[:-1],
    "queue-marked": (*FILTERED, "space", "j", "space"),
    "queue-range": (*FILTERED, "space", "j", "v", "j", "j"),
    "queue-nothing-matches": ("enter", "slash", *"nosuchword", "enter"),
    "queue-bad-filter": ("enter", "slash", *"age", "colon", *"old"),
    "queue-search": ("enter", "j", "enter", "slash", *"utf", "enter", "n"),
    "queue-views": (*FILTERED, "o", "V", "a", *"mine", "enter"),
}
"""What to press from Home to get there."""


@SIZES
@pytest.mark.parametrize("name", PLACES)
async def test_the_queue_at_work_looks_as_on_file(
    name: str, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, *PLACES[name])
        golden(pilot.app, f"{name}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [WIDE], ids=["120x36"])
async def test_a_zoomed_text_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter", "j", "plus")
        golden(pilot.app, "queue-zoomed-120x36")
