"""What an action is."""

from __future__ import annotations

from dataclasses import dataclass


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
