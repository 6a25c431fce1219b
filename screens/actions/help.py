"""What can be done in the help."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "help.search",
        ("slash",),
        "Search the help",
        "help",
        "search",
        "Type words or a key: only what has them is shown",
        "search",
        5,
    ),
)
