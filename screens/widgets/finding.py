"""Words looked for in the lines of a page: across line breaks and gutters, whatever their case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from screens.widgets.quote import GUTTER

MOST = 9_999
"""Hits that are counted; a text full of one letter has no need of more."""

_LEAD = re.compile(f"(?:{re.escape(GUTTER)}|\\s*)")


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where the words stand: line, first and last column; several where a line breaks in it."""

    spans: tuple[tuple[int, int, int], ...]

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.spans[0][0]


def hits(lines: Sequence[Content], words: str) -> list[Hit]:
    """Every place of the words, in order.

    A blank matches any blanks, and a line may end between any two letters.
    """
    parts = [r"\s+" if letter.isspace() else re.escape(letter) for letter in " ".join(words.split())]
    if not parts:
        return []
    text, starts, leads = _run_together(lines)
    pattern = re.compile("\n?".join(parts), re.IGNORECASE)
    found: list[Hit] = []
    line = 0
    for match in pattern.finditer(text):
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        found.append(_hit(match.start(), match.end(), line, starts, leads))
        if len(found) == MOST:
            break
    return found


def marked(content: Content, spans: Sequence[tuple[int, int]], role: str) -> Content:
    """A line with some of its columns in a role."""
    for start, end in spans:
        content = content.stylize(role, start, end)
    return content


def _run_together(lines: Sequence[Content]) -> tuple[str, list[int], list[int]]:
    """All lines as one text without what stands before them; where each begins in it, and after how much."""
    texts: list[str] = []
    starts: list[int] = []
    leads: list[int] = []
    at = 0
    for line in lines:
        lead = _LEAD.match(line.plain)
        skip = lead.end() if lead else 0
        texts.append(line.plain[skip:])
        starts.append(at)
        leads.append(skip)
        at += len(texts[-1]) + 1
    return "\n".join(texts), starts, leads


def _hit(start: int, end: int, line: int, starts: Sequence[int], leads: Sequence[int]) -> Hit:
    spans: list[tuple[int, int, int]] = []
    while line < len(starts) and starts[line] < end:
        after = starts[line + 1] - 1 if line + 1 < len(starts) else end
        first, last = max(start, starts[line]), min(end, after)
        if last > first:
            spans.append((line, first - starts[line] + leads[line], last - starts[line] + leads[line]))
        line += 1
    return Hit(tuple(spans))
