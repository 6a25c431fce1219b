"""`workbench cases`: the queue, one line a case, or two where the terminal is narrow; its saved views."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.completing import kinds_of_cases, of_words
from workbench.cli.emit import Emit
from workbench.cli.header import age, count, paint_header
from workbench.cli.objects import Json, case_object, store_object, unreadable_objects
from workbench.text.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.desk import Desk
    from workbench.desk.saved import View
    from workbench.store.case import Case

POSSIBLE = ("contradiction", "duplicate")
"""Kinds of which a finder picks cases, too: they are in no list but that of their kind."""
ELSEWHERE = (
    "Possible ones are in `workbench conflicts`, and in `workbench cases --kind contradiction` or duplicate."
)

_TWO_LINES = 110
"""Cells below which a case takes two lines."""


@click.command(
    epilog=example(
        "workbench cases ~/agent --kind pending-cleanup",
        "workbench cases --filter 'topic:pitfalls age:>30 -draft' --sort source",
        "workbench cases --json",
    )
)
@store_argument
@click.option("--kind", metavar="K", shell_complete=of_words(kinds_of_cases), help="Only cases of this kind.")
@click.option("--filter", "words", metavar="EXPR", help="Only cases that match, as `/` in the queue filters.")
@click.option(
    "--sort", metavar="KEY", help="By age, kind, status, topic or source; else in the queue's order."
)
@click.option("--view", "name", metavar="NAME", help="With the filter and the order of a saved view.")
@click.option("--save-view", metavar="NAME", help="Keep filter and order under a name, on this machine.")
@click.option("--forget-view", metavar="NAME", help="Forget a saved view, and list the others.")
@click.option("--views", "list_them", is_flag=True, help="List the saved views of the store.")
@click.option("--audit-withdrawn", is_flag=True, help="Show text that a withdrawal holds back. For a person.")
@common
@click.pass_obj
def command(
    call: Call,
    store: Path | None,
    kind: str | None,
    words: str | None,
    sort: str | None,
    name: str | None,
    save_view: str | None,
    forget_view: str | None,
    list_them: bool,
    audit_withdrawn: bool,
) -> int:
    """List what waits for a person in STORE, in the order of the queue or sorted."""
    from workbench.desk.saved import drop_view, keep_view, view_named

    check_kind(kind)
    desk = call.desk(store)
    if forget_view is not None:
        drop_view(desk, view_named(desk, forget_view).name)
    if list_them or forget_view is not None:
        list_views(call, desk)
        return 0
    view = asked_for(view_named(desk, name) if name is not None else None, words, sort)
    if save_view is not None:
        keep_view(desk, replace(view, name=save_view, sort=view.sort or "age"))
    list_cases(call, desk, kind, audit=audit_withdrawn, view=view)
    return 0


def asked_for(saved: View | None, words: str | None, sort: str | None) -> View:
    """The filter and the order that the options ask for; an empty order is that of the queue.

    Raises:
        UsageError: the filter cannot be meant, or there is no such order.
    """
    from workbench.desk.filtering import parse
    from workbench.desk.ordering import SORTS
    from workbench.desk.saved import View

    text = " ".join(part for part in (saved.filter if saved else None, words) if part)
    if problems := parse(text).problems:
        raise UsageError(
            f"The filter cannot be meant: {problems[0]}.", next="See the example of `workbench cases --help`."
        )
    if sort is not None and sort not in SORTS:
        raise UsageError(f"There is no order called {sort}.", next="One of: " + ", ".join(SORTS))
    return View(saved.name if saved else "", text, sort or (saved.sort if saved else ""))


def list_views(call: Call, desk: Desk) -> None:
    """Print the saved views of an open store."""
    from workbench.desk.saved import views

    found = views(desk)
    said = [{"name": view.name, "filter": view.filter, "sort": view.sort} for view in found]
    call.emit.answer({"schema": "workbench.views/1", "store": store_object(desk.store()), "views": said})
    if not call.emit.as_json:
        call.emit.line((count(len(found), "saved view") if found else "No view is kept.", "bold"))
        for view in found:
            call.emit.line((f"{view.name}  ", "cyan"), f"{view.filter or 'no filter'}  by {view.sort}")


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


def list_cases(
    call: Call, desk: Desk, kind: str | None = None, *, audit: bool = False, view: View | None = None
) -> None:
    """Print the queue of an open store, or what a view shows of it."""
    every = (*desk.cases(kind, audit=audit), *_possible(desk, kind))
    cases = chosen(every, view)
    store, unreadable = desk.store(), desk.status().unreadable
    call.emit.answer(
        {
            "schema": "workbench.cases/1",
            "store": store_object(store),
            "of": len(every),
            "cases": _with_evidence(call, desk, cases, audit=audit),
            "unreadable": unreadable_objects(unreadable),
        }
    )
    if not call.emit.as_json:
        paint_header(call.emit, store)
        call.emit.line()
        paint_queue(call.emit, cases, of=len(every))
        if kind is None:
            call.emit.line(ELSEWHERE)
        for path, reason in unreadable:
            call.emit.line(("Unreadable: ", "yellow"), f"{path}: {reason}")


def _possible(desk: Desk, kind: str | None) -> tuple[Case, ...]:
    """What a finder picked, where that kind is asked for."""
    if kind not in POSSIBLE:
        return ()
    return tuple(case for case in desk.possible_cases() if case.kind == kind)


def chosen(cases: Sequence[Case], view: View | None) -> Sequence[Case]:
    """The cases that a view shows, in its order."""
    from workbench.desk.filtering import parse
    from workbench.desk.ordering import ordered

    if view is None:
        return cases
    wanted = parse(view.filter)
    return [case for case in (ordered(cases, view.sort) if view.sort else cases) if wanted.matches(case)]


def _with_evidence(call: Call, desk: Desk, cases: Sequence[Case], *, audit: bool) -> list[Json]:
    """Every case as an object, its evidence found; nothing where no program asks for it."""
    if not call.emit.as_json:
        return []
    return [case_object(desk.case(case.id, audit=audit)) for case in cases]


def paint_queue(emit: Emit, cases: Sequence[Case], *, of: int) -> None:
    """A row a case: age, id, what it is about; first how many, and of how many."""
    from workbench.desk.words import LATER

    words = count(len(cases), "case") if cases else "No case of that kind waits."
    emit.line((words if len(cases) == of else f"{len(cases)} of {count(of, 'case')}", "bold"))
    widest = min(max((len(case.id) for case in cases), default=0), 46)
    for case in cases:
        mark = ("(possible) " if case.possible else "") + (f"({LATER}) " if case.deferred else "")
        head = (f"{age(case.age_days):>7}  ", (f"{case.id:<{widest}} ", "cyan"), mark)
        emit.row(head, case.title, narrow=_TWO_LINES)
