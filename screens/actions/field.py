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
        "Go on: to a field that is needed, else to the plan",
        "plan",
        5,
    ),
    Action(
        "field.recall",
        ("down",),
        "Suggestion",
        "field",
        "recall(1)",
        "Take a suggestion, or a reason you gave before",
        "suggestion",
        20,
    ),
    Action(
        "field.recall_back", ("up",), "Suggestion before", "field", "recall(-1)", "Take the suggestion before"
    ),
)
