"""What a binding read from a store, immutable, every record with its address.

A :class:`Snapshot` is the only thing that review, governance and the desk see of
a store's content. It is built once per load and never changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

from workbench.protocol.items import Item
from workbench.protocol.log import LogEvent
from workbench.protocol.records import (
    ErasureTombstone,
    Hypothesis,
    MetamemoryFeedback,
    PolicyProposal,
    RetrievalRecord,
    SurfaceReceipt,
    WithdrawalRecord,
)

Place = Literal["inbox", "topic", "historical", "index", "archive"]
"""Where a row stands. ``historical`` is a topic's "Historical lessons" appendix (§14.3)."""

Expected = Literal[
    "inbox",
    "index",
    "log",
    "conventions",
    "topic",
    "archive",
    "controls",
    "proposals",
    "receipts",
    "erasures",
    "feedback",
    "walks",
]
"""What a file of a store is there for, whether it reads or not."""

Stamp = tuple[int, int, int, int, int]
"""Device, inode, size, time of modification and time of change of a file, both in ns."""

RecordT = TypeVar("RecordT")


class Address(NamedTuple):
    """Where bytes stand: a file of the store, a byte span in it, and its first line.

    ``path`` is relative to the memory root with ``/`` between parts; a file of the
    agent home beside it starts with ``../``. ``start`` and ``end`` are byte offsets
    (end exclusive), ``line`` counts from 1.
    """

    path: str
    start: int
    end: int
    line: int


class _RowFields(NamedTuple):
    key: str
    id: str | None
    kind: str | None
    subject: str | None
    status: str | None
    date: str | None
    source: str | None
    superseded_by: str | None
    merged_into: str | None
    place: Place
    section: str
    ordinal: int
    path: str
    start: int
    end: int
    line: int
    text: str
    also: tuple[str, ...] = ()


class Row(_RowFields):
    """One item as it stands in one place (§9), read tolerantly.

    ``key`` is the id, or ``~`` and ten hex digits of path and first line where there
    is none. ``status`` is the token as written; an inbox row without one is
    ``active`` (§9). ``ordinal`` counts rows of the same key in the same file from 0.
    ``also`` are further ids that the item gives itself; a withdrawal of any of them
    counts (§12.2). It is a tuple because a store holds very many of them.
    """

    __slots__ = ()
    plain: ClassVar[bool] = False
    """Whether it is known that the item departs from the protocol in nothing; see :class:`PlainRow`."""

    def __new__(
        cls,
        *,
        key: str,
        id: str | None,  # noqa: A002 - the name of the field
        kind: str | None,
        subject: str | None,
        status: str | None,
        date: str | None,
        source: str | None,
        superseded_by: str | None,
        merged_into: str | None,
        place: Place,
        section: str,
        ordinal: int,
        address: Address,
        text: str,
        also: tuple[str, ...] = (),
    ) -> Row:
        """A row of which nothing is known beyond its fields, whatever class it is asked of."""
        known = (key, id, kind, subject, status, date, source, superseded_by, merged_into)
        return tuple.__new__(Row, (*known, place, section, ordinal, *address, text, also))

    @property
    def address(self) -> Address:
        """Where its bytes stand, without its last line end."""
        return Address(self.path, self.start, self.end, self.line)

    @property
    def stored(self) -> bool:
        """Whether the row stands in the item store (a topic), not in inbox, index or archive."""
        return self.place in ("topic", "historical")

    def as_stored(self, status: str) -> Row:
        """The row as it would stand in a topic with that Status."""
        values = self._asdict() | {"status": status, "place": "topic"}
        return tuple.__new__(Row, tuple(values.values()))

    def __repr__(self) -> str:
        """The key and the place alone: what a row says is memory text."""
        return f"Row({self.key!r}, {self.place!r}, {self.ordinal!r}, {self.address!r})"


