"""`workbench records`: every kind of record of the store, read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from workbench.cli.call import Call, common, example
from workbench.cli.emit import Emit
from workbench.cli.header import count, paint_header
from workbench.cli.objects import record_object, store_object
from workbench.cli.show import paint_facts
from workbench.cli.where import STORE_HELP, split_store
from workbench.text.errors import UnknownId, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.desk import Desk
    from workbench.desk.views import RecordKind, RecordView


_PLURALS = {"feedback": "feedback events", "hypothesis": "hypotheses", "log": "log entries"}


@click.command(
    help="List the records of STORE: items, conflicts, controls, proposals, receipts, tombstones, feedback, "
    "hypotheses and more. With ID, show one of them whole.\n\n" + STORE_HELP,
    short_help="List every kind of record, or show one.",
    epilog=example("workbench records ~/agent --kind control", "workbench records memwd-2026-08-05-001"),
)
@click.argument("words", nargs=-1, metavar="[STORE] [ID]")
@click.option("--kind", metavar="K", help="Only records of this kind.")
@click.option("--audit-withdrawn", is_flag=True, help="Show text that a withdrawal holds back. For a person.")
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...], kind: str | None, audit_withdrawn: bool) -> int:
    """Print the records, or one."""
    where, rest = split_store(words, 0, 1, "ID")
    wanted = _kind(kind)
    desk = call.desk(where)
    if rest:
        records: Sequence[RecordView] = [_find(desk, rest[0], audit=audit_withdrawn)]
    else:
        records = desk.records(wanted, audit=audit_withdrawn)
    store = desk.store()
    listed = [record_object(record) for record in records]
    call.emit.answer({"schema": "workbench.records/1", "store": store_object(store), "records": listed})
    if rest:
        paint_record(call.emit, records[0])
    else:
        paint_header(call.emit, store)
        _paint_list(call.emit, records)
    return 0


def _find(desk: Desk, name: str, *, audit: bool) -> RecordView:
    """The record that is asked for.

    Raises:
        UnknownId: there is none; ``next`` names the command that lists them.
    """
    try:
        return desk.record(name, audit=audit)
    except UnknownId as failure:
        failure.next = "`workbench records` lists every record with its id."
        raise


def paint_record(emit: Emit, record: RecordView) -> None:
    """One record: where it stands, its facts, its text."""
    emit.line((record.id, "bold cyan"), f"  {record.kind}  {record.path}:{record.line}")
    paint_facts(emit, record.facts)
    if record.problem:
        emit.line("  ", (f"! {record.problem}", "yellow"))
    if record.withheld_by:
        emit.line("  ", (f"⊘ withdrawn by {record.withheld_by}", "yellow"))
    emit.quote(record.text or record.summary)


def _paint_list(emit: Emit, records: Sequence[RecordView]) -> None:
    """One line a record, under a line for each kind."""
    kind = None
    for record in records:
        if record.kind != kind:
            kind = record.kind
            emit.line()
            number = sum(one.kind == kind for one in records)
            emit.line((count(number, kind, _PLURALS.get(kind, "")), "bold"))
        flaw = f"  ! {record.problem}" if record.problem else ""
        held = f"  ⊘ {record.withheld_by}" if record.withheld_by else ""
        place = f"  {record.path}:{record.line}  "
        emit.row((place, (record.id, "cyan"), (flaw + held, "yellow"), " "), record.summary)
    if not records:
        emit.line("No record of that kind is there.")


def _kind(word: str | None) -> RecordKind | None:
    """The kind of record a word names, in singular or plural."""
    from workbench.desk.views import RecordKind

    kinds: tuple[RecordKind, ...] = get_args(RecordKind)
    found = next((kind for kind in kinds if word in (kind, f"{kind}s", f"{kind[:-2]}es")), None)
    if word is not None and found is None:
        plain = "One of: " + ", ".join(kinds)
        raise UsageError(f"No kind of record is called {word}.", next=plain)
    return found
