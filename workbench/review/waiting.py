"""What pending-cleanup and stale cases share: one case per item over topics, index and inbox (§16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from workbench.review import evidence, facts
from workbench.review.marks import age_in_days
from workbench.review.offers import Standing, is_common, offers, standing
from workbench.review.reading import Reading, place_of, text_at
from workbench.review.untold import same_lines, untold_of
from workbench.store.case import Case, Evidence, Offer, VerdictName
from workbench.store.rows import deciding, waiting_rows
from workbench.store.snapshot import Row

Waiting = Literal["pending-cleanup", "stale"]
VerdictsOf = Callable[[Standing], tuple[tuple[VerdictName, ...], tuple[str, ...]]]
"""Which verdicts an item of its standing offers, and what has to be said beside them."""


def waiting(reading: Reading, kind: Waiting) -> Iterator[list[Row]]:
    """The rows of each item that waits with that Status, in file order."""
    snapshot = reading.snapshot
    said = reading.lookups.by_status.get(kind, ())
    marked = dict.fromkeys(row.key for row in said if row.place != "archive")
    yield from (found for key in marked if status_of(found := snapshot.present(key)) == kind)


def waiting_of(reading: Reading, kind: Waiting, keys: Iterable[str]) -> Iterator[list[Row]]:
    """The rows of each of these items that waits with that Status."""
    for key in keys:
        rows = rows_of(reading, key)
        if any(row.status == kind for row in rows) and status_of(rows) == kind:
            yield rows


def status_of(rows: Sequence[Row]) -> Waiting | None:
    """On what an item waits, or None: the item store's word first, then that of its copies.

    What was put under "Historical lessons" or merged waits for nobody. An inbox line says
    nothing any more once its item is stored: it is never edited, whatever was decided.
    """
    if any(row.place == "historical" or row.merged_into for row in rows):
        return None
    statuses = [deciding(rows).status, *(row.status for row in waiting_rows(rows))]
    kinds: tuple[Waiting, ...] = ("pending-cleanup", "stale")
    return next((kind for status in statuses for kind in kinds if kind == status), None)


def cases(reading: Reading, kind: Waiting, items: Iterable[list[Row]], names: VerdictsOf) -> Iterator[Case]:
    """The cases of items that wait with that Status, each given by its rows, for a list."""
    for rows in items:
        if not is_common(reading, rows):
            yield light(reading, kind, rows, names)[0]
            continue
        row = deciding(rows)
        offered = reading.lookups.offered.get((row.kind, row.status, row.place))
        if offered is None:
            case = light(reading, kind, rows, names)[0]
            reading.lookups.offered[row.kind, row.status, row.place] = case.verdicts
        else:
            case = _case(reading, kind, row, rows, offered)
        yield case


def light(reading: Reading, kind: Waiting, rows: Sequence[Row], names: VerdictsOf) -> tuple[Case, Standing]:
    """The case of an item for a list: everything but facts and evidence."""
    row = deciding(rows)
    found = standing(reading, row, rows)
    verdicts, notes = names(found)
    case = _case(reading, kind, row, rows, offers(found, verdicts), (*notes, *_notes(reading, found)))
    return case, found


def _case(
    reading: Reading,
    kind: Waiting,
    row: Row,
    rows: Sequence[Row],
    verdicts: tuple[Offer, ...],
    notes: tuple[str, ...] = (),
) -> Case:
    mark = reading.lookups.marks.mark(row.id, kind)
    age, age_from = age_in_days(reading.today, mark, row.date)
    return Case(
        id=f"{kind}:{row.key}",
        kind=kind,
        title=reading.title(row),
        targets=reading.item_targets(row, rows),
        age_days=age,
        age_from=age_from,  # type: ignore[arg-type]
        verdicts=verdicts,
        notes=notes,
        withheld_by=reading.exclusions.withheld_by(row),
    )


def opened(reading: Reading, kind: Waiting, rows: Sequence[Row], names: VerdictsOf) -> Case:
    """The case of an item with its facts and evidence."""
    case, found = light(reading, kind, rows, names)
    mark = reading.lookups.marks.mark(found.row.id, kind)
    shown = tuple(_evidence(reading, found))
    told = facts.item_facts(reading, found.row, found.item, mark)
    return replace(
        case,
        text=reading.shown(found.row),
        also=untold_of(reading, found.row, told, found.item.corroborating_refs),
        facts=told,
        evidence=shown,
        notes=(*case.notes, *_open_conflict(case, shown)),
    )


def rows_of(reading: Reading, key: str) -> list[Row]:
    """Every row of a key outside the archive."""
    return reading.snapshot.present(key)


def _notes(reading: Reading, found: Standing) -> Iterator[str]:
    if found.withheld_by:
        yield f"Withdrawn by {found.withheld_by}: its text is held back (§15.2 rule 1)."
    if found.item.kind is None:
        yield "No kind of the protocol is given, so it is treated as knowledge (§4)."
    for row in found.rows:
        if row is not found.row and (differs := _differences(reading, found.row, row)):
            yield f"Its copy at {place_of(row.address)} differs in {', '.join(differs)}."


def _differences(reading: Reading, main: Row, copy: Row) -> list[str]:
    """In what a copy differs: by name where a field does, else that other lines do."""
    one, other = (text_at(reading.snapshot, row.address) for row in (main, copy))
    if one == other:
        return []
    fields = ("text", "kind", "status", "date", "source", "subject")
    found = [field for field in fields if getattr(main, field) != getattr(copy, field)]
    return found or ([] if same_lines(one, other) else ["other lines"])


def _evidence(reading: Reading, found: Standing) -> Iterator[Evidence]:
    for row in found.rows:
        if row is not found.row and _differences(reading, found.row, row):
            yield evidence.row_evidence(reading, row, "copy", "a copy that says something else")
    if found.row.superseded_by and (successor := reading.row(found.row.superseded_by)) is not None:
        why = found.successor_refusal or "named in superseded_by"
        yield evidence.row_evidence(reading, successor, "successor", why)
        yield from evidence.sources(reading, successor, "successor archive")
    yield from evidence.sources(reading, found.row, "archive")
    if found.withheld_by is None or reading.audit:
        yield from evidence.corroborating(reading, found.item)
    yield from evidence.refuters(reading, found.row, besides=(found.row.superseded_by or "",))


def _open_conflict(case: Case, shown: Sequence[Evidence]) -> Iterator[str]:
    active = [one.ref for one in shown if one.role == "refuter" and one.status == "active"]
    back = next((name for name in ("keep", "active") if (offer := case.offer(name)) and offer.allowed), None)
    if active and back:
        named = ", ".join(active)
        yield f"{back} leaves {named} active beside it: where they disagree, that stays open (§15.2 rule 5)."
