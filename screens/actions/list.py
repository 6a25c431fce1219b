"""What can be done in a list."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import moves

ACTIONS: tuple[Action, ...] = (
    *moves("list", "row"),
    Action("list.open", ("enter",), "Open", "list", "open", "Open the row under the cursor"),
)
