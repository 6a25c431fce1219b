"""A supersede that does not hold: which constraint it breaks, and the chain with the break drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from textual.content import Content

from screens.show.cards import cards, cut, differing_texts, laid_out, rows_in_full
from screens.show.parts import age_fact, audit_lines, facts_lines, heading, later_lines
from screens.show.passages import passage_lines
from screens.show.surfacing import surfaced_lines
from screens.show.timeline import timeline_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from workbench.store.case import Case
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictRow


def broken_lines(case: Case, detail: BrokenDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a broken supersede at a width: what is wrong, the chain, the row, then the others."""
    chain = detail.chain[-laid_out() :]
    others = [row for row in chain if row.key != detail.row.key]
    differ = differing_texts(chain, detail.row.key)
    heads = {row.key: styled("live head", "good") for row in others if row.key in detail.heads}
    withdrawn = audit and any(row.withheld_by for row in (detail.row, *chain))
    lines = [
        *_head(case, detail, width),
        *(audit_lines(width) if withdrawn else ()),
        PageLine(BLANK),
        *_chain(detail, chain, width),
        PageLine(BLANK),
        *(PageLine(line) for line in heading("The row", width)),
        *cards([detail.row], width, names={}, differ=differ, states={detail.row.key: _points(detail)}),
        *_others(others, width, heads),
        *cut([row.ref for row in detail.chain[: -laid_out()]], "older rows"),
        *passage_lines(case, width, audit),
        *surfaced_lines(case, width),
    ]
    return [
        one for one, after in pairwise([*lines, PageLine(BLANK)]) if one.content.plain or after.content.plain
    ]


def _head(case: Case, detail: BrokenDetail, width: int) -> Iterator[PageLine]:
    title = joined([safe(detail.row.ref, "strong"), styled("   superseded, and that does not hold")])
    yield from (PageLine(line) for line in heading(title, width))
    yield from (PageLine(line) for line in facts_lines((age_fact(case),), width))
    for one in detail.findings:
        words = joined(
            [styled(" ✗ ", "bad"), safe(one.message), styled(f"   §14.2, constraint {one.constraint}", "dim")]
        )
        yield from (PageLine(line) for line in wrap(words, width, "   "))
    yield from later_lines(case, width)


def _chain(detail: BrokenDetail, chain: tuple[ConflictRow, ...], width: int) -> Iterator[PageLine]:
    yield from (PageLine(line) for line in heading("The chain, oldest first", width))
    yield from timeline_lines(
        chain, width, names={}, differ={}, in_force=None, broken=frozenset((detail.row.key,))
    )


def _points(detail: BrokenDetail) -> Content:
    """What the row says of its successor."""
    if detail.pointer is None:
        return styled("──✗ names no successor", "bad")
    return joined([styled("──✗ ", "bad"), styled("superseded by ", "dim"), safe(detail.pointer, "warn")])


def _others(others: list[ConflictRow], width: int, heads: dict[str, Content]) -> Iterator[PageLine]:
    if others:
        yield from (PageLine(line) for line in heading("The other rows of its subject and chain", width))
        yield from rows_in_full(others, width, {}, heads)
