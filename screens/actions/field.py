"""What can be done in a field."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "field.done",
        ("enter",),
        "To the plan",
        "field",
        "submit",
        "Go on: to a field that is needed, else to the plan; an empty reason takes the suggestion",
        "plan",
        5,
    ),
    Action(
        "field.recall",
        ("down",),
        "Suggestion",
        "field",
        "recall(1)",
        "Take a suggestion, or a reason you gave before; after the last comes what you typed",
        "suggestion",
        20,
    ),
    Action(
        "field.recall_back", ("up",), "Suggestion before", "field", "recall(-1)", "Take the suggestion before"
    ),
    Action(
        "field.edit",
        ("ctrl+e",),
        "Editor",
        "field",
        "edit",
        "Write this text in your editor; what comes back is shown, and taken by ↵ or dropped by esc",
        "editor",
        50,
    ),
)
