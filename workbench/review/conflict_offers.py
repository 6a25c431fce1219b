"""Which verdicts a conflict on a state subject offers, and which rule says no (§7.2, §9, §14.2, §15.2.1).

The binding that plans a verdict refuses by the same rules; here they are told beforehand. What depends on
the row that is named, only the plan tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.protocol.items import barred_from_superseding, may_set
from workbench.protocol.making import materialised
from workbench.protocol.words import Status
from workbench.review.reading import Reading
from workbench.store.case import Offer
from workbench.store.rows import copy_refusal, doubled, subject_page
from workbench.store.snapshot import Row


def offers(reading: Reading, subject: str, rows: Sequence[Row]) -> tuple[Offer, ...]:
    """Every verdict in the order of its keys, allowed or with the rule that says no."""
    topic = _topic(reading, subject, rows)
    barred = list(_barred(reading, rows))
    stands = next(_standing(reading, rows), None)
    replaced = stands or next(iter(barred), None)
    one_left = stands or (barred[0] if len(barred) > 1 else None)
    stale = stands or next(_stale(reading, rows), None)
    return (
        Offer("current", one_left is None, one_left, ("with", *topic)),
        Offer("none", stale is None, stale, topic),
        Offer("new-value", replaced is None, replaced, ("value", *topic)),
        Offer("both", replaced is None, replaced, topic),
        Offer("open", allowed=True),
    )


def _topic(reading: Reading, subject: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """The topic is to be named where a row has to be copied into one that its subject does not tell."""
    told = all(row.stored for row in rows) or subject_page(reading.snapshot, subject) is not None
    return () if told else ("topic",)


def _standing(reading: Reading, rows: Sequence[Row]) -> Iterator[str]:
    """Why a row can't be changed or copied at all."""
    for row in rows:
        present = reading.snapshot.present(row.key)
        where = doubled(present)
        item = reading.item_of(row)
        if where is not None:
            yield f"§7.2: {row.key} stands more than once in {where}"
        elif {"status", "superseded_by"} & set(item.repeated):
            yield f"§9: a field that it would set stands more than once in {row.key}"
        elif not any(one.stored for one in present):
            copy = materialised(item, Status.SUPERSEDED, superseded_by=None)
            if rule := copy_refusal(reading.snapshot, row, copy):
                yield f"{rule}: {row.key}"


def _barred(reading: Reading, rows: Sequence[Row]) -> Iterator[str]:
    """The constraints of §14.2 that rows fail by themselves, whatever is to follow them."""
    for row in rows:
        if rule := barred_from_superseding(reading.item_of(row)):
            yield f"{rule}: {row.key}"


def _stale(reading: Reading, rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        item = reading.item_of(row)
        if rule := may_set(item.kind, item.effective_status, Status.STALE, human=True):
            yield f"{rule}: {row.key}"
