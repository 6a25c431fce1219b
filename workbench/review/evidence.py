"""What is shown beside a case: rows, archive passages, and what is held back (§9, §15.2 rule 1).

Every entry that names bytes carries their address and digest, so that a decision can be
bound to what was shown. Text under a withdrawal stays empty unless it is audited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from workbench.protocol.ids import parse_id
from workbench.protocol.items import Item
from workbench.review.reading import Reading, place_of, text_at
from workbench.review.untold import untold_of
from workbench.review.withheld import HELD_BACK, told
from workbench.store.case import Evidence
from workbench.store.snapshot import Address, LogLine, Passage, Row

_HEAD = re.compile(r"\s*[-*+]\s+(?:\[[^\]]*\]\s*)*(?:\((?:state|knowledge)\)\s*)?", re.IGNORECASE)
_TAIL = re.compile(r"\s(?:Subject|Source|Status|Scope|Confidence):\s.*\Z", re.DOTALL)


def row_evidence(
    reading: Reading, row: Row, role: str, why: str = "", *, suggestion: bool = False
) -> Evidence:
    """A row of the store; a withheld one under the role ``withheld`` without text and reason."""
    by = reading.exclusions.withheld_by(row)
    masked = reading.hides(row)
    return Evidence(
        role=role if by is None else "withheld",
        ref=row.id or place_of(row.address),
        path=row.address.path,
        line=row.address.line,
        text=reading.shown(row),
        why=f"held back by {by}" if masked else why,
        suggestion=suggestion and by is None,
        withheld_by=by,
        address=row.address,
        digest=reading.digest(row.address),
        key=row.key,
        date=told("date", row.date) if masked else row.date,
        kind=told("kind", row.kind) if masked else row.kind,
        status=reading.status(row),
        fields=(fields := _fields(reading, row)),
        also=untold_of(reading, row, (*_named(row), *fields)),
    )


def _named(row: Row) -> tuple[tuple[str, str | None], ...]:
    return ("id", row.id), ("date", row.date), ("kind", row.kind), ("status", row.status)


def _fields(reading: Reading, row: Row) -> tuple[tuple[str, str], ...]:
    """What else a row says of itself; of a withheld one nothing."""
    if reading.hides(row):
        return ()
    item = reading.item_of(row)
    said = (
        ("subject", row.subject),
        ("Scope", item.scope_text),
        ("Source", row.source),
        ("Confidence", item.confidence_text),
        ("superseded_by", row.superseded_by),
        ("merged_into", row.merged_into),
    )
    return tuple((label, value) for label, value in said if value)


def sources(reading: Reading, row: Row, role: str) -> Iterator[Evidence]:
    """The archive passages that a row's Source names; of a withheld row only where they stand."""
    by = reading.exclusions.withheld_by(row)
    for ref, passage in reading.lookups.anchors.all(row.source):
        found = passage_evidence(reading, ref, passage, role)
        if reading.hides(row):
            shown = ref if passage is not None else HELD_BACK
            found = replace(found, ref=shown, text="", withheld_by=found.withheld_by or by)
        yield found


def refs(
    reading: Reading, named: Iterable[str], role: str, why: str, *, withheld_by: str | None = None
) -> Iterator[Evidence]:
    """Whatever a list of references names: items, archive passages, or what is not in the store.

    ``withheld_by`` holds the list itself back: what it names outside the store is then told
    only where it is an identifier.
    """
    for ref in dict.fromkeys(named):
        row = reading.row(ref)
        if row is not None:
            yield row_evidence(reading, row, role, why)
            continue
        anchored = reading.lookups.anchors.all(ref)
        for name, passage in anchored:
            yield passage_evidence(reading, name, passage, role)
        if not anchored:
            shown = _absent_ref(reading, ref, withheld_by)
            yield _absent(shown, role, "not an item or passage of this store")


