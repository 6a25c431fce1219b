"""Where an item departs from the protocol: the rule, the place, what is asked there, and the next step."""

from __future__ import annotations

from collections.abc import Iterator

from screens.show.parts import evidence_lines, head_lines, heading, later_lines, text_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from workbench.store.case import Case
from workbench.store.details.drift import DriftDetail, DriftFinding


def drift_lines(case: Case, detail: DriftDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a drift case at a width."""
    number = len(detail.findings)
    title = f"Departs from the protocol in {number} {'way' if number == 1 else 'ways'}"
    return [
        *head_lines(case, width),
        *text_lines(case, width, audit=audit),
        *later_lines(case, width),
        PageLine(BLANK),
        *(PageLine(line) for line in heading(title, width)),
        *(PageLine(line) for line in (wrap(safe(f"   {detail.note}"), width, "   ") if detail.note else ())),
        *(line for finding in detail.findings for line in _finding(finding, width)),
        *evidence_lines(case.evidence, width, audit=audit),
    ]


def _finding(finding: DriftFinding, width: int) -> Iterator[PageLine]:
    head = joined(
        [
            styled(" ✗ ", "warn"),
            safe(finding.message),
            styled(f"   {finding.section}   {finding.rule}", "dim"),
        ]
    )
    yield from (PageLine(line) for line in wrap(head, width, "   "))
    rows = (("at", ", ".join(finding.places)), ("asked", finding.expected), ("next", finding.next_step))
    for label, value in rows:
        words = joined([styled(f"   {label:<7}", "dim"), safe(value)])
        yield from (PageLine(line) for line in wrap(words, width, " " * 10))
    yield PageLine(BLANK)
