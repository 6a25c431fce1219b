"""Memory text in a gutter of its own, so that nobody mistakes it for ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from textual.content import Content

from screens.actions import key_of
from screens.text import hidden_words, joined, safe, safe_lines, styled, wrap

GUTTER = " │ "
CUT = "cut"
"""The role of a line that says how much of a text is left out: who has seen it has not seen all."""
FIRST_PART = 16_384
"""Characters of each text that are laid out until a person asks for more of it."""
ENTRY = 128
"""Characters that an entry of a list counts for."""

_reach: ContextVar[int] = ContextVar("reach", default=FIRST_PART)


@contextmanager
def reaching(characters: int) -> Iterator[None]:
    """Within it, so many characters of each text are laid out."""
    token = _reach.set(characters)
    try:
        yield
    finally:
        _reach.reset(token)


def entries() -> int:
    """How many entries of a long list are laid out: as a text, the list grows when more is asked for."""
    return max(_reach.get() // ENTRY, 1)


def left_out(number: int, what: str) -> Content:
    """The line that says how many entries of a list are not laid out."""
    return styled(f" … {number:,} {what}", CUT)


def is_cut(line: Content) -> bool:
    """Whether a line says that a part of a text is left out."""
    return any(span.style == CUT for span in line.spans)


def quoted(text: str, width: int, *, limit: int | None = None) -> list[Content]:
    """The lines of a memory text behind the gutter; hidden characters are counted under it.

    `limit` caps the lines, and :func:`reaching` the characters; what is left out is said.
    """
    room, reach = max(width - len(GUTTER), 1), _reach.get()
    lines = [piece for line in safe_lines(text[:reach], "quote") for piece in wrap(line, room)]
    left_out = 0 if limit is None else len(lines) - limit
    if limit is not None and left_out > 0:
        lines = lines[:limit]
    shown = [joined([styled(GUTTER, "gutter"), line]) for line in lines]
    if left_out > 0:
        shown.append(joined([styled(GUTTER, "gutter"), styled(f"… {left_out} more lines", "dim")]))
    if len(text) > reach:
        more = styled(f"… {len(text) - reach:,} more characters", CUT)
        shown.append(joined([styled(GUTTER, "gutter"), more]))
    words = hidden_words(text)
    return [*shown, *wrap(styled(f" ◆ {words}", "mark"), width, "   ")] if words else shown


def withheld(name: str, control: str, width: int) -> list[Content]:
    """What stands in the place of a text under an active withdrawal."""
    words = joined(
        [
            styled(" ⊘ ", "warn"),
            safe(name),
            " is withdrawn by ",
            safe(control),
            f"; its text is held back ({key_of('queue.audit')} audit)",
        ]
    )
    return wrap(words, width, "   ")
