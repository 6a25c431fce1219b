"""A read-only record as a page."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from screens.show.parts import AUDIT, facts_lines, heading, history_lines
from screens.show.sheet import audit_banner, sheet_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from workbench.desk.views import HistoryView, RecordView


def record_lines(
    record: RecordView, width: int, *, audit: bool = False, history: HistoryView | str | None = None
) -> list[PageLine]:
    """Every line of a record at a width."""
    if record.detail is not None:
        shaped = record_sheet(record, width, audit=audit)
        return [*shaped, *history_lines(history, width)]
    place = f"{record.path}:{record.line}"
    parts = [safe(record.id, "strong"), *([safe(place, "dim")] if record.id != place else [])]
    name = joined(parts, "   ")
    lines = [PageLine(line) for line in [*heading(name, width), *facts_lines(record.facts, width)]]
    if record.problem:
        lines += [PageLine(line) for line in _problem(record.problem, width)]
    return [*lines, *_text(record, width, audit), *history_lines(history, width)]


def record_sheet(record: RecordView, width: int, *, audit: bool = False) -> list[PageLine]:
    """The sheet of a record, after what is odd about it as a whole."""
    lines = sheet_lines(record.detail, width)
    odd = (
        [PageLine(line) for line in audit_banner(record.withheld_by, width)]
        if audit and record.withheld_by
        else []
    )
    if record.problem:
        odd += [PageLine(line) for line in _problem(record.problem, width)]
    return [*odd, *lines]


def _problem(words: str, width: int) -> list[Content]:
    return wrap(joined([styled(" ✗ ", "bad"), safe(words)]), width, "   ")


def _text(record: RecordView, width: int, audit: bool) -> Iterator[PageLine]:
    if audit and record.withheld_by:
        yield from (PageLine(line) for line in wrap(styled(f" {AUDIT} ", "warn"), width))
    yield PageLine(BLANK)
    if record.withheld_by and not audit:
        yield from (PageLine(line) for line in withheld(record.id, record.withheld_by, width))
    else:
        yield from (PageLine(line) for line in quoted(record.text or record.summary, width))
