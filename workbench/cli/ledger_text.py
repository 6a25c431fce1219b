"""A decision as a person reads it: the words of the ledger screen, on lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.cli.emit import Emit
from workbench.cli.header import count
from workbench.cli.plan_text import paint_changes

if TYPE_CHECKING:
    from workbench.desk.views import DecisionView, PlanWas, VerifyFinding

_SIGNS = {"stands": "✓", "outstanding": "…", "changed since": "!"}


def paint_decision(emit: Emit, view: DecisionView, findings: Sequence[VerifyFinding]) -> None:
    """One decision in words, what does not hold of it before anything else."""
    from workbench.desk.ledger_words import what_next

    entry = view.entry
    emit.line((entry.id, "bold cyan"), f"  {entry.decided_at}  ", (entry.verdict, "bold"), f"  {entry.case}")
    for finding in findings:
        mark, style = ("✗", "bold red") if finding.failed else ("?", "yellow")
        emit.line((f"  {mark} verify, {finding.check}: {finding.message}", style))
    for label, value in _facts(view):
        emit.line("  ", (f"{label}: ", "dim"), value)
    said = what_next(entry)
    if said is not None:
        emit.line("  ", (f"! {said[0]}", "yellow"))
        emit.line(f"    Next: {said[1]}")
    emit.line(("Why", "bold"))
    if entry.reason is None:
        emit.line("  the reason is not here")
    else:
        emit.quote(entry.reason)
    _paint_reviewed(emit, view)
    _paint_effects(emit, view)


def paint_plan_was(emit: Emit, was: PlanWas) -> None:
    """The plan of a decision as it was, or why it cannot be shown."""
    emit.line(("The plan as it was", "bold"))
    emit.line("  ", (was.words, "yellow" if was.preview is None else "dim"))
    if was.preview is not None:
        paint_changes(emit, was.preview)


def _facts(view: DecisionView) -> Iterator[tuple[str, str]]:
    from workbench.desk.ledger_words import authority, places
    from workbench.desk.words import TAKEN_BACK

    entry = view.entry
    taken_back = f", {TAKEN_BACK} {entry.reverted_by}" if entry.reverted_by else ""
    yield "state", f"{entry.state}{taken_back}"
    if view.takes_back:
        yield "takes back", view.takes_back
    if entry.state == "unreadable":
        return
    where = "at a terminal" if view.at_terminal else "not at a terminal"
    yield "by", f"{entry.decided_by} ({entry.claimed}, {where})"
    yield "under", authority(view)
    if view.targets:
        yield "on", places(view.targets)
    yield from view.given


def _paint_reviewed(emit: Emit, view: DecisionView) -> None:
    from workbench.desk.ledger_words import seen_words

    if not view.reviewed:
        return
    emit.line(("Reviewed", "bold"), (f"  {seen_words(view.reviewed)}", "dim"))
    for one in view.reviewed:
        mark = "✓ seen      " if one.seen else "· not seen  "
        where = f"  {one.path}" if not one.ref.startswith(one.path) else ""
        emit.line(f"  {mark}", (one.ref, "cyan"), f"  {one.role.replace('-', ' ')}", (where, "dim"))


def _paint_effects(emit: Emit, view: DecisionView) -> None:
    from workbench.desk.ledger_words import OPS, TRACES, record_name

    if view.entry.state == "unreadable":
        return
    number = count(len(view.effects), "change") if view.effects else "no file"
    emit.line(("What it changed", "bold"), (f"  {number}", "dim"))
    for one in view.effects:
        did = f"  {_SIGNS.get(one.trace, '·')} {OPS.get(one.op, one.op)} "
        emit.line(did, (record_name(one.record), "cyan"), (f"  {one.path}  ", "dim"), TRACES[one.trace])
