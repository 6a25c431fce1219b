"""The blocks a sheet is made of. Words of memory stand in them as they are: whoever draws, sanitizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["", "strong", "heading", "dim", "good", "warn", "bad", "accent"]
"""What a run of words is; never a colour. A role says nothing that the words do not say."""

Cell = tuple[str, Role]


@dataclass(frozen=True, slots=True)
class Head:
    """The first line or a heading: runs side by side."""

    cells: tuple[Cell, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fields:
    """Labels in a column of their own, each with a value: one pair a line."""

    rows: tuple[tuple[str, str, Role], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """Short labels and values side by side, as many as fit a line."""

    pairs: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of ours behind a sign: ``!``, ``✓``, ``✗``, ``?`` or none."""

    sign: str
    words: str = field(repr=False)
    role: Role = "warn"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a memory, an agent or a person in their gutter, behind a label of ours where there is one."""

    text: str = field(repr=False)
    label: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under each other; the last cell of a row takes what room is left and may wrap.

    The first cell is a sign of one character, or empty. ``tails`` say where each row's record stands:
    after the last cell where there is room, else under it.
    """

    rows: tuple[tuple[Cell, ...], ...] = field(repr=False)
    tails: tuple[str, ...] = field(default=(), repr=False)

    @property
    def packed(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows without the columns that are empty in every one of them."""
        count = max(map(len, self.rows), default=0)
        kept = [at for at in range(count) if at == 0 or any(row[at][0] for row in self.rows if at < len(row))]
        return tuple(tuple(row[at] for at in kept if at < len(row)) for row in self.rows)

    def tail(self, index: int) -> str:
        """The tail of a row; empty where it has none."""
        return self.tails[index] if index < len(self.tails) else ""


@dataclass(frozen=True, slots=True)
class Heldback:
    """What stands in the place of a text that a withdrawal holds back."""

    name: str
    by: str


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty line."""


Block = Head | Fields | Facts | Note | Quote | Table | Heldback | Gap
