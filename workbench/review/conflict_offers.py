"""Which verdicts a conflict of a state subject offers, and which rule says no (§7.2, §9, §14.2, §15.2).

The binding that plans a verdict refuses by the same rules; here they are told beforehand. Where only
some of the rows may be chosen the verdict is offered, and the plan refuses the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from workbench.protocol.chars import is_one_line
from workbench.protocol.items import Item, barred_from_superseding, supersede_refusal, unwritable
from workbench.protocol.making import fresh_item, materialised
from workbench.protocol.words import Status
from workbench.review.reading import Reading
from workbench.review.subject_rows import day_of
from workbench.store.case import Offer, VerdictName
from workbench.store.rows import (
    active_keys,
    copy_refusal,
    counts_as_active,
    doubled,
    newest_active,
    subject_page,
    subject_rows,
)
from workbench.store.snapshot import Row

VERDICTS: tuple[VerdictName, ...] = ("current", "none", "new-value", "both", "open")
_NEEDS: dict[str, tuple[str, ...]] = {"current": ("with",), "new-value": ("value",)}
_SOME_ID = "mem-2000-01-01-001"
_SOME_KEY = "some:key"
_LEAVE_OPEN = Offer("open", allowed=True)


def _allowed(needs: Sequence[str]) -> tuple[Offer, ...]:
    """All of them, each with what it needs and what a row that is copied needs."""
    offered = [Offer(name, True, None, (*_NEEDS.get(name, ()), *needs)) for name in VERDICTS[:-1]]
    return (*offered, _LEAVE_OPEN)


_COMMON = _allowed(())


@dataclass(frozen=True)
class _Standing:
    """The open rows of a subject, oldest first, and what stands beside them."""

    reading: Reading = field(repr=False)
    rows: tuple[Row, ...] = field(repr=False)
    items: tuple[Item, ...] = field(repr=False)
    copies: tuple[str | None, ...]
    """Per row, why it can't be copied into a topic; None where it can be, or stands in one."""
    others: tuple[str, ...]
    """Keys of further rows that count as active for the subject: withdrawn ones, and those put away."""


def offers(reading: Reading, subject: str, rows: Sequence[Row]) -> tuple[Offer, ...]:
    """Every verdict of a conflict, in the order of its keys, allowed or with the rule that says no.

    ``rows`` are those of the subject that are to be settled, oldest first.
    """
    if all(_is_common(reading, row) for row in rows) and _alone(
        rows, reading.snapshot.rows_by_subject[subject]
    ):
        return _COMMON
    found = _standing(reading, rows)
    homeless = any(not row.stored for row in rows) and subject_page(reading.snapshot, subject) is None
    needs = ("topic",) if homeless else ()
    return tuple(
        offer
        if (rule := _refusal(found, offer.verdict)) is None
        else Offer(offer.verdict, False, rule, offer.needs)
        for offer in _allowed(needs)
    )


def _is_common(reading: Reading, row: Row) -> bool:
    """Whether nothing about a stored row may stand against a verdict: one row of its id, and all plain."""
    alone = len(reading.snapshot.rows_by_key[row.key]) == 1
    plain = row.plain and row.place == "topic" and not row.superseded_by
    told = is_one_line(row.text) and is_one_line(row.subject or "")
    return alone and plain and told and not _is_to_come(reading, row)


def _alone(rows: Sequence[Row], beside: Iterable[Row]) -> bool:
    """Whether no row of another item says that it is active for the subject."""
    keys = {row.key for row in rows}
    return not any(row.key not in keys and counts_as_active(row) for row in beside)


def _standing(reading: Reading, rows: Sequence[Row]) -> _Standing:
    items = tuple(reading.item_of(row) for row in rows)
    subject = rows[0].subject or ""
    active = active_keys(subject_rows(reading.snapshot, subject)).get(subject, set())
    copies = (_copy_refusal(reading, row, item) for row, item in zip(rows, items, strict=True))
    others = tuple(sorted(active - {row.key for row in rows}))
    return _Standing(reading, tuple(rows), items, tuple(copies), others)


def _copy_refusal(reading: Reading, row: Row, item: Item) -> str | None:
    if row.stored:
        return None
    return copy_refusal(reading.snapshot, row, materialised(item, Status.SUPERSEDED, superseded_by=_SOME_ID))


