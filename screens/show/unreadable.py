"""A file that does not read: the reason, what may be missing, and what to do. Nothing of its content."""

from __future__ import annotations

from screens.show.parts import bullets, facts_lines, heading, later_lines
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from workbench.store.case import Case
from workbench.store.details.unreadable import UnreadableDetail


def unreadable_lines(case: Case, detail: UnreadableDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of an unreadable file at a width."""
    reason = joined([styled(" ✗ ", "bad"), safe(detail.reason)])
    size = "not known" if detail.size is None else f"{detail.size:,} bytes"
    facts = (("Size", size), *((("Permissions", detail.mode),) if detail.mode else ()))
    return [
        *(PageLine(line) for line in heading(safe(detail.path, "strong"), width)),
        *(PageLine(line) for line in facts_lines(facts, width)),
        PageLine(BLANK),
        *(PageLine(line) for line in wrap(reason, width, "   ")),
        *later_lines(case, width),
        PageLine(BLANK),
        *(PageLine(line) for line in heading("What may be missing because of it", width)),
        *bullets(detail.missing, width, "?", "warn"),
        PageLine(BLANK),
        *(PageLine(line) for line in heading("What you can do", width)),
        *bullets(detail.next_steps, width, "", "accent"),
    ]
