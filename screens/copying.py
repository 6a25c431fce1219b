"""What is copied, and what is said of it: the raw text goes out, its size and what hides in it are told."""

from __future__ import annotations

import base64

from textual.content import Content

from screens.text import counted, joined, safe, styled
from workbench.text.visible import hidden

MANY = 70_000
"""Characters above which terminals are known to leave a text out."""


def clipboard_sequence(text: str) -> str:
    """The words by which a terminal is asked to take a text (OSC 52); bytes that are no text stay.

    The text travels as base64, so that nothing in it can act on the terminal.
    """
    coded = base64.b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")
    return f"\x1b]52;c;{coded}\a"


def copied_words(what: str, text: str) -> Content:
    """What was copied, how much of it cannot be seen, and that nobody knows whether it arrived."""
    unseen = hidden(text)
    among = f", {counted(unseen, 'hidden character')} among them" if unseen else ""
    size = counted(len(text), "character")
    more = "; so long a text is left out by some terminals" if len(text) > MANY else ""
    return joined(
        [
            styled("copied "),
            styled(f"{size} of "),
            safe(what),
            styled(among, "mark" if unseen else ""),
            styled(f"; sent to the terminal's clipboard, which may not take it{more}", "dim"),
        ]
    )
