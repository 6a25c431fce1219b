"""The content-free tombstone of an authorized erasure (§12.3)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator

from .ids import Prefix
from .record import OptionalRef, Record, Ref, Refs, Time, id_of
from .words import HolderOutcome


class HolderResult(Record):
    """What became of one holder."""

    holder_ref: Ref
    result: HolderOutcome
    limitation_ref: OptionalRef = None


def _bounded(refs: tuple[str, ...]) -> tuple[str, ...]:
    if not refs:
        raise ValueError("selects nothing")
    return refs


def _enumerated(holders: tuple[HolderResult, ...]) -> tuple[HolderResult, ...]:
    if not holders:
        raise ValueError("names no holder")
    if len({holder.holder_ref for holder in holders}) < len(holders):
        raise ValueError("gives two results for one holder")
    return holders


class ErasureTombstone(Record):
    """Which scope was erased by what authority, and holder by holder with what result."""

    erasure_id: Annotated[str, AfterValidator(id_of(Prefix.ERASURE))]
    record_type: Literal["erasure-tombstone-v1"]
    scope_refs: Annotated[Refs, AfterValidator(_bounded)]
    authority_ref: Ref
    decided_at: Time
    executed_at: Time
    holders: Annotated[tuple[HolderResult, ...], AfterValidator(_enumerated)]
    sanitized_replacement_refs: Refs = ()

    @property
    def complete(self) -> bool:
        """Whether every holder that is named is said to be completed."""
        return all(holder.result is HolderOutcome.COMPLETED for holder in self.holders)
