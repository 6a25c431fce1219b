"""Supersedes that do not hold, each with the constraint of §14.2 that is broken.

A row that says superseded has to name, by superseded_by, the row that follows it: another one, that
is there, of kind state too and of the same subject; and pointers have to come to one live row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workbench.protocol.dates import parse_date
from workbench.protocol.items import barred_from_superseding, supersede_refusal
from workbench.protocol.words import Kind, Status
from workbench.review import evidence
from workbench.review.reading import Lookups, Reading
from workbench.review.told_rows import conflict_row, is_live, oldest_first, standing_twice
from workbench.store.case import Case, Offer
from workbench.store.details.broken import BrokenDetail, BrokenFinding
from workbench.store.rows import counts_as_active, rivals, subject_rows
from workbench.store.snapshot import Row


def cases(reading: Reading) -> Iterator[Case]:
    """One case per row whose supersede does not hold."""
    snapshot = reading.snapshot
    for key in _marked(reading.lookups):
        if _sound(snapshot.rows_by_key, key):
            continue
        row = reading.row(key)
        found = findings(reading, row) if row is not None else ()
        if row is not None and found:
            yield _case(reading, row, found)


def _marked(lookups: Lookups) -> dict[str, None]:
    """Keys of the rows that say superseded, or that name one which follows them and say something else.

    An active row that names one is not plain (§9).
    """
    says = lookups.by_status.get(Status.SUPERSEDED, ())
    names = (row for row in lookups.odd if row.superseded_by)
    return dict.fromkeys(row.key for row in (*says, *names) if row.place != "archive")


def _sound(by_key: Mapping[str, tuple[Row, ...]], key: str) -> bool:
    """Whether a supersede is known to hold at once: both rows stand once, and the second ends the chain."""
    rows = by_key[key]
    row = rows[0]
    after = by_key.get(row.superseded_by or "", ())
    if len(rows) != 1 or len(after) != 1 or row.status != "superseded":
        return False
    last = after[0]
    same = row.subject == last.subject and row.kind == last.kind == Kind.STATE
    return same and not last.superseded_by and last.place != "archive"


def opened(reading: Reading, case: Case) -> Case:
    """The case with every row of its subject and chain."""
    row = reading.row(case.targets[0].key)
    assert row is not None
    rows = oldest_first(_chain(reading, row))
    heads = tuple(one.key for one in rows if is_live(one) and reading.exclusions.withheld_by(one) is None)
    told = [conflict_row(reading, one, is_open=one.key in heads) for one in rows]
    pointer = None if reading.hides(row) else row.superseded_by
    detail = BrokenDetail(
        row=next(one for one in told if one.key == row.key),
        pointer=pointer,
        findings=findings(reading, row),
        chain=tuple(told),
        heads=heads,
    )
    others = tuple(evidence.row_evidence(reading, one, "chain") for one in rows if one.key != row.key)
    passages = tuple(evidence.sources(reading, row, "archive"))
    return replace(case, text=reading.shown(row), evidence=(*others, *passages), detail=detail,
                   facts=(("superseded_by", pointer or "not given"), ("rows", str(len(rows)))))  # fmt: skip


def findings(reading: Reading, row: Row) -> tuple[BrokenFinding, ...]:
    """What is wrong with the supersede of a row; nothing for a row that is none."""
    pointer = row.superseded_by
    if row.status != "superseded":
        return _two_heads(reading, row)
    if not pointer:
        return (BrokenFinding("pointer-missing", 1, "superseded, and names no row that follows it"),)
    if pointer in (row.id, row.key):
        return (BrokenFinding("pointer-to-itself", 1, "superseded_by names the row itself"),)
    follower = reading.row(pointer)
    if follower is None:
        if _erased(reading, pointer):
            return ()
        return (BrokenFinding("pointer-to-nothing", 1, "superseded_by names a row that is not there"),)
    return tuple(_between(reading, row, follower))


def _between(reading: Reading, row: Row, follower: Row) -> Iterator[BrokenFinding]:
    if row.kind != Kind.STATE or follower.kind != Kind.STATE:
        yield BrokenFinding("pointer-across-kinds", 3, "one of the two is no state row, and both have to be")
    if (row.subject or "") != (follower.subject or ""):
        yield BrokenFinding("pointer-across-subjects", 4, "the two subjects are not the same string")
    if _in_cycle(reading, row):
        yield BrokenFinding("cycle", 1, "its pointers lead back to the row itself, and to no live row")


def _two_heads(reading: Reading, row: Row) -> tuple[BrokenFinding, ...]:
    """An active row that points at a live row of its subject: one chain with two live ends.

    A row that waits may name the row that is to follow it (§10).
    """
    follower = reading.row(row.superseded_by)
    if not (is_live(row) and counts_as_active(row)) or follower is None or follower.key == row.key:
        return ()
    ends = [one for one in _followers(reading, row) if is_live(one)]
    shown = [one for one in (row, *ends) if reading.exclusions.withheld_by(one) is None]
    if len(shown) < 2 or row.kind != Kind.STATE or (row.subject or "") != (follower.subject or ""):
        return ()
    return (BrokenFinding("two-heads", 1, "it names a row that follows it, and both are live"),)


def _in_cycle(reading: Reading, row: Row) -> bool:
    return any(one.key == row.key for one in _followers(reading, row))


def _followers(reading: Reading, row: Row) -> list[Row]:
    """The rows that pointers lead to, in order, each once."""
    found: list[Row] = []
    seen: set[str] = set()
    here = reading.row(row.superseded_by)
    while here is not None and here.key not in seen:
        seen.add(here.key)
        found.append(here)
        here = reading.row(here.superseded_by)
    return found


def _erased(reading: Reading, pointer: str) -> bool:
    """Whether a tombstone explains why the row is not there (§12.3)."""
    held = reading.snapshot.tombstones
    return any(one.record is not None and pointer in one.record.scope_refs for one in held)


def _chain(reading: Reading, row: Row) -> list[Row]:
    """The row, what its pointers lead to, and every other row of its subject, each once."""
    same = reading.snapshot.rows_by_subject.get(row.subject or "", ()) if row.subject else ()
    rows = [row, *_followers(reading, row), *(one for key in dict.fromkeys(r.key for r in same) for one in
            [reading.row(key)] if one is not None)]  # fmt: skip
    found: dict[str, Row] = {}
    for one in rows:
        found.setdefault(one.key, one)
    return list(found.values())


def _case(reading: Reading, row: Row, found: Sequence[BrokenFinding]) -> Case:
    age = reading.days_since(row.date)
    by = reading.exclusions.withheld_by(row)
    return Case(
        id=f"broken-supersede:{row.key}",
        kind="broken-supersede",
        title=reading.title(row),
        targets=reading.item_targets(row, reading.snapshot.present(row.key)),
        age_days=age,
        age_from="date" if age is not None else None,
        verdicts=_offers(reading, row, by),
        notes=tuple(f"{one.name}: {one.message} (§14.2 constraint {one.constraint})." for one in found),
        withheld_by=by,
    )


def _offers(reading: Reading, row: Row, by: str | None) -> tuple[Offer, ...]:
    accept = (
        f"§15.2 rule 1: the item is withdrawn by {by}" if by is not None else standing_twice(reading, row)
    )
    rule = accept or _restoring(reading, row)
    accept = accept or _accepting(reading, row)
    return (
        Offer("restore", rule is None, rule),
        Offer("accept", accept is None, accept),
        Offer("open", allowed=True),
    )


def _accepting(reading: Reading, row: Row) -> str | None:
    """Why a live row can't become history that points at the row it names, or None."""
    follower = reading.row(row.superseded_by)
    if row.status == Status.SUPERSEDED or follower is None:
        return None
    old = reading.item_of(row)
    return (
        standing_twice(reading, follower)
        or barred_from_superseding(old)
        or supersede_refusal(old, reading.item_of(follower))
    )


def _restoring(reading: Reading, row: Row) -> str | None:
    """Why the row can't be made current again, or None."""
    if row.status != "superseded":
        return "§14.2: the row is current already; settle the conflict on its subject"
    others = rivals(reading.snapshot, row)
    if others:
        return f"§7.2: {', '.join(others)} is active for the same subject; two active rows would stand"
    newer = _gave_way(reading, row)
    return f"§14.2 constraint 2: {newer} is newer and gave way to the row" if newer else None


def _gave_way(reading: Reading, row: Row) -> str | None:
    """The key of a newer superseded row of the subject that names this one as what follows it, or None."""
    day = parse_date(row.date or "")
    for other in subject_rows(reading.snapshot, row.subject):
        points = other.superseded_by in (row.id, row.key) and other.status == "superseded"
        newer = parse_date(other.date or "")
        if points and other.key != row.key and newer is not None and (day is None or newer > day):
            return other.key
    return None
