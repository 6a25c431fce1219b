"""Pages of conflicts, withdrawals, unreadable files and drift as text at the two sizes they are made for."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.queue import Queue
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle
from tests.screens.golden import Golden

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])

VIEWS = {
    "view-conflict": ("conflict", "conflict:kiosk-gateway%3Aport"),
    "view-conflict-three": ("conflict", "conflict:importer%3Amatch-threshold"),
    "view-conflict-none": ("conflict", "conflict:kiosk%20screen%3Aidle-timeout"),
    "view-fork": ("withdrawal", "withdrawal:memwd-2026-08-06-002"),
    "view-other-scope": ("withdrawal", "withdrawal:memwd-2026-07-16-001"),
    "view-unreadable": ("unreadable", "unreadable:..%2Fproposals%2Fmempolicy-2026-08-12-001.yaml"),
    "view-drift": ("drift", "drift:~d24c807033"),
}
"""The kind of case and its id."""

ALL_OF_THE_WIDTH = "plus"
"""On a wide screen a conflict is read over the list."""


@SIZES
@pytest.mark.parametrize("name", VIEWS)
async def test_a_page_looks_as_on_file(
    name: str, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    kind, case_id = VIEWS[name]
    async with opened(sample_store, size) as pilot:
        queue = Queue(pilot.app.screen.session, kind)  # type: ignore[attr-defined]
        pilot.app.push_screen(queue)
        await settle(pilot)
        ids = [case.id for case in queue.rows.rows]
        await press(pilot, *["j"] * ids.index(case_id), "enter")
        if size == WIDE and kind == "conflict":
            await press(pilot, ALL_OF_THE_WIDTH)
        golden(pilot.app, f"{name}-{size[0]}x{size[1]}")
