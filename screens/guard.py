"""The last line of defence: nothing unprintable leaves a screen, and a crash quotes no memory."""

from __future__ import annotations

import traceback
from pathlib import PurePath

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
REVERSE = Style(reverse=True)


class Unprintable(LineFilter):
    """Puts one visible character in the place of each that a terminal would obey or not draw.

    Widths are kept as they were measured: a character without width stays without one.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with every unprintable character replaced."""
        return [
            segment
            if segment.control or segment.text.isprintable()
            else Segment(printable(segment.text), segment.style)
            for segment in segments
        ]


class Colourless(LineFilter):
    """Takes every colour away; bold, dim, underline and strike stay, and a ground becomes reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colours."""
        return [Segment(text, style and _colourless(style), control) for text, style, control in segments]


def _colourless(style: Style) -> Style:
    """The style without colours: the cursor in a field and a chosen line are told by their ground."""
    plain, ground = style.without_color, style.bgcolor
    return plain + REVERSE if ground is not None and not ground.is_default else plain


UNPRINTABLE, COLOURLESS = Unprintable(), Colourless()
"""The one of each: what is painted is kept by the filters that it went through."""


def printable(text: str) -> str:
    """The text with one visible character for each unprintable one."""
    return "".join(character if character.isprintable() else REPLACEMENT for character in text)


def place_of(error: BaseException) -> str:
    """Type and place of an error, and of what caused it; never its message or a variable."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    cause = error.__cause__ or error.__context__
    words = f"{type(error).__name__} at {place}"
    return f"{words}, after {place_of(cause)}" if cause is not None and cause is not error else words
