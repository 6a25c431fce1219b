"""A line diff with word marks whose cost is bounded for every input.

Lines are compared after the common start and end are taken off. Words are compared only
between a removed line and the added line that stands opposite. Both searches spend from a
budget of elementary steps; what the budget does not reach is shown as changed as a whole,
so the answer is always right and at worst coarse. Rows and characters are capped too, and
each cut says what is missing. All text in the rows has been through `visible`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import accumulate, zip_longest
from typing import Literal, NamedTuple

from workbench.text.visible import TAB, visible

LINE_STEPS = 2_000_000
"""Steps that the comparison of lines may take."""
WORD_STEPS = 1_000_000
"""Steps that all comparisons of words in one diff may take together."""
PAIR_TOKENS = 4_000
"""A line of more words than this is marked as a whole."""
PAIR_STEPS = 200_000
"""A pair of lines that would take more steps (repetition) is marked as a whole."""
MAX_LINES = 200_000
"""More differing lines than this are not searched for equal ones."""
MAX_ROWS = 20_000
MAX_CHARACTERS = 2_000_000
MAX_LINE_CHARACTERS = 20_000
EDGE = 200
"""Characters of unchanged text kept on each side of a change in a line that is too long."""
ALIKE = 0.25
"""Word marks are worth showing when this share of the longer line is unchanged."""

NO_FINAL_NEWLINE = "⟨no newline at end⟩"

Sign = Literal[" ", "-", "+", "@"]
_TOKEN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\s\u2e80-\u9fff\uf900-\ufaff]+\s*|\s+")
"""A word with the blanks after it; where words are not spaced, one character."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one row that is changed as a whole or not at all."""

    text: str = field(repr=False)
    changed: bool


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row: kept, removed, added, or `@` for what is not shown (says how much)."""

    sign: Sign
    old: int | None
    """Line number before; None for an added line."""
    new: int | None
    """Line number after; None for a removed line."""
    pieces: tuple[Piece, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The whole row as it is shown."""
        return "".join(piece.text for piece in self.pieces)


class Budget:
    """A number of steps that a search may take; counted, so that it is the same on every machine."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def take(self, steps: int) -> bool:
        """Spend the steps if they are left."""
        if self.spent + steps > self.limit:
            return False
        self.spent += steps
        return True


class _Span(NamedTuple):
    """Rows `a[i1:i2]` and `b[j1:j2]`, equal or not."""

    equal: bool
    i1: int
    i2: int
    j1: int
    j2: int


def diff_rows(before: str, after: str, *, first_line: int = 1, context: int = 2) -> list[DiffRow]:
    """Rows that show how `before` becomes `after`; empty when they are equal.

    `first_line` is the number of the first line of both texts in their file, `context` the
    number of unchanged lines around each change.
    """
    if before == after:
        return []
    old, new = split_lines(before), split_lines(after)
    spans = spans_of(old, new, Budget(LINE_STEPS))
    return _Rows(old, new, first_line, context).build(spans)


def side_by_side(rows: Sequence[DiffRow]) -> list[tuple[DiffRow | None, DiffRow | None]]:
    """Rows in two columns, before and after; removed rows stand opposite the added ones they gave way to.

    A kept row and a notice stand in both columns.
    """
    pairs: list[tuple[DiffRow | None, DiffRow | None]] = []
    removed: list[DiffRow] = []
    added: list[DiffRow] = []
    for row in [*rows, None]:
        if row is None or row.sign in " @" or (row.sign == "-" and added):
            pairs += zip_longest(removed, added)
            removed, added = [], []
        if row is not None and row.sign in " @":
            pairs.append((row, row))
        elif row is not None:
            (removed if row.sign == "-" else added).append(row)
    return pairs


def split_lines(text: str) -> list[str]:
    """Lines with their line feed; no other character ends a line."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def spans_of(a: Sequence[str], b: Sequence[str], budget: Budget) -> list[_Span]:
    """Equal and differing spans in order, covering both sequences; at worst one differing span."""
    start = _common(a, b)
    end = _common(a[start:][::-1], b[start:][::-1])
    matches = [(0, 0, start)]
    matches += [
        (i + start, j + start, n)
        for i, j, n in _matches(a[start : len(a) - end], b[start : len(b) - end], budget)
    ]
    matches += [(len(a) - end, len(b) - end, end)]
    spans: list[_Span] = []
    i = j = 0
    for at, to, size in matches:
        if at > i or to > j:
            spans.append(_Span(False, i, at, j, to))
        if size:
            spans.append(_Span(True, at, at + size, to, to + size))
        i, j = at + size, to + size
    return spans


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """Length of the common start."""
    for index, (left, right) in enumerate(zip(a, b, strict=False)):
        if left != right:
            return index
    return min(len(a), len(b))


