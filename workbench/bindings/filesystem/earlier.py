"""What an earlier reading of a store can give to the next: everything of a file whose bytes are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from workbench.protocol.words import RecordType
from workbench.store.snapshot import Held, LogLine, Passage, Row, Rule, Snapshot, Topic, UnreadableFile

ThingT = TypeVar("ThingT")

FIELD_OF: dict[RecordType, str] = {
    RecordType.WITHDRAWAL: "controls",
    RecordType.PROPOSAL: "proposals",
    RecordType.RECEIPT: "receipts",
    RecordType.ERASURE: "tombstones",
    RecordType.FEEDBACK: "feedback",
    RecordType.RETRIEVAL: "retrievals",
    RecordType.HYPOTHESIS: "hypotheses",
}
"""Where a snapshot keeps the records of a type."""


@dataclass(frozen=True)
class Earlier:
    """A snapshot by file. What a file yields depends on its path and its bytes, and on nothing else."""

    snapshot: Snapshot | None = field(repr=False)

    def bytes_of(self, path: str, data: bytes) -> bytes | None:
        """The bytes that were read of a file, if they are these; None where it must be read anew."""
        file = self.snapshot.files.get(path) if self.snapshot is not None else None
        return file.data if file is not None and file.data == data else None

    def rows(self, path: str) -> Iterable[Row]:
        """The rows of a file, in order."""
        return self._rows.get(path, ())

    def passages(self, path: str) -> Iterable[Passage]:
        """The passages of a file, in order."""
        return self._passages.get(path, ())

    def log(self, path: str) -> Iterable[LogLine]:
        """The log lines of a file, in order."""
        return self._log.get(path, ())

    def rules(self, path: str) -> Iterable[Rule]:
        """The rules of a file, in order."""
        return self._rules.get(path, ())

    def topics(self, path: str) -> Iterable[Topic]:
        """The front matter of a file."""
        return self._topics.get(path, ())

    def records(self, path: str) -> Iterable[tuple[RecordType, Held[Any]]]:
        """The records of a file, each with its type."""
        return self._records.get(path, ())

    def unreadable(self, path: str) -> Iterable[UnreadableFile]:
        """Why a file that could be read is no record."""
        return self._unreadable.get(path, ())

    @cached_property
    def _rows(self) -> dict[str, list[Row]]:
        return _by(self.snapshot.rows if self.snapshot else (), lambda row: row.address.path)

    @cached_property
    def _passages(self) -> dict[str, list[Passage]]:
        return _by(self.snapshot.passages if self.snapshot else (), lambda passage: passage.path)

    @cached_property
    def _log(self) -> dict[str, list[LogLine]]:
        return _by(self.snapshot.log if self.snapshot else (), lambda line: line.address.path)

    @cached_property
    def _rules(self) -> dict[str, list[Rule]]:
        return _by(self.snapshot.rules if self.snapshot else (), lambda rule: rule.address.path)

    @cached_property
    def _topics(self) -> dict[str, list[Topic]]:
        return _by(self.snapshot.topics if self.snapshot else (), lambda topic: topic.path)

    @cached_property
    def _records(self) -> dict[str, list[tuple[RecordType, Held[Any]]]]:
        kept = (
            (kind, held)
            for kind, name in FIELD_OF.items()
            for held in (getattr(self.snapshot, name) if self.snapshot else ())
        )
        return _by(kept, lambda pair: pair[1].address.path)

    @cached_property
    def _unreadable(self) -> dict[str, list[UnreadableFile]]:
        return _by(self.snapshot.unreadable if self.snapshot else (), lambda file: file.path)


def _by(things: Iterable[ThingT], path_of: Callable[[ThingT], str]) -> dict[str, list[ThingT]]:
    found: dict[str, list[ThingT]] = {}
    for thing in things:
        found.setdefault(path_of(thing), []).append(thing)
    return found
