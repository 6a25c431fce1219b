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
        ("tab",),
        "Next list",
        "home",
        "pane",
        "Go from what waits to what changed since you last decided, to the records, and round again",
        "next list",
        20,
    ),
    Action(
        "home.pane_back",
        ("shift+tab",),
        "List before",
        "home",
        "pane(-1)",
        "The same the other way round",
    ),
    Action(
        "home.changes",
        ("n",),
        "What changed",
        "home",
        "changes",
        "List every item that is new, changed or gone since your last decision",
        "changes",
        25,
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
