"""A store made by hand: rows, passages, log lines and records with real addresses into real bytes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench.protocol.errors import RecordError
from workbench.protocol.items import Item
from workbench.protocol.log import parse_line
from workbench.protocol.records import (
    ErasureTombstone,
    PolicyProposal,
    Record,
    SurfaceReceipt,
    WithdrawalRecord,
)
from workbench.protocol.words import Form
from workbench.review.queue import Review, build
from workbench.store.case import Case
from workbench.store.snapshot import (
    Address,
    FileBytes,
    Held,
    LogLine,
    Passage,
    Place,
    Row,
    Snapshot,
    UnreadableFile,
)

TODAY = dt.date(2026, 8, 13)


class Store:
    """Collects what a binding would have read. Every address is a true byte span."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.rows: list[Row] = []
        self.items: dict[Address, Item] = {}
        self.passages: list[Passage] = []
        self.log: list[LogLine] = []
        self.controls: list[Held[WithdrawalRecord]] = []
        self.proposals: list[Held[PolicyProposal]] = []
        self.receipts: list[Held[SurfaceReceipt]] = []
        self.tombstones: list[Held[ErasureTombstone]] = []
        self.unreadable: list[UnreadableFile] = []

    def write(self, path: str, text: str) -> Address:
        """Append text to a file; answers where it stands."""
        before = self.data.get(path, b"")
        self.data[path] = before + text.encode()
        return Address(path, len(before), len(self.data[path]), before.count(b"\n") + 1)

    def item(self, item: str | None, text: str, *, place: Place = "topic", path: str | None = None,
             **fields: str) -> Row:  # fmt: skip
        """Add an item; ``fields`` are its keys of §9. Date comes from the id unless given."""
        where = path or _PATH[place]
        if place in ("topic", "index", "historical"):
            fields.setdefault("Status", "active")
        date = fields.pop("date", item[4:14] if item else "")
        said = {"kind": "knowledge", "Source": "user statement", **fields}
        said = {key: value for key, value in said.items() if value}
        lines = "".join(f"  - {key}: {value}\n" for key, value in {"id": item, **said}.items() if value)
        address = self.write(where, f"- [{date}] {text}\n{lines}")
        pairs = {"date": date, "text": text, **({"id": item} if item else {}), **said}
        self.items[address] = Item.from_fields(
            pairs, form=Form.INBOX if place == "inbox" else Form.STRUCTURED
        )
        default = "active" if place == "inbox" else None
        row = Row(
            key=item or f"~{len(self.rows):010x}",
            id=item,
            kind=said.get("kind"),
            subject=said.get("subject"),
            status=said.get("Status", default),
            date=date or None,
            source=said.get("Source"),
            superseded_by=said.get("superseded_by"),
            merged_into=said.get("merged_into"),
            place=place,
            section="",
            ordinal=0,
            address=address,
            text=text,
        )
        self.rows.append(row)
        return row

    def state(self, item: str | None, text: str, subject: str, **fields: Any) -> Row:
        """Add a state item."""
        return self.item(item, text, kind="state", subject=subject, **fields)

    def passage(
        self, anchor: str, *lines: tuple[str | None, str, str] | str, day: str = "2026-07-02"
    ) -> Passage:
        """Add an archive heading with lines below it: prose, or (id, text, Source)."""
        path = f"archive/{day}.md"
        start = self.write(path, f"## {anchor}\n")
        for line in lines:
            if isinstance(line, str):
                self.write(path, line + "\n")
            else:
                self.item(line[0], line[1], place="archive", path=path, Source=line[2], date=day)
        end = len(self.data[path])
        found = Passage(path, anchor, Address(path, start.start, end, start.line))
        self.passages.append(found)
        return found

    def say(self, line: str) -> None:
        """Append a line to the log."""
        address = self.write("log.md", line + "\n")
        event = parse_line(line)
        assert event is not None
        self.log.append(LogLine(event, address, line))

    def control(self, mapping: Mapping[str, Any]) -> Held[WithdrawalRecord]:
        """Add a control record, read as strictly as a binding reads it."""
        held = held_control(mapping, self.write("log.md", f"{mapping}\n"))
        self.controls.append(held)
        return held

    def withdraw(self, number: int, **scope: Iterable[str]) -> Held[WithdrawalRecord]:
        """Add a plain withdrawal of 2026-08-05."""
        return self.control(withdrawal(f"memwd-2026-08-05-{number:03d}", scope))

    def snapshot(self) -> Snapshot:
        """What was collected."""
        return Snapshot(
            root=Path("memory"),
            home=None,
            files={path: FileBytes(path, data) for path, data in self.data.items()},
            rows=tuple(self.rows),
            passages=tuple(self.passages),
            log=tuple(self.log),
            rules=(),
            topics=(),
            controls=tuple(self.controls),
            proposals=tuple(self.proposals),
            receipts=tuple(self.receipts),
            tombstones=tuple(self.tombstones),
            unreadable=tuple(self.unreadable),
        )

    def review(self, *, audit: bool = False, deferred: Mapping[str, str | None] | None = None) -> Review:
        """Its review on the day of these tests."""
        return build(
            self.snapshot(), lambda row: self.items[row.address], today=TODAY, deferred=deferred, audit=audit
        )

    def open(self, case_id: str, *, audit: bool = False) -> Case:
        """One case of it, opened."""
        return self.review().open(case_id, audit=audit)


_PATH: dict[Place, str] = {
    "inbox": "memory.md",
    "topic": "topics/a.md",
    "historical": "topics/a.md",
    "index": "index.md",
    "archive": "archive/2026-07-02.md",
}


def withdrawal(name: str, scope: Mapping[str, Iterable[str]], **changes: Any) -> dict[str, Any]:
    """A withdrawal as a mapping; ``changes`` replace fields, None leaves one out."""
    return _without_none(
        {
            "withdrawal_id": name,
            "record_type": "withdrawal-control-v1",
            "action": "withdraw",
            "scope": {category: list(refs) for category, refs in scope.items()},
            "reason": "owner-decision",
            "decided_by": "user:owner",
            "decided_at": "2026-08-05T10:00:00Z",
            "effect": "exclude-from-influence",
            **changes,
        }
    )


def reinstatement(
    name: str, scope: Mapping[str, Iterable[str]], lifts: str | None, **changes: Any
) -> dict[str, Any]:
    """A reinstatement as a mapping."""
    said = {"action": "reinstate", "effect": "restore-eligibility", "supersedes": lifts}
    return withdrawal(name, scope, **{**said, **changes})


def held_control(mapping: Mapping[str, Any], address: Address) -> Held[WithdrawalRecord]:
    """A control record as a binding holds it: its model, or why it is none and its raw mapping."""
    name = str(mapping.get("withdrawal_id") or f"{address.path}:{address.line}")
    return held(name, WithdrawalRecord, mapping, address)


def held(name: str, model: Any, mapping: Mapping[str, Any], address: Address) -> Held[Any]:
    """Any record as a binding holds it."""
    try:
        record: Record | None = model.parse(mapping)
    except RecordError as error:
        return Held(name, None, address, error.reason, mapping)
    return Held(name, record, address)


def _without_none(mapping: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if value is not None}
