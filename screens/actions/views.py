"""What can be done in the list of saved views."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "views.open", ("enter",), "Use the view", "views", "open", "Filter and sort the queue by it", "use", 5
    ),
    Action(
        "views.keep",
        ("a",),
        "Keep what is shown",
        "views",
        "keep",
        "Give the filter and the order of the queue a name",
        "keep this one",
        10,
    ),
    Action("views.forget", ("x",), "Forget the view", "views", "forget", "Take its name away", "forget", 20),
)
