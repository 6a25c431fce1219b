"""Pages of conflicts of every kind, withdrawals, unreadable files and drift as text, at the two sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.queue import Queue
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle, write
from tests.screens.golden import Golden
from tests.screens.pictures import to_row

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])

VIEWS = {
    "view-conflict": ("conflict", "conflict:kiosk-gateway%3Aport"),
    "view-conflict-three": ("conflict", "conflict:importer%3Amatch-threshold"),
    "view-conflict-none": ("conflict", "conflict:kiosk%20screen%3Aidle-timeout"),
    "view-contradiction": ("contradiction", "contradiction:mem-2026-02-19-005+mem-2026-07-21-001"),
    "view-possible": ("contradiction", "contradiction:mem-2026-04-21-009+mem-2026-07-21-010"),
    "view-duplicate": ("duplicate", "duplicate:mem-2026-04-02-002+mem-2026-07-21-005"),
    "view-copies": ("copies", "copies:mem-2026-06-04-006"),
    "view-broken": ("broken-supersede", "broken-supersede:mem-2026-06-23-006"),
    "view-broken-circle": ("broken-supersede", "broken-supersede:mem-2026-07-07-008"),
    "view-fork": ("withdrawal", "withdrawal:memwd-2026-08-06-002"),
    "view-other-scope": ("withdrawal", "withdrawal:memwd-2026-07-16-001"),
    "view-unreadable": ("unreadable", "unreadable:..%2Fproposals%2Fmempolicy-2026-08-12-001.yaml"),
    "view-drift": ("drift", "drift:~d24c807033"),
}
"""The kind of case and its id."""


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
        golden(pilot.app, f"{name}-{size[0]}x{size[1]}")


async def test_a_conflict_beside_its_list_looks_as_on_file(
    sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await to_row(pilot, "conflict", "kiosk-gateway")
        golden(pilot.app, "view-conflict-beside-120x36")


@SIZES
async def test_deciding_a_conflict_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    mark = f"{size[0]}x{size[1]}"
    async with opened(sample_store, size) as pilot:
        await to_row(pilot, "conflict", "branch-vpn")
        await press(pilot, "enter", "9")
        golden(pilot.app, f"decide-both-{mark}")
        await press(pilot, "escape", "1")
        golden(pilot.app, f"decide-current-{mark}")
        await write(pilot, "A")
        await press(pilot, "enter")
        await write(pilot, "asked the network team")
        await press(pilot, "enter")
        golden(pilot.app, f"decide-current-plan-{mark}")
