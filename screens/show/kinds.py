"""A kind of case in a line of Home: how many wait, drawn as a bar, what of them, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from textual.content import Content

from screens.show.rests import drawn
from screens.text import fit, joined, safe, styled
from screens.words import age_words
from workbench.desk.views import KindCount
from workbench.desk.words import LATER, TO_READ

BAR = 12
"""Cells of the bar that draws a count, where there is room for it."""
LEAST_BAR = 3
"""Cells of that bar where words need the room."""


UNKNOWN = "?"
"""Stands for a count that is not known; it is never 0."""
NOT_LOOKED = "not looked for yet"
LABEL = 19
"""Cells of the names of kinds."""


def with_picked(
    row: KindCount, number: int | None, *, only: bool, oldest: int | None = None, looking: bool = False
) -> KindCount:
    """A kind of which a finder picks some: how many it picked, or that it did not look yet.

    `only` where there are no certain cases of the kind, so that its count is that of what was picked.
    """
    if number is None:
        return replace(row, detail="possible: being looked for" if looking else f"possible: {NOT_LOOKED}")
    if only:
        return replace(row, waiting=number, oldest_days=oldest, detail="possible" if number else "")
    return replace(row, detail=f"+{number:,} possible" if number else "")


def kind_line(row: KindCount, kinds: Sequence[KindCount], width: int, *, unknown: bool = False) -> Content:
    """Kind, count, a bar, detail, oldest age; details as full as the longest of them has room."""
    label = fit(safe(row.label, "" if row.waiting or unknown else "dim"), LABEL)
    told = UNKNOWN if unknown else f"{row.waiting:,}"
    count = fit(styled(told, "strong" if row.waiting or unknown else "dim"), 6, right=True)
    age = fit(safe(age_words(row.oldest_days), "dim"), 7, right=True)
    rest = max(width - LABEL - 6 - 4 - 7, 0)
    level, longest = _level(kinds, rest - LEAST_BAR)
    longest = longest if longest <= rest else 0
    cells = min(BAR, rest - longest)
    most = max((kind.waiting for kind in kinds), default=0)
    bar = styled(f"  {drawn(row.waiting, most, cells):<{cells}}  ", "bar")
    details = _details(row, level) if longest else ""
    return joined([label, count, bar, fit(safe(details, "dim"), rest - cells), age])


def _details(row: KindCount, level: int = 0) -> str:
    """What stands beside the count of a kind: in full, shorter, or hardly anything."""
    detail = row.detail.replace(" knowledge", " K").replace(" state", " S") if level == 2 else row.detail
    later = LATER if level == 0 else "later"
    details = [detail] if detail else []
    details += [f"+{row.deferred} {later}"] if row.deferred else []
    details += [TO_READ] if not row.decidable and row.waiting else []
    return ", ".join(details)


def _level(kinds: Sequence[KindCount], room: int) -> tuple[int, int]:
    """How short the details have to be so that all fit, and how long the longest is then.

    Room for a first case that is left for later is kept free where there is some: bars keep their length.
    """
    lengths = [max((cell_len(_details(kind, level)) for kind in kinds), default=0) for level in (0, 1, 2)]
    level = next((level for level in (0, 1) if lengths[level] <= room), 2)
    kept_free = max((cell_len(_details(_as_put_off(kind), level)) for kind in kinds), default=0)
    return level, kept_free if kept_free <= room else lengths[level]


def _as_put_off(row: KindCount) -> KindCount:
    """The same with a case left for later, if it could have one."""
    return replace(row, deferred=1) if row.decidable and row.waiting and not row.deferred else row
