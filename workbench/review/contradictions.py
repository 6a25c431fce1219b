"""Two items of knowledge that the log sets against each other (§14.3, §15.2 rule 5).

Both stay visible until a person decides, and neither is picked. A pair that maintenance marked for
cleanup is one case of the waiting item, and none here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workbench.protocol.ids import Prefix, ids_in, parse_id
from workbench.protocol.log import LogEvent
from workbench.review import evidence
from workbench.review.reading import Reading, place_of
from workbench.review.told_rows import conflict_row, day_of, is_live, oldest_first, standing_twice
from workbench.store.case import Case, CaseKind, Evidence, Offer
from workbench.store.details.pair import PairDetail
from workbench.store.snapshot import LogLine, Row

Pair = tuple[str, str]
"""Keys of two items, the smaller first."""
_OPENS = frozenset({"left-open", "open"})
_SETTLES = frozenset({"both", "confirm", "merge"})


def cases(reading: Reading) -> Iterator[Case]:
    """One case per pair that the log connects and has not settled since."""
    for pair, line in connected(reading.snapshot.log).items():
        rows = pair_rows(reading, pair)
        if rows is not None and not is_marked(reading, pair):
            yield case_of(reading, "contradiction", rows, _note(line))


def connected(log: Sequence[LogLine]) -> dict[Pair, LogLine]:
    """Pairs by the last line that leaves them open, where none settles them after it.

    A mark for cleanup that names a refuter leaves the two open: that the item is kept settles nothing between
    them (§15.2 rule 5).

    What a decision wrote that was taken back neither opens nor settles.
    """
    found: dict[Pair, LogLine] = {}
    lines = [line for line in log if line.event.event in ("review", "reconcile", "pending-cleanup")]
    undone = _taken_back(lines)
    for line in lines:
        if line.event.decision in undone:
            continue
        if line.event.event == "pending-cleanup":
            found.update((pair, line) for pair in _marked_by(line.event))
            continue
        pair = _pair_of(line.event)
        words = _words(line.event)
        if pair is not None and words & _OPENS:
            found[pair] = line
        elif pair is not None and words & _SETTLES:
            found.pop(pair, None)
    return found


def _taken_back(lines: Sequence[LogLine]) -> set[str]:
    """Decisions that a later one takes back; one that is taken back itself takes nothing back."""
    undone: set[str] = set()
    for line in reversed(lines):
        event = line.event
        if event.decision not in undone and "revert" in _words(event):
            undone.update(event.ids)
    return undone


def _pair_of(event: LogEvent) -> Pair | None:
    items = [one for one in event.ids if (known := parse_id(one)) and known.prefix is Prefix.ITEM]
    one, other = (items[0], items[1]) if len(items) == 2 else ("", "")
    return None if one == other else (min(one, other), max(one, other))


def _marked_by(event: LogEvent) -> Iterator[Pair]:
    """An item that was marked for cleanup with each that its mark says refutes it."""
    refuters = [one for key, value in event.fields if key == "refuted_by" for one in ids_in(value)]
    for item in event.ids:
        yield from ((min(item, one), max(item, one)) for one in refuters if one != item)


def _words(event: LogEvent) -> set[str]:
    return {*event.rest.split(), *(value for key, value in event.fields if key == "verdict")}


def is_marked(reading: Reading, pair: Pair) -> bool:
    """Whether one of the two waits, and its mark says that the other refutes it."""
    for key, other in (pair, reversed(pair)):
        for row in reading.snapshot.present(key):
            if _waits(row) and other in (name for name, _ in reading.lookups.marks.refuters(row.id)):
                return True
    return False


def _waits(row: Row) -> bool:
    return row.status == "pending-cleanup" and row.kind == "knowledge" and row.place != "archive"


def marked_pairs(reading: Reading) -> Iterator[tuple[Pair, LogLine]]:
    """Pairs of a waiting item and what its mark says it is refuted by, with the line of the log."""
    for row in reading.snapshot.rows:
        if _waits(row):
            for other, line in reading.lookups.marks.refuters(row.id):
                pair = (min(row.key, other), max(row.key, other))
                if pair_rows(reading, pair) is not None:
                    yield pair, line


def pair_rows(reading: Reading, pair: Pair) -> list[Row] | None:
    """Both rows, oldest first, where each is knowledge, there, not put away and not withdrawn."""
    found = [reading.row(key) for key in pair]
    rows = [row for row in found if row is not None and _takes_part(reading, row)]
    return oldest_first(rows) if len(rows) == 2 else None


def _takes_part(reading: Reading, row: Row) -> bool:
    known = row.kind in (None, "", "knowledge")
    return known and is_live(row) and reading.exclusions.withheld_by(row) is None


def case_of(
    reading: Reading, kind: CaseKind, rows: Sequence[Row], note: str = "", *, possible: bool = False
) -> Case:
    """The case of a pair for a list; its age is that of the newer item."""
    one, other = sorted(row.key for row in rows)
    age = reading.days_since(rows[-1].date)
    return Case(
        id=f"{kind}:{one}+{other}",
        kind=kind,
        title=" / ".join(row.text for row in rows),
        targets=tuple(reading.target(row, "item") for row in rows),
        age_days=age,
        age_from="date" if age is not None else None,
        verdicts=_offers(reading, _MERGE if kind == "duplicate" else _AGAINST, rows),
        notes=(note,) if note else (),
        possible=possible,
    )


_AGAINST = (
    Offer("confirm", allowed=True, needs=("with", "evidence")),
    Offer("both", allowed=True, needs=("condition",)),
    Offer("open", allowed=True),
)
_MERGE = (Offer("merge", allowed=True), Offer("both", allowed=True), Offer("open", allowed=True))


def _offers(reading: Reading, offers: tuple[Offer, ...], rows: Sequence[Row]) -> tuple[Offer, ...]:
    """What a pair offers; where one of the two stands twice, that it is left open."""
    rule = next((found for row in rows if (found := standing_twice(reading, row))), None)
    homeless = ("topic",) if any(_homeless(reading, row) for row in rows) else ()

    def standing(one: Offer) -> Offer:
        if one.verdict == "open":
            return one
        said = rule or (_merging(reading, rows) if one.verdict == "merge" else None)
        return replace(one, allowed=said is None, rule=said, needs=(*one.needs, *homeless))

    return tuple(map(standing, offers))


def _homeless(reading: Reading, row: Row) -> bool:
    """Whether an item stands in no topic, so that a verdict which changes it copies it into one."""
    return not any(one.stored for one in reading.snapshot.present(row.key))


def _merging(reading: Reading, rows: Sequence[Row]) -> str | None:
    """Why two items can't fold into one, or None (§14.3)."""
    if all(row.status == "pending-cleanup" for row in rows):
        return "§14.3, §16: a member that waits for a person is decided first"
    if not all(day_of(row) and row.source for row in rows):
        return "§14.3: the consolidated entry needs the date and the Source of every member"
    return None


