"""A plan as a diff: signs, line numbers and marked words, so that colour is never needed to read it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from screens.text import BLANK, counted, joined, safe, styled, wrap
from screens.widgets.page import Page, PageLine
from workbench.desk.views import FileDiff, Preview
from workbench.text.diff import DiffRow, Piece
from workbench.text.visible import visible

SIGNS = {"-": "−", "+": "+", " ": " ", "@": " "}
BASES = {"-": "removed", "+": "added"}
WORDS = {"-": "word-removed", "+": "word-added"}
MARGIN = 10
"""Cells before the text of a row: the line number, the sign and the blanks around them."""


class DiffView(Page):
    """The files of a plan, each with its rows; removed words struck, added words underlined."""

    def show_preview(self, preview: Preview) -> None:
        """Draw a plan from its first line."""
        self.show(lambda width: preview_lines(preview, width))


def preview_lines(preview: Preview, width: int) -> list[PageLine]:
    """Everything a plan says and does: its notes first, then each file."""
    lines: list[PageLine] = []
    for note in preview.notes:
        lines += [PageLine(line) for line in wrap(joined([styled(" ! ", "warn"), safe(note)]), width, "   ")]
    for diff in preview.files:
        lines += [*([PageLine(BLANK)] if lines else []), *file_lines(diff, width)]
    if preview.log_lines:
        lines += [PageLine(BLANK), *log_lines(preview.log_lines, width)]
    return lines or [PageLine(styled(" This changes no file.", "dim"))]


def file_lines(diff: FileDiff, width: int) -> list[PageLine]:
    """One file: its name with the counts, then its rows."""
    return [*_name(diff.path, diff.summary, width), *rows_lines(_inner(diff.rows), width)]


def log_lines(entries: Sequence[str], width: int) -> list[PageLine]:
    """What is appended to the log, as added rows without a number."""
    rows = [DiffRow("+", None, None, (Piece(visible(entry), False),)) for entry in entries]
    return [
        *_name("log.md", f"+ {counted(len(entries), 'line')} at the end", width),
        *rows_lines(rows, width),
    ]


def _name(path: str, summary: str, width: int) -> list[PageLine]:
    head = joined([styled(" "), safe(path, "strong"), "   ", safe(summary, "dim")])
    return [PageLine(line) for line in wrap(head, width, "   ")]


def _inner(rows: Sequence[DiffRow]) -> Sequence[DiffRow]:
    """The rows without the counts of unchanged lines before the first change and after the last."""
    first = 1 if rows and _counts_unchanged(rows[0]) else 0
    last = len(rows) - 1 if len(rows) > first and _counts_unchanged(rows[-1]) else len(rows)
    return rows[first:last]


def _counts_unchanged(row: DiffRow) -> bool:
    return row.sign == "@" and row.text.endswith("unchanged lines")


def rows_lines(rows: Sequence[DiffRow], width: int) -> list[PageLine]:
    """Rows of a diff, long ones wrapped under their own text."""
    lines: list[PageLine] = []
    for row in rows:
        lines += row_lines(row, width)
    return lines


def row_lines(row: DiffRow, width: int) -> list[PageLine]:
    """One row: number, sign, text."""
    if row.sign == "@":
        return [PageLine(line) for line in wrap(styled(" " * MARGIN + row.text, "dim"), width, " " * MARGIN)]
    number = row.old if row.new is None else row.new
    head = joined([styled(f"{number or '':>6}", "dim"), f" {SIGNS[row.sign]}  "])
    words = WORDS.get(row.sign, "") if any(not piece.changed for piece in row.pieces) else ""
    text = joined([styled(piece.text, words if piece.changed else "") for piece in row.pieces])
    pieces = wrap(text, max(width - MARGIN, 1)) or [Content("")]
    lead = styled(" " * (MARGIN - 3) + f"{SIGNS[row.sign]}↪ ", "dim")
    base = BASES.get(row.sign, "")
    return [PageLine((head if index == 0 else lead) + piece, base=base) for index, piece in enumerate(pieces)]
