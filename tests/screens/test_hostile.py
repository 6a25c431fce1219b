"""A hostile store on a real terminal: whatever it holds, none of it arrives as anything but visible text."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, WIDE, Opened, page_text, press, settle, write
from tests.screens.golden import screen_text
from tests.screens.stores import HOSTILE, PENDING, plant

ROOT = Path(__file__).resolve().parents[2]
OPEN = """
import sys
from pathlib import Path
from screens.app import run
sys.exit(run(Path(sys.argv[1])))
"""
OWN = re.compile(rb"\x1b\]22;[a-z-]+(?:\x07|\x1b\\)")
"""The one operating system command that Textual itself sends: the shape of the mouse pointer."""
UNSEEN = {"Cf", "Zl", "Zp", "Co", "Cn"}


class Terminal:
    """The master side of a pseudo terminal that a workbench runs on."""

    def __init__(self, master: int, program: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.program = program
        self.received = b""

    def read_until_quiet(self, quiet: float = 0.15, first: float = 0.5, limit: float = 20.0) -> bytes:
        """Everything that arrives until nothing has for a while."""
        start, since = len(self.received), time.monotonic()
        while time.monotonic() - since < limit:
            ready, _, _ = select.select([self.master], [], [], quiet if len(self.received) > start else first)
            if not ready:
                break
            try:
                found = os.read(self.master, 65536)
            except OSError:
                break
            if not found:
                break
            self.received += found
        return self.received[start:]

    def send(self, keys: str) -> None:
        """Type keys, and wait until the screen has come to rest."""
        os.write(self.master, keys.encode())
        self.read_until_quiet()


@contextmanager
def on_a_terminal(store: Path, size: tuple[int, int]) -> Iterator[Terminal]:
    """A workbench on a pseudo terminal of that size, ended by its process id."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen(
        [sys.executable, "-c", OPEN, str(store)],
        stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    try:
        terminal = Terminal(master, program)
        terminal.read_until_quiet(quiet=1.5, first=20)
        yield terminal
    finally:
        program.kill()
        program.wait()
        os.close(master)


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


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])
@pytest.mark.slow
def test_nothing_of_a_hostile_store_reaches_the_terminal_raw(
    size: tuple[int, int], sample_store: Path
) -> None:
    plant(sample_store)
    with on_a_terminal(sample_store, size) as terminal:
        terminal.send("\r")  # the queue
        for keys in ("j", "\r", "G", "X", "H", "G", "1"):
            terminal.send(keys)
        terminal.send("\x1b[200~pasted \x1b[201~")
        for keys in ("sure", "\r", "G"):
            terminal.send(keys)
        time.sleep(0.5)
        terminal.send("\r")  # recorded
        for keys in ("\x1b", "L", "\r", "G", "\x1b", "\x1b", "\x1b", "\x1b", "\t"):
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
