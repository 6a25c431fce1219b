"""How `show` prints the detail of a case, by its type, and how JSON gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from workbench.cli.paints import (
    paint_broken,
    paint_conflict,
    paint_copies,
    paint_drift,
    paint_pair,
    paint_unreadable,
    paint_withdrawal,
)
from workbench.store.detail import Detail
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictDetail, reconcile_text
from workbench.store.details.copies import CopiesDetail
from workbench.store.details.drift import DriftDetail
from workbench.store.details.erasure import ErasureDetail
from workbench.store.details.pair import PairDetail
from workbench.store.details.proposal import ProposalDetail
from workbench.store.details.receipt import ReceiptDetail
from workbench.store.details.unreadable import UnreadableDetail
from workbench.store.details.withdrawal import WithdrawalDetail

if TYPE_CHECKING:
    from workbench.cli.emit import Emit
    from workbench.store.case import Case, Evidence

Paint = Callable[["Emit", "Case", Any], Iterable["Evidence"]]
"""Prints a detail in the place of the text of a case; gives the evidence still to be printed."""

PAINTS: Mapping[type[Detail], Paint] = {
    ConflictDetail: paint_conflict,
    PairDetail: paint_pair,
    CopiesDetail: paint_copies,
    BrokenDetail: paint_broken,
    WithdrawalDetail: paint_withdrawal,
    UnreadableDetail: paint_unreadable,
    DriftDetail: paint_drift,
}
"""By the type of the detail; a case whose detail has none is printed by its text and evidence."""

SHEET_DETAILS: frozenset[type[Detail]] = frozenset({ProposalDetail, ReceiptDetail, ErasureDetail})
"""Details of cases that are printed as a sheet, in the place of facts, notes and text."""

ALSO: Mapping[type[Detail], Callable[[Any], dict[str, Any]]] = {
    ConflictDetail: lambda detail: {"reconcile_text": reconcile_text(detail)},
}
"""What JSON gives beside the fields of a detail."""


def detail_object(detail: Detail | None) -> dict[str, Any] | None:
    """``detail``: its fields as they are called, with ``view`` for its type; None where there is none."""
    if detail is None:
        return None
    view = type(detail).__name__.removesuffix("Detail").lower()
    also = ALSO[type(detail)](detail) if type(detail) in ALSO else {}
    return {"view": view, **_plain(detail), **also}


def _plain(value: Any) -> Any:
    """Values of JSON alone: objects for dataclasses, sorted lists for sets; paths and enums as text."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(one) for one in value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)
