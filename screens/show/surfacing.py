"""The words in which a conflict is to be surfaced, as they are copied."""

from __future__ import annotations

from collections.abc import Iterator

from screens.actions import key_of
from screens.text import BLANK, joined, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted
from workbench.desk.sheets.surfaced import surfaced
from workbench.store.case import Case


def surfaced_lines(case: Case, width: int) -> Iterator[PageLine]:
    """The text of a conflict of any kind, quoted, under the key that copies it."""
    yield PageLine(BLANK)
    copies = joined([styled(f"   {key_of('app.copy')}", "key"), styled(" copies it", "dim")])
    title = styled("How it is to be surfaced (§15.2.1)", "heading")
    yield from (PageLine(styled(" ") + line) for line in wrap(title + copies, max(width - 1, 1), "  "))
    text = surfaced(case.kind, case.detail, case.facets.subject)
    yield from (PageLine(line) for line in quoted(text, width))
