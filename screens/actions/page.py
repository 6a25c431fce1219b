"""What can be done in a text."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import moves

ACTIONS: tuple[Action, ...] = (*moves("page", "line"),)
