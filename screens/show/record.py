"""A read-only record as a page."""

from __future__ import annotations

from collections.abc import Iterator

from screens.show.case import AUDIT, facts_lines, heading, history_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from workbench.desk.views import HistoryView, RecordView


def record_lines(
    record: RecordView, width: int, *, audit: bool = False, history: HistoryView | str | None = None
) -> list[PageLine]:
    """Every line of a record at a width."""
    name = joined([safe(record.id, "strong"), safe(f"{record.path}:{record.line}", "dim")], "   ")
    lines = [PageLine(line) for line in [*heading(name, width), *facts_lines(record.facts, width)]]
    if record.problem:
        problem = joined([styled(" ✗ ", "bad"), safe(record.problem)])
        lines += [PageLine(line) for line in wrap(problem, width, "   ")]
    return [*lines, *_text(record, width, audit), *history_lines(history, width)]


def _text(record: RecordView, width: int, audit: bool) -> Iterator[PageLine]:
    if audit and record.withheld_by:
        yield from (PageLine(line) for line in wrap(styled(f" {AUDIT} ", "warn"), width))
    yield PageLine(BLANK)
    if record.withheld_by and not audit:
        yield from (PageLine(line) for line in withheld(record.id, record.withheld_by, width))
    else:
        yield from (PageLine(line) for line in quoted(record.text or record.summary, width))
