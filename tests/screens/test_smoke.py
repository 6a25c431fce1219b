"""The way that everything else hangs on, walked once: open, read, decide, record, take back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from screens.decide import Decide
from screens.queue import Queue
from screens.show.rests import drawn
from tests.screens.conftest import NARROW, Opened, press, status_of, write
from tests.screens.stores import PENDING
from tests.trees import changed_paths, tree_bytes


@pytest.mark.usefixtures("quick_keys")
async def test_a_case_is_opened_decided_recorded_and_reverted(sample_store: Path, opened: Opened) -> None:
    memory = sample_store / "memory"
    before = tree_bytes(memory)
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "measured")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert tree_bytes(memory) == before, "showing a plan wrote something"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
        assert f"kept {PENDING}" in status_of(pilot.app)
        await press(pilot, "z")
        await write(pilot, "no")
        await press(pilot, "enter", "enter")

    records = sorted((memory / "governance" / "decisions").glob("memdec-*.json"))
    changed = {path for path in changed_paths(before, tree_bytes(memory)) if "governance" not in path}
    assert [json.loads(path.read_bytes())["verdict"] for path in records] == ["keep", "revert"]
    assert changed == {"log.md"}


@pytest.mark.parametrize("cells", [3, 7, 12])
def test_a_bar_is_as_long_as_its_share_and_never_nothing(cells: int) -> None:
    assert drawn(40, 40, cells) == "█" * cells
    assert drawn(1, 4000, cells) == "▏"
    assert drawn(0, 40, cells) == ""