def passage_evidence(reading: Reading, ref: str, passage: Passage | None, role: str) -> Evidence:
    """An archive passage with its withheld lines masked, or the reference that resolves to nothing."""
    if passage is None:
        return _absent(ref, role, reading.lookups.anchors.says(ref))
    by = reading.exclusions.passage_withheld(passage)
    masked = by is not None and not reading.audit
    return Evidence(
        role=role,
        ref=ref,
        path=passage.path,
        line=passage.address.line,
        text="" if masked else passage_text(reading, passage),
        why=f"held back by {by}" if masked else "",
        withheld_by=by,
        address=passage.address,
        digest=reading.digest(passage.address),
    )


def passage_text(reading: Reading, passage: Passage) -> str:
    """The text of a passage; a line that is withheld, or repeats what is, names its record instead."""
    if reading.audit or not reading.exclusions.by_key:
        return text_at(reading.snapshot, passage.address).rstrip("\r\n")
    pieces = (_piece(reading, passage.path, *span) for span in _pieces(reading, passage.address))
    return "".join(pieces).rstrip("\r\n")


def _pieces(reading: Reading, address: Address) -> Iterator[tuple[int, int, str | None]]:
    """The passage cut where something in it is withheld."""
    at = address.start
    for start, end, by in reading.exclusions.spans(address.path):
        first, last = max(start, at), min(end, address.end)
        if first >= last:
            continue
        yield at, first, None
        yield first, last, by
        at = last
    yield at, address.end, None


def _piece(reading: Reading, path: str, start: int, end: int, by: str | None) -> str:
    text = text_at(reading.snapshot, Address(path, start, end, 0))
    if by is not None:
        return f"withheld by {by}" + ("\n" if text.endswith("\n") else "")
    return "".join(_line(reading, line) for line in text.splitlines(keepends=True))


def _line(reading: Reading, line: str) -> str:
    by = reading.exclusions.text_withheld(line) or reading.exclusions.text_withheld(sentence(line))
    return line if by is None else f"withheld by {by}\n"


def sentence(line: str) -> str:
    """What an archive line says, without its head and its inline fields."""
    return _TAIL.sub("", _HEAD.sub("", line.rstrip("\r\n"), count=1))


def refuters(reading: Reading, row: Row, besides: Iterable[str] = ()) -> Iterator[Evidence]:
    """Newer items that may refute a row: those the log names, then suggestions, then what is held back.

    ``besides`` are keys that are shown already. For a withheld row nothing is picked,
    because the reason would tell what it says.
    """
    if reading.exclusions.withheld_by(row) and not reading.audit:
        return
    seen: set[str] = {row.key, *besides}
    for found, why, suggestion in _candidates(reading, row):
        if found.key in seen:
            continue
        seen.add(found.key)
        yield row_evidence(reading, found, "refuter", why, suggestion=suggestion)
        if reading.exclusions.withheld_by(found) is None:
            yield from sources(reading, found, "refuter archive")


def _candidates(reading: Reading, row: Row) -> Iterator[tuple[Row, str, bool]]:
    for named, line in reading.lookups.marks.refuters(row.id):
        found = reading.row(named)
        if found is not None:
            yield found, _named_by(line), False
    similar = reading.lookups.similar
    for match in similar.refuters(row):
        yield match.row, match.why, True
    for found, _ in similar.held_back(row):
        yield found, "would have been picked", False


def _named_by(line: LogLine) -> str:
    return f"the mark in the log names it as the refuter, {place_of(line.address)}"


def corroborating(reading: Reading, item: Item) -> Iterator[Evidence]:
    """What an item's corroborating_refs name (§9)."""
    yield from refs(reading, item.corroborating_refs, "corroborating", "named in corroborating_refs")


def _absent_ref(reading: Reading, ref: str, withheld_by: str | None) -> str:
    hidden = parse_id(ref) is None and (withheld_by or reading.exclusions.repeated_in(ref))
    return HELD_BACK if hidden and not reading.audit else ref


def _absent(ref: str, role: str, why: str) -> Evidence:
    return Evidence(role=role, ref=ref, path=None, line=None, text="", why=why)
