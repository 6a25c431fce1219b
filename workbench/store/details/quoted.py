"""Memory words within a line of ours: they can't begin a line, end one, or pass for what we say.

Who reads such a line, a person or an agent, takes what stands after its last arrow, and what follows
the rows, for the workbench's own words (§15.2.1). So what imitates those in memory text has one character
of it replaced by its mark, in the way of :mod:`workbench.text.visible`. Ordinary text stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from workbench.text.visible import visible

_LINE_END: Final = re.compile(r"\r?\n")
_ARROWS: Final = "←⟵⇐⟸↤⇽⬅🠐🠔🡐￩"
_SAID_AFTER: Final = r"(?:currently|active|no\s+status|status|superseded|stale|pending|excluded|withdrawn)"
_BETWEEN: Final = r"(?:\W|⟨U\+[0-9A-F]{4,6}⟩|⟨byte [0-9A-F]{2}⟩){0,24}?"
_IMITATED: Final = re.compile(
    rf"(?:[{_ARROWS}]|<[-=]+)(?={_BETWEEN}{_SAID_AFTER}|\s*`)"
    r"|(?<=[.!?…。！？`])\s*Source\s*[:：]"
    r"|\bActing\s+on\s+\["
    r"|\bNo\s+row\s+is\s+in\s+force\s*[:：]"
    r"|[-*+•‐‑‒–—−]\s*\[(?=\s*(?:[0-9]{4}-|date\b)[^\]]{0,24}\]\s*\()",
    re.IGNORECASE,
)


def quoted(text: str) -> str:
    """The text on one line, every hidden character named, nothing in it that passes for our words."""
    return _IMITATED.sub(_marked, visible(_LINE_END.sub(" ", text)))


def token(text: str) -> str:
    """As :func:`quoted`, for a value that stands between backticks or in parentheses."""
    said = quoted(text)
    for sign in ("`", "(", ")", *_ARROWS):
        said = said.replace(sign, _mark(sign))
    return said


def _marked(found: re.Match[str]) -> str:
    """What was found, with its last character as a mark."""
    return found[0][:-1] + _mark(found[0][-1])


def _mark(sign: str) -> str:
    return f"⟨U+{ord(sign):04X}⟩"
