"""What can be done on Decide."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "decide.record",
        ("enter",),
        "Record",
        "decide",
        "record",
        "Write the plan that is shown; works 0.3 s after it is shown, and only from the plan",
        "record",
        5,
    ),
    Action(
        "decide.pane",
        ("tab",),
        "Next field",
        "decide",
        "pane",
        "Go to the next field or the plan",
        "field",
        30,
    ),
    Action(
        "decide.pane_back",
        ("shift+tab",),
        "Field before",
        "decide",
        "pane_back",
        "Go to the field before, or from the first to the plan",
    ),
)
