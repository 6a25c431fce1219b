"""How people write a key, and what they may write."""

from __future__ import annotations

import string
from collections.abc import Sequence

from textual.keys import _character_to_key, key_to_character

from screens.actions.action import Action

COLUMN = 14
"""Cells of the column in which help writes keys."""
_NAMES = {
    "escape": "esc",
    "enter": "↵",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "shift+tab": "S-Tab",
    "space": "space",
    "insert": "Ins",
    "delete": "Del",
    "backspace": "Bksp",
}
_SIGNS = {_character_to_key(sign): sign for sign in string.punctuation}
_WRITTEN = {shown.lower(): key for key, shown in _NAMES.items()}
_WRITTEN |= {key: key for key in _NAMES} | {"return": "enter", " ": "space"}
_FUNCTION_KEYS = {f"f{number}" for number in range(1, 13)}
_CONTROLS = {f"ctrl+{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"}

NOT_SENT = {
    "ctrl+h": "terminals send it as backspace",
    "ctrl+i": "terminals send it as Tab",
    "ctrl+j": "terminals send it as enter",
    "ctrl+m": "terminals send it as enter",
    "ctrl+s": "terminals may stop all output at it",
    "ctrl+q": "it always quits",
    "ctrl+c": "it always says how to quit",
}
"""Keys that cannot be given to an action, with the reason."""


def key_name(key: str) -> str:
    """A key as people write it: `?`, `↵`, `^d`."""
    if key in _NAMES:
        return _NAMES[key]
    if key in _FUNCTION_KEYS:
        return key.upper()
    return _character(key) or key.replace("ctrl+", "^")


def key_names(actions: Sequence[Action]) -> str:
    """All keys of some actions in one string; many are told by the first and the last."""
    names = [key_name(key) for action in actions for key in action.keys]
    joined = " ".join(names)
    return joined if len(joined) < COLUMN else f"{names[0]} … {names[-1]}"


def key_from(word: str) -> str | None:
    """The key that a person means by a word, or None where terminals send no such key.

    One character is itself; others are `esc`, `enter`, `tab`, `F5`, `^p` or `ctrl+p` and the like.
    """
    if len(word) == 1 and word.isprintable() and word not in _WRITTEN:
        return _character_to_key(word)
    lower = word.strip().lower()
    if lower.startswith("^") and len(lower) == 2:
        lower = f"ctrl+{lower[1]}"
    if lower in _WRITTEN:
        return _WRITTEN[lower]
    if lower in _FUNCTION_KEYS | _CONTROLS:
        return lower
    return lower if len(lower) > 1 and is_text(lower) else None


def is_text(key: str) -> bool:
    """Whether a field takes the key as a letter, so that it acts nowhere else while one is typed in."""
    character = _character(key)
    return key == "space" or (character is not None and character.isprintable())


def _character(key: str) -> str | None:
    """The character that a key types, if it types one."""
    return _SIGNS.get(key) or key_to_character(key)
