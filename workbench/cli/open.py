"""`workbench [STORE]`: the screens; where there is no terminal, the status and a plain sentence."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.call import Call, common, screen_options
from workbench.cli.launch import can_open, launch_screens
from workbench.cli.status import report
from workbench.cli.where import names_a_place
from workbench.text.errors import UsageError


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
    if store is not None and not names_a_place(store):
        raise UsageError(
            f"{store} is neither a command nor a directory here.", next="See `workbench --help`."
        )
    where = None if store is None else Path(store)
    if can_open(call):
        return launch_screens(call, where)
    report(call, call.desk(where))
    call.emit.line()
    call.emit.line("There is no terminal here, so the screens stay closed; every verb works without one.")
    return 0
