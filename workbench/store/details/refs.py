"""What references and feedback come to in a store, as the views of records tell it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Weight = Literal["sound", "weak", "none", "unknown"]
"""How far a reference carries: it stands as it is; it stands and something is said against it;
nothing stands behind it; or no file of the store can tell."""


@dataclass(frozen=True, slots=True)
class RefState:
    """One reference and what the store holds behind it; no text of a memory.

    ``kind`` is a word of ours: item, archive, feedback, retrieval, hypothesis, control, proposal,
    receipt, erasure, decision or statement. ``place`` is ``path:line`` where something was found.
    """

    ref: str = field(repr=False)
    kind: str
    state: str = field(repr=False)
    weight: Weight
    date: str | None = field(default=None, repr=False)
    place: str | None = None


@dataclass(frozen=True, slots=True)
class FeedbackCount:
    """How often feedback events of each verdict name one item (§23.2). Counts are no truth (§23.3)."""

    item: str
    verdicts: tuple[tuple[str, int], ...]
    """(verdict, events) for each word of ``intervention-outcome-v1``, in its order."""
    malformed: int = 0
    """Feedback records that name the item and do not read; none of them is counted."""
