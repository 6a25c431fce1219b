"""Lines that fit a terminal: where to break a visible text, counted in cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workbench.text.visible import cells

Part = tuple[str, str]
"""A run of text and the style it is drawn in (empty: plain)."""

_WORD = re.compile(r"\S+\s*|\s+")


def fold(parts: Sequence[Part], width: int) -> list[list[Part]]:
    """The runs of one line as lines of at most ``width`` cells; at least one line.

    Only blanks are dropped: those at which a line is broken, and those at the end of the last one
    unless they are marked (drawn reversed) and have room.
    """
    text = "".join(run for run, _ in parts)
    ends = [*breaks(text, max(width, 2)), len(text)]
    lines, start = [], 0
    for end in ends:
        line = list(between(parts, start, end))
        marked = end == len(text) and bool(line) and "reverse" in line[-1][1]
        fits = sum(cells(run) for run, _ in line) <= width
        lines.append(line if marked and fits else trimmed(line))
        start = end
    return lines


def trimmed(parts: Sequence[Part]) -> list[Part]:
    """The runs without the blanks at their end."""
    left = list(parts)
    while left:
        text, style = left.pop()
        if text.rstrip():
            return [*left, (text.rstrip(), style)]
    return []


def breaks(text: str, width: int) -> list[int]:
    """Offsets at which a visible text is broken: after a word where one fits, else anywhere."""
    offsets: list[int] = []
    used = 0
    for match in _WORD.finditer(text):
        if used and used + cells(match[0].rstrip()) > width:
            offsets.append(match.start())
            used = 0
        if cells(match[0].rstrip()) > width:
            used = _inside(match, width, offsets)
        else:
            used = min(used + cells(match[0]), width)
    return offsets


def _inside(match: re.Match[str], width: int, offsets: list[int]) -> int:
    """Break one word that is wider than a line; answers the cells used on its last line."""
    used = 0
    for index, character in enumerate(match[0]):
        size = cells(character)
        if used + size > width:
            if match[0][index:].isspace():
                return width
            offsets.append(match.start() + index)
            used = 0
        used += size
    return used


def between(parts: Sequence[Part], start: int, end: int) -> Iterator[Part]:
    """The part of the runs between two offsets of their joined text."""
    at = 0
    for run, style in parts:
        piece = run[max(0, start - at) : max(0, end - at)]
        if piece:
            yield piece, style
        at += len(run)
