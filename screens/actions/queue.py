"""What can be done in the queue and on a case; verdicts are numbers."""

from __future__ import annotations

from screens.actions.action import Action
from screens.actions.moving import browse

_VERDICTS = {
    1: (
        "Keep, or a row is current",
        "Say that it holds: kept, active again, the row of several that is current",
    ),
    2: ("Stale, or none holds", "Say that it no longer holds, or that it stays history as it is"),
    3: ("Merge…", "Put several items together into one"),
    4: ("Cool…", "Move it to the archive"),
    7: ("Supersede…", "Let another row follow it"),
    8: ("New value…", "Write the value that holds now"),
    9: ("Both hold…", "Say that both hold, told apart by a subject or a condition"),
}
"""The verdicts by their numbers, which are the same in every kind of case."""

_FREE = ("No verdict", "Say so; 5 and 6 are kept free for withdraw and ask for erasure")


def _verdicts() -> tuple[Action, ...]:
    found = []
    for number in (1, 2, 3, 4, 7, 8, 9, 5, 6, 0):
        title, tooltip = _VERDICTS.get(number, _FREE)
        call = f"verdict({number})"
        found.append(Action(f"queue.verdict_{number}", (str(number),), title, "queue", call, tooltip))
    return tuple(found)


ROWS = "ABCDEF"
"""Rows whose passage has a key of its own: the letter of the row."""


def _passages() -> tuple[Action, ...]:
    title = "Passage behind a row"
    does = "Show the passage that the Source of this row names; once more goes back to the rows"
    return tuple(
        Action(f"queue.passage_{row.lower()}", (row,), title, "queue", f"passage('{row}')", does)
        for row in ROWS
    )


ACTIONS: tuple[Action, ...] = (
    *_verdicts(),
    Action(
        "queue.defer",
        ("s",),
        "Later, or leave open",
        "queue",
        "defer",
        "Leave the case for later, or a conflict open; recorded, with a date if you like",
    ),
    Action(
        "queue.open", ("enter",), "Open the case", "queue", "open", "Show the case of this row", "open", 5
    ),
    *browse("queue", "case"),
    Action(
        "queue.mark",
        ("space",),
        "Mark",
        "queue",
        "mark",
        "Mark the case or unmark it, and go on; a verdict is then on all that are marked",
        "mark",
        15,
    ),
    Action(
        "queue.range",
        ("v",),
        "Mark a range",
        "queue",
        "range",
        "Begin a range at this case; move, and v again marks all of it",
    ),
    Action(
        "queue.mark_all",
        ("asterisk",),
        "Mark all",
        "queue",
        "mark_all",
        "Mark every case that is shown, those left for later only where no other is",
    ),
    Action(
        "queue.sort",
        ("o",),
        "Order",
        "queue",
        "sort",
        "Sort by age, kind, Status, topic or Source, one after the other",
        "order",
        42,
    ),
    Action(
        "queue.views",
        ("V",),
        "Views",
        "queue",
        "views",
        "Use a saved view, or keep the filter and the order under a name",
        "views",
        43,
    ),
    Action(
        "queue.history",
        ("H",),
        "History",
        "queue",
        "history",
        "Ask git who changed the lines of this record, and when",
        "history",
        30,
    ),
    Action(
        "queue.audit",
        ("X",),
        "Audit withdrawn text",
        "queue",
        "audit",
        "Show text that a withdrawal holds back, until you leave the case",
        "audit",
        25,
    ),
    *_passages(),
    Action(
        "queue.passages",
        ("p",),
        "Next passage",
        "queue",
        "passage",
        "Show what stands behind the rows of the case, one passage after the other, then the rows again",
        "passages",
        33,
    ),
    Action(
        "queue.revert",
        ("z",),
        "Revert your last decision",
        "queue",
        "revert",
        "Take the last decision of this session back, by a decision of its own",
        "revert",
        50,
    ),
)
