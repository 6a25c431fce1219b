"""A range over a store that changes under it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from screens.queue import Queue
from tests.screens.conftest import Opened, press, status_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SLIPPED = """- [{day}] (knowledge) Slipped in by an agent.
  - id: mem-{day}-099
  - kind: knowledge
  - Scope: project
  - Status: pending-cleanup
  - Source: archive/2026-02-19.md#offline
"""


async def test_a_range_holds_what_it_held_when_the_store_was_read_again(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "v", "j", "j")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        held = [row.id for row in queue.rows.rows[1:4]]
        assert [case.id for case in queue.marking.all()] == held
        page = sample_store / "memory/topics/kiosks.md"
        text = page.read_text(encoding="utf-8")
        at = text.index("- [2026-02-19]")
        days = [dt.date(2026, 8, 20) - dt.timedelta(days=days) for days in range(0, 180, 2)]
        new = "".join(SLIPPED.format(day=day) for day in days)
        page.write_text(text[:at] + new + text[at:], encoding="utf-8")
        await press(pilot, "R")
        ids = [row.id for row in queue.rows.rows]
        between = ids[ids.index(held[0]) : ids.index(held[2]) + 1]
        assert len(between) > 3, "some came in between"
        assert [case.id for case in queue.marking.all()] == held
        assert "the range ended, 3 cases marked" in status_of(pilot.app)
