"""`workbench completions`: the script with which a shell completes the words of the workbench."""

from __future__ import annotations

import click

from workbench.cli.call import Call, common, example
from workbench.cli.completing import SHELLS, script


@click.command(
    short_help="Print the script that makes a shell complete these words.",
    epilog=example(
        "workbench completions bash > ~/.local/share/bash-completion/completions/workbench",
        'workbench completions zsh > "${fpath[1]}/_workbench"',
        "workbench completions fish > ~/.config/fish/completions/workbench.fish",
    ),
)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@common
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the script that makes SHELL complete commands, options, verdicts, kinds, themes and ids.

    The ids of cases and decisions are those of the store found from where you are, or of the STORE
    on the line. No text of a memory is ever offered.
    """
    call: Call = context.obj
    text = script(shell, context.find_root().command)
    call.emit.answer({"schema": "workbench.completions/1", "shell": shell, "script": text})
    call.emit.verbatim(text)
    return 0
