"""A forget receipt: five surfaces, and what is said of each (§12.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from workbench.store.detail import Detail

SurfaceState = Literal["done", "residual", "unevaluated", "not mentioned", "in words of its own"]
"""How the words about a surface read; the last where they are none of those that §12.1 gives."""

Overall = Literal["completed", "partially-completed", "unevaluated"]


@dataclass(frozen=True, slots=True)
class SurfaceView:
    """One surface; ``said`` is None where the receipt does not mention it, empty while held back."""

    label: str
    state: SurfaceState
    said: str | None = field(repr=False)
    flaw: str | None = None
    """What it claims beyond what the store shows, in a sentence of ours."""


@dataclass(frozen=True, slots=True)
class ReceiptDetail(Detail):
    """One receipt as it stands.

    ``stated`` is the overall result that the receipt gives itself, None where it gives none;
    ``borne_out`` is what its five surfaces come to, None where their words do not tell.
    ``notes`` say where it leaves something open or claims more than the store shows.
    """

    name: str
    place: str
    decided_by: str | None = field(repr=False)
    decided_at: str | None
    logged_at: str | None
    """The time of the log entry above it, where the receipt itself has none."""
    request: str = field(repr=False)
    surfaces: tuple[SurfaceView, ...] = field(repr=False)
    stated: str | None = field(repr=False)
    borne_out: Overall | None
    extras: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)
    withheld_by: str | None = None
