"""A person called ada, a day that stands still, and a workbench opened on a copy of the sample store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from screens import base
from screens.app import WorkbenchApp
from screens.base import DeskScreen
from screens.widgets.page import Page
from tests.screens.golden import Golden, compare

NOW = "2026-08-21T09:00:00Z"
NARROW, WIDE = (80, 24), (120, 36)

Opened = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


@pytest.fixture(autouse=True)
def a_person_and_a_day(a_clean_person: Path, ordinary_disk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git knows ada; it is one day; ids have a fixed tail; what is painted counts as shown at once."""
    (a_clean_person / ".gitconfig").write_text("[user]\n\tname = ada\n", encoding="utf-8")
    monkeypatch.setenv("WORKBENCH_NOW", NOW)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setattr("secrets.token_hex", lambda nbytes=32: "5a" * nbytes)
    monkeypatch.setattr("screens.widgets.standing.MOMENT", 0)


IDLE_SECONDS = 0.005
"""How long the program must have done next to nothing to count as waiting for the person."""


async def until_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until the program has come to rest, looked at oftener than Textual's own tests do."""
    end = monotonic() + max_sleep
    while True:
        begun = process_time()
        await asyncio.sleep(IDLE_SECONDS)
        if process_time() - begun < IDLE_SECONDS / 10 or monotonic() > end:
            return


@pytest.fixture(autouse=True)
def a_pilot_that_looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the time of these tests would be spent waiting otherwise."""
    monkeypatch.setattr("textual.app.wait_for_idle", until_idle)
    monkeypatch.setattr("textual.pilot.wait_for_idle", until_idle)


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that decide are armed at once; the tests of arming itself do without this."""
    monkeypatch.setattr("screens.base.ARM_SECONDS", 0.001)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a screen with a file; `--snapshot-update` writes it."""
    update = bool(request.config.getoption("update_snapshots", default=False))
    return lambda app, name: compare(app, name, update=update)


@pytest.fixture
def opened() -> Opened:
    """Opens the workbench on a store and waits for its first screen."""

    @asynccontextmanager
    async def open_(where: Path, size: tuple[int, int] = WIDE, **options: Any) -> AsyncIterator[Pilot[int]]:
        app = WorkbenchApp(where, **options)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            yield pilot

    return open_


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until no thread is at work, what it brought is painted, and keys that arm at once are armed."""
    for _ in range(400):
        with suppress(WorkerCancelled):  # what a newer wish overtook is no failure
            await pilot.app.workers.wait_for_complete()
        await pilot.pause(0.004)
        if at_rest(pilot.app):
            break
    await pilot.pause()
    await pilot.pause()


def at_rest(app: App[Any]) -> bool:
    """Whether the screen on top waits for nothing but the person."""
    screen = app.screen
    if not isinstance(screen, DeskScreen) or getattr(app, "_wanted", None) is not None:
        return False
    if getattr(app, "_ahead", None) or getattr(app, "_turn", None) is not None:
        return False
    armed = screen.armed or base.ARM_SECONDS > 0.1 or screen.too_small
    return armed and not screen._errands


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one by one, each after what the one before it set off has come to rest."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def write(pilot: Pilot[Any], words: str) -> None:
    """Type words into the field that has the keys."""
    names = {" ": "space", "-": "minus", ".": "full_stop", "#": "number_sign", "_": "underscore", "@": "at"}
    await pilot.press(*(names.get(letter, letter) for letter in words))
    await pilot.pause()


def status_of(app: App[Any]) -> str:
    """The words above the hints."""
    screen = app.screen
    assert isinstance(screen, DeskScreen)
    return screen._words.plain


def page_text(app: App[Any]) -> str:
    """The whole text beside the list, line ends and indents taken out."""
    lines = app.screen.query_one("#text", Page)._lines
    return " ".join(" ".join(line.content.plain for line in lines).split())
