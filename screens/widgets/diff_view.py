"""A plan as a diff, in one column or two: signs, numbers and marked words, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.message import Message

from screens.text import BLANK, counted, joined, safe, styled, wrap
from screens.widgets.page import Page, PageBuild, PageLine
from screens.widgets.side_by_side import LEAST, side_lines
from workbench.desk.views import FileDiff, Preview
from workbench.text.diff import DiffRow, Piece
from workbench.text.visible import visible

SIGNS = {"-": "−", "+": "+", " ": " ", "@": " "}
BASES = {"-": "removed", "+": "added"}
WORDS = {"-": "word-removed", "+": "word-added"}
MARGIN = 10
"""Cells before the text of a row: the line number, the sign and the blanks around them."""

SPLIT_FROM = 116
"""From so many cells (a terminal of 120) a plan stands side by side, unless the person wants it otherwise."""


@dataclass(frozen=True, slots=True)
class DiffLine(PageLine):
    """A line of a plan; `stop` where a file or a change begins, so that a key can go there."""

    stop: bool = False


Layout = tuple[int, bool]
"""A width in cells, and whether a plan stands side by side."""

PlanBuild = Callable[[Layout], Sequence[PageLine]]


class DiffView(Page):
    """The files of a plan, each with its rows; removed words struck, added words underlined."""

    @dataclass
    class Wanted(Message):
        """A plan that is too long to be laid out here is wanted in another layout."""

        layout: Layout

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.split: bool | None = None
        """Side by side or not, as the person wants it; None goes by the width."""
        self._plan: PlanBuild | None = None
        self._ready: dict[Layout, Sequence[PageLine]] = {}
        self._long = False

    def layout_now(self, width: int | None = None) -> Layout:
        """How a plan is laid out at the width at hand."""
        cells = self.scrollable_content_region.width if width is None else width
        wanted = cells >= SPLIT_FROM if self.split is None else self.split
        return cells, wanted and cells >= LEAST

    def show_plan(
        self, plan: PlanBuild, ready: Mapping[Layout, Sequence[PageLine]] | None = None, *, long: bool = False
    ) -> None:
        """Draw a plan from its first line; a `long` one is laid out anew only where `laid_out` brings it."""
        self._plan, self._ready, self._long = plan, dict(ready or {}), long
        self.show(self._plan_lines)

    def show(
        self, build: PageBuild, *, keep_place: bool = False, changed: frozenset[str] = frozenset()
    ) -> None:
        """Draw other lines from now on; where they are no plan, there is none to be laid out anew."""
        if build != self._plan_lines:
            self._plan = None
        super().show(build, keep_place=keep_place, changed=changed)

    def laid_out(self, layout: Layout, lines: Sequence[PageLine]) -> None:
        """A long plan in another layout is there."""
        self._ready = {layout: lines}
        if self._plan is not None and self.layout_now() == layout:
            self.show(self._plan_lines)

    def toggle_split(self) -> bool:
        """Side by side, or one column; answers whether there is room for what is wanted."""
        width, now = self.layout_now()
        self.split = not (now if self.split is None else self.split)
        if self._plan is not None:
            self.show(self._plan_lines)
        return self.layout_now(width)[1] == self.split

    def jump(self, step: int) -> bool:
        """To the next or previous file or change; answers whether there was one."""
        top = self.scroll_offset.y
        stops = [at for at, line in enumerate(self._lines) if isinstance(line, DiffLine) and line.stop]
        if step > 0:
            found = next((at for at in stops if at > top), None)
            if found is None or top >= self.max_scroll_y:
                return False
        else:
            found = next((at for at in reversed(stops) if at < top), 0 if top else None)
            if found is None:
                return False
        self.scroll_to(y=found, animate=False)
        return True

    def _plan_lines(self, width: int) -> Sequence[PageLine]:
        layout = self.layout_now(width)
        if layout in self._ready:
            return self._ready[layout]
        if self._plan is not None and not self._long:
            return self._plan(layout)
        self.post_message(self.Wanted(layout))
        return [PageLine(styled(" Laying out the plan…", "dim"))]


def preview_lines(preview: Preview, width: int, split: bool = False) -> list[PageLine]:
    """Everything a plan says and does: its notes first, then each file."""
    lines: list[PageLine] = []
    for note in preview.notes:
        lines += [PageLine(line) for line in wrap(joined([styled(" ! ", "warn"), safe(note)]), width, "   ")]
    changes = change_lines(preview, width, split)
    if not lines and not changes:
        return [PageLine(styled(" This changes no file.", "dim"))]
    return [*lines, *([PageLine(BLANK)] if lines and changes else []), *changes]


def change_lines(preview: Preview, width: int, split: bool = False) -> list[PageLine]:
    """Each file that a plan changes, and what it appends to the log."""
    lines: list[PageLine] = []
    for diff in preview.files:
        lines += [*([PageLine(BLANK)] if lines else []), *file_lines(diff, width, split)]
    if preview.log_lines:
        lines += [*([PageLine(BLANK)] if lines else []), *log_lines(preview.log_lines, width)]
    return lines


def file_lines(diff: FileDiff, width: int, split: bool = False) -> list[PageLine]:
    """One file: its name with the counts, then its rows."""
    return [*_name(diff.path, diff.summary, width), *rows_lines(_inner(diff.rows), width, split)]


def log_lines(entries: Sequence[str], width: int) -> list[PageLine]:
    """What is appended to the log, as added rows without a number."""
    rows = [DiffRow("+", None, None, (Piece(visible(entry), False),)) for entry in entries]
    return [
        *_name("log.md", f"+ {counted(len(entries), 'line')} at the end", width),
        *rows_lines(rows, width),
    ]


def _name(path: str, summary: str, width: int) -> list[PageLine]:
    head = joined([styled(" "), safe(path, "strong"), "   ", safe(summary, "dim")])
    return [DiffLine(line, stop=index == 0) for index, line in enumerate(wrap(head, width, "   "))]


def _inner(rows: Sequence[DiffRow]) -> Sequence[DiffRow]:
    """The rows without the counts of unchanged lines before the first change and after the last."""
    first = 1 if rows and _counts_unchanged(rows[0]) else 0
    last = len(rows) - 1 if len(rows) > first and _counts_unchanged(rows[-1]) else len(rows)
    return rows[first:last]


def _counts_unchanged(row: DiffRow) -> bool:
    return row.sign == "@" and row.text.endswith("unchanged lines")


def rows_lines(rows: Sequence[DiffRow], width: int, split: bool = False) -> list[PageLine]:
    """Rows of a diff in one column or two, long ones wrapped under their own text."""
    if split:
        return [DiffLine(line, stop=stop) for line, stop in side_lines(rows, width)]
    lines: list[PageLine] = []
    before = " "
    for row in rows:
        lines += row_lines(row, width, stop=row.sign in "+-" and before not in "+-")
        before = row.sign
    return lines


def row_lines(row: DiffRow, width: int, *, stop: bool = False) -> list[PageLine]:
    """One row: number, sign, text."""
    if row.sign == "@":
        return [PageLine(line) for line in wrap(styled(" " * MARGIN + row.text, "dim"), width, " " * MARGIN)]
    number = row.old if row.new is None else row.new
    head = joined([styled(f"{number or '':>6}", "dim"), f" {SIGNS[row.sign]}  "])
    pieces = wrap(row_text(row), max(width - MARGIN, 1)) or [Content("")]
    lead = styled(" " * (MARGIN - 3) + f"{SIGNS[row.sign]}↪ ", "dim")
    base = BASES.get(row.sign, "")
    return [
        DiffLine((head if index == 0 else lead) + piece, base=base, stop=stop and index == 0)
        for index, piece in enumerate(pieces)
    ]


def row_text(row: DiffRow) -> Content:
    """The text of a row with the words that differ marked, where only some of it does."""
    words = WORDS.get(row.sign, "") if any(not piece.changed for piece in row.pieces) else ""
    return joined([styled(piece.text, words if piece.changed else "") for piece in row.pieces])
