"""That decisions were recorded and not carried out to the end, and the key that finishes them."""

from __future__ import annotations

from textual.content import Content

from screens.actions import key_of
from screens.session import Session
from screens.text import counted, joined, styled, wrap


def unfinished_lines(session: Session, width: int, *, on_home: bool) -> list[Content]:
    """How many there are, and what finishes them; no line where there is none."""
    unfinished = session.store.unfinished
    if not unfinished:
        return []
    number = counted(len(unfinished), "decision is", "decisions are")
    there = "" if on_home else "on Home "
    words = joined(
        [
            styled(" ! ", "warn"),
            f"{number} recorded but not carried out to the end: {there}",
            styled(key_of("home.resume"), "key"),
            " finishes what is left, each step checked again",
        ]
    )
    return wrap(words, width, "   ")
