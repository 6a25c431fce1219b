"""What can be done in the records."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import browse

ACTIONS: tuple[Action, ...] = (
    Action(
        "records.open",
        ("enter",),
        "Open the record",
        "records",
        "open",
        "Show the record of this row",
        "open",
        5,
    ),
    *browse("records", "record"),
    Action(
        "records.history",
        ("H",),
        "History",
        "records",
        "history",
        "Ask git who changed the lines of this record, and when",
        "history",
        30,
    ),
    Action(
        "records.audit",
        ("X",),
        "Audit withdrawn text",
        "records",
        "audit",
        "Show text that a withdrawal holds back, until you leave the record",
        "audit",
        25,
    ),
)
