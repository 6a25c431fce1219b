"""The one registry of actions: bindings, footer, help, palette and `docs/KEYS.md` derive from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.binding import Binding, BindingType

SCOPES = {
    "app": "Everywhere",
    "list": "In a list",
    "page": "In a text",
    "field": "In a field",
    "home": "Home",
    "queue": "Queue and case",
    "decide": "Decide",
    "ledger": "Ledger",
    "records": "Records",
    "help": "Help",
}
"""Where an action lives, with its heading in help. `list`, `page` and `field` are widgets."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do, in one scope.

    `keys` are Textual's names of keys, the first of them shown. `call` is the method that does it,
    without `action_`. `hint` is the word in the footer; empty keeps it out. `rank` orders the footer,
    most used first.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    scope: str
    call: str
    tooltip: str
    hint: str = ""
    rank: int = 50


def _moves(scope: str, thing: str) -> tuple[Action, ...]:
    """How to move in a list or a text; the same keys in both."""
    return (
        Action(f"{scope}.down", ("j", "down"), f"Next {thing}", scope, "down", f"Go to the next {thing}"),
        Action(f"{scope}.up", ("k", "up"), f"Previous {thing}", scope, "up", f"Go to the previous {thing}"),
        Action(f"{scope}.top", ("g", "home"), "Top", scope, "top", "Go to the beginning"),
        Action(f"{scope}.bottom", ("G", "end"), "Bottom", scope, "bottom", "Go to the end"),
        Action(
            f"{scope}.half_down", ("ctrl+d",), "Half a page down", scope, "half_down", "Move down half a page"
        ),
        Action(f"{scope}.half_up", ("ctrl+u",), "Half a page up", scope, "half_up", "Move up half a page"),
        Action(f"{scope}.page_down", ("pagedown",), "Page down", scope, "page_down", "Move down a page"),
        Action(f"{scope}.page_up", ("pageup",), "Page up", scope, "page_up", "Move up a page"),
    )


def _browse(scope: str, thing: str) -> tuple[Action, ...]:
    """What every screen with a list and a text beside it can do."""
    return (
        Action(
            f"{scope}.next",
            ("right_square_bracket",),
            f"Next {thing}",
            scope,
            "next_row",
            f"Show the next {thing}, from the list or from the text",
            "next",
            40,
        ),
        Action(
            f"{scope}.previous",
            ("left_square_bracket",),
            f"Previous {thing}",
            scope,
            "previous_row",
            f"Show the previous {thing}, from the list or from the text",
        ),
        Action(
            f"{scope}.scroll_down",
            ("J",),
            "Scroll the text down",
            scope,
            "scroll_text(3)",
            "Scroll the text while the list keeps the keys",
            "text",
            45,
        ),
        Action(
            f"{scope}.scroll_up",
            ("K",),
            "Scroll the text up",
            scope,
            "scroll_text(-3)",
            "Scroll the text while the list keeps the keys",
        ),
        Action(
            f"{scope}.pane",
            ("tab", "shift+tab"),
            "Other pane",
            scope,
            "pane",
            "Go from the list to the text and back",
            "pane",
            35,
        ),
    )


_VERDICTS = {
    1: ("Keep, or back to active", "Say that it holds"),
    2: ("Stale", "Say that it no longer holds"),
    3: ("Merge…", "Put several items together into one"),
    4: ("Cool…", "Move it to the archive"),
    7: ("Supersede…", "Let another row follow it"),
    8: ("New value…", "Write the value that holds now"),
}
"""The verdicts by their numbers, which are the same in every kind of case."""

_FREE = ("No verdict", "Say so; 5 and 6 are kept free for withdraw and ask for erasure")


def _verdicts() -> tuple[Action, ...]:
    found = []
    for number in (1, 2, 3, 4, 7, 8, 5, 6, 9, 0):
        title, tooltip = _VERDICTS.get(number, _FREE)
        call = f"verdict({number})"
        found.append(Action(f"queue.verdict_{number}", (str(number),), title, "queue", call, tooltip))
    return tuple(found)


ACTIONS: tuple[Action, ...] = (
    Action(
        "app.help", ("question_mark",), "Help", "app", "help", "Show every key of this screen", "help", 90
    ),
    Action("app.back", ("escape",), "Back", "app", "back", "Cancel, or go back one step", "back", 80),
    Action("app.close", ("q",), "Close", "app", "close", "Close this screen; quit on Home", "close", 95),
    Action("app.reload", ("R",), "Reload", "app", "reload", "Read the store from disk again", "reload", 60),
    Action("app.ledger", ("L",), "Ledger", "app", "ledger", "Show every decision", "ledger", 55),
    Action(
        "app.palette",
        ("ctrl+p", "colon"),
        "Commands",
        "app",
        "command_palette",
        "Find an action by name",
        "commands",
        92,
    ),
    Action(
        "app.suspend", ("ctrl+z",), "Suspend", "app", "suspend_process", "Put the workbench in the background"
    ),
    *_moves("list", "row"),
    Action("list.open", ("enter",), "Open", "list", "open", "Open the row under the cursor"),
    *_moves("page", "line"),
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
    *_verdicts(),
    Action(
        "queue.defer",
        ("s",),
        "Later",
        "queue",
        "defer",
        "Leave the case for later; recorded, with a date if you like",
    ),
    Action(
        "queue.open", ("enter",), "Open the case", "queue", "open", "Show the case of this row", "open", 5
    ),
    *_browse("queue", "case"),
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
    *_browse("ledger", "decision"),
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
        "records.open",
        ("enter",),
        "Open the record",
        "records",
        "open",
        "Show the record of this row",
        "open",
        5,
    ),
    *_browse("records", "record"),
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

MOVE_HINT = ("j k", "move", 1)
"""Stands in the footer for all keys that move."""

_NAMES = {
    "question_mark": "?",
    "colon": ":",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "escape": "esc",
    "enter": "↵",
    "down": "↓",
    "up": "↑",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "shift+tab": "S-Tab",
}


def key_name(key: str) -> str:
    """A key as people write it: `?`, `↵`, `^d`."""
    return _NAMES.get(key) or key.replace("ctrl+", "^")


def key_names(actions: Sequence[Action]) -> str:
    """All keys of some actions in one string; many are told by the first and the last."""
    names = [key_name(key) for action in actions for key in action.keys]
    return " ".join(names) if len(names) < 5 else f"{names[0]} … {names[-1]}"


def grouped(actions: Iterable[Action]) -> list[tuple[Action, ...]]:
    """Actions that do the same in several places of a row, such as numbers without a verdict, together."""
    groups: dict[tuple[str, str, str], list[Action]] = {}
    for action in actions:
        groups.setdefault((action.scope, action.title, action.tooltip), []).append(action)
    return [tuple(group) for group in groups.values()]


def actions_of(*scopes: str) -> list[Action]:
    """The actions of some scopes, in the order of the registry."""
    return [action for action in ACTIONS if action.scope in scopes]


def bindings(scope: str) -> list[BindingType]:
    """The bindings of one scope, each with the id by which a person may remap it."""
    return [
        Binding(
            ",".join(action.keys), action.call, action.title, id=action.id, tooltip=action.tooltip, show=False
        )
        for action in actions_of(scope)
    ]


def hints(scopes: Iterable[str], limit: int = 8) -> list[Action]:
    """The actions that the footer names, most used first, at most `limit`."""
    ranked = sorted((action for action in actions_of(*scopes) if action.hint), key=lambda action: action.rank)
    return ranked[:limit]
