"""The ledger as text at the two sizes it is made for, in every state a decision can be in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screens.conftest import NARROW, WIDE, Opened, press
from tests.screens.decisions import COOLED, PAGE, decided, left_over, record_of, taken_back
from tests.screens.golden import Golden
from workbench.store.decision import Verdict

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])

PLACES: dict[str, tuple[str, ...]] = {
    "list": (),
    "words": ("enter",),
    "plan": ("enter", "G"),
    "record": ("enter", "v", "G"),
    "reverted": ("j", "j", "enter"),
    "revert": ("enter",),
}
"""What to press in the ledger to get there."""


@SIZES
@pytest.mark.parametrize("name", PLACES)
async def test_the_ledger_looks_as_on_file(
    name: str, size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    first = decided(sample_store)
    decided(sample_store, COOLED, Verdict("cool", status="stale"), "true, and rarely needed")
    if name in ("list", "reverted", "revert"):
        taken_back(sample_store, first)
    async with opened(sample_store, size) as pilot:
        await press(pilot, "L", *PLACES[name])
        golden(pilot.app, f"ledger-{name}-{size[0]}x{size[1]}")


@SIZES
@pytest.mark.parametrize("name", ["unfinished", "bytes-missing", "foreign-change", "unreadable", "gone"])
async def test_what_does_not_hold_looks_as_on_file(
    name: str,
    size: tuple[int, int],
    sample_store: Path,
    opened: Opened,
    golden: Golden,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    decision = left_over(sample_store, monkeypatch) if name == "unfinished" else decided(sample_store)
    record = record_of(sample_store, decision)
    if name == "bytes-missing":
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    elif name == "foreign-change":
        page = sample_store / PAGE
        page.write_text(page.read_text("utf-8").replace("Supplier records", "No supplier records"), "utf-8")
    elif name == "unreadable":
        record.write_text('{"id": 1}', encoding="utf-8")
    elif name == "gone":
        decided(sample_store, COOLED, Verdict("cool", status="stale"))
        record.unlink()
    async with opened(sample_store, size) as pilot:
        await press(pilot, "L", "g", "enter")
        golden(pilot.app, f"ledger-{name}-{size[0]}x{size[1]}")
