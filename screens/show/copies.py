"""One id in several places with different values: the fields in which they differ, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content

from screens.show.cards import BESIDE, date, letter, place_of, ref_of
from screens.show.differing import LONGEST, differing, differing_lines
from screens.show.parts import TEXT, age_fact, audit_lines, facts_lines, heading, notes_lines
from screens.show.passages import key_lines, passage_lines
from screens.show.surfacing import surfaced_lines
from screens.text import BLANK, fit, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from workbench.store.case import Case
from workbench.store.details.conflict import ConflictRow
from workbench.store.details.copies import CopiesDetail, DifferingField

PLACE_WORDS = {
    "topic": "the item store",
    "historical": "the item store, under Historical",
    "index": "the index",
    "inbox": "the inbox",
}
LABEL = 14
"""Cells of the names of fields, where places stand side by side."""
COLUMN = 24
"""Cells that a place needs to stand beside the others."""


def copies_lines(case: Case, detail: CopiesDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of copies that differ at a width: a table of fields by place where there is room."""
    beside = width >= BESIDE and (width - LABEL) // max(len(detail.rows), 1) >= COLUMN
    table = _side_by_side if beside else _stacked
    return [
        *_head(case, detail, width),
        *(audit_lines(width) if audit and any(row.withheld_by for row in detail.rows) else ()),
        PageLine(BLANK),
        *table(detail, width),
        *key_lines(case, width),
        *passage_lines(case, width, audit),
        *surfaced_lines(case, width),
    ]


def _head(case: Case, detail: CopiesDetail, width: int) -> Iterator[PageLine]:
    name = joined([styled("id  ", "dim"), safe(detail.id, "strong")])
    yield from (PageLine(line) for line in heading(name, width))
    fields = ", ".join(one.name for one in detail.fields) or "held back"
    facts = (("Places", str(len(detail.rows))), ("Differ in", fields), age_fact(case))
    yield from (PageLine(line) for line in facts_lines(facts, width))
    yield from notes_lines(case, width)


def _place(row: ConflictRow, index: int) -> list[Content]:
    """Which copy it is, where it stands, and whether it is the one that counts."""
    counts = [styled("the one that counts", "good")] if index == 0 else []
    words = PLACE_WORDS.get(row.place, row.place)
    return [joined([styled(letter(index), "key"), "  ", styled(words)]), safe(place_of(row), "dim"), *counts]


def _refs(rows: Sequence[ConflictRow]) -> tuple[str, ...]:
    """What lines with values of all places carry."""
    return (*dict.fromkeys(ref for row in rows if (ref := ref_of(row))), TEXT)


def _stacked(detail: CopiesDetail, width: int) -> Iterator[PageLine]:
    refs = _refs(detail.rows)
    for index, row in enumerate(detail.rows):
        name, where, *standing = _place(row, index)
        for line in flow([name, where, date(row), *standing], max(width - 1, 1)):
            yield PageLine(styled(" ") + line, also=refs)
        if row.hidden:
            yield from (PageLine(line) for line in withheld(row.ref, row.withheld_by or "", width))
    for one in detail.fields:
        yield PageLine(BLANK)
        yield from (PageLine(line, also=refs) for line in heading(safe(one.name, "heading"), width))
        for place, lines in enumerate(_values(detail, one, max(width - 4, 4))):
            for index, line in enumerate(lines):
                lead = fit(styled(f" {letter(place)}", "key"), 3) if index == 0 else styled("   ")
                yield PageLine(lead + line, also=refs)


def _side_by_side(detail: CopiesDetail, width: int) -> Iterator[PageLine]:
    refs, room = _refs(detail.rows), (width - LABEL) // len(detail.rows) - 1
    heads = [
        [piece for part in _place(row, index) for piece in wrap(part, room, "  ")]
        for index, row in enumerate(detail.rows)
    ]
    yield from _across(BLANK, heads, room, refs)
    if any(row.hidden for row in detail.rows):
        gone = [
            withheld(row.ref, row.withheld_by or "", room) if row.hidden else [BLANK] for row in detail.rows
        ]
        yield from _across(BLANK, gone, room, ())
    rule = styled(" " + "─" * max(width - 2, 0), "faint")
    for one in detail.fields:
        yield PageLine(rule)
        yield from _across(safe(one.name, "heading"), _values(detail, one, room), room, refs)


def _across(
    label: Content, columns: Sequence[Sequence[Content]], room: int, refs: tuple[str, ...]
) -> Iterator[PageLine]:
    """Lines of several columns beside the name of what they hold."""
    for index, cells in enumerate(zip_longest(*columns, fillvalue=BLANK)):
        head = fit(styled(" ") + label if index == 0 else BLANK, LABEL)
        yield PageLine(joined([head, *(fit(cell, room) + styled(" ") for cell in cells)]), also=refs)


def _values(detail: CopiesDetail, one: DifferingField, width: int) -> list[list[Content]]:
    """A field as each place gives it, in the gutter of memory text, what differs marked."""
    given = {
        row.key + place_of(row): value
        for row, value in zip(detail.rows, one.values, strict=True)
        if value is not None and len(value) <= LONGEST
    }
    base = next(iter(given), None)
    differ = differing(given, base) if base is not None and len(given) > 1 else {}
    shown: list[list[Content]] = []
    for row, value in zip(detail.rows, one.values, strict=True):
        key = row.key + place_of(row)
        if value is None:
            shown.append([styled(" – not given", "dim")])
        else:
            shown.append(differing_lines(differ[key], width) if key in differ else quoted(value, width))
    return shown
