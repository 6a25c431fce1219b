"""Two or more open rows of one state subject (§15.2 rules 4 and 5); read-only here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote

from workbench.protocol.dates import parse_date
from workbench.protocol.words import Kind, Status
from workbench.review import conflict_offers, evidence, facts
from workbench.review.reading import Reading, grouped, place_of
from workbench.review.withheld import told
from workbench.store.case import Case, Evidence
from workbench.store.details.conflict import PLACES, ConflictDetail, ConflictRow, Standing
from workbench.store.rows import counts_as_active, deciding, newest_active
from workbench.store.snapshot import Row


def cases(reading: Reading) -> Iterator[Case]:
    """One case per subject whose rows have not been reconciled."""
    yield from of_subjects(reading, reading.snapshot.rows_by_subject)


def of_subjects(reading: Reading, subjects: Iterable[str]) -> Iterator[Case]:
    """The cases of these subjects."""
    for subject in subjects:
        rows = reading.snapshot.rows_by_subject.get(subject, ())
        found = _open(reading, subject, rows) if len(rows) > 1 and _may_be_open(rows) else []
        if len(found) > 1:
            yield _case(reading, subject, found)


def id_of(subject: str) -> str:
    """The id of the case of a subject."""
    return f"conflict:{about_of(subject)}"


def about_of(subject: str) -> str:
    """A subject as it stands in the id of its case."""
    return quote(subject, safe="", errors="surrogateescape")


def opened(reading: Reading, case: Case) -> Case:
    """The case with every row of the subject, oldest first, withdrawn ones without text."""
    rows = [row for target in case.targets if (row := reading.row(target.key)) is not None]
    subject = rows[0].subject or ""
    main = _mains(reading, subject, reading.snapshot.rows_by_subject.get(subject, ()))
    shown = tuple(_evidence(reading, row, case) for row in main)
    known = (("subject", subject), ("rows", str(len(case.targets))))
    behind = tuple(found for row in rows for found in _behind(reading, row))
    return replace(
        case,
        facts=known,
        evidence=(*shown, *behind),
        text=case.title,
        detail=_detail(reading, subject, main, rows),
    )


def _detail(reading: Reading, subject: str, main: Sequence[Row], rows: Sequence[Row]) -> ConflictDetail:
    chosen = in_force(rows)
    keys = {row.key for row in rows}
    return ConflictDetail(
        subject=subject,
        rows=tuple(_detail_row(reading, row, row.key in keys) for row in main),
        in_force=chosen.key if chosen is not None else None,
        why_none="" if chosen is not None else _why_none(rows),
    )


def _detail_row(reading: Reading, row: Row, is_open: bool) -> ConflictRow:
    """A row as it is told; of a withheld one closed words, ids and dates alone."""
    by = reading.exclusions.withheld_by(row)
    standing: Standing = "withdrawn" if by is not None else "open" if is_open else "history"
    said = dict(facts.item_facts(reading, row, reading.item_of(row)))
    given = {label: None if value == facts.MISSING else value for label, value in said.items()}
    return ConflictRow(
        key=row.key,
        id=row.id,
        standing=standing,
        place=row.place,
        path=row.address.path,
        line=row.address.line,
        date=_day(row),
        kind=told("kind", row.kind) if reading.hides(row) else row.kind,
        status=reading.status(row) or None,
        confidence=given["Confidence"],
        source=given["Source"],
        anchor=said["anchor"],
        superseded_by=given.get("superseded_by"),
        withheld_by=by,
        text=reading.shown(row),
    )


def _behind(reading: Reading, row: Row) -> Iterator[Evidence]:
    """The archive passages that the Source of an open row names."""
    for found in evidence.sources(reading, row, "row archive"):
        yield replace(found, why=found.why or row.id or place_of(row.address))


def _why_none(rows: Sequence[Row]) -> str:
    """Why no row is in force, in the words of the reconcile text."""
    active = [row for row in rows if counts_as_active(row)]
    if not active:
        return "none of them is active"
    if any(_day(row) is None for row in active):
        return "a date is unknown"
    return "the newest rows are of one date"


def _may_be_open(rows: Sequence[Row]) -> bool:
    """Whether more than one row says that it is current or waits, whatever else is to be said of them."""
    return sum(counts_as_active(row) or row.status == Status.PENDING_CLEANUP for row in rows) > 1


def _open(reading: Reading, subject: str, rows: Sequence[Row]) -> list[Row]:
    """One row per key, active or pending, not merged, not withdrawn, oldest first."""
    return [
        row
        for row in _mains(reading, subject, rows)
        if (counts_as_active(row) or row.status == Status.PENDING_CLEANUP)
        and not row.merged_into
        and row.place != "historical"
        and reading.exclusions.withheld_by(row) is None
    ]


def _mains(reading: Reading, subject: str, rows: Sequence[Row]) -> list[Row]:
    """The row that counts of each item of the subject, oldest first; a row without a date comes last.

    An item whose row that counts has another subject, or is no state, is none of this one (§9).
    """
    present = reading.snapshot.present
    found = [deciding(present(key)) for key in grouped(rows)]
    found = [row for row in found if row.subject == subject and row.kind == Kind.STATE]
    return sorted(found, key=lambda row: (_day(row) or "9999", row.key))


def _day(row: Row) -> str | None:
    return row.date if row.date and parse_date(row.date) else None


def in_force(rows: Sequence[Row]) -> Row | None:
    """The most recent dated active row; with equal or unknown dates none is in force (§15.2 rule 4)."""
    return newest_active(rows)


def _case(reading: Reading, subject: str, rows: Sequence[Row]) -> Case:
    age = reading.days_since(max((day for row in rows if (day := _day(row))), default=None))
    return Case(
        id=id_of(subject),
        kind="conflict",
        title=f"{len(rows)} rows: {subject}",
        targets=tuple(reading.target(row, "row") for row in rows),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=(_in_force_words(rows),),
        verdicts=conflict_offers.offers(reading, subject, rows),
    )


def _in_force_words(rows: Sequence[Row]) -> str:
    row = in_force(rows)
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
