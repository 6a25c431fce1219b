"""A supersede that does not hold: which constraint of §14.2 it breaks, and the chain it stands in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from workbench.store.detail import Detail
from workbench.store.details.conflict import ConflictRow

Broken = Literal[
    "pointer-missing",
    "pointer-to-nothing",
    "pointer-to-itself",
    "cycle",
    "pointer-across-kinds",
    "pointer-across-subjects",
    "two-heads",
]
"""What is wrong with it, one word each."""


@dataclass(frozen=True, slots=True)
class BrokenFinding:
    """One thing that is wrong. ``constraint`` is the number of the constraint of §14.2 that is broken."""

    name: Broken
    constraint: Literal[1, 2, 3, 4]
    message: str
    """What is wrong and what was asked, in words of ours alone."""


@dataclass(frozen=True, slots=True)
class BrokenDetail(Detail):
    """The row that says superseded, and every row of its subject and chain, oldest first.

    ``pointer`` is its superseded_by as written, None where it gives none. ``heads`` are the keys of the
    live rows in which the chain ends.
    """

    row: ConflictRow
    pointer: str | None = field(repr=False)
    findings: tuple[BrokenFinding, ...]
    chain: tuple[ConflictRow, ...]
    heads: tuple[str, ...]
