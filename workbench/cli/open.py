"""`workbench [STORE]`: the screens; where there is no terminal, the status and a plain sentence."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.call import Call, common, screen_options
from workbench.cli.launch import can_open, launch_screens
from workbench.cli.status import report


class Opening(click.Command):
    """No verb of its own: its help is the first help."""

    def get_help(self, ctx: click.Context) -> str:
        """The help of ``workbench``."""
        return ctx.find_root().get_help()


@click.command(cls=Opening, hidden=True)
@click.argument("store", required=False)
@common
@screen_options
@click.pass_obj
def command(call: Call, store: str | None) -> int:
    """Open the screens on STORE."""
    where = None if store is None else Path(store)
    if can_open(call):
        return launch_screens(call, where)
    report(call, call.desk(where))
    call.emit.line()
    call.emit.line("There is no terminal here, so the screens stay closed; every verb works without one.")
    return 0
