"""Long sessions: neither readings of the store nor screens that were left pile up."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from screens.base import DeskScreen
from tests.screens.conftest import Opened, press, settle, write
from workbench.desk import Desk

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]


def held(kind: type) -> list[Any]:
    """Every object of a type that is still alive."""
    for _ in range(3):
        gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, kind)]


async def test_reloads_and_decisions_pile_up_neither_desks_nor_screens(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[weakref.ref[DeskScreen[Any]]] = []
    begin = DeskScreen.__init__

    def noted(self: DeskScreen[Any], *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        seen.append(weakref.ref(self))

    monkeypatch.setattr(DeskScreen, "__init__", noted)
    before = {id(one) for one in held(Desk)}
    async with opened(sample_store) as pilot:
        for _ in range(3):
            await press(pilot, "enter", "1")
            await write(pilot, "read again")
            await press(pilot, "enter", "enter", "R", "L", "escape", "question_mark", "escape", "escape")
            await press(pilot, "tab", "enter", "escape", "escape")
            await press(pilot, "shift+tab")
        await settle(pilot)
        home = pilot.app.screen
        assert isinstance(home, DeskScreen)
        for _ in range(20):  # timers that were stopped end in their own time
            desks = [one for one in held(Desk) if id(one) not in before]
            gone = sum(ref() is not None and ref() not in pilot.app.screen_stack for ref in seen)
            if len(desks) <= 2 and gone <= 2:
                break
            await asyncio.sleep(0.1)
        assert home.session.desk in desks
        assert len(desks) <= 2, "the desk in place, and the one that the screen left last was opened with"
        assert len(seen) >= 12
        assert gone <= 2, "Textual holds the screen that was left last for a while"
