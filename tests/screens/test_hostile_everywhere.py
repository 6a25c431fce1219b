"""Every screen and every row of a store that attacks, on a real terminal: none of its bytes arrives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.screens.hostile import ON_A_LINE, PAYLOAD, SEEN, spoil, spoil_ledger
from tests.screens.terminal import Terminal, on_a_terminal
from tests.screens.wire import OURS, beyond, foreign

pytestmark = pytest.mark.slow

PASTED = f"\x1b[200~{ON_A_LINE.replace(chr(27), '')}\x1b[201~"


def test_the_judge_knows_what_is_ours_and_what_is_not() -> None:
    assert foreign(b"\x1b[1;31mfine\x1b[2;3H\x1b[?25l\x1b]22;default\x07 \xe4\xbd\xa0\r\n") == set()
    assert len(foreign(PAYLOAD.encode())) > 20
    for one in (
        b"\x1b]8;;http://x\x1b\\",
        b"\x1b[2J",
        b"\x1bc",
        b"\xc2\x9b",
        b"\x07",
        b"\xff",
        "\u202e".encode(),
    ):
        assert foreign(b"plain " + one), one
    assert beyond(b"\x1b[77;77H\x1b[24;80H", 80, 24) == {b"77;77"}


def back(terminal: Terminal) -> None:
    """Home, step by step: an escape right before another key is read as one key with it."""
    for _ in range(4):
        terminal.send("\x1b", quick=True)


def rows(terminal: Terminal, number: int, *, deep: bool) -> None:
    """Walk down a list; of each row the end of its text, or only what stands beside the list."""
    for _ in range(number):
        for key in ("\r", "G", "\x1b", "j") if deep else ("j",):
            terminal.send(key, quick=True)


@pytest.mark.case("BI-11")
@pytest.mark.case("BI-12")
@pytest.mark.parametrize(
    ("size", "everything"),
    [((80, 24), True), ((120, 36), False), ((40, 12), False)],
    ids=["everything-80x24", "words-120x36", "words-40x12"],
)
def test_no_screen_sends_a_byte_of_an_attack(
    size: tuple[int, int], everything: bool, sample_store: Path
) -> None:
    spoil(sample_store, everything=everything)
    with on_a_terminal(sample_store, size) as terminal:
        walk(terminal)
        assert terminal.program.poll() is None, "the workbench ended by itself"
    with on_a_terminal(sample_store, size) as again:
        spoil_ledger(sample_store)
        again.send("L")
        rows(again, 4, deep=True)
        assert again.program.poll() is None, "the workbench ended by itself"
    received = terminal.received + again.received
    assert foreign(received) == set()
    assert beyond(received, *size) == set()
    for sent in (b"\x1b[38;5;201m", b"\x1b[8m", b"\x1b]52;c;ZXZpbA=="):
        assert sent not in received
    shown = re.sub(b"|".join(one.pattern for one in OURS), b"", received).decode()
    assert shown.count(SEEN) > 20
    assert "[@click=app.quit]" in shown or size[0] < 80


def walk(terminal: Terminal) -> None:
    """Every list and kind of Home, rows of each; Decide, a batch, the fields, ledger, help, palette."""
    for kind in range(9):
        back(terminal)
        for key in "g" + "j" * kind + "\r":
            terminal.send(key, quick=True)
        rows(terminal, 2, deep=True)
        rows(terminal, 3, deep=False)
    for list_ in ("\t", "\t\t"):
        for kind in range(11):
            back(terminal)
            for key in list_ + "g" + "j" * kind + "\r":
                terminal.send(key, quick=True)
            rows(terminal, 1, deep=True)
            rows(terminal, 2, deep=False)
    back(terminal)
    for key in ("g", "\r", "\r", "X", "H", "y", "Y", "m", "+", "+", "\x1b", "\x1b"):
        terminal.send(key)
    for field in ("/", "\r/"):
        for key in (*field, PASTED, "\r", "n", "\x1b", "\x1b"):
            terminal.send(key)
    for key in (
        "\x1b",
        "g",
        "\r",
        "\r",
        "4",
        "v",
        "G",
        "\x1b",
        PASTED,
        "x",
        "\r",
        "G",
        "d",
        "J",
        "]",
        "\x1b",
        "\x1b",
        "\x1b",
    ):
        terminal.send(key)
    for key in ("g", "\r", " ", " ", "v", "j", "v", "\r", "1", PASTED, "because", "\r", "G", "d"):
        terminal.send(key)
    terminal.read_until_quiet(quiet=0.5)
    terminal.send("\r")
    back(terminal)
    for key in ("L", "\r", "G", "\x1b", "/", PASTED, "\r", "\x1b", "\x1b", "V", "\x1b", "o", "\x1b"):
        terminal.send(key)
    back(terminal)
    for key in ("?", "/", PASTED, "\x1b", "\x1b", "\x1b", ":", PASTED, "\x1b", "\x1b", "n", "\r", "\x1b"):
        terminal.send(key)
