"""A sheet drawn at a width: its words through the sanitizer, its columns by cell width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch

from rich.cells import cell_len
from textual.content import Content

from screens.show.parts import AUDIT, evidence_lines
from screens.text import BLANK, fit, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from workbench.desk.sheets import (
    Block,
    Cell,
    Facts,
    Fields,
    Gap,
    Head,
    Heldback,
    Note,
    Quote,
    Table,
    sheet_of,
)
from workbench.desk.words import later_words
from workbench.store.case import Case
from workbench.store.detail import Detail
from workbench.text.visible import visible

LABEL = 13
"""Cells of the column in which labels stand."""
NARROW = 50
"""Below so many cells a label stands over its value, and a reference over what it comes to."""
LAST = 18
"""Cells that the last column of a table needs to stand beside the others."""


def sheet_lines(detail: Detail | None, width: int) -> list[PageLine]:
    """Every line of the sheet of a detail."""
    return [PageLine(line) for block in sheet_of(detail) for line in _drawn(block, width)]


def case_sheet(case: Case, detail: Detail, width: int, audit: bool) -> list[PageLine]:
    """The sheet of a case: audit banner, sheet, until when it is put off, then its evidence with its refs."""
    lines = sheet_lines(detail, width)
    if audit and case.withheld_by:
        lines[:0] = [PageLine(line) for line in audit_banner(case.withheld_by, width)]
    if case.deferred:
        lines += [PageLine(line) for line in wrap(styled(f" ! {later_words(case.deferred)}", "warn"), width)]
    return [*lines, *evidence_lines(case.evidence, width, audit=audit)]


def audit_banner(by: str, width: int) -> list[Content]:
    """That withdrawn text is on the screen, and which record withdrew it."""
    words = joined([styled(" ⊘ ", "warn"), "withdrawn by ", safe(by)])
    return [*wrap(styled(f" {AUDIT} ", "warn"), width), *wrap(words, width, "   ")]


@singledispatch
def _drawn(block: Block, width: int) -> Iterable[Content]:
    raise TypeError(type(block).__name__)


@_drawn.register
def _(block: Head, width: int) -> Iterable[Content]:
    parts = [safe(text, role) for text, role in block.cells]
    return [styled(" ") + line for line in flow(parts, max(width - 1, 1), 2)]


@_drawn.register
def _(block: Facts, width: int) -> Iterable[Content]:
    parts = [joined([safe(label, "dim"), "  ", safe(value)]) for label, value in block.pairs]
    return [styled(" ") + line for line in flow(parts, max(width - 1, 1))]


@_drawn.register
def _(block: Fields, width: int) -> Iterator[Content]:
    label_width = max([LABEL, *(min(cell_len(visible(label)), 22) for label, _, _ in block.rows)])
    for label, value, role in block.rows:
        yield from _beside(
            safe(label, "dim"), _wrapped(safe(value, role), width, label_width), label_width, width
        )


def _wrapped(value: Content, width: int, label_width: int) -> list[Content]:
    """A value wrapped into the column beside its label."""
    room = width - label_width - 2 if width >= NARROW else width - 4
    return wrap(value, max(room, 1)) or [BLANK]


def _beside(label: Content, lines: Sequence[Content], label_width: int, width: int) -> Iterator[Content]:
    """Lines beside their label, or under it where there is no room."""
    if width < NARROW:
        yield from wrap(styled(" ") + label, width)
        yield from (styled("   ") + line for line in lines)
        return
    for index, line in enumerate(lines):
        yield joined([" ", fit(label if index == 0 else BLANK, label_width), " ", line])


@_drawn.register
def _(block: Note, width: int) -> Iterable[Content]:
    sign = f" {block.sign} " if block.sign else " "
    role = {"✗": "bad", "!": "warn"}.get(block.sign, "dim")
    words = safe(block.words, "" if block.sign in ("✗", "!") else block.role)
    return wrap(joined([styled(sign, role), words]), width, " " * len(sign))


@_drawn.register
def _(block: Quote, width: int) -> Iterator[Content]:
    if not block.label:
        yield from quoted(block.text, width)
        return
    room = width - LABEL - 1 if width >= NARROW else width - 2
    lines = quoted(block.text, max(room, 4))
    label = safe(block.label, "dim")
    if width < NARROW:
        yield from wrap(styled(" ") + label, width)
        yield from (styled("  ") + line for line in lines)
        return
    long = label.cell_length > LABEL
    if long:
        yield styled(" ") + label
    for index, line in enumerate(lines):
        yield joined([" ", fit(label if index == 0 and not long else BLANK, LABEL), line])


@_drawn.register
def _(block: Heldback, width: int) -> Iterable[Content]:
    return withheld(block.name, block.by, width)


@_drawn.register
def _(block: Gap, width: int) -> Iterable[Content]:
    return [BLANK]


@_drawn.register
def _(block: Table, width: int) -> Iterator[Content]:
    rows = block.packed
    columns = _columns(rows)
    fixed = sum(columns[1:-1]) + 2 * max(len(columns) - 2, 0) + 3
    beside = width - fixed >= min(LAST, max(columns[-1:], default=0))
    for index, row in enumerate(rows):
        lines = _row(row, columns, fixed, width) if beside else _stacked(row, width)
        yield from _tailed(list(lines), block.tail(index), width)


def _tailed(lines: list[Content], tail: str, width: int) -> Iterator[Content]:
    """Lines with a place after the last of them, or under it where there is no room."""
    place = safe(tail, "dim")
    if not tail:
        yield from lines
    elif lines and lines[-1].cell_length + 2 + place.cell_length <= width:
        yield from lines[:-1]
        yield joined([lines[-1].rstrip(), "  ", place])
    else:
        yield from lines
        yield from wrap(styled("     ") + place, width, "     ")


def _columns(rows: Sequence[Sequence[Cell]]) -> list[int]:
    """The widest cell of each column."""
    count = max((len(row) for row in rows), default=0)
    return [
        max((cell_len(visible(row[index][0])) for row in rows if index < len(row)), default=0)
        for index in range(count)
    ]


def _row(row: Sequence[Cell], columns: Sequence[int], fixed: int, width: int) -> Iterator[Content]:
    """Sign, columns, and the last cell wrapped under itself."""
    sign, role = row[0]
    cells = [safe(text, name) for text, name in row[1:]]
    lead = [fit(cell, columns[index]) for index, cell in enumerate(cells[:-1], start=1)]
    if len(row) < len(columns) and cells:
        lead, cells = [*lead, cells[-1]], [*cells, BLANK]
    head = joined([styled(f" {sign or ' '} ", role), joined(lead, "  "), "  " if lead else ""])
    lines = wrap(cells[-1], max(width - head.cell_length, 1)) if cells else [BLANK]
    yield head + (lines[0] if lines else BLANK)
    yield from (styled(" " * fixed) + line for line in lines[1:])


def _stacked(row: Sequence[Cell], width: int) -> Iterator[Content]:
    """The first cell, and under it the others, where the table is too wide."""
    sign, role = row[0]
    first = safe(row[1][0], row[1][1]) if len(row) > 1 else BLANK
    yield from wrap(styled(f" {sign or ' '} ", role) + first, width, "   ")
    rest = [safe(text, name) for text, name in row[2:] if text]
    yield from (styled("   ") + line for line in flow(rest, max(width - 3, 1), 2))
