"""`workbench keys`: every action of the screens with the keys it has for this person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from workbench.cli.call import Call, common, example
from workbench.cli.emit import Emit
from workbench.cli.launch import load_screens

if TYPE_CHECKING:
    from workbench.desk.config import Config


@click.command(
    short_help="List every action of the screens with its keys.",
    epilog=example("workbench keys", 'workbench keys --json | jq ".actions[].id"'),
)
@common
@click.pass_obj
def command(call: Call) -> int:
    """List every action of the screens by its id, with the keys it has for you.

    Keys are given to actions in your config file; `workbench config` says where it is and what of it
    is not used.
    """
    from workbench.desk.config import read_config

    config = read_config()
    rows = load_screens("keymap").key_rows(config)
    call.emit.answer(
        {
            "schema": "workbench.keys/1",
            "file": str(config.path),
            "exists": config.exists,
            "actions": [_object(row) for row in rows],
        }
    )
    _paint(call.emit, rows, config)
    return 0


def _object(row: Any) -> dict[str, object]:
    return {
        "id": row.id,
        "scope": row.scope,
        "title": row.title,
        "words": row.tooltip,
        "keys": list(row.keys),
        "defaults": list(row.defaults),
        "from": "config" if row.keys != row.defaults else "default",
    }


def _paint(emit: Emit, rows: list[Any], config: Config) -> None:
    """One line an action, under a line for each scope; a star where the keys are the person's own."""
    scope = None
    for row in rows:
        if row.scope != scope:
            scope = row.scope
            emit.line()
            emit.line((scope, "bold"))
        sign = "*" if row.keys != row.defaults else " "
        emit.line(f"{sign} ", (f"{' '.join(row.keys):<12}", "cyan"), f" {row.id:<22} {row.title}")
    emit.line()
    there = "is read" if config.exists else "is not there"
    emit.line(f"* given by you. {config.path} {there}.", whole=True)
