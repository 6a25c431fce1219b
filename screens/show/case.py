"""A case as a page: the view that its detail asks for, then what git tells and what is not allowed."""

from __future__ import annotations

from screens.show.parts import AUDIT, ROLES, facts_lines, generic_lines, heading, history_lines, refused_lines
from screens.show.views import VIEWS
from screens.widgets.page import PageLine
from workbench.desk.views import HistoryView
from workbench.store.case import Case

__all__ = ["AUDIT", "ROLES", "case_lines", "facts_lines", "heading", "history_lines"]


def case_lines(
    case: Case, width: int, *, audit: bool = False, history: HistoryView | str | None = None
) -> list[PageLine]:
    """Every line of a case at a width; evidence carries its ref, so that what was on screen is known."""
    view = VIEWS.get(type(case.detail)) if case.detail is not None else None
    if view is not None:
        lines = view(case, case.detail, width, audit)
    else:
        lines = generic_lines(case, width, audit=audit)
    return [*lines, *history_lines(history, width), *refused_lines(case, width)]
