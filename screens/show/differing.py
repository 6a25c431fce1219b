"""Texts of one subject with the words in which they differ marked, in signs before colour; bounded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from textual.content import Content

from screens.text import hidden_words, joined, styled, wrap
from screens.widgets.quote import FIRST_PART, GUTTER
from workbench.text.diff import WORD_STEPS, Budget, Piece, split_lines, word_pieces

OPEN, CLOSE = "▐", "▌"
LONGEST = FIRST_PART
"""Longer texts are not compared."""
SHORT = 24
"""So many cells of a difference stand for its row on the line of history."""
_UNSEEN = re.compile("(⟨[^⟩]{1,12}⟩|[␀-␡])")
"""How the sanitizer draws what could not have been seen."""
_PUNCTUATION = ".,;:!?)。，；：！？）"


@dataclass(frozen=True, slots=True)
class Differing:
    """A text in lines of pieces. ``value`` is the beginning of what differs, where only some words do."""

    lines: tuple[tuple[Piece, ...], ...] = field(repr=False)
    value: str = field(repr=False)
    hidden: str = field(repr=False)


def differing(texts: Mapping[str, str], base: str) -> dict[str, Differing]:
    """Every text compared with that of ``base``, and that one with the text before it, else after it.

    Texts are of at most ``LONGEST`` characters: a longer one is shown as any long text is.
    """
    budget = Budget(WORD_STEPS)
    keys = list(texts)
    at = keys.index(base)
    beside = keys[at - 1] if at else next(iter(keys[1:]), base)
    found = {key: _against(texts[key], texts[base], budget) for key in keys if key != base}
    found[base] = _against(texts[base], texts[beside], budget)
    return found


def _against(text: str, other: str, budget: Budget) -> Differing:
    ours, theirs = _lines(text), _lines(other)
    lines: list[tuple[Piece, ...]] = []
    for index, line in enumerate(ours):
        opposite = theirs[index] if index < len(theirs) else ""
        left, right = word_pieces(line, opposite, budget)
        lines.append(_trimmed(left, right))
    value = "".join(piece.text.strip() + " " for line in lines for piece in line if piece.changed).strip()
    return Differing(tuple(lines), _short(value) if _tells(lines) else "", hidden_words(text))


def _short(value: str) -> str:
    """As much of what differs as there is room for on the line of history."""
    line = styled(value.replace("\n", " "))
    return line.plain if line.cell_length <= SHORT else line.truncate(SHORT, ellipsis=True).plain


def _lines(text: str) -> list[str]:
    """Lines that all end alike, so that a missing line end is no difference."""
    return [line.rstrip("\r\n") + "\n" for line in split_lines(text)]


def _tells(lines: Sequence[tuple[Piece, ...]]) -> bool:
    """Whether the marks set some words apart from others."""
    pieces = [piece for line in lines for piece in line]
    return any(piece.changed for piece in pieces) and any(not piece.changed for piece in pieces)


def _trimmed(left: tuple[Piece, ...], right: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces with blanks, and a sign that both sides end with, taken out of what is marked."""
    others = [piece.text.rstrip() for piece in right if piece.changed]
    if len(others) != sum(piece.changed for piece in left):
        others = []
    opposite = iter(others)
    pieces: list[Piece] = []
    for piece in left:
        if piece.changed:
            core = _core(piece.text.rstrip(), next(opposite, ""))
            pieces += [Piece(core, True), Piece(piece.text[len(core) :], False)]
        else:
            pieces.append(piece)
    return tuple(piece for piece in pieces if piece.text)


def _core(word: str, other: str) -> str:
    """A differing word without the sign at its end that the other one has too."""
    same = len(word) > 1 and len(other) > 1 and word[-1] == other[-1] and word[-1] in _PUNCTUATION
    return word[:-1] if same else word


def differing_lines(text: Differing, width: int) -> list[Content]:
    """The text in its gutter at a width; hidden characters are counted under it."""
    room = max(width - len(GUTTER), 1)
    tells, unseen = _tells(text.lines), bool(text.hidden)
    lines = [piece for line in text.lines for piece in wrap(_line(line, tells, unseen), room)]
    shown = [joined([styled(GUTTER, "gutter"), line]) for line in lines]
    if text.hidden:
        shown += wrap(styled(f" ◆ {text.hidden}", "mark"), width, "   ")
    return shown


def _line(pieces: Sequence[Piece], tells: bool, unseen: bool) -> Content:
    """One line; where the text holds what could not have been seen, its marks stand out too."""
    parts: list[Content] = []
    for piece in pieces:
        role = "word-added" if piece.changed and tells else "quote"
        runs = _UNSEEN.split(piece.text) if unseen else [piece.text]
        words = [styled(run, "mark" if odd % 2 else role) for odd, run in enumerate(runs) if run]
        framed = piece.changed and tells
        parts += [styled(OPEN, "dim"), *words, styled(CLOSE, "dim")] if framed else words
    return joined(parts)
