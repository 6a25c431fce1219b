"""One call of a command: the options that may stand anywhere, and how a verb opens its store."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from workbench.cli.completing import folders, of_words, themes
from workbench.cli.emit import Emit, is_terminal

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.store.binding import Progress

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass
class Call:
    """What every verb is handed.

    ``stage`` tells what an interruption or a defect may have left behind: before the desk was
    asked to record, while it was, or after it answered.
    """

    emit: Emit
    readonly: bool = False
    verb: str = ""
    stage: Literal["before", "recording", "after"] = "before"
    no_mouse: bool = False
    theme: str | None = None

    @property
    def records(self) -> bool:
        """Whether the verb is one that records decisions: of the others nobody expects that they did."""
        return self.verb in ("decide", "revert", "resume")

    @property
    def at_terminal(self) -> bool:
        """Whether a person can be asked: they type, and they see the question."""
        return is_terminal(sys.stdin) and is_terminal(sys.stderr)

    def desk(self, where: Path | None, *, dry_run: bool = False, progress: Progress | None = None) -> Desk:
        """The desk of the store at ``where``, else of ``$WORKBENCH_STORE``, else found upwards from here.

        A dry run makes plans of a store that is read-only, too. ``progress`` hears of bytes.

        Raises:
            NotAStore: nothing there is a memory store.
        """
        from workbench.desk import Desk

        return Desk.open(where, readonly=self.readonly and not dry_run, progress=progress)


def common(function: Function) -> Function:
    """Give a verb ``--json`` and ``--readonly``, which act on the call and are no parameters of it."""
    for option in (_json, _readonly):
        function = option(function)
    return function


def screen_options(function: Function) -> Function:
    """Give a command that opens the screens their own options, kept in the call."""
    for option in (_theme, _no_mouse):
        function = option(function)
    return function


def store_argument(function: Function) -> Function:
    """Give a verb with no other positional its optional STORE."""
    where = click.Path(path_type=Path)
    return click.argument("store", required=False, type=where, shell_complete=folders)(function)


def example(*lines: str) -> str:
    """The last paragraph of a verb's help."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def _set_json(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        context.obj.emit.as_json = True


def _set_readonly(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        context.obj.readonly = True


def _set_screen(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value:
        setattr(context.obj, str(option.name), value)


_json = click.option(
    "--json", is_flag=True, is_eager=True, expose_value=False, callback=_set_json,
    help="Answer with one ASCII-escaped JSON object on standard output, errors too.",
)  # fmt: skip
_readonly = click.option(
    "--readonly", is_flag=True, is_eager=True, expose_value=False, callback=_set_readonly,
    help="Refuse everything that would write.",
)  # fmt: skip
_no_mouse = click.option(
    "--no-mouse", is_flag=True, expose_value=False, callback=_set_screen,
    help="Leave the mouse to the terminal.",
)  # fmt: skip
_theme = click.option(
    "--theme",
    metavar="NAME",
    expose_value=False,
    callback=_set_screen,
    shell_complete=of_words(themes),
    help="The colours of the screens: dark, light, high-contrast, ansi-dark or ansi-light. Else "
    "$WORKBENCH_THEME, else your config file.",
)
