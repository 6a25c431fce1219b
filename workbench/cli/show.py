"""`workbench show`: one case with its evidence and the verdicts it allows."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.changed import paint_history
from workbench.cli.completing import cases
from workbench.cli.details import PAINTS, SHEET_DETAILS, detail_object
from workbench.cli.emit import Emit
from workbench.cli.header import age
from workbench.cli.objects import case_facts, case_object, history_object, store_object
from workbench.cli.where import STORE_HELP, split_store
from workbench.text.errors import UnknownId

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.store.case import Case, Evidence, Offer, Target

OPTIONS = {
    "with": "--with ID", "value": "--value TEXT", "text": "--text TEXT", "status": "--status S",
    "until": "--until DATE", "topic": "--topic NAME", "subject": "--subject KEY",
    "condition": "--condition TEXT", "evidence": "--evidence REF...",
}  # fmt: skip
"""How each parameter of a verdict is given to `decide`."""

CONFLICTS = frozenset({"conflict", "contradiction", "duplicate", "copies", "broken-supersede"})
"""Kinds of case that are conflicts; `workbench conflicts` tells them all."""


@click.command(
    help="Show one case: ID is a case id, or an item id that exactly one open case holds.\n\n" + STORE_HELP,
    short_help="Show one case with its evidence and the verdicts it allows.",
    epilog=example(
        "workbench show ~/agent pending-cleanup:mem-2026-07-02-002", "workbench show mem-2026-07-02-002"
    ),
)
@click.argument("words", nargs=-1, metavar="[STORE] ID", shell_complete=cases)
@click.option("--audit-withdrawn", is_flag=True, help="Show text that a withdrawal holds back. For a person.")
@click.option("--history", is_flag=True, help="Also tell what git knows of the item's lines.")
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...], audit_withdrawn: bool, history: bool) -> int:
    """Print one case."""
    where, (name,) = split_store(words, 1, 1, "ID")
    desk = call.desk(where)
    case = _find(desk, name, audit=audit_withdrawn)
    store = store_object(desk.store())
    told = desk.history(case.id) if history else None
    answer = {"schema": "workbench.case/1", "store": store, "case": case_object(case), **case_facts(case)}
    answer["detail"] = detail_object(case.detail)
    call.emit.answer(answer | ({"history": history_object(told)} if told else {}))
    if audit_withdrawn:
        call.emit.line(("Audit: text that a withdrawal holds back is shown below.", "bold yellow"))
    paint_case(call.emit, case)
    if told:
        paint_history(call.emit, told)
    _paint_how(call.emit, case, where)
    return 0


def _find(desk: Desk, name: str, *, audit: bool) -> Case:
    """The case that is asked for.

    Raises:
        UnknownId: there is none; ``next`` names the command that shows what else has that id.
    """
    try:
        return desk.case(name, audit=audit)
    except UnknownId as failure:
        if failure.next == UnknownId.default_next:
            failure.next = _elsewhere(desk, name)
        raise


def _elsewhere(desk: Desk, name: str) -> str:
    if any(record.id == name for record in desk.records()):
        return f"It is a record: `workbench records {name}` shows it."
    if any(entry.id == name for entry in desk.ledger()):
        return f"It is a decision: `workbench ledger {name}` shows it."
    return "`workbench cases` lists what waits, `workbench records` every record."


def paint_case(emit: Emit, case: Case) -> None:
    """The case as a person reads it: what it is about, what speaks for and against, what may be answered."""
    from workbench.desk.words import later_words

    emit.line((case.id, "bold cyan"))
    emit.line(f"  {case.kind} · {_age(case)}", (POSSIBLE if case.possible else "", "yellow"))
    for target in case.targets:
        emit.line("  ", _target(target))
    if type(case.detail) in SHEET_DETAILS:
        _paint_sheet(emit, case)
        return
    paint_facts(emit, case.facts)
    paint = PAINTS.get(type(case.detail)) if case.detail is not None else None
    if paint is None or case.withheld_by:
        _paint_text(emit, case.text or case.title, case.withheld_by)
    _paint_also(emit, case.also)
    for note in case.notes:
        emit.line("  ", (f"! {note}", "yellow"))
    if case.deferred:
        emit.line(f"  {later_words(case.deferred)}")
    for one in case.evidence if paint is None else paint(emit, case, case.detail):
        _paint_evidence(emit, one)
    _paint_verdicts(emit, case)


def _paint_sheet(emit: Emit, case: Case) -> None:
    """The case by the sheet of its detail, which tells facts and notes, then its evidence."""
    from workbench.cli.sheets import paint_sheet
    from workbench.desk.words import later_words

    if case.detail is not None:
        paint_sheet(emit, case.detail)
    if case.deferred:
        emit.line(f"  {later_words(case.deferred)}")
    for one in case.evidence:
        _paint_evidence(emit, one)
    _paint_verdicts(emit, case)


POSSIBLE = " · possible: a finder picked it, nothing is certain here"


def _age(case: Case) -> str:
    """How old the case is, and from when that is counted."""
    since = {"mark": "since the mark", "date": "since the item's date", None: ""}[case.age_from]
    return "age not known" if case.age_days is None else f"{age(case.age_days)} {since}"


def paint_facts(emit: Emit, facts: Iterable[tuple[str, str]], indent: str = "  ") -> None:
    """Labels of ours with values as they stand in the store."""
    for label, value in facts:
        emit.line(f"{indent}{label:<12} ", value)


def _target(target: Target) -> str:
    status = target.status or "status not given"
    return f"{target.role}  {target.id or 'no id'}  {status}  {target.path}:{target.line}"


def _paint_text(emit: Emit, text: str, withheld_by: str | None, indent: str = "  ") -> None:
    if withheld_by:
        held = "" if text else "; its text is held back"
        emit.line(indent, (f"⊘ withdrawn by {withheld_by}", "yellow"), held)
    if text:
        emit.quote(text, indent)


def _paint_evidence(emit: Emit, one: Evidence) -> None:
    emit.line()
    emit.line((f"  {one.role}", "bold"), f"  {one.ref}", f"  {_place(one)}")
    if one.why or one.suggestion:
        emit.line("    ", ("suggestion: " if one.suggestion else "", "italic"), one.why)
    if one.fields:
        emit.line("    ", (" · ".join(f"{label} {value}" for label, value in one.fields), "dim"))
    _paint_text(emit, one.text, one.withheld_by, "    ")
    _paint_also(emit, one.also, "    ")


def _paint_also(emit: Emit, lines: str, indent: str = "  ") -> None:
    """What the item holds beside what is told of it."""
    if lines:
        emit.line(f"{indent}also in this item:")
        emit.quote(lines, indent)


def _place(one: Evidence) -> str:
    if one.path is None:
        return "nothing there has that name"
    return one.path if one.line is None else f"{one.path}:{one.line}"


def _paint_verdicts(emit: Emit, case: Case) -> None:
    emit.line()
    if case.read_only:
        emit.line(f"  no verdict here: {case.read_only}")
    for offer in case.verdicts:
        emit.line(*_offer(offer))


def _offer(offer: Offer) -> tuple[str | tuple[str, str], ...]:
    if offer.allowed:
        return "  ", (offer.verdict, "bold"), needs_of(offer)
    return "  ", (offer.verdict, "dim"), (f"  not allowed: {offer.rule or 'no rule given'}", "dim")


def needs_of(offer: Offer) -> str:
    """The options that a verdict cannot do without, each after a blank."""
    return "".join(f" {OPTIONS.get(need, f'--{need}')}" for need in offer.needs)


def _paint_how(emit: Emit, case: Case, where: Path | None) -> None:
    """The command that gives a verdict that is allowed; one that needs nothing more, but where it is a
    conflict: there the one that comes first, for what needs nothing settles it in no way or without a value.
    """
    allowed = [one for one in case.verdicts if one.allowed]
    if case.kind not in CONFLICTS:
        allowed.sort(key=lambda one: bool(one.needs))
    offer = next(iter(allowed), None)
    if offer is None:
        return
    words = [*([str(where)] if where else []), case.id, offer.verdict]
    command = " ".join(["workbench decide", *map(shlex.quote, words)])
    emit.line()
    emit.line("  Give a verdict with its name, for example:")
    emit.line(f"  {command}{needs_of(offer)} --reason TEXT", whole=True)
