"""`workbench cases`: the queue, one line a case, or two where the terminal is narrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.emit import Emit
from workbench.cli.header import age, count, paint_header
from workbench.cli.objects import Json, case_object, store_object, unreadable_objects
from workbench.text.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.desk import Desk
    from workbench.store.case import Case

_TWO_LINES = 110
"""Cells below which a case takes two lines."""


@click.command(epilog=example("workbench cases ~/agent --kind pending-cleanup", "workbench cases --json"))
@store_argument
@click.option("--kind", metavar="K", help="Only cases of this kind.")
@click.option("--audit-withdrawn", is_flag=True, help="Show text that a withdrawal holds back. For a person.")
@common
@click.pass_obj
def command(call: Call, store: Path | None, kind: str | None, audit_withdrawn: bool) -> int:
    """List what waits for a person in STORE, in the order of the queue."""
    check_kind(kind)
    list_cases(call, call.desk(store), kind, audit=audit_withdrawn)
    return 0


def check_kind(kind: str | None) -> None:
    """Refuse a word that is no kind of case.

    Raises:
        UsageError: with the kinds there are.
    """
    from typing import get_args

    from workbench.store.case import CaseKind

    if kind is not None and kind not in get_args(CaseKind):
        raise UsageError(
            f"No kind of case is called {kind}.", next="One of: " + ", ".join(get_args(CaseKind))
        )


def list_cases(call: Call, desk: Desk, kind: str | None = None, *, audit: bool = False) -> None:
    """Print the queue of an open store."""
    cases = desk.cases(kind, audit=audit)
    store, unreadable = desk.store(), desk.status().unreadable
    call.emit.answer(
        {
            "schema": "workbench.cases/1",
            "store": store_object(store),
            "cases": _with_evidence(call, desk, cases, audit=audit),
            "unreadable": unreadable_objects(unreadable),
        }
    )
    if not call.emit.as_json:
        paint_header(call.emit, store)
        call.emit.line()
        paint_queue(call.emit, cases)
        for path, reason in unreadable:
            call.emit.line(("Unreadable: ", "yellow"), f"{path}: {reason}")


def _with_evidence(call: Call, desk: Desk, cases: Sequence[Case], *, audit: bool) -> list[Json]:
    """Every case as an object, its evidence found; nothing where no program asks for it."""
    if not call.emit.as_json:
        return []
    return [case_object(desk.case(case.id, audit=audit)) for case in cases]


def paint_queue(emit: Emit, cases: Sequence[Case]) -> None:
    """A row a case: age, id, what it is about."""
    emit.line((count(len(cases), "case") if cases else "No case of that kind waits.", "bold"))
    widest = min(max((len(case.id) for case in cases), default=0), 46)
    for case in cases:
        mark = "(deferred) " if case.deferred else ""
        head = (f"{age(case.age_days):>7}  ", (f"{case.id:<{widest}} ", "cyan"), mark)
        emit.row(head, case.title, narrow=_TWO_LINES)
