"""How people write a key."""

from __future__ import annotations

from collections.abc import Sequence

from screens.actions.action import Action

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
