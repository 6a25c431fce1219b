"""What a binding offers: the only code that knows a format (§7.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

from workbench.protocol.items import Item
from workbench.store.case import Case
from workbench.store.decision import PlanContext, Verdict
from workbench.store.plan import Effect, Op, Plan
from workbench.store.snapshot import Found, Place, Row, Snapshot


class Progress(Protocol):
    """Hears how far a long piece of work has come, every few milliseconds of it.

    It may raise to stop the work: what it raises goes through to whoever asked for the work,
    and nothing of it is kept.
    """

    def __call__(self, done: int, total: int) -> None:
        """``done`` of ``total``, in a unit that is the work's own; ``done`` never falls."""


class Binding(Protocol):
    """One format. Found by the entry point group ``workbench.bindings``."""

    name: str

    def recognise(self, path: Path) -> Found | None:
        """The store at ``path``, or None. Reads names only."""

    def looked_for(self) -> str:
        """What would have made a directory a store, for the error when none is."""

    def load(
        self,
        found: Found,
        earlier: Snapshot | None = None,
        progress: Progress | None = None,
        reread: Collection[str] = (),
    ) -> Snapshot:
        """Read everything once; a bad file becomes an entry of ``unreadable``.

        ``progress`` hears of bytes: those dealt with, of all that the files hold.
        ``earlier`` is a reading of the same store: what names and stamps tell to be unchanged may
        be taken from it, indexes included, except for the files in ``reread``, which are read.
        """

    def changed(self, snapshot: Snapshot) -> bool:
        """Whether any file looks other than when the snapshot was read; a hint from names and stamps."""

    def item(self, snapshot: Snapshot, row: Row) -> Item:
        """The validated model of a row (§9)."""

    def plan(self, snapshot: Snapshot, case: Case, verdict: Verdict, context: PlanContext) -> Plan:
        """The plan of a verdict.

        Raises:
            Refused: with the rule of the protocol that says no.
            UsageError: a parameter is missing or names nothing.
        """

    def revert(
        self,
        snapshot: Snapshot,
        effects: Sequence[Effect],
        context: PlanContext,
        earlier: Sequence[Effect],
        stood: Collection[str] = (),
    ) -> Plan:
        """The plan that takes ``effects`` back; ``earlier`` are effects of other decisions on the same files.

        ``stood`` are keys of records that are what they were when that was decided.

        Raises:
            StoreChanged: something else changed one of the spans since.
        """

    def apply(self, path: str, data: bytes, effects: Sequence[Effect]) -> bytes:
        """The bytes of one file after the effects; what is done already is left as it is.

        Raises:
            StoreChanged: a span has neither its bytes before nor its bytes after.
        """

    def place(self, path: str) -> Place | None:
        """Where the rows of a file stand, by its path; None where it holds copies alone, or no rows."""

    def spans(self, path: str, data: bytes, record: str) -> list[bytes]:
        """Every span of a record in the bytes of a file, as they stand now."""

    def recall(self, op: Op, path: str, data: bytes, record: str, span: bytes) -> Effect | None:
        """An effect drawn up again from a file that holds its span; None where the span does not stand.

        For ``remove`` and ``replace`` a file from before the effect and its bytes before, for
        ``insert`` one from after it and its bytes after.
        """

    def log_entry(self, data: bytes, plan: Plan, context: PlanContext) -> bytes:
        """The bytes to append to ``log.md`` (whose bytes are ``data``) for a plan."""
