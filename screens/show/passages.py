"""The passages behind the Sources of rows, each with the letter of its row: the key that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from screens.actions import key_of
from screens.actions.queue import ROWS
from screens.show.cards import cut, laid_out, letter
from screens.show.parts import evidence_lines
from screens.text import joined, styled, wrap
from screens.widgets.page import PageLine
from workbench.store.case import Case, Evidence
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictDetail, ConflictRow
from workbench.store.details.copies import CopiesDetail
from workbench.store.details.pair import PairDetail

DRAWN = (ConflictDetail, PairDetail, CopiesDetail, BrokenDetail)
"""Details whose views draw passages as parts of the page."""


def rows_of(case: Case) -> tuple[ConflictRow, ...]:
    """The rows of a case that go by a letter, in their order."""
    detail = case.detail
    if isinstance(detail, ConflictDetail):
        return detail.open_rows
    return detail.rows if isinstance(detail, PairDetail | CopiesDetail) else ()


def passages_of(case: Case) -> tuple[Evidence, ...]:
    """What stands beside the rows of a case: passages and other items, each once, no row of the case."""
    own = {target.key for target in case.targets}
    detail = case.detail
    if isinstance(detail, ConflictDetail | PairDetail | CopiesDetail):
        own |= {row.key for row in detail.rows}
    elif isinstance(detail, BrokenDetail):
        own |= {row.key for row in (detail.row, *detail.chain)}
    beside = (one for one in case.evidence if one.key is None or one.key not in own)
    return tuple({(one.ref, one.key, one.path, one.line, one.text): one for one in beside}.values())


def letters_of(one: Evidence, rows: Sequence[ConflictRow]) -> list[str]:
    """Behind which rows a passage stands."""
    if not one.ref or one.key is not None:
        return []
    return [letter(index) for index, row in enumerate(rows) if one.ref in (row.source or "")]


def index_of(case: Case, name: str) -> int | None:
    """Which passage stands behind the row of a letter; None where it has none."""
    rows = rows_of(case)
    found = (at for at, one in enumerate(passages_of(case)) if name in letters_of(one, rows))
    return next(found, None)


def part_of(index: int) -> str:
    """The part of the page at which a passage begins."""
    return f"passage {index}"


def key_lines(case: Case, width: int) -> Iterator[PageLine]:
    """Which keys lead to what stands behind which rows; none where nothing does."""
    rows = rows_of(case)
    letters = [
        one for one in map(letter, range(len(rows))) if one in ROWS and index_of(case, one) is not None
    ]
    keys = [key_of(f"queue.passage_{one.lower()}") for one in letters]
    if keys:
        does = "shows the passage behind its row" if len(keys) == 1 else "show the passages behind the rows"
        said = joined([styled(f" {' '.join(keys)}", "key"), styled(f" {does}", "dim")])
        yield from (PageLine(line) for line in wrap(said, width, "   "))


def passage_lines(case: Case, width: int, audit: bool) -> Iterator[PageLine]:
    """Every passage and whatever else stands beside the rows; a part of the page begins at each."""
    rows, shown = rows_of(case), passages_of(case)
    for index, one in enumerate(shown[-laid_out() :], max(len(shown) - laid_out(), 0)):
        letters = letters_of(one, rows)
        said = replace(one, role=f"The passage behind {' and '.join(letters)}") if letters else one
        blank, *lines = evidence_lines([said], width, audit=audit)
        yield blank
        yield replace(lines[0], part=part_of(index))
        yield from lines[1:]
    yield from cut([one.ref for one in shown[: -laid_out()]], "more passages")
