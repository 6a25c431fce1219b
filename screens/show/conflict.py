"""A conflict on a subject: its rows beside each other, their history, and the words to surface it with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from screens.show.cards import BESIDE, cards, cut, differing_texts, laid_out, letter, lettered, rows_in_full
from screens.show.parts import age_fact, audit_lines, facts_lines, heading, notes_lines
from screens.show.passages import key_lines, passage_lines, passages_of
from screens.show.surfacing import surfaced_lines
from screens.show.timeline import timeline_lines
from screens.text import BLANK, flow, joined, safe, styled
from screens.widgets.page import PageLine
from screens.widgets.quote import left_out
from workbench.store.case import Case
from workbench.store.details.conflict import ConflictDetail, ConflictRow, NearSubject

__all__ = ["conflict_lines", "letter"]


def conflict_lines(case: Case, detail: ConflictDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a conflict at a width; of very many rows the newest ones, until more is asked for."""
    names = lettered(detail.open_rows)
    shown = replace(detail, rows=detail.rows[-laid_out() :])
    differ = differing_texts(shown.rows, detail.in_force)
    force = {detail.in_force: styled("in force: most recent", "good")} if detail.in_force else {}
    narrow = {key: styled("in force", "good") for key in force}
    states = force if width >= BESIDE and len(shown.open_rows) > 1 else narrow
    settled = [row for row in shown.rows if row.standing != "open"]
    pointers = {row.key: said for row in settled if (said := _pointer(detail, row)) is not None}
    return [
        *_head(case, detail, width, audit),
        PageLine(BLANK),
        *cut([row.ref for row in detail.rows[: -laid_out()]], "older rows", targets=True),
        *cards(shown.open_rows, width, names=names, differ=differ, states=states),
        *key_lines(case, width),
        *([PageLine(BLANK)] if width >= BESIDE or passages_of(case) else []),
        *(PageLine(line) for line in heading("History, oldest first", width)),
        *timeline_lines(shown.rows, width, names=names, differ=differ, in_force=detail.in_force),
        *rows_in_full(settled, width, differ, pointers),
        *_near(detail.near, width),
        *surfaced_lines(case, width),
        *passage_lines(case, width, audit),
    ]


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


def _pointer(detail: ConflictDetail, row: ConflictRow) -> Content | None:
    """What a superseded row says of its successor, and what is wrong with that (§14.2)."""
    if row.status != "superseded":
        return None
    if row.superseded_by is None:
        return styled("✗ superseded, and it names no successor (§14.2)", "warn")
    if row.superseded_by == row.id:
        return styled("✗ superseded, and it names itself as the successor (§14.2)", "warn")
    if row.superseded_by in {other.id for other in detail.rows}:
        return joined([styled("superseded by ", "dim"), safe(row.superseded_by)])
    said = styled(", which is no row of this subject (§14.2)", "warn")
    return joined([styled("✗ superseded by ", "warn"), safe(row.superseded_by), said])


def _near(near: tuple[NearSubject, ...], width: int) -> Iterator[PageLine]:
    """Subjects that look like this one, and that none of them is taken for it."""
    if not near:
        return
    yield PageLine(BLANK)
    title = "Maybe the same subject; another string, so never treated as the same (§14.2)"
    yield from (PageLine(line) for line in heading(title, width))
    for one in near[: laid_out()]:
        rows = f"{len(one.refs)} row{'' if len(one.refs) == 1 else 's'}: {', '.join(one.refs[:3])}"
        parts = [joined([styled("? ", "warn"), safe(one.subject, "quote")]), safe(one.why), safe(rows, "dim")]
        yield from (PageLine(styled("   ") + line) for line in flow(parts, max(width - 3, 1)))
    if len(near) > laid_out():
        yield PageLine(left_out(len(near) - laid_out(), "more subjects"))
