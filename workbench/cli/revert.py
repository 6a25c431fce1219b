"""`workbench revert`: take a decision back by a new one."""

from __future__ import annotations

import click

from workbench.cli.call import Call, common, example
from workbench.cli.committing import carry_out
from workbench.cli.completing import decisions
from workbench.cli.where import STORE_HELP, split_store
from workbench.cli.who import actor_of, asks, deciding, reason_of


@click.command(
    help="Restore what DECISION changed, if nothing else has changed it since. The ledger keeps both.\n\n"
    + STORE_HELP,
    short_help="Take a decision back by a new one.",
    epilog=example('workbench revert ~/agent memdec-2026-08-13-004-1f0c --reason "the other host was meant"'),
)
@click.argument("words", nargs=-1, metavar="[STORE] DECISION", shell_complete=decisions)
@deciding
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...], who: str | None, reason: str | None, dry_run: bool) -> int:
    """Revert."""
    where, (decision,) = split_store(words, 1, 1, "DECISION")
    desk = call.desk(where, dry_run=dry_run)
    actor = actor_of(call, desk, who)
    why = reason_of(call, reason, dry_run=dry_run)
    ask = asks(call, reason, dry_run=dry_run)
    prepared = desk.prepare_revert(decision, actor, why)
    return carry_out(call, desk, [(prepared.case_id, prepared)], dry_run=dry_run, ask=ask)
