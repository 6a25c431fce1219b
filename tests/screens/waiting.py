"""Typing on a pseudo terminal at the pace of the machine: a key goes when the last one was answered."""

from __future__ import annotations

import os
import re
import time

from tests.screens.terminal import Terminal

SEQUENCE = re.compile(r"\x1b\[[0-9;:?<>]*[A-Za-z]")
LONG = 12.0
"""Seconds in which words must have been drawn, on a machine that has much else to do."""


def until(terminal: Terminal, keys: str, *words: str) -> None:
    """Type keys, and wait until all the words have been drawn since."""
    start, end = len(terminal.received), time.monotonic() + LONG
    os.write(terminal.master, keys.encode())
    while time.monotonic() < end:
        terminal.read_until_quiet(first=0.3, limit=2.0)
        drawn = SEQUENCE.sub("", terminal.received[start:].decode("utf-8", "replace"))
        if all(word in drawn for word in words):
            return
    raise AssertionError(f"{words} were not drawn")


def to_decide(terminal: Terminal, reason: str) -> None:
    """From Home, where the screen is narrow: open the first case, its verdict 1, and type a reason."""
    until(terminal, "\r", "1 of 10")
    until(terminal, "\r", "Evidence")
    until(terminal, "1", "Why")
    until(terminal, reason, reason[-1])
