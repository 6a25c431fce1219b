"""What is decided on: each text in its gutter, what changed of it, and its evidence when it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from screens.question import DecidedOn
from screens.reconciling import lettered_rows
from screens.show.cards import date, place_of, status
from screens.show.parts import also_lines, evidence_lines
from screens.text import BLANK, fit, joined, safe, styled, wrap
from screens.widgets.diff_view import rows_lines
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictRow
from workbench.store.details.copies import CopiesDetail
from workbench.text.diff import diff_rows

REST = 3
"""Lines of each text of a batch that stand there until the texts are looked at."""
PLENTY = 40
"""Lines of a single text that stand there until it is looked at; it scrolls."""


def ref_of(about: str, ref: str = "") -> str:
    """Under what a page knows a piece of evidence of a case, or its text."""
    return f"{about}\0{ref}"


def decided_on_lines(
    shown: Sequence[DecidedOn], width: int, *, whole: bool, before: Mapping[str, str] | None = None
) -> list[PageLine]:
    """The texts, cut to some lines each, or `whole` with all their evidence.

    `before` are texts by case as they were when the question was first asked.
    """
    lines: list[PageLine] = []
    for index, one in enumerate(shown, 1):
        lines += [PageLine(BLANK)] if whole and lines else []
        if len(shown) > 1:
            head = joined([styled(f" {index} of {len(shown)}  ", "dim"), safe(one.name, "strong")])
            lines += [PageLine(line) for line in wrap(head, width, "   ")]
        was = (before or {}).get(one.about)
        rows = rows_to_compare(one)
        if rows:
            lines += _rows(one, rows, width, None if whole else REST)
        elif was is not None and was != one.text and not (one.withheld_by or one.gone):
            lines += _difference(one, was, width)
        else:
            lines += _text(one, width, None if whole else REST if len(shown) > 1 else PLENTY)
        if whole and one.whole and not one.gone:
            lines += _evidence(one, width)
        elif whole and not one.gone:
            lines.append(PageLine(styled(" its text and evidence are being read…", "dim")))
    return lines


def _text(one: DecidedOn, width: int, limit: int | None) -> list[PageLine]:
    if one.gone:
        words = joined([styled(" ⊘ ", "warn"), safe(f"{one.name}: {one.gone}", "dim")])
        return [PageLine(line) for line in wrap(words, width, "   ")]
    if one.withheld_by:
        return [PageLine(line) for line in withheld(one.name, one.withheld_by, width)]
    text = one.text if limit is None else one.text[: limit * width * 4]
    lines = quoted(text, width, limit=limit)
    cut = not one.whole or len(text) < len(one.text) or (limit is not None and len(lines) > limit)
    if not cut or limit is None:
        lines += also_lines(_also(one), width)
    elif _also(one):
        cut = True
    return [PageLine(line, None if cut else ref_of(one.about)) for line in lines]


def rows_to_compare(one: DecidedOn) -> tuple[tuple[str, ConflictRow], ...]:
    """The rows of a case that is about several, each with its letter; of one that may be shown."""
    if one.case is None or one.withheld_by or one.gone:
        return ()
    if isinstance(one.case.detail, BrokenDetail):
        return (("", one.case.detail.row),)
    if isinstance(one.case.detail, CopiesDetail):  # none of them stands alone
        return tuple((row.name, replace(row.row, place="topic")) for row in lettered_rows(one.case))
    return tuple((row.name, row.row) for row in lettered_rows(one.case))


def _rows(
    one: DecidedOn, rows: Sequence[tuple[str, ConflictRow]], width: int, limit: int | None
) -> Iterator[PageLine]:
    """Each row in short: letter, date, Status, place, and some lines of its text."""
    texts = [
        withheld(row.ref, row.withheld_by or "", width)
        if row.hidden
        else quoted(row.text, width, limit=limit)
        for _, row in rows
    ]
    cut = limit is not None and any(len(lines) > limit for lines in texts)
    ref = None if cut or any(row.hidden for _, row in rows) else ref_of(one.about)
    for (name, row), lines in zip(rows, texts, strict=True):
        head = joined([styled(name, "key"), date(row), status(row), safe(place_of(row), "dim")], "  ")
        yield PageLine(fit(styled(" ") + head, width), ref)
        yield from (PageLine(line, ref) for line in lines)


def _also(one: DecidedOn) -> str:
    """The lines of the record that its text and facts do not tell."""
    return one.case.also if one.case is not None else ""


def _difference(one: DecidedOn, was: str, width: int) -> Iterator[PageLine]:
    """How the text became what it is now."""
    yield PageLine(styled(" It was, and is now:", "heading"))
    yield from rows_lines(diff_rows(was + "\n", one.text + "\n", context=1), width)
    lines = [*quoted(one.text, width), *also_lines(_also(one), width)]
    yield from (PageLine(line, ref_of(one.about)) for line in lines)


def _evidence(one: DecidedOn, width: int) -> Iterator[PageLine]:
    """Its evidence, as the page of the case shows it."""
    yield from evidence_lines(one.evidence, width, name=lambda ref: ref_of(one.about, ref))
    if not one.evidence:
        yield PageLine(styled(" there is no evidence beside it", "dim"))
