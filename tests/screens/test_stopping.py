"""Ctrl+Z on a real terminal: the whole job stops, the screen is the shell's, and `fg` brings it back."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.screens.conftest import NARROW
from tests.screens.terminal import OPEN, ROOT, Terminal, on_a_terminal

pytestmark = pytest.mark.slow


@contextmanager
def a_shell(size: tuple[int, int]) -> Iterator[Terminal]:
    """An interactive shell on a pseudo terminal that is its own."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PS1": "$ ", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    terminal = Terminal(master, program)
    try:
        os.close(slave)
        terminal.read_until_quiet(quiet=0.5, first=5)
        yield terminal
    finally:
        terminal.send("\x03kill -9 %1\r", quick=True)
        terminal.end()


def until(terminal: Terminal, words: bytes, seconds: float = 15.0) -> bytes:
    """What arrives until these words do."""
    start, end = len(terminal.received), time.monotonic() + seconds
    while words not in terminal.received[start:] and time.monotonic() < end:
        terminal.read_until_quiet(quiet=0.2, first=0.5, limit=1.0)
    found = terminal.received[start:]
    assert words in found, found[-500:]
    return found


def test_a_job_that_began_with_another_program_stops_whole_and_comes_back(
    sample_store: Path, tmp_path: Path
) -> None:
    script = tmp_path / "open.py"
    script.write_text(OPEN, encoding="utf-8")
    with a_shell(NARROW) as terminal:
        line = f"PYTHONPATH=. sh -c '{sys.executable} {script} {sample_store}; echo over'\r"
        os.write(terminal.master, line.encode())
        until(terminal, b"Pending cleanup")
        terminal.read_until_quiet(quiet=1.0, first=2.0)
        os.write(terminal.master, b"\x1a")
        received = until(terminal, b"Stopped")
        assert b"\x1b[?1049l" in received, "the screen of the workbench stayed"
        os.write(terminal.master, b"echo si''gn\r")
        until(terminal, b"sign")
        os.write(terminal.master, b"fg\r")
        assert b"\x1b[?1049h" in until(terminal, b"Pending cleanup")
        terminal.read_until_quiet(quiet=1.0, first=2.0)
        os.write(terminal.master, b"q")
        until(terminal, b"over")


def test_where_no_shell_could_wake_it_nothing_stops_and_that_is_said(sample_store: Path) -> None:
    with on_a_terminal(sample_store, NARROW) as terminal:
        terminal.send("\x1a")
        assert b"not suspended" in terminal.received
        terminal.send("q")
        assert terminal.program.wait(8) == 0
