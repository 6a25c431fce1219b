"""Where items depart from the protocol: missing fields, unknown words, old markers, lost anchor (§9, §16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workbench.protocol.items import Finding
from workbench.review import facts
from workbench.review.mending import advice, note
from workbench.review.reading import READ_ONLY, Reading, place_of
from workbench.store.case import Case
from workbench.store.details.drift import DriftDetail, DriftFinding
from workbench.store.rows import deciding
from workbench.store.snapshot import Row

_SUCCESSION = frozenset({"superseded-without-successor", "superseded-by-itself"})
"""Rules about chains of rows, which are no matter of one item's fields."""


def cases(reading: Reading) -> Iterator[Case]:
    """One case per item with a finding in inbox, topics or index."""
    yield from of_keys(reading, _suspects(reading))


def _suspects(reading: Reading) -> Iterable[str]:
    """Keys with a row that may have a finding; of every other row it is known that it has none."""
    rows = reading.snapshot.rows
    dangling = {source for source in {row.source for row in rows} if reading.lookups.dangles(source)}
    lost = [row for row in rows if row.source in dangling] if dangling else []
    return dict.fromkeys(row.key for row in (*reading.lookups.odd, *lost) if row.place != "archive")


def of_keys(reading: Reading, keys: Iterable[str]) -> Iterator[Case]:
    """The cases of these items."""
    for key in keys:
        rows = reading.snapshot.present(key)
        found = found_in(reading, rows)
        if found:
            yield _case(reading, rows, found)


def opened(reading: Reading, case: Case) -> Case:
    """The case with the item's fields as they stand."""
    rows = reading.snapshot.present(case.targets[0].key)
    row = deciding(rows)
    shown = facts.item_facts(reading, row, reading.item_of(row))
    return replace(
        case,
        facts=shown,
        text=reading.shown(row),
        title=reading.title(row),
        detail=_detail(reading, row, rows),
    )


def _detail(reading: Reading, main: Row, rows: Sequence[Row]) -> DriftDetail:
    places: dict[Finding, list[str]] = {}
    for row in (main, *(other for other in rows if other is not main)):
        for finding in dict.fromkeys(of_row(reading, row)):
            places.setdefault(finding, []).append(place_of(row.address))
    found = tuple(
        DriftFinding(finding.rule, finding.section, finding.message, tuple(where), *advice(finding, main))
        for finding, where in places.items()
    )
    return DriftDetail(found, note(found))


def found_in(reading: Reading, rows: Sequence[Row]) -> tuple[Finding, ...]:
    """Every finding of an item over the places it stands in, each once."""
    found = (finding for row in rows for finding in of_row(reading, row))
    return tuple(dict.fromkeys(found))


def of_row(reading: Reading, row: Row) -> Iterator[Finding]:
    """The findings of one row: its fields, and whether its Source still leads anywhere."""
    for finding in reading.lookups.findings(row, reading.item_of):
        if finding.rule not in _SUCCESSION:
            yield finding
    if reading.lookups.dangles(row.source):
        yield Finding("dangling-anchor", "Source names an archive passage that is not there", "§9")


def _case(reading: Reading, rows: Sequence[Row], found: Sequence[Finding]) -> Case:
    row = deciding(rows)
    age = reading.days_since(row.date)
    return Case(
        id=f"drift:{row.key}",
        kind="drift",
        title=reading.title(row),
        targets=reading.item_targets(row, rows),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=tuple(f"{finding.rule}: {finding.message} ({finding.section})." for finding in found),
        withheld_by=reading.exclusions.withheld_by(row),
        read_only=READ_ONLY,
    )
