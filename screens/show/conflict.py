"""A conflict on a subject: its rows beside each other, their history, and the words to surface it with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

from textual.content import Content

from screens.show.differing import LONGEST, Differing, differing, differing_lines
from screens.show.parts import age_fact, audit_lines, evidence_lines, facts_lines, heading, notes_lines
from screens.text import BLANK, fit, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import entries, left_out, quoted, withheld
from workbench.store.case import Case
from workbench.store.details.conflict import (
    NO_SOURCE,
    PLACES,
    UNKNOWN_DATE,
    ConflictDetail,
    ConflictRow,
    reconcile_text,
)

BESIDE = 90
"""From so many columns rows stand side by side."""
CARD = 42
"""Columns that a card needs."""
Names = Mapping[str, str]
"""What the rows to settle are called, by their keys."""


def conflict_lines(case: Case, detail: ConflictDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a conflict at a width; of very many rows the newest ones, until more is asked for."""
    names = {row.key: letter(index) for index, row in enumerate(detail.open_rows)}
    shown = replace(detail, rows=detail.rows[-entries() :])
    differ = _differ(shown)
    passages = [one for one in case.evidence if one.key is None]
    return [
        *_head(case, detail, width, audit),
        PageLine(BLANK),
        *_cut([row.ref for row in detail.rows[: -entries()]], "older rows"),
        *_rows(shown, names, differ, width),
        *_history(detail, shown, names, differ, width),
        *_surfaced(detail, width),
        *evidence_lines(passages[-entries() :], width, audit=audit),
        *_cut([one.ref for one in passages[: -entries()]], "more passages"),
    ]


def _cut(refs: Sequence[str], what: str) -> Iterator[PageLine]:
    """The line that stands for what is not laid out; whoever has seen it has not seen that."""
    if refs:
        yield PageLine(left_out(len(refs), what), refs[0], also=tuple(refs[1:]))


def _head(case: Case, detail: ConflictDetail, width: int, audit: bool) -> Iterator[PageLine]:
    name = joined([styled("subject  ", "dim"), safe(detail.subject, "strong")])
    yield from (PageLine(line) for line in heading(name, width))
    counts = [f"{len(detail.open_rows)} to settle"]
    for standing, word in (("history", "history"), ("withdrawn", "withdrawn")):
        number = sum(row.standing == standing for row in detail.rows)
        counts += [f"{number} {word}"] if number else []
    facts = (("Rows", ", ".join(counts)), age_fact(case))
    yield from (PageLine(line) for line in facts_lines(facts, width))
    yield from notes_lines(case, width)
    if audit and any(row.withheld_by for row in detail.rows):
        yield from audit_lines(width)


def _differ(detail: ConflictDetail) -> dict[str, Differing]:
    texts = {row.key: row.text for row in detail.rows if not row.hidden and len(row.text) <= LONGEST}
    base = detail.in_force if detail.in_force in texts else next(reversed(texts), None)
    return differing(texts, base) if base is not None else {}


def letter(index: int) -> str:
    """What the row of that place among those to settle is called."""
    return ascii_uppercase[index] if index < len(ascii_uppercase) else f"#{index + 1}"


