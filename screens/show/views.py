"""Which view shows which detail of a case; a case whose detail has none is shown by its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from screens.widgets.page import PageLine
from workbench.store.case import Case
from workbench.store.detail import Detail

View = Callable[[Case, Any, int, bool], list[PageLine]]
"""(case, its detail, width in cells, audit) to the lines that stand in the place of text and evidence."""

VIEWS: Mapping[type[Detail], View] = {}
"""By the type of the detail. History and refused verdicts come after each view by themselves."""
