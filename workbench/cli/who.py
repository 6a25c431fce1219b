"""Who decides and why: by flag, by the person's git identity, or asked at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.call import Call
from workbench.text.errors import UsageError

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.store.decision import Actor

Function = TypeVar("Function", bound=Callable[..., Any])

_NOT_GIVEN = "not given: a dry run"


def deciding(function: Function) -> Function:
    """Give a verb that decides its ``--as``, ``--reason`` and ``--dry-run``."""
    for option in (_dry_run, _reason, _as):
        function = option(function)
    return function


def actor_of(call: Call, desk: Desk, flag: str | None) -> Actor:
    """Who decides.

    Raises:
        UsageError: nobody is named and nobody can be asked.
    """
    ask = (lambda: _ask(call, "Who decides? user:", "--as WHO")) if call.at_terminal else None
    return desk.actor(flag, at_terminal=call.at_terminal, ask=ask)


def asks(call: Call, flag: str | None, *, dry_run: bool) -> bool:
    """Whether the person is asked: why, and after the plan whether to record it. A script is not."""
    return flag is None and not dry_run and call.at_terminal and not call.emit.as_json


def reason_of(call: Call, flag: str | None, *, dry_run: bool) -> str:
    """Why; a placeholder, which is recorded nowhere, for a dry run without one.

    Raises:
        UsageError: none is given and nobody can be asked.
    """
    if flag is not None or dry_run:
        reason = flag or _NOT_GIVEN
    elif call.at_terminal:
        reason = _ask(call, "Why?", "--reason TEXT")
    else:
        raise UsageError("A decision needs a reason.", next="Give it with --reason TEXT.")
    if not reason.strip():
        raise UsageError("A decision needs a reason, and this one is empty.", next="Say why.")
    return reason


def _ask(call: Call, question: str, option: str) -> str:
    answer = call.emit.ask(question)
    if not answer:
        raise UsageError("No answer was given.", next=f"Answer, or give {option}.")
    return answer


_as = click.option(
    "--as", "who", metavar="WHO",
    help="Who decides: user:NAME or agent:NAME; a bare NAME is a user. Else your git identity, else asked.",
)  # fmt: skip
_reason = click.option(
    "--reason", metavar="TEXT", help="Why, without quoting the memory. Else asked at a terminal."
)
_dry_run = click.option("--dry-run", is_flag=True, help="Show the plan and write nothing.")
