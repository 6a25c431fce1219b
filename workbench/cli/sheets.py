"""A sheet printed: the same blocks that a screen draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from workbench.cli.emit import Emit
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
    Role,
    Table,
    sheet_of,
)
from workbench.text.visible import cells, visible

if TYPE_CHECKING:
    from workbench.store.detail import Detail

_STYLES: dict[Role, str] = {
    "strong": "bold cyan",
    "heading": "bold",
    "dim": "dim",
    "good": "green",
    "warn": "yellow",
    "bad": "bold red",
    "accent": "cyan",
}
_LABEL = 12


def paint_sheet(emit: Emit, detail: Detail) -> None:
    """Every block of the sheet of a detail."""
    for block in sheet_of(detail):
        _paint(block, emit)


@singledispatch
def _paint(block: Block, emit: Emit) -> None:
    raise TypeError(type(block).__name__)


@_paint.register
def _(block: Head, emit: Emit) -> None:
    parts = [part for text, role in block.cells for part in ((text, _style(role)), ("  ", ""))]
    emit.line("  ", *parts[:-1])


@_paint.register
def _(block: Facts, emit: Emit) -> None:
    for label, value in block.pairs:
        _field(emit, label, value, "", _label_width(label for label, _ in block.pairs))


@_paint.register
def _(block: Fields, emit: Emit) -> None:
    for label, value, role in block.rows:
        _field(emit, label, value, role, _label_width(label for label, _, _ in block.rows))


def _field(emit: Emit, label: str, value: str, role: Role, width: int) -> None:
    blanks = " " * (width - cells(visible(label)) + 1)
    emit.line("  ", label + blanks, (value, _style(role)))


def _label_width(labels: Iterable[str]) -> int:
    return max([_LABEL, *(cells(visible(label)) for label in labels)])


@_paint.register
def _(block: Note, emit: Emit) -> None:
    emit.line("  ", (f"{block.sign} " if block.sign else "", ""), (block.words, _style(block.role)))


@_paint.register
def _(block: Quote, emit: Emit) -> None:
    if block.label:
        emit.line("  ", (block.label, "dim"))
    emit.quote(block.text)


@_paint.register
def _(block: Heldback, emit: Emit) -> None:
    emit.line("  ", (f"⊘ {block.name} is withdrawn by {block.by}", "yellow"), "; its text is held back")


@_paint.register
def _(block: Gap, emit: Emit) -> None:
    emit.line()


@_paint.register
def _(block: Table, emit: Emit) -> None:
    rows = block.packed
    widths = _widths(rows)
    for at, row in enumerate(rows):
        sign, role = row[0]
        parts: list[tuple[str, str]] = [(f"  {sign or ' '} ", _style(role))]
        for index, (text, name) in enumerate(row[1:], start=1):
            last = index == len(row) - 1
            gap = "" if last else " " * (widths[index] - cells(visible(text)) + 2)
            parts += [(text, _style(name)), (gap, "")]
        if tail := block.tail(at):
            parts.append((f"   {tail}", "dim"))
        emit.line(*parts)


def _widths(rows: Sequence[Sequence[Cell]]) -> list[int]:
    """The cells of each column, as wide as its widest cell."""
    count = max((len(row) for row in rows), default=0)
    return [
        max((cells(visible(row[index][0])) for row in rows if index < len(row)), default=0)
        for index in range(count)
    ]


def _style(role: Role) -> str:
    return _STYLES.get(role, "")