def _matches(a: Sequence[str], b: Sequence[str], budget: Budget) -> list[tuple[int, int, int]]:
    """Matching blocks in order, as far as the budget goes."""
    if not a or not b or not budget.take(len(a) + len(b)) or len(a) + len(b) > MAX_LINES:
        return []
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    hits = Counter(b)
    costs = [0, *accumulate(1 + hits[key] for key in a)]
    found: list[tuple[int, int, int]] = []
    open_spans = [(0, len(a), 0, len(b))]
    while open_spans:
        i1, i2, j1, j2 = open_spans.pop()
        if not budget.take(costs[i2] - costs[i1]):
            continue
        i, j, size = matcher.find_longest_match(i1, i2, j1, j2)
        if not size:
            continue
        found.append((i, j, size))
        if i1 < i and j1 < j:
            open_spans.append((i1, i, j1, j))
        if i + size < i2 and j + size < j2:
            open_spans.append((i + size, i2, j + size, j2))
    return sorted(found)


class _Rows:
    """Turns spans into rows within the caps on rows, characters and word steps."""

    def __init__(self, old: list[str], new: list[str], first_line: int, context: int) -> None:
        self.old, self.new = old, new
        self.first, self.context = first_line, max(context, 0)
        self.words = Budget(WORD_STEPS)
        self.characters = Budget(MAX_CHARACTERS)
        self.rows: list[DiffRow] = []

    def build(self, spans: list[_Span]) -> list[DiffRow]:
        for index, span in enumerate(spans):
            parts = (
                self._equal(span, index == 0, index == len(spans) - 1) if span.equal else self._changed(span)
            )
            for row in parts:
                if len(self.rows) >= MAX_ROWS or not self.characters.take(len(row.text)):
                    return [*self.rows, self._rest(row)]
                self.rows.append(row)
        return self.rows

    def _equal(self, span: _Span, first: bool, last: bool) -> Iterator[DiffRow]:
        """Context next to changes and a row that counts the lines between."""
        size = span.i2 - span.i1
        head = 0 if first else min(self.context, size)
        tail = 0 if last else min(self.context, size - head)
        left_out = size - head - tail
        yield from (self._kept(span, offset) for offset in range(head))
        if left_out == 1:
            yield self._kept(span, head)
        elif left_out:
            yield self._notice(span.i1 + head, span.j1 + head, f"… {left_out} unchanged lines")
        yield from (self._kept(span, offset) for offset in range(size - tail, size))

    def _kept(self, span: _Span, offset: int) -> DiffRow:
        line = self.old[span.i1 + offset]
        pieces = pieces_of([(_shortened(line), False)], line, False)
        return DiffRow(" ", self.first + span.i1 + offset, self.first + span.j1 + offset, pieces)

    def _changed(self, span: _Span) -> Iterator[DiffRow]:
        """Removed rows, then added ones; lines that stand opposite get word marks."""
        removed, added = self.old[span.i1 : span.i2], self.new[span.j1 : span.j2]
        opposite: list[tuple[Piece, ...]] = []
        for offset, line in enumerate(removed):
            if offset < len(added):
                left, right = word_pieces(line, added[offset], self.words)
                opposite.append(right)
            else:
                left = _whole(line)
            yield DiffRow("-", self.first + span.i1 + offset, None, left)
        for offset, line in enumerate(added):
            right = opposite[offset] if offset < len(opposite) else _whole(line)
            yield DiffRow("+", None, self.first + span.j1 + offset, right)

    def _notice(self, i: int, j: int, text: str) -> DiffRow:
        return DiffRow("@", self.first + i, self.first + j, (Piece(text, False),))

    def _rest(self, row: DiffRow) -> DiffRow:
        """Says how many lines of either text come after the last row shown."""
        shown_old = max((r.old for r in self.rows if r.sign in " -" and r.old), default=self.first - 1)
        shown_new = max((r.new for r in self.rows if r.sign in " +" and r.new), default=self.first - 1)
        old, new = (shown - self.first + 1 for shown in (shown_old, shown_new))
        text = f"… not shown: {len(self.old) - old} more lines before, {len(self.new) - new} more lines after"
        return self._notice(old, new, text)


