"""`workbench ledger`: every decision, newest first, or one with its record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.emit import Emit
from workbench.cli.header import count, paint_header
from workbench.cli.objects import Json, ledger_object, store_object
from workbench.cli.where import STORE_HELP, split_store
from workbench.text.errors import UnknownId

if TYPE_CHECKING:
    from workbench.desk.views import LedgerEntry


@click.command(
    help="List every decision, newest first. With DECISION, show that one and its record as it stands on "
    "disk.\n\n" + STORE_HELP,
    short_help="List decisions, or show one with its record.",
    epilog=example("workbench ledger ~/agent", "workbench ledger memdec-2026-08-13-004-1f0c --json"),
)
@click.argument("words", nargs=-1, metavar="[STORE] [DECISION]")
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...]) -> int:
    """Print the ledger."""
    where, rest = split_store(words, 0, 1, "DECISION")
    desk = call.desk(where)
    entries, store = desk.ledger(), desk.store()
    answer: Json = {"schema": "workbench.ledger/1", "store": store_object(store)}
    if rest:
        entries = tuple(entry for entry in entries if entry.id == rest[0])
        if not entries:
            raise UnknownId(
                f"No decision of this ledger is called {rest[0]}.", next="`workbench ledger` lists them."
            )
        text = desk.decision_record(rest[0])
        call.emit.answer({**answer, "decisions": _objects(entries), "record": _record(entries[0], text)})
        _paint_entry(call.emit, entries[0])
        call.emit.quote(text)
        return 0
    call.emit.answer({**answer, "decisions": _objects(entries)})
    if not call.emit.as_json:
        paint_header(call.emit, store)
        _paint(call.emit, entries)
    return 0


def _objects(entries: Sequence[LedgerEntry]) -> list[Json]:
    return [ledger_object(entry) for entry in entries]


def _record(entry: LedgerEntry, text: str) -> object:
    """The record as an object where the ledger can read it, else its text as it stands."""
    return text if entry.state == "unreadable" else json.loads(text)


def _paint(emit: Emit, entries: Sequence[LedgerEntry]) -> None:
    emit.line()
    emit.line((count(len(entries), "decision") if entries else "No decision has been recorded here.", "bold"))
    for entry in entries:
        _paint_entry(emit, entry)


def _paint_entry(emit: Emit, entry: LedgerEntry) -> None:
    """Who decided what and when, how they were known, what became of it, and why."""
    emit.line((entry.id, "bold cyan"), f"  {entry.decided_at}  ", (entry.verdict, "bold"), f"  {entry.case}")
    taken_back = f", reverted by {entry.reverted_by}" if entry.reverted_by else ""
    emit.line(f"  by {entry.decided_by} ({entry.claimed})  {entry.state}{taken_back}")
    if entry.problem:
        emit.line("  ", (f"! {entry.problem}", "yellow"))
    if entry.reason:
        emit.quote(entry.reason)
