"""Which keys a person gave to which actions, and what of it cannot be done, in words.

A key is refused where terminals do not send it, where another action that is there at the same time
has it already, and where it would take away the way back or the way to help.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from screens.actions import ACTIONS, Action, key_name
from screens.actions.names import NOT_SENT, is_text, key_from
from workbench.desk.config import Config

Keys = tuple[str, ...]

BACK, BACK_KEY = "app.back", "escape"
"""The action and the key that lead back from everywhere; neither can be had by anything else."""

WIDGETS = frozenset({"list", "page"})
"""Scopes of what shows something; the keys go to one of them at a time."""

FIELDS = frozenset({"field", "prompt"})
"""Scopes of what is typed in."""

_BY_ID = {action.id: action for action in ACTIONS}


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One action with the keys it has, as people write them, for whoever lists them."""

    id: str
    scope: str
    title: str
    tooltip: str
    keys: tuple[str, ...]
    defaults: tuple[str, ...]


def keymap_of(config: Config) -> tuple[dict[str, Keys], tuple[str, ...]]:
    """The keys that can be used of those in the config, and a sentence for each that cannot."""
    keymap: dict[str, Keys] = {}
    problems: list[str] = []
    for name, words in config.keys.items():
        keys, why = _read(name, words)
        if why:
            problems.append(f"keys: {name}: {why}")
        else:
            keymap[name] = keys
    while clash := _clash(keymap):
        name, why = clash
        del keymap[name]
        problems.append(f"keys: {name}: {why}")
    return keymap, tuple(problems)


def key_rows(config: Config) -> list[KeyRow]:
    """Every action in the order of the registry with the keys it has under this config."""
    keymap, _ = keymap_of(config)
    return [
        KeyRow(
            action.id,
            action.scope,
            action.title,
            action.tooltip,
            tuple(key_name(key) for key in keymap.get(action.id, action.keys)),
            tuple(key_name(key) for key in action.keys),
        )
        for action in ACTIONS
    ]


def textual_keymap(keymap: Mapping[str, Keys]) -> dict[str, str]:
    """The keymap as the screens' toolkit takes it."""
    return {name: ",".join(keys) for name, keys in keymap.items()}


def _read(name: str, words: str) -> tuple[Keys, str]:
    """The keys that the words name, or why they cannot be the keys of this action."""
    action = _BY_ID.get(name)
    if action is None:
        near = get_close_matches(name, _BY_ID, n=1)
        return (), f"there is no such action{f'; did you mean {near[0]}?' if near else ''}"
    keys: list[str] = []
    for word in _words(words):
        key = key_from(word)
        why = _no_key(action, key)
        if key is None or why:
            return (), f"{word}: {why}"
        keys.append(key)
    if not keys:
        return (), "name at least one key"
    if name == BACK and BACK_KEY not in keys:
        return (), "esc has to stay among its keys, so that there is always a way back"
    return tuple(dict.fromkeys(keys)), ""


def _words(words: str) -> list[str]:
    """The keys apart by commas; a comma alone is the key itself."""
    return [","] if words.strip() == "," else [word.strip() for word in words.split(",") if word.strip()]


def _no_key(action: Action, key: str | None) -> str:
    if key is None:
        return "terminals send no such key"
    if key in NOT_SENT:
        return NOT_SENT[key]
    if key == BACK_KEY and action.id != BACK:
        return "esc always goes back"
    if action.scope in FIELDS and is_text(key):
        return "in a field this key writes"
    return ""


def _clash(keymap: Mapping[str, Keys]) -> tuple[str, str] | None:
    """The first chosen key that another action has that is there at the same time."""
    now = [replace(action, keys=keymap.get(action.id, action.keys)) for action in ACTIONS]
    for name in keymap:
        mine = next(action for action in now if action.id == name)
        for other in now:
            if other.id == name or _alike(mine, other) or not _together(mine.scope, other.scope):
                continue
            shared = [key for key in mine.keys if key in other.keys and not _shared_before(mine, other, key)]
            if shared:
                return name, f"{key_name(shared[0])} is the key of {other.id} ({other.title})"
    return None


def _shared_before(one: Action, other: Action, key: str) -> bool:
    """Whether the registry itself gives both the key: the one that is nearer to the person acts."""
    return key in _BY_ID[one.id].keys and key in _BY_ID[other.id].keys


def _alike(one: Action, other: Action) -> bool:
    """Whether both do the same, one in a widget and one on the screen around it."""
    return one.call == other.call and one.scope != other.scope and bool({one.scope, other.scope} & WIDGETS)


def _together(one: str, other: str) -> bool:
    """Whether actions of two scopes can be there at the same time."""
    if one == other or "app" in (one, other):
        return True
    return (one in WIDGETS | FIELDS) != (other in WIDGETS | FIELDS)


def problems_of(config: Config, themes: Iterable[str]) -> tuple[str, ...]:
    """Everything in the config that is not used, in sentences."""
    known = sorted(themes)
    theme = () if config.theme is None or config.theme in known else (
        f"theme: there is none of that name; there are {', '.join(known)}",
    )  # fmt: skip
    return (*config.problems, *theme, *keymap_of(config)[1])
