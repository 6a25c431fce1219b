"""`workbench resume`: finish what recorded decisions left undone."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.outcome_text import tell_outcomes


@click.command(epilog=example("workbench resume ~/agent"))
@store_argument
@common
@click.pass_obj
def command(call: Call, store: Path | None) -> int:
    """Carry out the outstanding effects of recorded decisions, every digest checked again.

    Running it twice changes nothing more.
    """
    desk = call.desk(store)
    call.stage = "recording"
    outcomes = desk.resume()
    call.stage = "after"
    if not outcomes:
        call.emit.line("Nothing is unfinished.")
    return tell_outcomes(call, "workbench.resumed/1", [(outcome.case, outcome) for outcome in outcomes])
