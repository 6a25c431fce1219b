"""The keys of this run: those of the registry, but where a person gave an action others.

One program has one keymap, set before its first screen. Everything that names a key asks here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from screens.actions.action import Action

_given: dict[str, tuple[str, ...]] = {}


def use(keymap: Mapping[str, tuple[str, ...]]) -> None:
    """Give actions other keys from now on, by their ids; an action that is not named has its own."""
    _given.clear()
    _given.update(keymap)


def chosen() -> dict[str, tuple[str, ...]]:
    """The actions that have other keys than the registry says."""
    return dict(_given)


def effective(action: Action) -> Action:
    """The action with the keys it has in this run."""
    keys = _given.get(action.id)
    return action if keys is None else replace(action, keys=keys)
