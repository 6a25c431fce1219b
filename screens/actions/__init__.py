"""The one registry of actions: bindings, footer, help, palette and `docs/KEYS.md` derive from it.

One file a scope; this one puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from screens.actions import app, changes, decide, field, home, ledger, page, prompt, queue, records, views
from screens.actions import help as helping
from screens.actions import list as lists
from screens.actions.action import Action
from screens.actions.effective import chosen, effective, use
from screens.actions.names import key_name, key_names

SCOPES = {
    "app": "Everywhere",
    "list": "In a list",
    "page": "In a text",
    "field": "In a field",
    "prompt": "In the line that filters or searches",
    "home": "Home",
    "queue": "Queue and case",
    "views": "Saved views",
    "decide": "Decide",
    "ledger": "Ledger",
    "records": "Records",
    "changes": "What changed",
    "help": "Help",
}
"""Where an action lives, with its heading in help. `list`, `page` and `field` are widgets."""

ACTIONS: tuple[Action, ...] = (
    *app.ACTIONS,
    *lists.ACTIONS,
    *page.ACTIONS,
    *field.ACTIONS,
    *prompt.ACTIONS,
    *home.ACTIONS,
    *queue.ACTIONS,
    *views.ACTIONS,
    *decide.ACTIONS,
    *ledger.ACTIONS,
    *records.ACTIONS,
    *changes.ACTIONS,
    *helping.ACTIONS,
)

_BY_ID = {action.id: action for action in ACTIONS}

MOVE_HINT = ("j k", "move", 1)
"""Stands in the footer for all keys that move, where nobody gave them others."""


def grouped(actions: Iterable[Action]) -> list[tuple[Action, ...]]:
    """Actions that do the same in several places of a row, such as numbers without a verdict, together."""
    groups: dict[tuple[str, str, str], list[Action]] = {}
    for action in actions:
        groups.setdefault((action.scope, action.title, action.tooltip), []).append(action)
    return [tuple(group) for group in groups.values()]


def actions_of(*scopes: str) -> list[Action]:
    """The actions of some scopes in the order of the registry, with the keys they have in this run."""
    return [effective(action) for action in ACTIONS if action.scope in scopes]


def key_of(action_id: str) -> str:
    """How the first key of an action is written now, for words that name a key.

    Raises:
        KeyError: there is no action of that id.
    """
    return key_name(effective(_BY_ID[action_id]).keys[0])


def move_keys() -> str:
    """The keys that move in a list, for the footer."""
    return f"{key_of('list.down')} {key_of('list.up')}"


def bindings(scope: str) -> list[BindingType]:
    """The bindings of one scope with the keys of the registry, each with the id by which it is remapped."""
    return [
        Binding(
            ",".join(action.keys), action.call, action.title, id=action.id, tooltip=action.tooltip, show=False
        )
        for action in ACTIONS
        if action.scope == scope
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
    "chosen",
    "effective",
    "grouped",
    "hints",
    "key_name",
    "key_names",
    "key_of",
    "move_keys",
    "use",
]
