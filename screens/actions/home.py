"""What can be done on Home."""

from __future__ import annotations

from screens.actions.action import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "home.open",
        ("enter",),
        "Open",
        "home",
        "open",
        "See the cases of this kind, or the records",
        "open",
        5,
    ),
    Action(
        "home.pane",
        ("tab", "shift+tab"),
        "Other list",
        "home",
        "pane",
        "Go from what waits to the records and back",
        "records",
        20,
    ),
    Action(
        "home.resume",
        ("U",),
        "Finish what is unfinished",
        "home",
        "resume",
        "Carry out the effects that recorded decisions still lack; each is checked again first",
        "finish",
        10,
    ),
)
