"""Two or more open rows of one state subject (§15.2 rules 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from workbench.review import evidence
from workbench.review.conflict_offers import offers
from workbench.review.near import near_subjects
from workbench.review.reading import Reading, place_of
from workbench.review.subject_rows import day_of, is_live, main_rows, open_rows
from workbench.review.told_rows import conflict_row
from workbench.store.case import Case, Evidence
from workbench.store.details.conflict import PLACES, ConflictDetail
from workbench.store.rows import counts_as_active, newest_active
from workbench.store.snapshot import Row

MAYBE_THE_SAME: Final = "Maybe the same subject"
"""How a subject is introduced that is another string and looks like this one (§14.2)."""


def cases(reading: Reading) -> Iterator[Case]:
    """One case per subject whose rows have not been reconciled."""
    yield from of_subjects(reading, reading.snapshot.rows_by_subject)


def of_subjects(reading: Reading, subjects: Iterable[str]) -> Iterator[Case]:
    """The cases of these subjects."""
    for subject in subjects:
        rows = reading.snapshot.rows_by_subject.get(subject, ())
        if len(rows) > 1 and sum(is_live(row) for row in rows) > 1:
            found = open_rows(reading.snapshot, reading.exclusions.withheld_by, subject)
            if len(found) > 1:
                yield _case(reading, subject, found)


def id_of(subject: str) -> str:
    """The id of the case of a subject."""
    return f"conflict:{about_of(subject)}"


def about_of(subject: str) -> str:
    """A subject as it stands in the id of its case."""
    return quote(subject, safe="", errors="surrogateescape")


def opened(reading: Reading, case: Case) -> Case:
    """The case with every row of the subject, oldest first, withdrawn ones without text.

    Subjects that look like it are noted, and never counted in.
    """
    rows = [row for target in case.targets if (row := reading.row(target.key)) is not None]
    subject = rows[0].subject or ""
    main = main_rows(reading.snapshot, subject)
    shown = tuple(_evidence(reading, row, case) for row in main)
    known = (("subject", subject), ("rows", str(len(case.targets))))
    told = [row for row in main if row not in rows and reading.exclusions.withheld_by(row) is None]
    behind = tuple(found for row in (*rows, *told) for found in _behind(reading, row))
    detail = _detail(reading, subject, main, rows)
    return replace(
        case,
        facts=known,
        evidence=(*shown, *behind),
        notes=(*case.notes, *(f"{MAYBE_THE_SAME}: {one.subject} ({one.why})." for one in detail.near)),
        text=case.title,
        detail=detail,
    )


def _detail(reading: Reading, subject: str, main: Sequence[Row], rows: Sequence[Row]) -> ConflictDetail:
    chosen = newest_active(rows)
    keys = {row.key for row in rows}
    return ConflictDetail(
        subject=subject,
        rows=tuple(conflict_row(reading, row, is_open=row.key in keys) for row in main),
        in_force=chosen.key if chosen is not None else None,
        why_none="" if chosen is not None else _why_none(rows),
        near=near_subjects(reading, subject),
    )


def _behind(reading: Reading, row: Row) -> Iterator[Evidence]:
    """The archive passages that the Source of a row names."""
    for found in evidence.sources(reading, row, "row archive"):
        yield replace(found, why=found.why or row.id or place_of(row.address))


def _why_none(rows: Sequence[Row]) -> str:
    """Why no row is in force, in the words of the reconcile text."""
    active = [row for row in rows if counts_as_active(row)]
    if not active:
        return "none of them is active"
    if any(day_of(row) is None for row in active):
        return "a date is unknown"
    return "the newest rows are of one date"


def _case(reading: Reading, subject: str, rows: Sequence[Row]) -> Case:
    age = reading.days_since(max((day for row in rows if (day := day_of(row))), default=None))
    return Case(
        id=id_of(subject),
        kind="conflict",
        title=f"{len(rows)} rows: {subject}",
        targets=tuple(reading.target(row, "row") for row in rows),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=(_in_force_words(rows),),
        verdicts=offers(reading, subject, rows),
    )


def _in_force_words(rows: Sequence[Row]) -> str:
    row = newest_active(rows)
    if row is None:
        return f"No row is in force: {_why_none(rows)} (§15.2 rule 4)."
    where = f", {PLACES[row.place]}" if row.place in PLACES else ""
    return f"In force: {row.id or row.key} of {row.date}, most recent dated active row{where} (§15.2 rule 4)."


def _evidence(reading: Reading, row: Row, case: Case) -> Evidence:
    is_open = any(target.key == row.key for target in case.targets)
    why = "" if is_open else f"history: {row.status or 'no Status'}"
    if row.superseded_by and not is_open:
        why += f", superseded_by {row.superseded_by}"
    return evidence.row_evidence(reading, row, "row" if is_open else "history", why)
