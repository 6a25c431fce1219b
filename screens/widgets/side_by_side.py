"""A diff in two columns, before at the left and after at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content

from screens.text import fit, joined, styled, wrap
from workbench.text.diff import DiffRow, side_by_side

MARGIN = 8
"""Cells before the text of a column: number, sign and the blanks around them."""
LEAST = 60
"""Below so many cells two columns say less than one."""
RULE = styled("│", "faint")
_WORDS = {"-": "word-removed", "+": "word-added"}
_GROUNDS = {"-": "removed", "+": "added"}


def side_lines(rows: Sequence[DiffRow], width: int) -> Iterator[tuple[Content, bool]]:
    """Lines of two columns; each with whether a change begins there."""
    left_room = (width - 1) // 2
    right_room = width - 1 - left_room
    blank_left, blank_right = styled(" " * left_room), styled(" " * right_room)
    inside = False
    for left, right in side_by_side(rows):
        if left is not None and left.sign == "@":
            yield from ((line, False) for line in wrap(styled(" " * MARGIN + left.text, "dim"), width))
            inside = False
            continue
        kept = left is not None and left.sign == " "
        begins, inside = not kept and not inside, not kept
        cells = zip_longest(_cell(left, left_room, old=True), _cell(right, right_room, old=False))
        for index, (one, other) in enumerate(cells):
            line = joined([one or blank_left, RULE, other or blank_right])
            yield line, begins and index == 0


def _cell(row: DiffRow | None, width: int, *, old: bool) -> list[Content]:
    """A row in its column, wrapped and filled up, on the ground that says what it is."""
    if row is None:
        return []
    number = row.old if old else row.new
    sign = {"-": "−", "+": "+"}.get(row.sign, " ")
    words = _WORDS.get(row.sign, "") if any(not piece.changed for piece in row.pieces) else ""
    text = joined([styled(piece.text, words if piece.changed else "") for piece in row.pieces])
    head = joined([styled(f"{number or '':>5}", "dim"), f" {sign} "])
    lead = styled(f"     {sign}↪ ", "dim")
    ground = _GROUNDS.get(row.sign, "")
    lines = [
        fit((head if index == 0 else lead) + piece, width)
        for index, piece in enumerate(wrap(text, max(width - MARGIN, 1)) or [Content("")])
    ]
    return [line.stylize_before(ground) if ground else line for line in lines]
