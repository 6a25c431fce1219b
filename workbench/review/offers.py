"""Which verdicts a waiting item offers, and which rule says no (§4, §7.2, §9, §12.2, §14).

The binding that plans a verdict refuses by the same rules; here they are told beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.protocol.items import (
    Item,
    barred_from_superseding,
    may_set,
    supersede_refusal,
    unwritable,
)
from workbench.protocol.making import fresh_item, materialised, merged_item
from workbench.protocol.transitions import doubtful
from workbench.protocol.words import Kind, Status
from workbench.review.reading import Reading, text_at
from workbench.store.case import Offer, VerdictName
from workbench.store.rows import (
    USES_NOTHING,
    copy_refusal,
    deciding,
    doubled,
    rivals,
    second_active,
    subject_page,
    subject_rows,
)
from workbench.store.snapshot import Row

PENDING_KNOWLEDGE: tuple[VerdictName, ...] = ("keep", "stale", "merge", "cool", "defer")
PENDING_STATE: tuple[VerdictName, ...] = ("keep", "supersede", "new-value", "stale", "defer")
PENDING_STATE_SUCCEEDED: tuple[VerdictName, ...] = ("supersede", "keep", "new-value", "stale", "defer")
STALE_KNOWLEDGE: tuple[VerdictName, ...] = ("merge", "cool", "new-value", "active", "defer")
STALE_STATE: tuple[VerdictName, ...] = ("new-value", "cool", "active", "supersede", "defer")

_NEEDS: dict[str, tuple[str, ...]] = {
    "supersede": ("with",),
    "new-value": ("value",),
    "merge": ("with",),
    "cool": ("status",),
}
_SETS: dict[str, Status] = {
    "keep": Status.ACTIVE,
    "active": Status.ACTIVE,
    "stale": Status.STALE,
    "new-value": Status.STALE,
    "merge": Status.ACTIVE,
    "cool": Status.STALE,
}
"""The Status that a verdict gives a row, or may give it; ``supersede`` is told by §14.2."""
_SOME_ID = "mem-2000-01-01-001"


@dataclass(frozen=True)
class Standing:
    """One item as it stands, with what decides which verdicts are open to it.

    ``row`` is the one that counts, ``rows`` all outside the archive. ``rivals`` are the rows
    that speak for other items active for its subject, and ``rival_refusals`` say why these may not be
    superseded. ``successor`` is the row that its superseded_by names when that row may
    follow it; ``successor_refusal`` says why it may not. ``copy_refusal`` says why an item
    that stands in no topic can't be copied into one.
    """

    reading: Reading = field(repr=False)
    row: Row
    rows: tuple[Row, ...]
    item: Item
    withheld_by: str | None
    rivals: tuple[Row, ...]
    successor: Row | None
    successor_refusal: str | None
    topic_known: bool
    copy_refusal: str | None

    @property
    def is_state(self) -> bool:
        """Whether the kind says state; everything else is treated as knowledge (§4)."""
        return self.item.kind is Kind.STATE


def standing(reading: Reading, row: Row, rows: Sequence[Row]) -> Standing:
    """Look at one item and its surroundings."""
    item = reading.item_of(row)
    successor, refusal = _successor(reading, row, item)
    return Standing(
        reading=reading,
        row=row,
        rows=tuple(rows),
        item=item,
        withheld_by=reading.exclusions.withheld_by(row),
        rivals=_rivals(reading, row) if item.kind is Kind.STATE else (),
        successor=successor,
        successor_refusal=refusal,
        topic_known=any(one.stored for one in rows)
        or subject_page(reading.snapshot, row.subject) is not None,
        copy_refusal=_copy_refusal(reading, rows, row, item),
    )


def is_common(reading: Reading, rows: Sequence[Row]) -> bool:
    """Whether nothing about an item decides over its verdicts but its kind, its Status and its place, and
    nothing is to be noted of it: two common items that agree in these offer just the same.

    Such an item is one stored row, perhaps with the same bytes in the index, or one row in the index
    alone. It is not withdrawn, without successor and alone with its subject. It departs from §9 in
    nothing, and every character of it is printable, so that each of its values stands on one line
    and may be written anew.
    """
    row = deciding(rows)
    if not row.plain or row.superseded_by or row.merged_into:
        return False
    if not row.stored and (row.place != "index" or len(rows) > 1):
        return False
    if reading.exclusions.withheld_by(row):
        return False
    if row.subject and any(
        one.key != row.key for one in reading.snapshot.rows_by_subject.get(row.subject, ())
    ):
        return False
    text = text_at(reading.snapshot, row.address)
    if len(rows) > 1 and not _one_true_copy(reading, row, rows, text):
        return False
    return text.replace("\n", "").isprintable()


def _one_true_copy(reading: Reading, main: Row, rows: Sequence[Row], text: str) -> bool:
    """Whether an item stands beside its row in the index alone, once and with the same bytes."""
    copies = [row for row in rows if row is not main]
    return (
        len(copies) == 1
        and copies[0].place == "index"
        and text_at(reading.snapshot, copies[0].address) == text
    )


def _rivals(reading: Reading, row: Row) -> tuple[Row, ...]:
    keys = rivals(reading.snapshot, row)
    return tuple(found for key in keys if (found := reading.row(key)) is not None)


def _copy_refusal(reading: Reading, rows: Sequence[Row], row: Row, item: Item) -> str | None:
    if any(one.stored for one in rows):
        return None
    copy = materialised(item, Status.ACTIVE, superseded_by=None)
    return copy_refusal(reading.snapshot, row, copy)


def _successor(reading: Reading, row: Row, item: Item) -> tuple[Row | None, str | None]:
    if not row.superseded_by or item.kind is not Kind.STATE:
        return None, None
    found = reading.row(row.superseded_by)
    if found is None:
        return None, "superseded_by names no row of this store"
    by = reading.exclusions.withheld_by(found)
    if by is not None:
        return None, f"§15.2 rule 1: the row that superseded_by names is withdrawn by {by}"
    refusal = _may_follow(reading, row, item, found)
    return (found, None) if refusal is None else (None, refusal)


def _may_follow(reading: Reading, row: Row, item: Item, found: Row) -> str | None:
    rows = [one for one in reading.snapshot.rows_by_key[found.key] if one.place != "archive"]
    where = doubled(rows)
    if where is not None:
        return f"§7.2: the row that superseded_by names stands more than once in {where}"
    if row.subject != found.subject:
        return "§14.2 constraint 4: the subjects are not the same string"
    return supersede_refusal(item, reading.item_of(found)) or _copy_refusal(
        reading, rows, found, reading.item_of(found)
    )


def offers(found: Standing, names: Sequence[VerdictName]) -> tuple[Offer, ...]:
    """Every verdict of a case, in the order of its keys, allowed or with the rule that says no."""
    kinds = list(names)
    if found.item.kind is None and (found.row.subject or found.row.superseded_by):
        kinds.insert(kinds.index("defer"), "supersede")
    return tuple(_offer(found, name) for name in kinds)


def _offer(found: Standing, name: VerdictName) -> Offer:
    rule = refusal(found, name)
    return Offer(name, rule is None, rule, _needs(found, name))


def _needs(found: Standing, name: str) -> tuple[str, ...]:
    needs = _NEEDS.get(name, ())
    if name == "supersede" and found.successor is not None:
        needs = ()
    return needs if found.topic_known or name == "defer" else (*needs, "topic")


def refusal(found: Standing, name: str) -> str | None:
    """The rule that refuses a verdict, or None."""
    if name == "defer":
        return None
    return (
        _withdrawn(found, name)
        or _doubled(found, name)
        or found.copy_refusal
        or _status(found, name)
        or _superseding(found, name)
        or _second_active(found, name)
        or _merging(found, name)
        or _renewing(found, name)
    )


def _withdrawn(found: Standing, name: str) -> str | None:
    if found.withheld_by is None or name in USES_NOTHING:
        return None
    return f"§12.2, §15.2 rule 1: withdrawn by {found.withheld_by}, so it may not be used or made current"


def _doubled(found: Standing, name: str) -> str | None:
    where = doubled(found.rows)
    if where is not None:
        return f"§7.2: the id stands more than once in {where}"
    return _repeated(found.item, name)


def _repeated(item: Item, name: str) -> str | None:
    """Whether a field that the verdict sets has no one value (§9)."""
    pointer = "merged_into" if name == "merge" else "superseded_by" if _supersedes(item, name) else "status"
    if {"status", pointer} & set(item.repeated):
        return "§9: a field that it would set stands more than once in the record"
    return None


def _supersedes(item: Item, name: str) -> bool:
    return name == "supersede" or (name == "new-value" and item.kind is Kind.STATE)


def _status(found: Standing, name: str) -> str | None:
    new = _SETS.get(name)
    return may_set(found.item.kind, found.item.effective_status, new, human=True) if new else None


def _superseding(found: Standing, name: str) -> str | None:
    """The constraints of §14.2 that the row fails by itself, whatever is to follow it."""
    if not _supersedes(found.item, name):
        return None
    barred = barred_from_superseding(found.item)
    return barred or (doubtful(found.item) if name == "supersede" else None)


def _second_active(found: Standing, name: str) -> str | None:
    if name == "new-value" and found.is_state:
        return next((rule for rival in found.rivals if (rule := _rival(found, rival))), None)
    after: list[Row] = []
    if name in ("keep", "active"):
        after = [_stored_active(found.row)]
    elif name == "supersede" and found.successor is not None and found.successor.place in ("inbox", "index"):
        after = [_stored_active(found.successor)]
    others = _joined(found, after)
    if not others:
        return None
    return f"§7.2: {', '.join(others)} is active for the same subject; two active rows would stand"


def _joined(found: Standing, after: Sequence[Row]) -> tuple[str, ...]:
    """The rows beside which one would be active that is not so yet, if these took the place of theirs."""
    if not found.is_state or not after:
        return ()
    before = subject_rows(found.reading.snapshot, found.row.subject)
    moved = {found.row.key, *(row.key for row in after)}
    joined = second_active(before, [*(row for row in before if row.key not in moved), *after])
    return joined[1] if joined is not None else ()


def _stored_active(row: Row) -> Row:
    return row.as_stored(str(Status.ACTIVE))


def _rival(found: Standing, rival: Row) -> str | None:
    """Why a row that is active for the same subject may not be superseded along with this one."""
    reading = found.reading
    if reading.exclusions.withheld_by(rival):
        return f"§15.2 rule 1: {rival.key} is active for the same subject, and withdrawn"
    where = doubled(reading.snapshot.rows_by_key[rival.key])
    if where is not None:
        return f"§7.2: {rival.key} is active for the same subject, and stands more than once in {where}"
    if not rival.stored:
        return f"§7.2: {rival.key} is active for the same subject, and stands in no topic"
    item = reading.item_of(rival)
    rule = barred_from_superseding(item) or _repeated(item, "new-value")
    return f"{rule}: {rival.key}" if rule else None


def _merging(found: Standing, name: str) -> str | None:
    if name != "merge":
        return None
    if found.is_state:
        return "§14.3: only knowledge is merged"
    if found.item.date is None or not found.item.source:
        return "§14.3: the consolidated entry needs the date and the Source of every member"
    return unwritable(merged_item([found.item], _SOME_ID, "text"))


def _renewing(found: Standing, name: str) -> str | None:
    """Whether a new row can carry the subject of this one."""
    if name != "new-value":
        return None
    return unwritable(fresh_item(found.item, _SOME_ID, found.reading.today, "text", "source"))
