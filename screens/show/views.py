"""Which view shows which detail of a case; a case whose detail has none is shown by its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from screens.show.broken import broken_lines
from screens.show.conflict import conflict_lines
from screens.show.copies import copies_lines
from screens.show.drift import drift_lines
from screens.show.pair import pair_lines
from screens.show.sheet import case_sheet
from screens.show.unreadable import unreadable_lines
from screens.show.withdrawal import withdrawal_lines
from screens.widgets.page import PageLine
from workbench.desk.sheets import SHEETS
from workbench.store.case import Case
from workbench.store.detail import Detail
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictDetail
from workbench.store.details.copies import CopiesDetail
from workbench.store.details.drift import DriftDetail
from workbench.store.details.pair import PairDetail
from workbench.store.details.unreadable import UnreadableDetail
from workbench.store.details.withdrawal import WithdrawalDetail

View = Callable[[Case, Any, int, bool], list[PageLine]]
"""(case, its detail, width in cells, audit) to the lines that stand in the place of text and evidence."""

VIEWS: Mapping[type[Detail], View] = {
    ConflictDetail: conflict_lines,
    PairDetail: pair_lines,
    CopiesDetail: copies_lines,
    BrokenDetail: broken_lines,
    WithdrawalDetail: withdrawal_lines,
    UnreadableDetail: unreadable_lines,
    DriftDetail: drift_lines,
    **dict.fromkeys(SHEETS, case_sheet),
}
"""By the type of the detail. History and refused verdicts come after each view by themselves."""
