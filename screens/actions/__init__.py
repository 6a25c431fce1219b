"""The one registry of actions: bindings, footer, help, palette and `docs/KEYS.md` derive from it.

One file a scope; this one puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from screens.actions import app, decide, field, home, ledger, page, queue, records
from screens.actions import list as lists
from screens.actions.action import Action
from screens.actions.names import key_name, key_names

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

ACTIONS: tuple[Action, ...] = (
    *app.ACTIONS,
    *lists.ACTIONS,
    *page.ACTIONS,
    *field.ACTIONS,
    *home.ACTIONS,
    *queue.ACTIONS,
    *decide.ACTIONS,
    *ledger.ACTIONS,
    *records.ACTIONS,
)

MOVE_HINT = ("j k", "move", 1)
"""Stands in the footer for all keys that move."""


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


__all__ = [
    "ACTIONS",
    "MOVE_HINT",
    "SCOPES",
    "Action",
    "actions_of",
    "bindings",
    "grouped",
    "hints",
    "key_name",
    "key_names",
]
