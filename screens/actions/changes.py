"""What can be done in the list of changes."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import browse

ACTIONS: tuple[Action, ...] = (
    Action("changes.open", ("enter",), "Open", "changes", "open", "Show what became of this item", "open", 5),
    *browse("changes", "change"),
    Action(
        "changes.history",
        ("H",),
        "History",
        "changes",
        "history",
        "Ask git who changed the file this item stands or stood in, and when",
        "history",
        30,
    ),
)
