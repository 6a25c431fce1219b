"""Rows of the store as cards: side by side where there is room, else below each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase

from textual.content import Content

from screens.show.differing import LONGEST, Differing, differing, differing_lines
from screens.show.parts import TEXT
from screens.text import BLANK, fit, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import entries, left_out, quoted, withheld
from workbench.store.details.conflict import NO_SOURCE, PLACES, UNKNOWN_DATE, ConflictRow

BESIDE = 90
"""From so many columns rows stand side by side."""
CARD = 42
"""Columns that a card needs."""
Names = Mapping[str, str]
"""What rows are called by a letter, by their keys."""
States = Mapping[str, Content]
"""What is to be said of rows in their titles, by their keys."""


def letter(index: int) -> str:
    """What the row of that place is called."""
    return ascii_uppercase[index] if index < len(ascii_uppercase) else f"#{index + 1}"


def lettered(rows: Iterable[ConflictRow]) -> dict[str, str]:
    """A letter for each row, in their order, by its key."""
    return {row.key: letter(index) for index, row in enumerate(rows)}


def differing_texts(rows: Sequence[ConflictRow], base: str | None = None) -> dict[str, Differing]:
    """The texts of rows with the words marked in which each differs from the base, else from the last."""
    texts = {row.key: row.text for row in rows if not row.hidden and len(row.text) <= LONGEST}
    chosen = base if base in texts else next(reversed(texts), None)
    return differing(texts, chosen) if chosen is not None else {}


def cards(
    rows: Sequence[ConflictRow],
    width: int,
    *,
    names: Names,
    differ: Mapping[str, Differing],
    states: States,
    targets: bool = True,
) -> Iterator[PageLine]:
    """Every row with its letter, what is said of it, its facts and its text.

    Where the rows are what a case is about, its own text counts as shown with them.
    """
    beside = min(len(rows), width // CARD) if width >= BESIDE else 1
    also = (TEXT,) if targets else ()
    if beside < 2:
        for row in rows:
            head = joined([styled(names.get(row.key, ""), "key"), date(row)], "  ")
            yield from _stacked(row, head, states.get(row.key), differ, width, also)
        return
    each = width // beside - 1
    for start in range(0, len(rows), beside):
        chunk = rows[start : start + beside]
        drawn = [_card(row, _title(row, names, states), differ, each) for row in chunk]
        yield from _side_by_side(drawn, (*(ref for row in chunk if (ref := ref_of(row))), *also))


def _stacked(
    row: ConflictRow,
    head: Content,
    state: Content | None,
    differ: Mapping[str, Differing],
    width: int,
    also: tuple[str, ...],
) -> Iterator[PageLine]:
    ref = ref_of(row)
    for line in flow([head, *([state] if state is not None else []), status(row)], max(width - 1, 1)):
        yield PageLine(styled(" ") + line, ref, also=also)
    for line in flow(list(whence(row)), max(width - 4, 1)):
        yield PageLine(styled("    ") + line, ref, also=also)
    yield from (PageLine(line, ref, also=also) for line in text_of(row, differ, width))
    yield PageLine(BLANK)


def _card(row: ConflictRow, title: Content, differ: Mapping[str, Differing], width: int) -> list[Content]:
    """The lines of a card without its last one, each of exactly `width` cells less the frame."""
    inner = width - 4
    title = title if title.cell_length <= inner - 2 else fit(title, inner - 2)
    rule = styled("─" * max(inner - 1 - title.cell_length, 0) + "┐", "faint")
    lines = [joined([styled("┌─ ", "faint"), title, " ", rule])]
    body = [line for part in facts_of(row) for line in wrap(part, inner, "  ")]
    lines += [_framed(line, inner) for line in [*body, *text_of(row, differ, inner)]]
    return lines


def _framed(line: Content, inner: int) -> Content:
    return joined([styled("│ ", "faint"), fit(line, inner), styled(" │", "faint")])


def _side_by_side(drawn: Sequence[list[Content]], refs: tuple[str, ...]) -> Iterator[PageLine]:
    inner = drawn[0][0].cell_length - 4
    height = max(len(card) for card in drawn)
    bottom = styled("└" + "─" * (inner + 2) + "┘", "faint")
    for index in range(height + 1):
        parts = [
            card[index] if index < len(card) else _framed(BLANK, inner) if index < height else bottom
            for card in drawn
        ]
        yield PageLine(styled(" ") + joined(parts, " "), also=refs)


def _title(row: ConflictRow, names: Names, states: States) -> Content:
    """The letter of a row, and what is said of it."""
    state = states.get(row.key)
    name = [styled(names[row.key], "key")] if row.key in names else []
    return joined([*name, *([state] if state is not None else [])], "  ")


def facts_of(row: ConflictRow) -> list[Content]:
    """Date and Status, then where it comes from."""
    return [joined([date(row), status(row)], "   "), *whence(row)]


def date(row: ConflictRow) -> Content:
    """The day of a row, or that it is not known."""
    return safe(row.date, "strong") if row.date else styled(UNKNOWN_DATE, "warn")


def status(row: ConflictRow) -> Content:
    """The Status of a row, and where it stands if not in the item store."""
    said = safe(row.status) if row.status else styled("no Status, which counts as active")
    where = PLACES.get(row.place, "")
    return joined([said, styled(f", {where}" if where else "")])


def whence(row: ConflictRow) -> Iterator[Content]:
    """Source and whether it resolves, Confidence, then id and place."""
    anchor = safe(row.anchor, "warn" if "nothing" in row.anchor else "dim")
    yield joined([styled("Source  ", "dim"), safe(row.source or NO_SOURCE), "   ", anchor])
    yield joined([styled("Confidence  ", "dim"), safe(row.confidence or "not given")])
    yield joined([safe(row.id) if row.id else styled("no id", "warn"), "   ", safe(place_of(row), "dim")])


def ref_of(row: ConflictRow) -> str | None:
    """What the lines of a row carry; those of a row that is held back carry nothing."""
    return None if row.hidden else row.ref


def place_of(row: ConflictRow) -> str:
    """Where a row stands."""
    return f"{row.path}:{row.line}"


def text_of(row: ConflictRow, differ: Mapping[str, Differing], width: int) -> list[Content]:
    """The text in its gutter, what differs marked; or which record holds it back."""
    if row.hidden:
        return withheld(row.ref, row.withheld_by or "", width)
    return differing_lines(differ[row.key], width) if row.key in differ else quoted(row.text, width)


def rows_in_full(
    rows: Sequence[ConflictRow], width: int, differ: Mapping[str, Differing], extra: Mapping[str, Content]
) -> Iterator[PageLine]:
    """Rows that are not to be settled, each after a blank line, with what is to be said of it at the end."""
    room = max(width - 3, 1)
    for row in rows:
        yield PageLine(BLANK, ref_of(row))
        more = [extra[row.key]] if row.key in extra else []
        for line in flow([*facts_of(row), *more], room):
            yield PageLine(styled("   ") + line, ref_of(row))
        yield from (PageLine(line, ref_of(row)) for line in text_of(row, differ, width))


def cut(refs: Sequence[str], what: str, *, targets: bool = False) -> Iterator[PageLine]:
    """The line that stands for what is not laid out; whoever has seen it has not seen that.

    `targets` where that is a part of what the case is about.
    """
    if refs:
        also = (*refs[1:], TEXT) if targets else tuple(refs[1:])
        yield PageLine(left_out(len(refs), what), refs[0], also=also)


def laid_out() -> int:
    """How many rows or passages are laid out until more is asked for."""
    return entries()
