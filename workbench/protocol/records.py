"""Every record of §12 and §23: which one a mapping is, and its model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .erasure import ErasureTombstone, HolderResult
from .errors import RecordError
from .evolution import MetamemoryFeedback, PolicyProposal, RetrievalRecord
from .hypothesis import Hypothesis
from .receipt import SURFACES, SurfaceReceipt
from .record import OpenRecord, Record
from .withdrawal import CATEGORIES, WithdrawalRecord, WithdrawalScope, salvage_scope
from .words import RecordType

__all__ = [
    "CATEGORIES",
    "MODEL_OF",
    "SURFACES",
    "ErasureTombstone",
    "HolderResult",
    "Hypothesis",
    "MetamemoryFeedback",
    "OpenRecord",
    "PolicyProposal",
    "Record",
    "RetrievalRecord",
    "SurfaceReceipt",
    "WithdrawalRecord",
    "WithdrawalScope",
    "parse_record",
    "record_type_of",
    "salvage_scope",
    "unwrapped",
]

MODEL_OF: Final[Mapping[RecordType, type[Record]]] = {
    RecordType.WITHDRAWAL: WithdrawalRecord,
    RecordType.ERASURE: ErasureTombstone,
    RecordType.RECEIPT: SurfaceReceipt,
    RecordType.RETRIEVAL: RetrievalRecord,
    RecordType.FEEDBACK: MetamemoryFeedback,
    RecordType.PROPOSAL: PolicyProposal,
    RecordType.HYPOTHESIS: Hypothesis,
}

_SIGNS: Final = (
    (RecordType.WITHDRAWAL, "withdrawal_id", "withdrawal-control-"),
    (RecordType.ERASURE, "erasure_id", "erasure-tombstone-"),
    (RecordType.RECEIPT, "receipt_id", "surface-receipt-"),
    (RecordType.FEEDBACK, "event_id", ""),
    (RecordType.RETRIEVAL, "retrieval_id", ""),
    (RecordType.PROPOSAL, "proposal_id", ""),
)
_WRAPPERS: Final = frozenset(
    {"withdrawal_record", "erasure_tombstone", "retrieval_record", "metamemory_feedback", "policy_proposal"}
)


def record_type_of(mapping: Mapping[str, Any]) -> RecordType | None:
    """Which record a mapping means to be, well formed or not, or None.

    Controls are looked for first, so that a control record of a later version or
    with a field too many is still known as one, and fails closed.
    """
    inner = unwrapped(mapping)
    declared = inner.get("record_type")
    for found, key, family in _SIGNS:
        if key in inner or (family and isinstance(declared, str) and declared.startswith(family)):
            return found
    named = inner.get("id")
    return RecordType.HYPOTHESIS if isinstance(named, str) and named.startswith("hyp-") else None


def unwrapped(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record inside a mapping whose only key is the name of a protocol artifact."""
    if len(mapping) == 1:
        key, value = next(iter(mapping.items()))
        if key in _WRAPPERS and isinstance(value, Mapping):
            return value
    return mapping


def parse_record(mapping: Mapping[str, Any]) -> Record:
    """The model of whichever record the mapping is. Raises RecordError, also if it is none."""
    found = record_type_of(mapping)
    if found is None:
        raise RecordError("no record of the protocol")
    return MODEL_OF[found].parse(unwrapped(mapping))
