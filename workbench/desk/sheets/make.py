"""Which sheet shows which detail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from workbench.desk.sheets import erasure, proposal, receipt, records
from workbench.desk.sheets.blocks import Block
from workbench.store.detail import Detail
from workbench.store.details.erasure import ErasureDetail
from workbench.store.details.proposal import ProposalDetail
from workbench.store.details.receipt import ReceiptDetail
from workbench.store.details.records import (
    ControlDetail,
    FeedbackDetail,
    HypothesisDetail,
    ItemDetail,
    LogDetail,
    RetrievalDetail,
    RuleDetail,
)

SHEETS: Final[Mapping[type[Detail], Callable[[Any], Iterator[Block]]]] = {
    ProposalDetail: proposal.blocks,
    ReceiptDetail: receipt.blocks,
    ErasureDetail: erasure.blocks,
    FeedbackDetail: records.feedback,
    RetrievalDetail: records.retrieval,
    HypothesisDetail: records.hypothesis,
    RuleDetail: records.rule,
    LogDetail: records.log,
    ControlDetail: records.control,
    ItemDetail: records.item,
}
"""By the type of the detail."""


def sheet_of(detail: Detail | None) -> tuple[Block, ...]:
    """The blocks of a detail; none for a detail of another view, or where there is no detail."""
    make = SHEETS.get(type(detail)) if detail is not None else None
    return tuple(make(detail)) if make is not None else ()
