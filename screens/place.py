"""Where a person stopped in the cases of a kind: kept on this machine, read again with all distrust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from workbench.desk import Desk
from workbench.desk.ordering import AGE, SORTS

TOPIC: Final = "place"
ALL: Final = "*"
"""Stands for the kind where the cases of all kinds are listed."""


@dataclass(frozen=True, slots=True)
class Place:
    """The case under the cursor, the filter and the order."""

    case: str = ""
    filter: str = field(default="", repr=False)
    sort: str = AGE


def place_in(desk: Desk, kind: str | None) -> Place:
    """Where the person stopped; the beginning where nothing is kept or it does not read."""
    said = desk.own(TOPIC).get(kind or ALL)
    if not isinstance(said, Mapping):
        return Place()
    case, words, sort = said.get("case"), said.get("filter"), said.get("sort")
    return Place(
        case if isinstance(case, str) else "",
        words if isinstance(words, str) else "",
        sort if sort in SORTS else AGE,
    )


def keep_place_in(desk: Desk, kind: str | None, place: Place) -> bool:
    """Keep where the person stops; answers whether it was kept."""
    said = {"case": place.case, "filter": place.filter, "sort": place.sort}
    return desk.change_own(TOPIC, lambda kept: {**kept, kind or ALL: said})
