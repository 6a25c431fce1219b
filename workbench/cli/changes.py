"""`workbench changes`: every item that is new, changed, elsewhere or gone since your last decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.changed import change_object, paint_alarm, paint_since, since_object
from workbench.cli.emit import Emit
from workbench.cli.header import paint_header
from workbench.cli.objects import store_object

if TYPE_CHECKING:
    from workbench.desk.since import Change

_TWO_LINES = 110
"""Cells below which a change takes two lines."""


@click.command(epilog=example("workbench changes ~/agent", "workbench changes --json"))
@store_argument
@common
@click.pass_obj
def command(call: Call, store: Path | None) -> int:
    """List what changed in STORE since your last decision on this machine, what is gone first."""
    desk = call.desk(store)
    since, view = desk.since(), desk.store()
    call.emit.answer(
        {
            "schema": "workbench.changes/1",
            "store": store_object(view),
            "since": since_object(since),
            "changes": [change_object(change) for change in since.changes],
        }
    )
    if not call.emit.as_json:
        paint_alarm(call.emit, since)
        paint_header(call.emit, view)
        call.emit.line()
        paint_since(call.emit, since)
        for change in since.changes:
            _paint(call.emit, change)
    return 0


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
