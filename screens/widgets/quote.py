"""Memory text in a gutter of its own, so that nobody mistakes it for ours."""

from __future__ import annotations

from textual.content import Content

from screens.text import hidden_words, joined, safe, safe_lines, styled, wrap

GUTTER = " │ "


def quoted(text: str, width: int, *, limit: int | None = None) -> list[Content]:
    """The lines of a memory text behind the gutter; hidden characters are counted under it.

    `limit` caps the lines; what is left out is said.
    """
    room = max(width - len(GUTTER), 1)
    lines = [piece for line in safe_lines(text, "quote") for piece in wrap(line, room)]
    left_out = 0 if limit is None else len(lines) - limit
    if limit is not None and left_out > 0:
        lines = lines[:limit]
    shown = [joined([styled(GUTTER, "gutter"), line]) for line in lines]
    if left_out > 0:
        shown.append(joined([styled(GUTTER, "gutter"), styled(f"… {left_out} more lines", "dim")]))
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
            "; its text is held back (X audit)",
        ]
    )
    return wrap(words, width, "   ")
