"""Two items that contradict each other or say the same: both beside each other, and what is known of that."""

from __future__ import annotations

from collections.abc import Iterator

from screens.show.cards import BESIDE, cards, differing_texts, lettered
from screens.show.parts import age_fact, audit_lines, facts_lines, heading, later_lines
from screens.show.passages import key_lines, passage_lines
from screens.show.surfacing import surfaced_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from workbench.store.case import Case
from workbench.store.details.pair import PairDetail

NAMES = {"contradiction": "contradiction", "duplicate": "duplicate"}
POSSIBLE = "picked by a finder from what the two say: nothing is certain here, and nothing follows by itself"
PICKED_WHY = "Possible: "
"""Begins the words of a finder; that they are only possible is said before them."""
ACTED_ON = {
    "contradiction": "Both are cited, and none is acted on before a person says which holds (§15.2.1).",
    "duplicate": "Both stay as they are until a person puts them together or says that both hold (§14.3).",
}


def pair_lines(case: Case, detail: PairDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a pair at a width; the words in which the two differ are marked."""
    rows, names = detail.rows, lettered(detail.rows)
    return [
        *_head(case, detail, width),
        *(audit_lines(width) if audit and any(row.withheld_by for row in rows) else ()),
        PageLine(BLANK),
        *cards(rows, width, names=names, differ=differing_texts(rows), states={}),
        *key_lines(case, width),
        *([PageLine(BLANK)] if width >= BESIDE else ()),
        *(PageLine(line) for line in wrap(styled(f" {ACTED_ON.get(case.kind, '')}", "dim"), width, " ")),
        *passage_lines(case, width, audit),
        *surfaced_lines(case, width),
    ]


def _head(case: Case, detail: PairDetail, width: int) -> Iterator[PageLine]:
    what = NAMES.get(case.kind, case.kind)
    if detail.possible:
        words = joined([styled(f" ? POSSIBLE {what.upper()} ", "warn"), styled(f" {POSSIBLE}", "dim")])
        yield from (PageLine(line) for line in wrap(words, width, "   "))
    else:
        yield from (PageLine(line) for line in heading(what.capitalize(), width))
    why = joined([styled(" Why  ", "dim"), safe(detail.why.removeprefix(PICKED_WHY))])
    yield from (PageLine(line) for line in wrap(why, width, "      "))
    known = (("Connected by", detail.connected_by),) if detail.connected_by else ()
    yield from (PageLine(line) for line in facts_lines((*known, age_fact(case)), width))
    yield from later_lines(case, width)
