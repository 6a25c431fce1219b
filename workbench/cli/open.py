"""`workbench [STORE]`: the screens; where there is no terminal, the status and a plain sentence."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.call import Call, common, screen_options, store_argument
from workbench.cli.launch import can_open, launch_screens
from workbench.cli.status import report
from workbench.text.errors import UsageError


@click.command(hidden=True)
@store_argument
@common
@screen_options
@click.pass_obj
def command(call: Call, store: Path | None) -> int:
    """Open the screens on STORE."""
    if store is not None and not store.exists() and len(store.parts) == 1 and not str(store).startswith("."):
        raise UsageError(f"{store} is neither a command nor a directory here", next="see `workbench --help`")
    if can_open(call):
        return launch_screens(call, store)
    report(call, call.desk(store))
    call.emit.line()
    call.emit.line("There is no terminal here, so the screens stay closed; every verb works without one.")
    return 0
