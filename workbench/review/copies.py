"""One id that stands in several places with different values (§7.2, §9).

The places are the item store and the index. What inbox and archive say of an id is where the item
comes from, and no conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from typing import Final

from workbench.protocol.items import Item
from workbench.review import evidence
from workbench.review.reading import Reading, place_of, text_at
from workbench.review.told_rows import conflict_row
from workbench.store.case import Case, Offer
from workbench.store.details.copies import CopiesDetail, DifferingField
from workbench.store.rows import deciding, doubled
from workbench.store.snapshot import Row

TWICE: Final = "§7.2: the id stands more than once in {}; leave one of them by hand"


def cases(reading: Reading) -> Iterator[Case]:
    """One case per id whose copies differ."""
    by_key = reading.snapshot.rows_by_key
    several = map((1).__lt__, map(len, by_key.values()))
    yield from of_keys(reading, compress(by_key, several))


def of_keys(reading: Reading, keys: Iterable[str]) -> Iterator[Case]:
    """The cases of these ids."""
    for key in keys:
        every = reading.snapshot.rows_by_key.get(key, ())
        if len(every) > 1 and _bytes_differ(reading, every):
            rows = copies(reading, key)
            if len(rows) > 1 and differing(reading, rows):
                yield _case(reading, rows)


def opened(reading: Reading, case: Case) -> Case:
    """The case with its rows and every field in which they differ."""
    rows = copies(reading, case.targets[0].key)
    hidden = any(reading.hides(row) for row in rows)
    detail = CopiesDetail(
        id=rows[0].id or rows[0].key,
        rows=tuple(conflict_row(reading, row, is_open=True) for row in rows),
        fields=() if hidden else differing(reading, rows),
    )
    passages = tuple(found for row in rows for found in evidence.sources(reading, row, "archive"))
    shown = tuple(evidence.row_evidence(reading, row, "copy") for row in rows)
    known = (("id", rows[0].id or rows[0].key), ("places", ", ".join(place_of(row.address) for row in rows)))
    return replace(
        case, text=reading.shown(rows[0]), facts=known, evidence=(*shown, *passages), detail=detail
    )


def _bytes_differ(reading: Reading, rows: Iterable[Row]) -> bool:
    """Whether copies may differ: that they do not is known of those of the same bytes at once."""
    span = reading.snapshot.span
    return len({span(row.address) for row in rows if row.stored or row.place == "index"}) > 1


def copies(reading: Reading, key: str) -> list[Row]:
    """The rows of an id in the item store and the index, the one that counts first; none without a topic."""
    rows = [row for row in reading.snapshot.rows_by_key.get(key, ()) if row.stored or row.place == "index"]
    if key.startswith("~") or not any(row.stored for row in rows):
        return []
    main = deciding(rows)
    return [main, *(row for row in rows if row is not main)]


def differing(reading: Reading, rows: Sequence[Row]) -> tuple[DifferingField, ...]:
    """The fields in which rows differ; how they are written is no difference."""
    texts = {text_at(reading.snapshot, row.address).replace("\r\n", "\n") for row in rows}
    if len(texts) == 1:
        return ()
    said = [_values(reading.item_of(row)) for row in rows]
    names = dict.fromkeys(name for values in said for name in values)
    found = (DifferingField(name, tuple(values.get(name) for values in said)) for name in names)
    return tuple(one for one in found if len(set(one.values)) > 1)


def _values(item: Item) -> dict[str, str]:
    """What an item says, by the names of its fields; what it does not give is left out."""
    said = {
        "text": item.text,
        "date": item.date_text,
        "kind": item.kind_text,
        "subject": item.subject,
        "Scope": item.scope_text,
        "Status": item.status_text,
        "superseded_by": item.superseded_by,
        "merged_into": item.merged_into,
        "inspired_by": item.inspired_by,
        "corroborating_refs": ", ".join(item.corroborating_refs),
        "Source": item.source,
        "Confidence-Scheme": item.confidence_scheme,
        "Confidence": item.confidence_text,
        **dict(item.extras),
    }
    return {name: value for name, value in said.items() if value}


def _case(reading: Reading, rows: Sequence[Row]) -> Case:
    main = rows[0]
    by = reading.exclusions.withheld_by(main)
    age = reading.days_since(main.date)
    return Case(
        id=f"copies:{main.key}",
        kind="copies",
        title=reading.title(main),
        targets=tuple(reading.target(row, "copy") for row in rows),
        age_days=age,
        age_from="date" if age is not None else None,
        verdicts=(_current(rows, by), Offer("open", allowed=True)),
        notes=(f"{main.id} stands in {len(rows)} places with different values; {_counts(main)}.",),
        withheld_by=by,
    )


def _counts(main: Row) -> str:
    return f"what {place_of(main.address)} says counts until that is settled (§7.2)"


def _current(rows: Sequence[Row], by: str | None) -> Offer:
    where = doubled(rows)
    rule = TWICE.format(where) if where is not None else None
    if by is not None:
        rule = f"§15.2 rule 1: the item is withdrawn by {by}"
    return Offer("current", rule is None, rule, ("with",))
