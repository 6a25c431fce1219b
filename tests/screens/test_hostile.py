"""A hostile store on a real terminal: whatever it holds, none of it arrives as anything but visible text."""

from __future__ import annotations

import re
import time
import unicodedata
from pathlib import Path

import pytest

from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, WIDE, Opened, page_text, press, settle, write
from tests.screens.golden import screen_text
from tests.screens.stores import HOSTILE, PENDING, plant
from tests.screens.terminal import on_a_terminal

pytestmark = pytest.mark.slow

OWN = re.compile(rb"\x1b\]22;[a-z-]+(?:\x07|\x1b\\)")
"""The one operating system command that Textual itself sends: the shape of the mouse pointer."""
UNSEEN = {"Cf", "Zl", "Zp", "Co", "Cn"}


def raw_payload(received: bytes) -> list[str]:
    """What of a memory arrived as something other than visible text."""
    rest = OWN.sub(b"", received)
    found = [name for name in (b"\x1b]", b"\x1b[2J", b"\x07", b"\x08", b"\x7f", b"\x00") if name in rest]
    text = rest.decode("utf-8", "surrogateescape")
    hidden = {
        f"U+{ord(one):04X}" for one in text if unicodedata.category(one) in UNSEEN or "\x80" <= one < "\xa0"
    }
    return [repr(name) for name in found] + sorted(hidden)


def test_the_judge_knows_raw_payload_when_it_arrives() -> None:
    assert raw_payload(b"\x1b[31mfine\x1b]22;default\x07 \xe4\xbd\xa0") == []
    assert len(raw_payload(HOSTILE.encode())) > 10


@pytest.mark.case("BI-11")
@pytest.mark.case("BI-12")
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])
def test_nothing_of_a_hostile_store_reaches_the_terminal_raw(
    size: tuple[int, int], sample_store: Path
) -> None:
    plant(sample_store)
    with on_a_terminal(sample_store, size) as terminal:
        terminal.send("\r")  # the queue
        for keys in ("G", "\r", "G", "X", "H", "G", "1"):  # the hostile case is the last
            terminal.send(keys)
        terminal.send("\x1b[200~pasted \x1b[201~")
        for keys in ("sure", "\r", "G"):
            terminal.send(keys)
        time.sleep(0.5)
        terminal.send("\r")  # recorded
        for keys in ("\x1b", "L", "\r", "G", "\x1b", "\x1b", "\x1b", "\x1b", "\x1b[Z"):
            terminal.send(keys)
        for _ in range(11):  # every kind of record, first row and last
            for keys in ("\r", "\r", "G", "\x1b", "\x1b", "j"):
                terminal.send(keys)
        terminal.send("?")
        terminal.send("q")
        assert terminal.program.poll() is None, "the workbench ended by itself"

    assert raw_payload(terminal.received) == []
    shown = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", terminal.received).decode()
    assert "␛]52;c;" in shown
    assert "⟨U+202E⟩gnp.exe" in shown


@pytest.mark.case("BI-11")
@pytest.mark.case("BI-13")
@pytest.mark.usefixtures("quick_keys")
async def test_a_hostile_case_shows_its_marks_and_a_count(sample_store: Path, opened: Opened) -> None:
    plant(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        assert "◆" in screen_text(pilot.app)
        rows = pilot.app.screen.query_one("#list", RecordList)
        rows.cursor = [case.targets[0].id for case in rows.rows].index(PENDING)
        await settle(pilot)
        text = page_text(pilot.app)
        assert "hidden characters; tags spell: evil" in text
        assert "[red]x[/nope" in text
        await press(pilot, "1")
        await write(pilot, "it is what it is")
        await press(pilot, "enter", "enter")
        assert "kept" in screen_text(pilot.app)
