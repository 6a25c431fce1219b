"""Leaving keeps what was typed and applies nothing; stopping, failing and waiting show and decide nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from screens.app import WorkbenchApp
from screens.base import DeskScreen, ago
from screens.decide import Decide
from screens.home import Home
from tests.screens import terminal as terminals
from tests.screens.conftest import NARROW, Opened, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import rewrite
from tests.screens.terminal import Terminal, on_a_terminal
from tests.screens.waiting import SEQUENCE, to_decide, until
from tests.trees import tree_bytes
from workbench.desk import Desk

pytestmark = pytest.mark.slow

SOON = 8.0
DRAFT = "sure enough"
SECRET = "planted-9c41f2aa"


def drafts(store: Path) -> str:
    """What this machine keeps of what was typed about a store."""
    return str(dict(Desk.open(store).own("drafts")))


def hang_up(terminal: Terminal) -> None:
    terminal.hang_up()


def by_signal(number: signal.Signals) -> Callable[[Terminal], None]:
    return lambda terminal: terminal.program.send_signal(number)


def by_key(terminal: Terminal) -> None:
    os.write(terminal.master, b"\x11")  # ^q


WAYS = {
    "key": (by_key, 0),
    "term": (by_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "hup": (by_signal(signal.SIGHUP), 128 + signal.SIGHUP),
    "lost": (hang_up, 128 + signal.SIGHUP),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_out_loses_a_draft_or_applies_one(way: str, sample_store: Path) -> None:
    before, (leave, code) = tree_bytes(sample_store), WAYS[way]
    with on_a_terminal(sample_store, NARROW) as terminal:
        to_decide(terminal, DRAFT)
        leave(terminal)
        assert terminal.program.wait(SOON) == code
    assert DRAFT in drafts(sample_store)
    assert tree_bytes(sample_store) == before


def test_a_draft_is_kept_though_nobody_reads_what_is_drawn(sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        to_decide(terminal, DRAFT)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            os.write(terminal.master, b"xy\x7f")
            time.sleep(0.02)
        terminal.program.send_signal(signal.SIGTERM)
        assert terminal.program.wait(SOON) == 128 + signal.SIGTERM
    assert DRAFT in drafts(sample_store)
    assert tree_bytes(sample_store) == before


async def test_a_screen_that_cannot_keep_does_not_keep_the_next_from_it(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    def keep(screen: DeskScreen[object]) -> None:
        kept.append(screen.scope)
        raise OSError(SECRET)

    monkeypatch.setattr(Decide, "keep_draft", keep)
    monkeypatch.setattr(Home, "keep_place_on_disk", keep)
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "enter", "1")
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert kept == ["decide", "home"]


async def test_the_key_that_stops_other_programs_says_how_to_quit(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "ctrl+c")
        assert status_of(pilot.app) == "q closes a screen and quits on Home; ^q quits from anywhere"
        await press(pilot, "enter", "enter", "1")
        await write(pilot, "sure")
        await press(pilot, "ctrl+c")
        assert "^q quits from anywhere" in status_of(pilot.app)
        assert isinstance(pilot.app.screen, Decide)


async def test_the_banner_says_how_long_ago_and_does_not_jump(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp)
        rewrite(sample_store, "log.md", "2026", "2025")
        app.poll()
        await settle(pilot)
        assert app.session is not None
        assert app.session.changed_at is not None
        before = screen_text(app).splitlines()
        assert before[1] == " ! the store changed on disk: R reloads   seen 0 s ago"
        app.session.changed_at -= 190
        app.poll()
        await settle(pilot)
        after = screen_text(app).splitlines()
        assert after[1] == " ! the store changed on disk: R reloads   seen 3 min ago"
        assert after[2:] == before[2:]
        await press(pilot, "R")
        assert "changed on disk" not in screen_text(app)


def test_ages_are_in_one_unit() -> None:
    assert [ago(seconds) for seconds in (-1, 12.9, 61, 7300)] == [
        "0 s ago", "12 s ago", "1 min ago", "2 h ago",
    ]  # fmt: skip


def test_what_is_typed_around_a_stop_decides_nothing(sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, NARROW, shell=True) as terminal:
        to_decide(terminal, DRAFT)
        until(terminal, "\r", "nothing is written yet")
        os.write(terminal.master, b"\x1a")
        received = terminal.read_until_quiet(quiet=0.5, first=SOON)
        assert b"\x1b[?1049l" in received, "the terminal is given back"
        time.sleep(0.5)  # longer than keys take to arm, were time all they needed
        os.write(terminal.master, b"\r\r\r")
        terminal.program.send_signal(signal.SIGCONT)
        again = terminal.read_until_quiet(quiet=0.3, first=SOON)
        assert b"\x1b[?1049h" in again, "the screen is drawn again"
        assert b"record" in again
    assert tree_bytes(sample_store) == before


def test_where_no_shell_waits_nothing_stops(sample_store: Path) -> None:
    with on_a_terminal(sample_store, NARROW) as terminal:
        until(terminal, "\x1a", "no shell waits here")
        until(terminal, "\r", "1 of 10")


BROKEN = """
import sys
from pathlib import Path
from screens.widgets import page
SECRET = sys.argv[2] if len(sys.argv) > 2 else "planted-9c41f2aa"
def broken(self, y):
    memory = SECRET
    raise ValueError(memory)
def wrong(self, name, audit=False):
    memory = SECRET
    raise KeyError(memory)
{break_}
from workbench.cli.main import run
sys.exit(run([sys.argv[1]]))
"""
BREAKS = {
    "drawing": "page.Page.render_line = broken",
    "layout": "page.Page.on_resize = broken",
    "reading": "from workbench.desk import Desk; Desk.open = classmethod(lambda *a, **k: broken(None, 0))",
    "key": "from screens.queue import Queue; Queue.action_verdict = broken",
    "errand": "from workbench.desk import Desk; Desk.case = wrong",
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_defect_quotes_no_memory(broken: str, sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree_bytes(sample_store)
    monkeypatch.setattr(terminals, "OPEN", BROKEN.replace("{break_}", BREAKS[broken]))
    with on_a_terminal(sample_store, NARROW) as terminal:
        for keys in ("\r", "\r", "1"):
            if terminal.program.poll() is None:
                terminal.send(keys)
                terminal.read_until_quiet(first=1.0)
        text = SEQUENCE.sub("", terminal.received.decode("utf-8", "replace"))
    assert SECRET not in text
    assert "Traceback" not in text
    kind = "KeyError" if broken == "errand" else "ValueError"
    assert kind in text, "the kind of the error is told"
    assert tree_bytes(sample_store) == before


def test_giving_up_while_a_store_is_read_does_not_wait_for_it(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = "Desk.open = classmethod(lambda *a, **k: time.sleep(60))"
    slow = f"import time; from workbench.desk import Desk; {wait}"
    monkeypatch.setattr(terminals, "OPEN", BROKEN.replace("{break_}", slow))
    with on_a_terminal(sample_store, NARROW) as terminal:
        terminal.read_until_quiet(quiet=1.5, first=3.0, limit=4.0)
        text = SEQUENCE.sub("", terminal.received.decode("utf-8", "replace"))
        assert "Reading" in text
        assert "esc gives up; writes nothing" in text
        assert "s so far" in text
        os.write(terminal.master, b"\x1b")
        assert terminal.program.wait(SOON) == 130