class PlainRow(Row):
    """A row whose item departs from §9 in nothing, as the reader of its bytes could tell.

    For one, `findings` of its item is empty. A row that is not known to be plain may be so.
    """

    __slots__ = ()
    plain: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading of an archive file and what stands under it: what a Source anchor names (§9)."""

    path: str
    anchor: str = field(repr=False)
    """Slug of the heading; empty for the file as a whole."""
    address: Address


@dataclass(frozen=True, slots=True)
class Held(Generic[RecordT]):
    """A record that is not an item, where it stands, and how it reads.

    ``record`` is None when it is malformed; ``problem`` then says why, without content,
    and ``raw`` holds the mapping as far as it could be read (a malformed withdrawal still
    excludes the scope it names, §12.2). ``name`` is its id, or ``path:line`` where it has none.
    """

    name: str
    record: RecordT | None = field(repr=False)
    address: Address
    problem: str | None = None
    raw: Mapping[str, object] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the operation log (§8) and where it stands."""

    event: LogEvent = field(repr=False)
    address: Address
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """One standing rule of ``conventions.md`` (§8)."""

    address: Address
    section: str = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic page's front matter (§11) as far as it reads."""

    path: str
    title: str | None = field(repr=False)
    triggers: tuple[str, ...] = field(repr=False)
    problem: str | None


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file that could not be read, and the plain reason; the rest of the store still works.

    ``holds`` says what the binding expected there. ``size`` (bytes), ``mode`` (as ``ls`` writes
    it) and ``stamp`` (of the time before it was tried) are None where they could not be looked at.
    """

    path: str
    reason: str
    holds: Expected | None = None
    size: int | None = None
    mode: str | None = None
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Capability:
    """One of the five capabilities of §7.1: whether the files support it, and why it is said so."""

    name: Literal["inbox", "archive", "item store", "index", "operation log"]
    present: bool
    reason: str


@dataclass(frozen=True, slots=True)
class FileBytes:
    """The bytes of one file as they were read, once.

    ``stamp`` is device, inode, size, and the times of modification and of change in ns, taken
    before reading: a hint of a later change, never the truth about it. ``steady`` says that both
    times were over by so much when the file was read that a later write gets others.
    """

    path: str
    data: bytes = field(repr=False)
    stamp: Stamp | None = None
    steady: bool = field(default=False, compare=False)

    @property
    def digest(self) -> str:
        """SHA-256 of all bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Snapshot:
    """Everything a store holds at one moment.

    ``rows`` are in file order; ``files`` maps path to bytes for every file read.
    """

    root: Path
    home: Path | None
    files: Mapping[str, FileBytes] = field(repr=False)
    rows: tuple[Row, ...] = field(repr=False)
    passages: tuple[Passage, ...] = field(repr=False)
    log: tuple[LogLine, ...] = field(repr=False)
    rules: tuple[Rule, ...] = field(repr=False)
    topics: tuple[Topic, ...] = field(repr=False)
    controls: tuple[Held[WithdrawalRecord], ...] = field(default=(), repr=False)
    proposals: tuple[Held[PolicyProposal], ...] = field(default=(), repr=False)
    receipts: tuple[Held[SurfaceReceipt], ...] = field(default=(), repr=False)
    tombstones: tuple[Held[ErasureTombstone], ...] = field(default=(), repr=False)
    feedback: tuple[Held[MetamemoryFeedback], ...] = field(default=(), repr=False)
    retrievals: tuple[Held[RetrievalRecord], ...] = field(default=(), repr=False)
    hypotheses: tuple[Held[Hypothesis], ...] = field(default=(), repr=False)
    unreadable: tuple[UnreadableFile, ...] = ()
    capabilities: tuple[Capability, ...] = ()

    def span(self, address: Address) -> bytes:
        """The exact bytes at an address of this snapshot."""
        return self.files[address.path].data[address.start : address.end]

    @cached_property
    def rows_by_key(self) -> Mapping[str, tuple[Row, ...]]:
        """Every row of a key, in file order."""
        return _grouped((row.key, row) for row in self.rows)

    @cached_property
    def rows_by_path(self) -> Mapping[str, tuple[Row, ...]]:
        """Every row of a file, in order; files without any are left out."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.address.path, []).append(row)
        return {path: tuple(rows) for path, rows in found.items()}

    @cached_property
    def rows_by_subject(self) -> Mapping[str, tuple[Row, ...]]:
        """Rows of kind state by their exact subject string, archive left out (§14.2)."""
        states = (row for row in self.rows if row.subject is not None and row.place != "archive")
        return _grouped((row.subject or "", row) for row in states if row.kind == "state")

    @cached_property
    def stored_counts(self) -> tuple[int, int]:
        """How many rows stand in the item store, and how many of those have an id."""
        ids = [row.id for row in self.rows if row.stored]
        return len(ids), len(ids) - ids.count(None)

    def present(self, key: str) -> list[Row]:
        """Every row of a key outside the archive, in file order."""
        return [row for row in self.rows_by_key.get(key, ()) if row.place != "archive"]

    @cached_property
    def item_count(self) -> int:
        """Distinct items in inbox, topics and index; archive lines are provenance."""
        return len({row.key for row in self.rows if row.place != "archive"})


def _grouped(named: Iterable[tuple[str, Row]]) -> dict[str, tuple[Row, ...]]:
    """Rows by a name of theirs, in their order. Most names have one row, for which no list is made."""
    found: dict[str, tuple[Row, ...]] = {}
    several: dict[str, list[Row]] = {}
    for name, row in named:
        if name not in found:
            found[name] = (row,)
        elif name in several:
            several[name].append(row)
        else:
            several[name] = [*found[name], row]
    found.update((name, tuple(rows)) for name, rows in several.items())
    return found


@dataclass(frozen=True, slots=True)
class Found:
    """A place that a binding recognised as a store."""

    binding: str
    root: Path
    home: Path | None


__all__ = [
    "Address",
    "Capability",
    "Expected",
    "FileBytes",
    "Found",
    "Held",
    "Item",
    "LogLine",
    "Passage",
    "Place",
    "PlainRow",
    "Row",
    "Rule",
    "Snapshot",
    "Stamp",
    "Topic",
    "UnreadableFile",
]
