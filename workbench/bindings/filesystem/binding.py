"""The binding's one face to the rooms above: everything it offers, by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from workbench.bindings.filesystem import layout, planning, read, spans
from workbench.bindings.filesystem.grammar import encode
from workbench.bindings.filesystem.page import eol_of
from workbench.bindings.filesystem.recall import recalled
from workbench.bindings.filesystem.rows import item_of, place_of
from workbench.protocol.items import Item
from workbench.protocol.log import render_line
from workbench.store.binding import Progress
from workbench.store.case import Case
from workbench.store.decision import PlanContext, Verdict
from workbench.store.plan import Effect, Op, Plan
from workbench.store.snapshot import Found, Place, Row, Snapshot


class FilesystemBinding:
    """See :class:`workbench.store.binding.Binding`."""

    name = "filesystem"

    def recognise(self, path: Path) -> Found | None:
        """The store at ``path``, or None."""
        return layout.recognise(path)

    def looked_for(self) -> str:
        """What would have made a directory a store."""
        return layout.looked_for()

    def load(
        self,
        found: Found,
        earlier: Snapshot | None = None,
        progress: Progress | None = None,
        reread: Collection[str] = (),
    ) -> Snapshot:
        """Read everything once."""
        return read.load(found, earlier, progress, reread)

    def changed(self, snapshot: Snapshot) -> bool:
        """Whether any file looks other than when it was read."""
        return read.changed(Found(self.name, snapshot.root, snapshot.home), snapshot)

    def item(self, snapshot: Snapshot, row: Row) -> Item:
        """The validated model of a row."""
        return item_of(snapshot.span(row.address), row.place)

    def plan(self, snapshot: Snapshot, case: Case, verdict: Verdict, context: PlanContext) -> Plan:
        """The plan of a verdict."""
        return planning.plan(snapshot, case, verdict, context)

    def revert(
        self,
        snapshot: Snapshot,
        effects: Sequence[Effect],
        context: PlanContext,
        earlier: Sequence[Effect],
        stood: Collection[str] = (),
    ) -> Plan:
        """The plan that takes effects back."""
        return planning.revert(snapshot, effects, context, earlier, stood)

    def apply(self, path: str, data: bytes, effects: Sequence[Effect]) -> bytes:
        """The bytes of one file after the effects."""
        return spans.apply(path, data, effects)

    def place(self, path: str) -> Place | None:
        """Where rows of a file stand."""
        return place_of(path)

    def spans(self, path: str, data: bytes, record: str) -> list[bytes]:
        """Every span of a record as it stands."""
        return spans.spans(path, data, record)

    def recall(self, op: Op, path: str, data: bytes, record: str, span: bytes) -> Effect | None:
        """An effect drawn up again from a file that holds its span."""
        return recalled(op, path, data, record, span)

    def log_entry(self, data: bytes, plan: Plan, context: PlanContext) -> bytes:
        """The lines to append to ``log.md`` for a plan, begun on a line of their own."""
        eol = eol_of(data)
        lines = b"".join(encode(render_line(event)) + eol for event in plan.log)
        return lines if not data or data.endswith(b"\n") else eol + lines
