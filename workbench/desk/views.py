"""What the desk answers: values for a screen, a command and JSON alike. No I/O here.

Strings that may come from memory have ``repr=False`` and still need the sanitizer
before a terminal or a widget sees them; so do ids, subjects and paths.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from workbench.desk.words import waiting_words
from workbench.governance.results import Outcome, VerifyFinding, VerifyReport
from workbench.governance.tracing import Trace
from workbench.store.detail import Detail
from workbench.store.snapshot import Capability
from workbench.text.diff import DiffRow
from workbench.text.filesystems import DataGround, Ground

RecordKind = Literal[
    "item",
    "conflict",
    "control",
    "proposal",
    "receipt",
    "tombstone",
    "feedback",
    "retrieval",
    "hypothesis",
    "rule",
    "log",
]


@dataclass(frozen=True, slots=True)
class StoreView:
    """The open store as the header and the JSON object ``store`` name it.

    ``id`` is None before the first decision. ``ledger`` says where decisions are kept.
    ``authority`` says who may decide (the roster, or the owner's own word). ``ground`` is
    what the files stand on, and which promises it does not keep; ``data`` is the same of the
    person's own folder, None where that keeps what the store's ground does. ``git`` is ``branch
    commit`` of the enclosing work tree where one can be read, else None.
    """

    root: Path
    id: str | None
    binding: str
    ledger: str
    capabilities: tuple[Capability, ...]
    items: int
    unfinished: tuple[str, ...]
    authority: str
    ground: Ground
    git: str | None
    looked_at: str
    """RFC 3339 UTC time of the load."""
    data: DataGround | None = None

    @property
    def weak(self) -> str | None:
        """Why promises are weaker on these file systems and what still holds, else None."""
        told = (self.ground.weak, self.data.weak if self.data else None)
        return " ".join(words for words in told if words) or None


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many cases of one kind wait, and the oldest age in days (None: unknown)."""

    kind: str
    label: str
    waiting: int
    deferred: int
    detail: str
    oldest_days: int | None
    decidable: bool


@dataclass(frozen=True, slots=True)
class StatusView:
    """What waits for a person, by kind, in the order of the home screen."""

    store: StoreView
    kinds: tuple[KindCount, ...]
    waiting: int
    records: tuple[tuple[RecordKind, int], ...]
    excluded: int
    unreadable: tuple[tuple[str, str], ...]

    @property
    def to_decide(self) -> int:
        """Those that wait and take a verdict here; the others are to read."""
        return sum(kind.waiting for kind in self.kinds if kind.decidable)

    @property
    def split(self) -> str:
        """``13 to decide · 27 to read``."""
        return waiting_words(self.to_decide, self.waiting - self.to_decide)


@dataclass(frozen=True, slots=True)
class RecordView:
    """One record, read-only: its facts in display order, its text, where it stands."""

    kind: RecordKind
    id: str
    path: str
    line: int
    summary: str = field(repr=False)
    facts: tuple[tuple[str, str], ...] = field(repr=False, default=())
    text: str = field(repr=False, default="")
    problem: str | None = None
    withheld_by: str | None = None
    detail: Detail | None = field(default=None, repr=False)
    """What a view of this kind of record needs beyond facts and text."""
    cells: tuple[str, ...] = field(default=(), repr=False)
    """The record as a row of a list: short columns in display order, then its words."""


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What a plan does to one file. ``rows`` hold sanitized text; ``summary`` is one short phrase."""

    path: str
    summary: str
    rows: tuple[DiffRow, ...] = field(repr=False)
    added: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """A plan as a person sees it before anything is written."""

    decision_id: str
    case_id: str
    verdict: str
    files: tuple[FileDiff, ...]
    notes: tuple[str, ...]
    log_lines: tuple[str, ...] = field(repr=False)

    @property
    def lines(self) -> int:
        """Lines added and removed over all files."""
        return sum(diff.added + diff.removed for diff in self.files)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One decision of the ledger, as its record says; ``problem`` when it does not read.

    A reason that names or quotes what is withdrawn stands in no view: in its place stands a sentence
    about the withdrawal, and ``reason_withheld_by`` is its id.
    """

    id: str
    decided_at: str
    decided_by: str
    claimed: str
    verdict: str
    case: str
    targets: tuple[str, ...]
    reason: str | None = field(repr=False)
    reverted_by: str | None
    state: Literal["done", "unfinished", "unverifiable here", "unreadable"]
    problem: str | None = None
    reason_withheld_by: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewedView:
    """A record that was offered for review when a decision was made, and whether it was on the screen."""

    ref: str
    path: str
    role: str
    seen: bool


@dataclass(frozen=True, slots=True)
class EffectView:
    """What a decision did to one record of one file, and what the store shows of it now."""

    op: str
    path: str
    record: str
    trace: Trace


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One decision in full, as its record tells it. Of a record that does not read little is known.

    ``rule`` is the authority under which it was made, ``roster`` whether a roster was in force,
    ``given`` what the verdict was given, ``text`` the record's own JSON as it stands on disk.
    """

    entry: LedgerEntry
    takes_back: str | None
    at_terminal: bool | None
    rule: str
    roster: bool
    executor: str | None
    given: tuple[tuple[str, str], ...]
    targets: tuple[tuple[str, str], ...]
    """(name, path) of each record that it is about"""
    reviewed: tuple[ReviewedView, ...]
    effects: tuple[EffectView, ...]
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PlanWas:
    """The plan of a recorded decision as it was, where its bytes come from, and what is to be said of that.

    ``preview`` is None where the bytes cannot be had; ``words`` say why.
    """

    preview: Preview | None
    origin: Literal["kept here", "git history", "not here"]
    words: str


@dataclass(frozen=True, slots=True)
class HistoryView:
    """What git tells of a file's lines: commits, newest first, or why it tells nothing."""

    commits: tuple[tuple[str, str, str], ...]
    """(short commit, author, RFC 3339 date)"""
    problem: str | None


__all__ = [
    "DecisionView",
    "EffectView",
    "FileDiff",
    "HistoryView",
    "KindCount",
    "LedgerEntry",
    "Outcome",
    "PlanWas",
    "Preview",
    "RecordKind",
    "RecordView",
    "ReviewedView",
    "StatusView",
    "StoreView",
    "Trace",
    "VerifyFinding",
    "VerifyReport",
]
