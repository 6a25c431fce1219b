"""What is typed is kept from outside the loop too, where no widget may be asked for anything."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from screens.decide import Decide
from tests.screens.conftest import NARROW, Opened, press, write
from tests.screens.stores import PENDING
from workbench.desk import Desk

pytestmark = pytest.mark.slow


async def test_a_thread_keeps_what_was_typed_without_asking_a_widget(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop that is stuck in a write to a dead terminal may be changing the widgets."""
    asked: list[str] = []
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "half a thought")
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        query = Decide.query

        def told(self: Decide, *given: Any) -> Any:
            if threading.current_thread() is not threading.main_thread():
                asked.append(str(given))
                raise AssertionError("a widget was asked for outside of the loop")
            return query(self, *given)

        monkeypatch.setattr(Decide, "query", told)
        keeper = threading.Thread(target=pilot.app.keep_all)  # type: ignore[attr-defined]
        keeper.start()
        keeper.join(5)
        kept = Desk.open(sample_store).own("drafts")
    assert asked == []
    assert kept[f"keep pending-cleanup:{PENDING}"]["fields"] == {"reason": "half a thought"}