def _rows(
    detail: ConflictDetail, names: Names, differ: dict[str, Differing], width: int
) -> Iterator[PageLine]:
    rows = detail.open_rows
    beside = min(len(rows), width // CARD) if width >= BESIDE else 1
    if beside < 2:
        for row in rows:
            yield from _stacked(detail, row, names[row.key], differ, width)
        return
    each = width // beside - 1
    for start in range(0, len(rows), beside):
        chunk = rows[start : start + beside]
        cards = [_card(detail, row, names[row.key], differ, each) for row in chunk]
        yield from _side_by_side(cards, [ref for row in chunk if (ref := _ref(row))])


def _stacked(
    detail: ConflictDetail, row: ConflictRow, name: str, differ: dict[str, Differing], width: int
) -> Iterator[PageLine]:
    first = joined([styled(name, "key"), _date(row)], "  ")
    state = [styled("in force", "good")] if row.key == detail.in_force else []
    for line in flow([first, *state, _status(row)], max(width - 1, 1)):
        yield PageLine(styled(" ") + line, _ref(row))
    for line in flow(list(_whence(row)), max(width - 4, 1)):
        yield PageLine(styled("    ") + line, _ref(row))
    yield from (PageLine(line, _ref(row)) for line in _text(row, differ, width))
    yield PageLine(BLANK)


def _card(
    detail: ConflictDetail, row: ConflictRow, name: str, differ: dict[str, Differing], width: int
) -> list[Content]:
    """The lines of a card without its last one, each of exactly `width` cells less the frame."""
    inner = width - 4
    title = _title(detail, row, name)
    title = title if title.cell_length <= inner - 2 else fit(title, inner - 2)
    rule = styled("─" * max(inner - 1 - title.cell_length, 0) + "┐", "faint")
    lines = [joined([styled("┌─ ", "faint"), title, " ", rule])]
    body = [line for part in _facts(row) for line in wrap(part, inner, "  ")]
    lines += [_framed(line, inner) for line in [*body, *_text(row, differ, inner)]]
    return lines


def _framed(line: Content, inner: int) -> Content:
    return joined([styled("│ ", "faint"), fit(line, inner), styled(" │", "faint")])


def _side_by_side(cards: Sequence[list[Content]], refs: Sequence[str]) -> Iterator[PageLine]:
    inner = cards[0][0].cell_length - 4
    height = max(len(card) for card in cards)
    bottom = styled("└" + "─" * (inner + 2) + "┘", "faint")
    for index in range(height + 1):
        parts = [
            card[index] if index < len(card) else _framed(BLANK, inner) if index < height else bottom
            for card in cards
        ]
        yield PageLine(styled(" ") + joined(parts, " "), also=tuple(refs))


def _title(detail: ConflictDetail, row: ConflictRow, name: str) -> Content:
    """The letter of a row, and that it is in force where it is."""
    state = [styled("in force: most recent", "good")] if row.key == detail.in_force else []
    return joined([styled(name, "key"), *state], "  ")


def _facts(row: ConflictRow) -> list[Content]:
    """Date and Status, then where it comes from."""
    return [joined([_date(row), _status(row)], "   "), *_whence(row)]


def _date(row: ConflictRow) -> Content:
    return safe(row.date, "strong") if row.date else styled(UNKNOWN_DATE, "warn")


def _status(row: ConflictRow) -> Content:
    status = safe(row.status) if row.status else styled("no Status, which counts as active")
    where = PLACES.get(row.place, "")
    return joined([status, styled(f", {where}" if where else "")])


def _whence(row: ConflictRow) -> Iterator[Content]:
    """Source and whether it resolves, Confidence, then id and place."""
    anchor = safe(row.anchor, "warn" if "nothing" in row.anchor else "dim")
    yield joined([styled("Source  ", "dim"), safe(row.source or NO_SOURCE), "   ", anchor])
    yield joined([styled("Confidence  ", "dim"), safe(row.confidence or "not given")])
    yield joined([safe(row.id) if row.id else styled("no id", "warn"), "   ", safe(_at(row), "dim")])


def _ref(row: ConflictRow) -> str | None:
    """What the lines of a row carry; those of a row that is held back carry nothing."""
    return None if row.hidden else row.ref


def _at(row: ConflictRow) -> str:
    return f"{row.path}:{row.line}"


def _text(row: ConflictRow, differ: dict[str, Differing], width: int) -> list[Content]:
    if row.hidden:
        return withheld(row.ref, row.withheld_by or "", width)
    return differing_lines(differ[row.key], width) if row.key in differ else quoted(row.text, width)


def _history(
    whole: ConflictDetail, detail: ConflictDetail, names: Names, differ: dict[str, Differing], width: int
) -> Iterator[PageLine]:
    """The rows on one line of time, then each settled or withdrawn one."""
    if width >= BESIDE:
        yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("History, oldest first", width))
    room = max(width - 3, 1)
    yield from (PageLine(styled("   ") + line) for line in flow(list(_steps(detail, names, differ)), room, 1))
    for row in detail.rows:
        if row.standing == "open":
            continue
        yield PageLine(BLANK, _ref(row))
        for line in flow([*_facts(row), *_pointer(whole, row)], room):
            yield PageLine(styled("   ") + line, _ref(row))
        yield from (PageLine(line, _ref(row)) for line in _text(row, differ, width))


def _steps(detail: ConflictDetail, names: Names, differ: dict[str, Differing]) -> Iterator[Content]:
    years = {(row.date or "")[:4] for row in detail.rows}
    short = 5 if len(years) == 1 and "" not in years else 0
    for index, row in enumerate(detail.rows):
        later = detail.rows[index + 1] if index + 1 < len(detail.rows) else None
        day = safe(row.date[short:], "strong") if row.date else styled(UNKNOWN_DATE, "warn")
        parts: list[Content | str] = [day]
        if row.key in names:
            parts.append(styled(names[row.key], "key"))
        value = differ[row.key].value if row.key in differ and not row.hidden else ""
        parts += [styled(value, "quote")] if value else []
        parts.append(_becomes(detail, row))
        if later is not None:
            points = row.superseded_by is not None and row.superseded_by == later.id
            parts.append(styled("──▶" if points else " · ", "dim"))
        yield joined([part for part in parts if not isinstance(part, Content) or part.plain], " ")


def _becomes(detail: ConflictDetail, row: ConflictRow) -> Content:
    if row.standing == "withdrawn":
        return styled("⊘ withdrawn", "warn")
    if row.key == detail.in_force:
        return styled("in force", "good")
    return safe(row.status or "active", "dim" if row.standing == "history" else "warn")


def _pointer(detail: ConflictDetail, row: ConflictRow) -> Iterator[Content]:
    """What a superseded row says of its successor, and what is wrong with that (§14.2)."""
    if row.status != "superseded":
        return
    if row.superseded_by is None:
        yield styled("✗ superseded, and it names no successor (§14.2)", "warn")
    elif row.superseded_by == row.id:
        yield styled("✗ superseded, and it names itself as the successor (§14.2)", "warn")
    elif row.superseded_by in {other.id for other in detail.rows}:
        yield joined([styled("superseded by ", "dim"), safe(row.superseded_by)])
    else:
        said = styled(", which is no row of this subject (§14.2)", "warn")
        yield joined([styled("✗ superseded by ", "warn"), safe(row.superseded_by), said])


def _surfaced(detail: ConflictDetail, width: int) -> Iterator[PageLine]:
    yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("How it is to be surfaced (§15.2.1)", width))
    yield from (PageLine(line) for line in quoted(reconcile_text(detail), width))
