"""A real editor on a real terminal: whatever it does, the screens come back or end, and it ends with them."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.screens.terminal import ROOT, Terminal
from tests.trees import tree_bytes

pytestmark = pytest.mark.slow

OPEN = """
import fcntl, sys, termios
from pathlib import Path
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from screens.app import run
sys.exit(run(Path(sys.argv[1])))
"""
SOON = 8.0


@contextmanager
def with_editor(store: Path, editor: str) -> Iterator[Terminal]:
    """A workbench that has the terminal as a program has it that was started in one, at a reason."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    named = store.parent / "gitconfig"
    named.write_text("[user]\n\tname = ada\n", encoding="utf-8")
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "VISUAL": editor}
    environment["GIT_CONFIG_GLOBAL"] = str(named)
    program = subprocess.Popen(
        [sys.executable, "-c", OPEN, str(store)],
        stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    terminal = Terminal(master, program)
    try:
        terminal.read_until_quiet(quiet=1.5, first=20)
        for keys in ("\r", "\r", "1", "typed before"):
            terminal.send(keys)
            terminal.read_until_quiet(quiet=0.5, first=0.5)
        assert comes(terminal, b"typed before", 0)
        yield terminal
    finally:
        terminal.end()


def until(holds: Callable[[], bool], seconds: float = SOON) -> bool:
    """Whether something comes to hold in time."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def comes(terminal: Terminal, words: bytes, start: int) -> bool:
    """Whether words are drawn in time."""

    def drawn() -> bool:
        terminal.read_until_quiet()
        return words in terminal.received[start:]

    return until(drawn)


def has_ended(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


def kept() -> list[str]:
    folder = Path(os.environ["XDG_DATA_HOME"])
    return [path.read_text("utf-8") for path in folder.rglob("*.md") if path.parent.name == "editing"]


@pytest.fixture
def endless(tmp_path: Path) -> tuple[Path, Path]:
    """An editor that saves and goes on in a child of its own, and where it says which processes that is."""
    program, pids = tmp_path / "hang.sh", tmp_path / "pids"
    program.write_text(
        f'#!/bin/sh\necho "saved in the editor" > "$1"\nsleep 300 &\necho $$ $! > {pids}.part\n'
        f"mv {pids}.part {pids}\nwait\n"
    )
    program.chmod(0o700)
    return program, pids


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_editor_ends_with_the_workbench_and_what_it_saved_is_kept(
    number: signal.Signals, endless: tuple[Path, Path], sample_store: Path
) -> None:
    before = tree_bytes(sample_store)
    program, pids = endless
    with with_editor(sample_store, str(program)) as terminal:
        terminal.send("\x05")
        assert until(pids.exists)
        processes = [int(word) for word in pids.read_text().split()]
        terminal.program.send_signal(number)
        terminal.read_until_quiet(quiet=1.0, first=SOON)
        assert terminal.program.wait(SOON) == 128 + number
        assert until(lambda: all(has_ended(one) for one in processes), 2.0)
    assert kept() == ["saved in the editor\n"]
    assert tree_bytes(sample_store) == before


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("exit 3", "ended with exit code 3"),
        ('rm "$1"; mkdir "$1"', "is a directory"),
        ('rm "$1"; mkfifo "$1"', "is a FIFO"),
        ('rm -rf "$(dirname "$1")"', "left no file"),
        (None, "could not be started"),
    ],
)
def test_after_an_editor_that_failed_the_keys_are_the_screens(
    body: str | None, words: str, tmp_path: Path, sample_store: Path
) -> None:
    program = tmp_path / "ed.sh"
    if body is not None:
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o700)
    with with_editor(sample_store, f"sh {program}" if body is not None else "no-such-editor") as terminal:
        start = len(terminal.received)
        terminal.send("\x05")
        assert comes(terminal, words.encode(), start)
        assert not termios.tcgetattr(terminal.master)[3] & termios.ICANON, "the terminal stayed cooked"
        start = len(terminal.received)
        terminal.send("Z")
        assert comes(terminal, b"Z", start)
        assert os.tcgetpgrp(terminal.master) == terminal.program.pid
