"""Records that are no items (§12, §23), wherever kept: YAML files, log fences, five-line receipts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.bindings.filesystem.grammar import decode
from workbench.protocol.errors import RecordError
from workbench.protocol.hypothesis import Hypothesis
from workbench.protocol.receipt import SurfaceReceipt
from workbench.protocol.records import MODEL_OF, record_type_of, unwrapped
from workbench.protocol.strict_yaml import load_record
from workbench.protocol.words import RecordType
from workbench.store.snapshot import Address, Held

_NAMES = ("withdrawal_id", "erasure_id", "receipt_id", "event_id", "retrieval_id", "proposal_id", "id")
_MENTIONS = (
    (RecordType.WITHDRAWAL, re.compile(rb"withdrawal_id|withdrawal-control|withdrawal_record")),
    (RecordType.ERASURE, re.compile(rb"erasure_id|erasure-tombstone|erasure_tombstone")),
    (RecordType.PROPOSAL, re.compile(rb"proposal_id|policy_proposal")),
    (RecordType.RECEIPT, re.compile(rb"receipt_id|surface-receipt")),
    (RecordType.FEEDBACK, re.compile(rb"event_id|metamemory_feedback")),
    (RecordType.RETRIEVAL, re.compile(rb"retrieval_id|retrieval_record")),
)
"""What a record that does not read was meant to be. Controls come first: they fail closed."""


@dataclass
class Records:
    """The records found so far, by type, in reading order."""

    found: dict[RecordType, list[Held[Any]]] = field(
        default_factory=lambda: {kind: [] for kind in RecordType}
    )

    def add(self, kind: RecordType, held: Held[Any]) -> None:
        """Keep a record."""
        self.found[kind].append(held)

    def of(self, kind: RecordType) -> tuple[Held[Any], ...]:
        """All records of a type."""
        return tuple(self.found[kind])


def read_file_record(records: Records, path: str, data: bytes) -> str | None:
    """Read a YAML file as one record. Returns why it is none, or None when it was kept."""
    address = Address(path, 0, len(data), 1)
    folder = path.split("/")[-2] if path.startswith("../walks/") else None
    return _read(records, data, address, folder=folder, alone=True)


def read_span(records: Records, data: bytes, address: Address) -> None:
    """Read the body of a fence as a record, where it is one or was meant to be."""
    _read(records, data, address)


def read_receipt(records: Records, data: bytes, address: Address) -> None:
    """Read the five lines of a receipt (§12.1)."""
    record, problem = _parsed(lambda: SurfaceReceipt.from_five_lines(decode(data)))
    records.add(RecordType.RECEIPT, Held(f"{address.path}:{address.line}", record, address, problem))


def _read(
    records: Records, data: bytes, address: Address, *, folder: str | None = None, alone: bool = False
) -> str | None:
    try:
        mapping = load_record(data)
    except RecordError as error:
        return _read_broken(records, data, address, error.reason, alone)
    kind = RecordType.HYPOTHESIS if folder else record_type_of(mapping)
    if kind is None:
        return "no record of the protocol"
    inner = unwrapped(mapping)
    record, problem = _parsed(lambda: MODEL_OF[kind].parse(inner))
    if folder and isinstance(record, Hypothesis):
        problem = record.folder_disagreement(folder)
    records.add(kind, Held(_name(inner, address), record, address, problem, None if record else inner))
    return None


def _read_broken(records: Records, data: bytes, address: Address, reason: str, alone: bool) -> str | None:
    """A control that is no YAML is still a control: it is kept, malformed, and fails closed (§12.2)."""
    for kind, mention in _MENTIONS:
        if mention.search(data):
            records.add(kind, Held(f"{address.path}:{address.line}", None, address, reason))
            return None
    return reason if alone else None


def _parsed(read: Callable[[], Any]) -> tuple[Any, str | None]:
    try:
        return read(), None
    except RecordError as error:
        return None, error.reason


def _name(mapping: Mapping[str, Any], address: Address) -> str:
    for key in _NAMES:
        value = mapping.get(key)
        if isinstance(value, str) and value and len(value) <= 80:
            return value
    return f"{address.path}:{address.line}"