def word_pieces(before: str, after: str, budget: Budget) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both lines in pieces, with the words that differ marked, or wholly marked when too different."""
    if len(before) > MAX_LINE_CHARACTERS or len(after) > MAX_LINE_CHARACTERS:
        return _long_pieces(before, after)
    a, b = _TOKEN.findall(before.rstrip("\n")), _TOKEN.findall(after.rstrip("\n"))
    if max(len(a), len(b)) > PAIR_TOKENS:
        return _whole(before), _whole(after)
    allowance = Budget(min(PAIR_STEPS, budget.limit - budget.spent))
    spans = spans_of(a, b, allowance)
    budget.take(allowance.spent)
    same = sum(len(word) for span in spans if span.equal for word in a[span.i1 : span.i2])
    if same < ALIKE * max(len(before), len(after)):
        return _whole(before), _whole(after)
    end_changed = before.endswith("\n") != after.endswith("\n")
    left = pieces_of([("".join(a[s.i1 : s.i2]), not s.equal) for s in spans], before, end_changed)
    right = pieces_of([("".join(b[s.j1 : s.j2]), not s.equal) for s in spans], after, end_changed)
    return left, right


def pieces_of(runs: Sequence[tuple[str, bool]], line: str, end_changed: bool) -> tuple[Piece, ...]:
    """Visible pieces of a line; blanks that a change is made of are drawn, and a missing line end told."""
    last = len(runs) - 1
    pieces = [
        Piece(_drawn(text, index == last) if changed else visible(text.rstrip("\n")), changed)
        for index, (text, changed) in enumerate(runs)
        if text.rstrip("\n")
    ]
    if line and not line.endswith("\n"):
        pieces.append(Piece(NO_FINAL_NEWLINE, end_changed))
    return tuple(pieces)


def _whole(line: str) -> tuple[Piece, ...]:
    return pieces_of([(_shortened(line), True)], line, True)


def _drawn(text: str, at_line_end: bool) -> str:
    """Changed text with its tabs, and blanks at the end of the line, drawn."""
    text = text.rstrip("\n")
    if at_line_end:
        kept = text.rstrip(" ")
        text = kept + "·" * (len(text) - len(kept))
    return visible(text.replace("\t", "→" + TAB[1:]))


def _shortened(line: str) -> str:
    """The line, or its start and how much is missing."""
    line = line.rstrip("\n")
    if len(line) <= MAX_LINE_CHARACTERS:
        return line
    return f"{line[:MAX_LINE_CHARACTERS]}… {len(line) - MAX_LINE_CHARACTERS} more characters"


def _long_pieces(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Lines too long for words: what lies between their common start and end is the change."""
    start = _common_start(before, after)
    end = _common_start(before[start:][::-1], after[start:][::-1])
    return _middle(before, start, end), _middle(after, start, end)


def _middle(line: str, start: int, end: int) -> tuple[Piece, ...]:
    head, change, tail = line[:start], line[start : len(line) - end], line[len(line) - end :]
    if start > EDGE:
        head = f"{start - EDGE} unchanged characters … {head[-EDGE:]}"
    if end > EDGE:
        tail = f"{tail[:EDGE]} … {end - EDGE} unchanged characters"
    return pieces_of([(head, False), (_shortened(change), True), (tail, False)], line, True)


def _common_start(a: str, b: str) -> int:
    """Length of the common start, by halving: slices are compared far faster than characters."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
