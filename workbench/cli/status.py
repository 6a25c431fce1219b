"""`workbench status`: what waits for a person, by kind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.changed import paint_alarm, paint_rests, paint_since, rests_object, since_object
from workbench.cli.emit import Emit
from workbench.cli.header import age, count, paint_header
from workbench.cli.objects import Json, store_object, unreadable_objects

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.desk.rests import Rests
    from workbench.desk.since import Since
    from workbench.desk.views import KindCount, StatusView


@click.command(
    epilog=example("workbench status ~/agent", "workbench status --exit-code || echo something waits")
)
@store_argument
@click.option("--exit-code", is_flag=True, help="End with 1 when a case or an unfinished decision waits.")
@click.option("--short", is_flag=True, help="One line for a shell prompt: how many wait, and the oldest age.")
@common
@click.pass_obj
def command(call: Call, store: Path | None, exit_code: bool, short: bool) -> int:
    """Say what waits for a person in STORE, and what the store rests on."""
    status = report(call, call.desk(store), short=short)
    return int(exit_code and bool(status.waiting or status.store.unfinished))


def report(call: Call, desk: Desk, *, short: bool = False) -> StatusView:
    """Print the status of an open store and answer it."""
    status = desk.status()
    if call.emit.as_json:
        call.emit.answer(status_object(status, desk.since(), desk.rests()))
    elif short:
        call.emit.line(_short(status))
    else:
        _paint(call.emit, status, desk.since(), desk.rests())
    return status


def status_object(status: StatusView, since: Since, rests: Rests) -> Json:
    """The answer of ``status --json``."""
    return {
        "schema": "workbench.status/1",
        "store": store_object(status.store),
        "waiting": status.waiting,
        "to_decide": status.to_decide,
        "kinds": [_kind_object(kind) for kind in status.kinds],
        "records": dict(status.records),
        "excluded": status.excluded,
        "unreadable": unreadable_objects(status.unreadable),
        "since": since_object(since),
        "rests": rests_object(rests),
    }


def _kind_object(kind: KindCount) -> Json:
    return {
        "kind": kind.kind,
        "label": kind.label,
        "waiting": kind.waiting,
        "deferred": kind.deferred,
        "detail": kind.detail,
        "oldest_days": kind.oldest_days,
        "decidable": kind.decidable,
    }


def _short(status: StatusView) -> str:
    """For the prompt of a shell: how many wait and the oldest age, and nothing that a store says."""
    oldest = max((kind.oldest_days for kind in status.kinds if kind.oldest_days is not None), default=None)
    parts = [f"{status.waiting} waiting", *([f"{status.to_decide} to decide"] if status.waiting else [])]
    parts += [f"{oldest} d"] if status.waiting and oldest is not None else []
    if status.store.unfinished:
        parts.append(f"{len(status.store.unfinished)} unfinished")
    if status.unreadable:
        parts.append(f"{len(status.unreadable)} unreadable")
    return ", ".join(parts)


def _paint(emit: Emit, status: StatusView, since: Since, rests: Rests) -> None:
    paint_alarm(emit, since)
    paint_header(emit, status.store)
    emit.line()
    _paint_kinds(emit, status)
    emit.line()
    _paint_records(emit, status)
    emit.line()
    paint_since(emit, since)
    paint_rests(emit, rests)


def _paint_kinds(emit: Emit, status: StatusView) -> None:
    if not status.waiting:
        looked = f"{count(status.store.items, 'item')} looked at, {status.store.looked_at}"
        emit.line(("Nothing waits for a person.", "bold green"), f"  {looked}")
    shown = [kind for kind in status.kinds if kind.waiting or kind.deferred]
    if status.waiting:
        emit.line((f"Waiting for a person: {count(status.waiting, 'case')}", "bold"), f"  {status.split}")
    for kind in shown:
        emit.line(*_kind_line(kind))


def _kind_line(kind: KindCount) -> tuple[str | tuple[str, str], ...]:
    from workbench.desk.words import LATER, TO_READ

    notes = [kind.detail, f"{kind.deferred} {LATER}" if kind.deferred else ""]
    notes.append("" if kind.decidable else TO_READ)
    number = (f"{kind.waiting:>5}", "bold")
    detail = ", ".join(note for note in notes if note)
    oldest = (f"{age(kind.oldest_days):>7}", "dim")
    return number, f"  {kind.kind:<18}", oldest, f"  {detail}" if detail else ""


def _paint_records(emit: Emit, status: StatusView) -> None:
    from workbench.desk.words import withheld_words

    kinds = [f"{kind} {number}" for kind, number in status.records if number]
    emit.line("Records: ", " · ".join(kinds) or "none")
    if status.excluded:
        emit.line(f"Withheld: {withheld_words(status.excluded)}")
    for path, reason in status.unreadable:
        emit.line(("Unreadable: ", "yellow"), f"{path}: {reason}")
