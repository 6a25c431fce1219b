"""Records that are no items (§12, §23), wherever kept: YAML files, log fences, five-line receipts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.bindings.filesystem.grammar import Block, decode
from workbench.bindings.filesystem.page import Page
from workbench.protocol.errors import RecordError
from workbench.protocol.hypothesis import Hypothesis
from workbench.protocol.log import parse_line
from workbench.protocol.receipt import SurfaceReceipt
from workbench.protocol.records import MODEL_OF, record_type_of, unwrapped
from workbench.protocol.strict_yaml import load_record
from workbench.protocol.words import RecordType
from workbench.store.snapshot import Address, Held, LogLine

_NAMES = ("withdrawal_id", "erasure_id", "receipt_id", "event_id", "retrieval_id", "proposal_id", "id")
_MENTIONS = (
    (RecordType.WITHDRAWAL, b"withdrawal"),
    (RecordType.ERASURE, b"erasure"),
    (RecordType.RECEIPT, b"receipt_id"),
    (RecordType.PROPOSAL, b"proposal_id"),
    (RecordType.FEEDBACK, b"event_id"),
)
_FENCE_LINE = re.compile(rb"\A[^\n]*\n|\n?[ ]{0,3}(?:`{3,}|~{3,})[ \t\r]*\n?\Z")
_RECEIPT = re.compile(rb"(?:[-*][ \t]+)?\**Context / Workspace\**[ \t]*:")
_YAML_FENCE = re.compile(rb" {0,3}(?:`{3,}|~{3,})[ \t]*(?:ya?ml)?[ \t\r]*\n", re.IGNORECASE)


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


def read_log(records: Records, page: Page) -> list[LogLine]:
    """The entries of a log, and the records in its fences and receipts."""
    lines: list[LogLine] = []
    for block in page.blocks:
        raw = page.data[block.start : block.end]
        if block.kind == "fence":
            _read_fence(records, page, block, raw)
        elif block.kind in ("bullet", "text", "heading"):
            lines += _log_lines(page, block, raw)
            _read_receipt(records, page, block, raw)
    return lines


def _log_lines(page: Page, block: Block, raw: bytes) -> Iterator[LogLine]:
    offset = block.start
    for number, line in enumerate(raw.split(b"\n")):
        event = parse_line(decode(line.rstrip(b"\r")))
        if event is not None:
            address = Address(page.path, offset, offset + len(line), block.line + number)
            yield LogLine(event, address, decode(line.rstrip(b"\r")))
        offset += len(line) + 1


def _read_fence(records: Records, page: Page, block: Block, raw: bytes) -> None:
    if not _YAML_FENCE.match(raw):
        return
    body = _FENCE_LINE.sub(b"", raw)
    _read(records, body, Address(page.path, block.start, block.end, block.line))


def _read_receipt(records: Records, page: Page, block: Block, raw: bytes) -> None:
    match = _RECEIPT.search(raw)
    if match is None:
        return
    line = block.line + raw.count(b"\n", 0, match.start())
    address = Address(page.path, block.start + match.start(), block.end, line)
    name = f"{page.path}:{line}"
    record, problem = _parsed(lambda: SurfaceReceipt.from_five_lines(decode(raw[match.start() :])))
    records.add(RecordType.RECEIPT, Held(name, record, address, problem))


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
        if mention in data:
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
