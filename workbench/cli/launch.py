"""The only tie between the commands and the screens: they are loaded by name, when they are wanted."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from workbench.cli.call import Call
from workbench.cli.emit import is_terminal
from workbench.text.errors import WorkbenchError


class NoScreens(WorkbenchError):
    """The screens are not installed beside the commands."""

    exit_code = 2
    default_code = "no-screens"
    default_next = "Use the commands, or install the whole package."


def can_open(call: Call) -> bool:
    """Whether there is a terminal to draw on and keys to read, and no program that waits for JSON."""
    return not call.emit.as_json and is_terminal(sys.stdin) and is_terminal(sys.stdout)


def load_screens(name: str) -> Any:
    """A module of the screens, by its name in their package.

    Raises:
        NoScreens: they are not installed.
    """
    try:
        return import_module(f"screens.{name}")
    except ModuleNotFoundError as error:
        raise NoScreens(f"The screens cannot be loaded: no module {error.name}.") from error


def launch_screens(call: Call, where: Path | None) -> int:
    """Open the screens on a store; answers their exit code.

    Raises:
        NoScreens: they are not installed.
    """
    theme = {} if call.theme is None else {"theme": call.theme}
    code: int = load_screens("app").run(where, readonly=call.readonly, no_mouse=call.no_mouse, **theme)
    return code
