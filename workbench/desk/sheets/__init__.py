"""A record as a sheet: blocks of words that a screen draws and a command prints, and both say the same."""

from __future__ import annotations

from workbench.desk.sheets.blocks import (
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
)
from workbench.desk.sheets.make import SHEETS, sheet_of

__all__ = [
    "SHEETS",
    "Block",
    "Cell",
    "Facts",
    "Fields",
    "Gap",
    "Head",
    "Heldback",
    "Note",
    "Quote",
    "Role",
    "Table",
    "sheet_of",
]
