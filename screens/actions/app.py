"""What can be done everywhere."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "app.help", ("question_mark",), "Help", "app", "help", "Show every key of this screen", "help", 90
    ),
    Action("app.back", ("escape",), "Back", "app", "back", "Cancel, or go back one step", "back", 80),
    Action("app.close", ("q",), "Close", "app", "close", "Close this screen; quit on Home", "close", 95),
    Action("app.reload", ("R",), "Reload", "app", "reload", "Read the store from disk again", "reload", 60),
    Action("app.ledger", ("L",), "Ledger", "app", "ledger", "Show every decision", "ledger", 55),
    Action("app.copy", ("y",), "Copy", "app", "copy", "Copy the text of what is under the cursor, raw"),
    Action("app.copy_id", ("Y",), "Copy the id", "app", "copy_id", "Copy the id of what is under the cursor"),
    Action(
        "app.palette",
        ("ctrl+p", "colon"),
        "Commands",
        "app",
        "command_palette",
        "Find an action by name",
        "commands",
        92,
    ),
    Action(
        "app.suspend", ("ctrl+z",), "Suspend", "app", "suspend_process", "Put the workbench in the background"
    ),
)
