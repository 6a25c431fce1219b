"""`workbench ledger`: every decision, newest first, or one in words, with its plan as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.completing import decisions
from workbench.cli.emit import Emit
from workbench.cli.header import count, paint_header
from workbench.cli.ledger_text import paint_decision, paint_plan_was
from workbench.cli.objects import (
    Json,
    decision_object,
    finding_objects,
    ledger_object,
    plan_object,
    store_object,
)
from workbench.cli.where import STORE_HELP, split_store
from workbench.text.errors import UnknownId, UsageError

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.desk.views import LedgerEntry

SCHEMA = "workbench.ledger/1"


@click.command(
    help="List every decision, newest first. With DECISION, tell that one in words: who, why, under which "
    "authority, what was seen, what it changed and what of that still stands.\n\n" + STORE_HELP,
    short_help="List decisions, or tell one in full.",
    epilog=example(
        "workbench ledger ~/agent",
        "workbench ledger memdec-2026-08-13-004-1f0c --plan",
        "workbench ledger memdec-2026-08-13-004-1f0c --json",
    ),
)
@click.argument("words", nargs=-1, metavar="[STORE] [DECISION]", shell_complete=decisions)
@click.option("--plan", is_flag=True, help="Show the plan as it was: every line that DECISION changed.")
@click.option("--record", is_flag=True, help="Show the record of DECISION as it stands on disk.")
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...], plan: bool, record: bool) -> int:
    """Print the ledger, or one decision of it."""
    where, rest = split_store(words, 0, 1, "DECISION")
    if not rest and (plan or record):
        raise UsageError("Which decision?", next="Name one: `workbench ledger` lists them.")
    desk = call.desk(where)
    if rest:
        _tell(call, desk, rest[0], plan=plan, record=record)
        return 0
    entries, store = desk.ledger(), desk.store()
    call.emit.answer(
        {"schema": SCHEMA, "store": store_object(store), "decisions": [ledger_object(one) for one in entries]}
    )
    if not call.emit.as_json:
        paint_header(call.emit, store)
        _paint(call.emit, entries)
    return 0


def _tell(call: Call, desk: Desk, id_: str, *, plan: bool, record: bool) -> None:
    """One decision in full.

    Raises:
        UnknownId: the ledger has none of that id.
    """
    entry = next((one for one in desk.ledger() if one.id == id_), None)
    if entry is None:
        raise UnknownId(f"No decision of this ledger is called {id_}.", next="`workbench ledger` lists them.")
    view, findings = desk.decision(id_), [one for one in desk.verify().findings if one.decision == id_]
    was = desk.plan_of(id_) if plan else None
    answer: Json = {
        "schema": SCHEMA,
        "store": store_object(desk.store()),
        "decisions": [ledger_object(entry)],
        "record": _record(entry, view.text),
        "decision": decision_object(view),
        "findings": finding_objects(findings),
    }
    call.emit.answer({**answer, "plan": plan_object(was)} if was is not None else answer)
    if call.emit.as_json:
        return
    paint_decision(call.emit, view, findings)
    if was is not None:
        paint_plan_was(call.emit, was)
    if record or entry.state == "unreadable":
        call.emit.line(("Record, as it was written", "bold"))
        call.emit.quote(view.text)


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
    from workbench.desk.words import TAKEN_BACK

    emit.line((entry.id, "bold cyan"), f"  {entry.decided_at}  ", (entry.verdict, "bold"), f"  {entry.case}")
    taken_back = f", {TAKEN_BACK} {entry.reverted_by}" if entry.reverted_by else ""
    emit.line(f"  by {entry.decided_by} ({entry.claimed})  {entry.state}{taken_back}")
    if entry.problem:
        emit.line("  ", (f"! {entry.problem}", "yellow"))
    if entry.reason:
        emit.quote(entry.reason)
