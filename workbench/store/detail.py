"""What a view of one kind of case or record needs beyond facts, text and evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Detail:
    """The base of every detail: values alone, as they stand, memory text with ``repr=False``.

    A text under a withdrawal is not in it (§15.2 rule 1): the withdrawal's id stands in its place.
    """
