"""Rows of one subject on a line of time, with the pointers between them drawn, and where one breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from screens.show.cards import Names, date
from screens.show.differing import Differing
from screens.text import flow, joined, safe, styled
from screens.widgets.page import PageLine
from workbench.store.details.conflict import ConflictRow

POINTS, BREAKS, BESIDE = "──▶", "──✗", " · "
"""A pointer to the next row, one that leads elsewhere or nowhere, and none."""


def timeline_lines(
    rows: Sequence[ConflictRow],
    width: int,
    *,
    names: Names,
    differ: Mapping[str, Differing],
    in_force: str | None,
    broken: frozenset[str] = frozenset(),
) -> Iterator[PageLine]:
    """One line of time, as many lines as it needs; rows whose supersede is broken end in a break."""
    steps = list(_steps(rows, names, differ, in_force, broken))
    yield from (PageLine(styled("   ") + line) for line in flow(steps, max(width - 3, 1), 1))


def _steps(
    rows: Sequence[ConflictRow],
    names: Names,
    differ: Mapping[str, Differing],
    in_force: str | None,
    broken: frozenset[str],
) -> Iterator[Content]:
    years = {(row.date or "")[:4] for row in rows}
    short = 5 if len(years) == 1 and "" not in years else 0
    for index, row in enumerate(rows):
        later = rows[index + 1] if index + 1 < len(rows) else None
        parts: list[Content | str] = [safe(row.date[short:], "strong") if row.date else date(row)]
        if row.key in names:
            parts.append(styled(names[row.key], "key"))
        value = differ[row.key].value if row.key in differ and not row.hidden else ""
        parts += [styled(value, "quote")] if value else []
        parts.append(_becomes(row, in_force))
        parts += _arrow(row, later, broken)
        yield joined([part for part in parts if not isinstance(part, Content) or part.plain], " ")


def _arrow(row: ConflictRow, later: ConflictRow | None, broken: frozenset[str]) -> list[Content | str]:
    if row.key in broken:
        return [styled(BREAKS, "bad")]
    if later is None:
        return []
    points = row.superseded_by is not None and row.superseded_by == later.id
    return [styled(POINTS if points else BESIDE, "dim")]


def _becomes(row: ConflictRow, in_force: str | None) -> Content:
    if row.standing == "withdrawn":
        return styled("⊘ withdrawn", "warn")
    if row.key == in_force:
        return styled("in force", "good")
    return safe(row.status or "active", "dim" if row.standing == "history" else "warn")
