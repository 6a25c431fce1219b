"""Where one item departs from the protocol, each place with what is asked there and a next step."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.store.detail import Detail


@dataclass(frozen=True, slots=True)
class DriftFinding:
    """One rule and where the item departs from it. None of it quotes the item."""

    rule: str
    section: str
    message: str
    places: tuple[str, ...]
    expected: str
    next_step: str


@dataclass(frozen=True, slots=True)
class DriftDetail(Detail):
    """The findings of one item in the order of its fields.

    ``note`` says what holds for the item as a whole, where something does.
    """

    findings: tuple[DriftFinding, ...]
    note: str = ""
