"""What can be done in the line that filters a list or searches a text."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action("prompt.keep", ("enter",), "Keep", "prompt", "submit", "Keep what was typed", "keep", 5),
    Action("prompt.down", ("down",), "Next row", "prompt", "move(1)", "Go to the next row, or the next hit"),
    Action(
        "prompt.up",
        ("up",),
        "Previous row",
        "prompt",
        "move(-1)",
        "Go to the previous row, or the hit before",
    ),
)
