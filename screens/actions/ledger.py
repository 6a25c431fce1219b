"""What can be done in the ledger."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import browse

ACTIONS: tuple[Action, ...] = (
    Action(
        "ledger.open",
        ("enter",),
        "Open the decision",
        "ledger",
        "open",
        "Show the decision of this row",
        "open",
        5,
    ),
    *browse("ledger", "decision"),
    Action(
        "ledger.revert",
        ("z",),
        "Revert this decision",
        "ledger",
        "revert",
        "Take this decision back, by a decision of its own",
        "revert",
        10,
    ),
    Action(
        "ledger.other",
        ("o",),
        "Go to the other decision",
        "ledger",
        "other",
        "From a decision to the one that took it back, or from a revert to what it takes back",
        "other",
        15,
    ),
    Action(
        "ledger.check",
        ("c",),
        "Check the ledger",
        "ledger",
        "check",
        "Verify every decision against the store and what this machine remembers",
        "check",
        30,
    ),
    Action(
        "ledger.record",
        ("v",),
        "Show the record",
        "ledger",
        "record",
        "Show the record as it was written, and hide it again",
        "record",
        20,
    ),
)
