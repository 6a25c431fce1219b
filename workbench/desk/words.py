"""One word for one thing: how what both the commands and the screens tell is called in either of them."""

from __future__ import annotations

from typing import Final

from workbench.store.case import NO_DATE

LATER: Final = "left for later"
"""A case that was put off."""
TO_READ: Final = "to read"
"""Cases of a kind that takes no verdict here, and records of every kind."""
TO_DECIDE: Final = "to decide"
"""Cases of a kind that takes a verdict here."""
TAKEN_BACK: Final = "taken back by"
"""Stands before the decision that took another one back."""


def later_words(until: str | None) -> str:
    """How long a case is left for later; empty where it is not. A day is told, no day is told as well."""
    if until is None:
        return ""
    return f"{LATER}, no date" if until == NO_DATE else f"{LATER} until {until}"


def waiting_words(to_decide: int, to_read: int) -> str:
    """What waits, split by whether a verdict ends it; what is to read is there until its files change."""
    return f"{to_decide:,} {TO_DECIDE} · {to_read:,} {TO_READ}"


def withheld_words(number: int) -> str:
    """How many records a withdrawal holds back."""
    return f"{number:,} record{'' if number == 1 else 's'} withheld by a withdrawal"