def _refusal(found: _Standing, name: str) -> str | None:
    """The rule that refuses a verdict, whichever row is named, or None."""
    if name == "open":
        return None
    rule = _doubled(found)
    if rule is not None or name == "none":
        return rule or next((said for at in _all(found) if (said := _untouchable(found, at, "status"))), None)
    renewed = _replaced(found)
    if renewed is None and name != "current":
        renewed = _renewed(found, len(found.rows) - 1, "text", _all(found) if name == "both" else ())
    if name == "current" and renewed is None:
        texts = [_renewed(found, at, found.rows[at].text, (at,)) for at in _all(found)]
        renewed = next((said for said in texts if said), None) if all(texts) else None
    if renewed is None or name == "new-value":
        return renewed
    stays = _may_stay if name == "current" else _may_leave
    return None if any(stays(found, at) for at in _all(found)) else renewed


def _all(found: _Standing) -> range:
    return range(len(found.rows))


def _doubled(found: _Standing) -> str | None:
    for row in found.rows:
        where = doubled(found.reading.snapshot.rows_by_key[row.key])
        if where is not None:
            return f"§7.2: {row.key} stands more than once in {where}"
    return None


def _untouchable(found: _Standing, at: int, *fields: str) -> str | None:
    """Why no Status can be given to a row where it stands, or in a copy of it (§9)."""
    key = found.rows[at].key
    if found.copies[at] is not None:
        return f"{found.copies[at]}: {key}"
    if set(fields) & set(found.items[at].repeated):
        return f"§9: a field that it would set stands more than once in the record: {key}"
    return None


def _barred(found: _Standing, at: int) -> str | None:
    """Why a row can't become history (§14.2)."""
    rule = barred_from_superseding(found.items[at])
    if rule is not None:
        return f"{rule}: {found.rows[at].key}"
    return _untouchable(found, at, "status", "superseded_by")


def _replaced(found: _Standing) -> str | None:
    """Why no new row of today can take the place of all of them."""
    barred = next((said for at in _all(found) if (said := _barred(found, at))), None)
    return barred or _later(found) or _beside(found)


def _later(found: _Standing) -> str | None:
    later = next((row.key for row in found.rows if _is_to_come(found.reading, row)), None)
    return f"§14.2 constraint 2: {later} is of a day to come, and a row of today is older" if later else None


def _is_to_come(reading: Reading, row: Row) -> bool:
    day = day_of(row)
    return day is not None and day > reading.today.isoformat()


def _beside(found: _Standing) -> str | None:
    if not found.others:
        return None
    return f"§7.2: {', '.join(found.others)} is active for the same subject; two active rows would stand"


def _renewed(
    found: _Standing, at: int, text: str, sources: Iterable[int], subject: str | None = None
) -> str | None:
    """Why no new row can have the subject of this one or another, that text and the Sources of those (§9)."""
    given = [source for one in sources if (source := found.items[one].source)]
    source = "; ".join(dict.fromkeys([*given, "a decision"]))
    like = found.items[at] if subject is None else found.items[at].model_copy(update={"subject": subject})
    return unwritable(fresh_item(like, _SOME_ID, found.reading.today, text, source))


def _may_stay(found: _Standing, chosen: int) -> bool:
    """Whether a row, as it stands in the item store, is the newest and may supersede every other one."""
    row, day = found.rows[chosen], day_of(found.rows[chosen])
    rest = [at for at in _all(found) if at != chosen]
    if not row.stored or day is None or any((day_of(found.rows[at]) or day) >= day for at in rest):
        return False
    return all(_follows(found, at, chosen) for at in rest) and _may_be_active(found, chosen)


def _may_be_active(found: _Standing, at: int) -> bool:
    if _untouchable(found, at, "status", "superseded_by") is not None:
        return False
    return counts_as_active(found.rows[at]) or not found.others


def _follows(found: _Standing, old: int, new: int) -> bool:
    """Whether a row may supersede another as both stand (§14.2)."""
    successor = found.items[new].model_copy(
        update={"status": Status.ACTIVE, "status_text": str(Status.ACTIVE)}
    )
    return _barred(found, old) is None and supersede_refusal(found.items[old], successor) is None


def _may_leave(found: _Standing, moved: int) -> bool:
    """Whether one row may go to a subject of its own, since what stays may supersede it as it stands."""
    rest = [found.rows[at] for at in _all(found) if at != moved]
    stays = rest[0] if len(rest) == 1 else newest_active(rest)
    if stays is None or not stays.stored:
        return False
    at = found.rows.index(stays)
    others = [one for one in _all(found) if one != at]
    leaves = all(_follows(found, one, at) for one in others) and _may_be_active(found, at)
    return leaves and _renewed(found, moved, found.rows[moved].text, (moved,), _SOME_KEY) is None
