"""The end that no person asked for: by a signal, or by a terminal that is gone. Nothing is recorded."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.screens.conftest import NARROW
from tests.screens.terminal import on_a_terminal
from tests.trees import tree_bytes

pytestmark = pytest.mark.slow

SOON = 8.0
"""Seconds in which it must have ended, on a machine that has much else to do."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_restores_the_terminal(number: signal.Signals, sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        terminal.send("\r")
        terminal.program.send_signal(number)
        received = terminal.read_until_quiet(quiet=1.0, first=SOON)
        assert terminal.program.wait(SOON) == 128 + number
    assert b"\x1b[?1049l" in received, "the terminal stayed on the other screen"
    assert tree_bytes(sample_store) == before


@pytest.mark.parametrize("keys", ["", "\r\r1sure"])
def test_a_lost_terminal_ends_it(keys: str, sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        terminal.send(keys)
        terminal.hang_up()
        assert terminal.program.wait(SOON) == 128 + signal.SIGHUP
    assert tree_bytes(sample_store) == before


def test_a_signal_ends_it_though_nobody_reads_what_it_draws(sample_store: Path) -> None:
    with on_a_terminal(sample_store, NARROW) as terminal:
        end = time.monotonic() + 3
        while time.monotonic() < end:
            os.write(terminal.master, b"?\x1b")
            time.sleep(0.02)
        terminal.program.send_signal(signal.SIGTERM)
        assert terminal.program.wait(SOON) == 128 + signal.SIGTERM
