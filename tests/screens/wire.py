"""What may reach a terminal: the sequences that Textual's driver sends, and visible text."""

from __future__ import annotations

import re
import unicodedata

SEQUENCE = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    rb"|\x1b[\]PX^_](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\)"  # OSC, DCS, SOS, PM, APC
    rb"|\x1b[ -/]*[0-~]"  # the rest
)
OURS = tuple(
    re.compile(pattern)
    for pattern in (
        rb"\x1b\[(?:[0-9;:]*)m",  # colour and weight
        rb"\x1b\[[0-9]+;[0-9]+H",  # go to a cell
        rb"\x1b\[\?(?:7|25|1000|1002|1003|1004|1006|1015|1016|1049|2004|2026|2048)[hl]",  # modes
        rb"\x1b\[\?(?:1016|2026|2048)\$p",  # whether the terminal knows a mode
        rb"\x1b\[[<>][0-9]*u",  # how keys are told
        rb"\x1b\]52;c;[A-Za-z0-9+/=]*\x07",  # what a person copied, in letters that say nothing
        rb"\x1b\]22;[a-z-]+(?:\x07|\x1b\\)",  # the shape of the mouse pointer
    )
)
UNSEEN = {"Cf", "Cc", "Zl", "Zp", "Co", "Cn"}


def foreign(received: bytes) -> set[str]:
    """What of a stream is neither a sequence of ours nor visible text, told in plain letters."""
    found = {repr(one) for one in SEQUENCE.findall(received) if not any(ours.fullmatch(one) for ours in OURS)}
    text = SEQUENCE.sub(b"", received).decode("utf-8", "surrogateescape").replace("\r", "").replace("\n", "")
    return found | {
        f"U+{ord(one):04X}"
        for one in text
        if unicodedata.category(one) in UNSEEN or "\ud800" <= one < "\ue000"
    }


def beyond(received: bytes, columns: int, rows: int) -> set[bytes]:
    """The cells gone to that are not on the screen."""
    places = re.findall(rb"\x1b\[([0-9]+);([0-9]+)H", received)
    return {row + b";" + column for row, column in places if int(row) > rows or int(column) > columns}
