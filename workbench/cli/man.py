"""`workbench man`: the manual page, as the parser of the commands has it."""

from __future__ import annotations

from importlib import import_module

import click

from workbench.cli.call import Call, common, example
from workbench.cli.manpage import page


@click.command(
    short_help="Print the manual page.",
    epilog=example(
        "workbench man | man -l -",
        "workbench man > ~/.local/share/man/man1/workbench.1",
    ),
)
@common
@click.pass_context
def command(context: click.Context) -> int:
    """Print the manual page: every command with its options, exit codes, environment and files."""
    call: Call = context.obj
    main = import_module("workbench.cli.main")
    text = page(main.workbench, main.GROUPS)
    call.emit.answer({"schema": "workbench.man/1", "page": text})
    call.emit.verbatim(text)
    return 0
