"""`workbench changes`: every item that is new, changed, elsewhere or gone since your last decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.changed import change_object, paint_alarm, paint_history, paint_since, since_object
from workbench.cli.emit import Emit
from workbench.cli.header import paint_header
from workbench.cli.objects import Json, history_object, store_object
from workbench.text.errors import UnknownId

if TYPE_CHECKING:
    from workbench.desk.since import Change, Since

_TWO_LINES = 110
"""Cells below which a change takes two lines."""


@click.command(
    epilog=example(
        "workbench changes ~/agent",
        "workbench changes --history mem-2026-07-02-002",
        "workbench changes --json",
    )
)
@store_argument
@click.option("--history", metavar="ITEM", help="Also tell what git knows of the file of a changed ITEM.")
@common
@click.pass_obj
def command(call: Call, store: Path | None, history: str | None) -> int:
    """List what changed in STORE since your last decision on this machine, what is gone first."""
    desk = call.desk(store)
    since, view = desk.since(), desk.store()
    told = desk.file_history(_changed(since, history)) if history is not None else None
    answer: Json = {
        "schema": "workbench.changes/1",
        "store": store_object(view),
        "since": since_object(since),
        "changes": [change_object(change) for change in since.changes],
    }
    call.emit.answer(answer | ({"history": history_object(told)} if told else {}))
    if not call.emit.as_json:
        paint_alarm(call.emit, since)
        paint_header(call.emit, view)
        call.emit.line()
        paint_since(call.emit, since)
        for change in since.changes:
            _paint(call.emit, change)
        if told:
            paint_history(call.emit, told)
    return 0


def _changed(since: Since, item: str) -> Change:
    """The change of an item.

    Raises:
        UnknownId: it is not among what changed.
    """
    found = next((change for change in since.changes if change.key == item), None)
    if found is None:
        raise UnknownId(
            "No item of that id has changed since your last decision.",
            next="`workbench changes` lists them; `workbench show ITEM --history` tells of one that waits.",
        )
    return found


def _paint(emit: Emit, change: Change) -> None:
    """What became of an item, where it stands or stood, and what it says."""
    at = f"{change.path}:{change.line}" if change.line is not None else f"was in {change.path}"
    status = f"  {change.was or 'no Status'} → {change.status or 'no Status'}" if _is_other(change) else ""
    source = f"  from {change.came_from}" if change.came_from else ""
    decided = f"  by {change.decision}" if change.decision else ""
    head = (f"{change.how:<9}", (f"{change.key}  ", "cyan"), f"{at}{status}{source}{decided}  ")
    by = f"withdrawn by {change.withheld_by}; text held back" if change.withheld_by else change.text
    if by:
        emit.row(head, by, narrow=_TWO_LINES)
    else:
        emit.line(*head)


def _is_other(change: Change) -> bool:
    return change.how == "changed" and change.was != change.status
