"""`workbench config`: where your own settings are, what they say, and what of them is not used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.emit import Emit
from workbench.cli.launch import load_screens

if TYPE_CHECKING:
    from workbench.desk.config import Config


@click.command(
    short_help="Say what your config file says, and what of it is not used.",
    epilog=example("workbench config", "workbench config --json"),
)
@common
@click.pass_obj
def command(call: Call) -> int:
    """Read your config file and say what it sets: theme, mouse, keys. Nothing is written.

    Ends with 2 where something in the file is not used.
    """
    from workbench.desk.config import read_config

    config = read_config()
    themes = load_screens("theme").NAMES
    problems = load_screens("keymap").problems_of(config, themes)
    call.emit.answer(
        {
            "schema": "workbench.config/1",
            "file": str(config.path),
            "exists": config.exists,
            "theme": config.theme,
            "mouse": config.mouse,
            "keys": dict(config.keys),
            "problems": list(problems),
            "themes": sorted(themes),
        }
    )
    _paint(call.emit, config, problems)
    return 2 if problems else 0


def _paint(emit: Emit, config: Config, problems: tuple[str, ...]) -> None:
    emit.line((str(config.path), "bold"), "" if config.exists else "  is not there: nothing is set")
    emit.line(f"  theme  {config.theme or 'not set: dark'}")
    emit.line(f"  mouse  {'true' if config.mouse else 'false'}")
    for name, keys in config.keys.items():
        emit.line(f"  keys   {name}: {keys}")
    for problem in problems:
        emit.line("  ", ("! not used: ", "yellow"), problem)