def opened(reading: Reading, case: Case) -> Case:
    """The case with both rows, what connects them and the passages behind their Sources."""
    rows = rows_of(reading, case)
    if case.possible:
        return filled(reading, case, rows, why=case.notes[0] if case.notes else "", connected_by="")
    pair = (case.targets[0].key, case.targets[1].key)
    line = connected(reading.snapshot.log)[min(pair), max(pair)]
    return filled(reading, case, rows, why=_note(line), connected_by=place_of(line.address))


def rows_of(reading: Reading, case: Case) -> list[Row]:
    """The rows that a pair is about, oldest first."""
    return [row for target in case.targets if (row := reading.row(target.key)) is not None]


def filled(reading: Reading, case: Case, rows: Sequence[Row], *, why: str, connected_by: str) -> Case:
    """A pair with its detail and evidence."""
    detail = PairDetail(
        rows=tuple(conflict_row(reading, row, is_open=True) for row in rows),
        why=why,
        connected_by=connected_by,
        possible=case.possible,
    )
    return replace(
        case,
        text=case.title,
        facts=(("connected by", connected_by or "nothing: a finder picked the pair"),),
        evidence=tuple(_beside(reading, rows)),
        detail=detail,
    )


def _beside(reading: Reading, rows: Iterable[Row]) -> Iterator[Evidence]:
    rows = list(rows)
    for row in rows:
        yield evidence.row_evidence(reading, row, "row")
    for row in rows:
        for found in evidence.sources(reading, row, "row archive"):
            yield replace(found, why=found.why or row.id or place_of(row.address))


def _note(line: LogLine) -> str:
    marked = line.event.event == "pending-cleanup"
    how = "Marked by the log as refuted by the other" if marked else "Left open by the log"
    return f"{how}, {place_of(line.address)}: neither is acted on until a person decides (§15.2)."
