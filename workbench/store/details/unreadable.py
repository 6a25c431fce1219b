"""A file that could not be read: what is missing because of it, and what a person can do."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail


@dataclass(frozen=True, slots=True)
class UnreadableDetail(Detail):
    """Never anything of the file's content.

    ``size`` is in bytes and ``mode`` as ``ls`` writes it, each None where it is not known.
    """

    path: str = field(repr=False)
    reason: str
    missing: tuple[str, ...]
    next_steps: tuple[str, ...] = field(repr=False)
    size: int | None = None
    mode: str | None = None
