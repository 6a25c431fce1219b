"""The pages of proposals, receipts, tombstones and the other records as text, at the two sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.base import DeskScreen
from screens.queue import Queue
from screens.records import Records
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle
from tests.screens.golden import Golden
from workbench.desk.views import RecordKind

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])

CASES = {
    "promotion": "promotion:mempolicy-2026-08-16-001",
    "receipt": "forget-request:log.md:46",
    "erasure": "erasure:memerase-2026-08-12-001",
}
RECORDS: dict[RecordKind, int] = {
    "item": 20,
    "control": 3,
    "proposal": 1,
    "receipt": 2,
    "tombstone": 0,
    "feedback": 4,
    "retrieval": 0,
    "hypothesis": 6,
    "rule": 2,
    "log": 41,
}
"""Each kind of record, and how many rows down the one stands that is looked at."""


@SIZES
@pytest.mark.parametrize("name", CASES)
async def test_a_case_of_the_queue_looks_as_on_file(
    name: str, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    kind = CASES[name].partition(":")[0]
    async with opened(sample_store, size) as pilot:
        home = pilot.app.screen
        assert isinstance(home, DeskScreen)
        session = home.session
        await pilot.app.push_screen(Queue(session, kind))
        await settle(pilot)
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        place = next(at for at, row in enumerate(queue.rows.rows) if getattr(row, "id", "") == CASES[name])
        queue.rows.cursor = place
        await press(pilot, "enter")
        golden(pilot.app, f"view-{name}-{size[0]}x{size[1]}")


@SIZES
@pytest.mark.parametrize("kind", RECORDS)
async def test_records_of_a_kind_look_as_on_file(
    kind: RecordKind, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    mark = f"{size[0]}x{size[1]}"
    async with opened(sample_store, size) as pilot:
        home = pilot.app.screen
        assert isinstance(home, DeskScreen)
        session = home.session
        await pilot.app.push_screen(Records(session, kind))
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Records)
        screen.rows.cursor = RECORDS[kind]
        await settle(pilot)
        golden(pilot.app, f"records-{kind}-{mark}")
        await press(pilot, "enter")
        if size == NARROW:
            golden(pilot.app, f"record-{kind}-{mark}")
