"""`workbench records`: every kind of record of the store, read-only."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, get_args

import click

from workbench.cli.call import Call, common, example
from workbench.cli.completing import kinds_of_records, of_words
from workbench.cli.details import detail_object
from workbench.cli.emit import Emit
from workbench.cli.header import count, paint_header
from workbench.cli.objects import record_object, store_object
from workbench.cli.show import paint_facts
from workbench.cli.where import STORE_HELP, split_store
from workbench.text.errors import UnknownId, UsageError
from workbench.text.visible import cells, visible

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
@click.option(
    "--kind", metavar="K", shell_complete=of_words(kinds_of_records), help="Only records of this kind."
)
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
    listed = [{**record_object(record), "detail": detail_object(record.detail)} for record in records]
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
    """One record: what is odd about it, then its sheet, or its facts and text where it has none."""
    place = f"{record.path}:{record.line}"
    emit.line((record.id, "bold cyan"), f"  {record.kind}", f"  {place}" if record.id != place else "")
    if record.detail is None:
        paint_facts(emit, record.facts)
    if record.problem:
        emit.line("  ", (f"! {record.problem}", "yellow"))
    if record.withheld_by:
        emit.line("  ", (f"⊘ withdrawn by {record.withheld_by}", "yellow"))
    if record.detail is None:
        emit.quote(record.text or record.summary)
    else:
        from workbench.cli.sheets import paint_sheet

        paint_sheet(emit, record.detail)


def _paint_list(emit: Emit, records: Sequence[RecordView]) -> None:
    """One line a record, under a line for each kind: its columns, then its words in the gutter."""
    for kind, group in groupby(records, key=lambda record: record.kind):
        rows = list(group)
        emit.line()
        emit.line((count(len(rows), kind, _PLURALS.get(kind, "")), "bold"))
        places = max(cells(visible(f"{row.path}:{row.line}")) for row in rows)
        widths = _widths([_columns(row) for row in rows])
        for record in rows:
            flaw = f"  ! {record.problem}" if record.problem else ""
            held = f"  ⊘ {record.withheld_by}" if record.withheld_by else ""
            columns = zip(_columns(record), widths, strict=False)
            shown = "".join(f"{_padded(cell, wide)}  " for cell, wide in columns)
            place = _padded(f"{record.path}:{record.line}", places)
            emit.row(
                (f"  {place}  ", (shown.rstrip(), "cyan"), (flaw + held, "yellow"), " "), record.cells[-1]
            )


def _columns(record: RecordView) -> tuple[str, ...]:
    """The short columns of its kind, then its id where neither they nor the place say it."""
    named = record.id not in (*record.cells, f"{record.path}:{record.line}")
    return (*record.cells[:-1], *((record.id,) if named else ()))


def _widths(rows: Sequence[tuple[str, ...]]) -> list[int]:
    longest = max(map(len, rows))
    return [
        max((cells(visible(row[at])) for row in rows if at < len(row)), default=0) for at in range(longest)
    ]


def _padded(text: str, width: int) -> str:
    """Text with blanks up to a width in cells, as a terminal will show it."""
    return text + " " * (width - cells(visible(text)))


def _kind(word: str | None) -> RecordKind | None:
    """The kind of record a word names, in singular or plural."""
    from workbench.desk.views import RecordKind

    kinds: tuple[RecordKind, ...] = get_args(RecordKind)
    found = next((kind for kind in kinds if word in (kind, f"{kind}s", f"{kind[:-2]}es")), None)
    if word is not None and found is None:
        plain = "One of: " + ", ".join(kinds)
        raise UsageError(f"No kind of record is called {word}.", next=plain)
    return found
