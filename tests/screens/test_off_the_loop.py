"""What grows with the store is read and counted in threads, and what is held back goes at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from screens.app import WorkbenchApp
from screens.records import Records
from screens.saved_views import Current, SavedViews
from tests.desk.leaky import ITEM, MARK, make_leaky
from tests.screens.conftest import Opened, page_text, press, settle
from tests.screens.golden import screen_text
from workbench.desk import Desk
from workbench.desk.saved import View, keep_view
from workbench.store.case import Case

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]


async def test_records_are_read_in_a_thread_and_an_audit_ends_at_once(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_leaky(sample_store)
    readers: list[threading.Thread] = []
    read = Desk.records

    def noted(self: Desk, *args: Any, **options: Any) -> Any:
        readers.append(threading.current_thread())
        return read(self, *args, **options)

    monkeypatch.setattr(Desk, "records", noted)
    async with opened(sample_store) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        readers.clear()
        app.push_screen(Records(app.session, "item"))
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Records)
        held = next(at for at, row in enumerate(screen.rows.rows) if row.id == ITEM)
        screen.rows.cursor = held
        await settle(pilot)
        assert MARK not in page_text(app).lower()
        await press(pilot, "X")
        assert MARK in page_text(app).lower()
        screen.end_audit()
        assert MARK not in page_text(app).lower(), "not a moment longer"
        await press(pilot, "X")
        screen.renew()
        await settle(pilot)
        assert MARK in page_text(app).lower(), "an audit outlives a reload"
    assert readers and threading.main_thread() not in readers


async def test_views_are_counted_once_and_in_a_thread(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk.open(sample_store)
    keep_view(desk, View("states", "kind:state", "age"))
    cases = tuple(desk.cases("pending-cleanup"))
    states = sum(case.targets[0].item_kind == "state" for case in cases)
    counters: list[threading.Thread] = []

    def noted(words: str, cases: tuple[Case, ...]) -> int:
        counters.append(threading.current_thread())
        return states

    monkeypatch.setattr("screens.saved_views._count", noted)
    async with opened(sample_store) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp) and app.session is not None
        app.push_screen(SavedViews(app.session, Current("", "age", cases)))
        await settle(pilot)
        await press(pilot, "j", "k")
        assert f"states {states} kind:state" in " ".join(screen_text(app).split())
    assert len(counters) == 1 and threading.main_thread() not in counters
