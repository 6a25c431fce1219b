"""Which verdicts a waiting item offers, and which rule says no (§4, §7.2, §9, §12.2, §14).

The binding that plans a verdict refuses by the same rules; here they are told beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.protocol.items import Item, may_set, supersede_refusal
from workbench.protocol.words import Kind, Status
from workbench.review.reading import Reading
from workbench.store.case import Offer, VerdictName
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
_SETS: dict[str, Status] = {"keep": Status.ACTIVE, "active": Status.ACTIVE, "stale": Status.STALE}
_STAYS_WITHDRAWN = ("stale", "defer")
"""Verdicts that use nothing of a withdrawn item and restore none of its influence."""


@dataclass(frozen=True)
class Standing:
    """One item as it stands, with what decides which verdicts are open to it.

    ``row`` is the one that counts, ``rows`` all outside the archive. ``rivals`` are other
    active rows of its subject. ``successor`` is the row that its superseded_by names when
    that row may follow it; ``successor_refusal`` says why it may not.
    """

    row: Row
    rows: tuple[Row, ...]
    item: Item
    withheld_by: str | None
    rivals: tuple[Row, ...]
    withheld_rival: bool
    successor: Row | None
    successor_refusal: str | None
    topic_known: bool

    @property
    def is_state(self) -> bool:
        """Whether the kind says state; everything else is treated as knowledge (§4)."""
        return self.item.kind is Kind.STATE


def standing(reading: Reading, row: Row, rows: Sequence[Row]) -> Standing:
    """Look at one item and its surroundings."""
    item = reading.item_of(row)
    successor, refusal = _successor(reading, row, item)
    rivals = _rivals(reading, row) if item.kind is Kind.STATE else ()
    return Standing(
        row=row,
        rows=tuple(rows),
        item=item,
        withheld_by=reading.exclusions.withheld_by(row),
        rivals=rivals,
        withheld_rival=any(reading.exclusions.withheld_by(rival) for rival in rivals),
        successor=successor,
        successor_refusal=refusal,
        topic_known=any(one.stored for one in rows) or _subject_topic(reading, row),
    )


def _successor(reading: Reading, row: Row, item: Item) -> tuple[Row | None, str | None]:
    if not row.superseded_by or item.kind is not Kind.STATE:
        return None, None
    found = reading.row(row.superseded_by)
    if found is None:
        return None, "superseded_by names no row of this store"
    by = reading.exclusions.withheld_by(found)
    if by is not None:
        return None, f"§15.2 rule 1: the row that superseded_by names is withdrawn by {by}"
    refusal = supersede_refusal(item, reading.item_of(found))
    return (found, None) if refusal is None else (None, refusal)


def _rivals(reading: Reading, row: Row) -> tuple[Row, ...]:
    """Active rows of the same subject under other keys, in item store or inbox (§7.2)."""
    others = reading.snapshot.rows_by_subject.get(row.subject or "", ())
    found = {other.key: other for other in others if _is_rival(other, row)}
    return tuple(found[key] for key in sorted(found))


def _is_rival(other: Row, row: Row) -> bool:
    return other.key != row.key and other.status == "active" and other.place != "index"


def _subject_topic(reading: Reading, row: Row) -> bool:
    """Whether exactly one topic page holds the subject, so that a copy of the item has a place to go."""
    others = reading.snapshot.rows_by_subject.get(row.subject or "", ())
    return len({other.address.path for other in others if other.stored}) == 1


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
        or _doubled(found)
        or _status(found, name)
        or _superseding(found, name)
        or _second_active(found, name)
        or _merging(found, name)
    )


def _withdrawn(found: Standing, name: str) -> str | None:
    if found.withheld_by is None or name in _STAYS_WITHDRAWN:
        return None
    return f"§12.2, §15.2 rule 1: withdrawn by {found.withheld_by}, so it may not be used or made current"


def _doubled(found: Standing) -> str | None:
    if sum(row.stored for row in found.rows) > 1:
        return "§7.2: the id stands in more than one place of the item store"
    if "status" in found.item.repeated:
        return "§9: Status stands more than once in the record"
    return None


def _status(found: Standing, name: str) -> str | None:
    new = _SETS.get(name)
    return may_set(found.item.kind, found.item.effective_status, new, human=True) if new else None


def _superseding(found: Standing, name: str) -> str | None:
    """The constraints of §14.2 that the row fails by itself, whatever is to follow it."""
    if name != "supersede" and not (name == "new-value" and found.is_state):
        return None
    if not found.is_state:
        return may_set(found.item.kind, found.item.effective_status, Status.SUPERSEDED, human=True)
    if not found.row.subject:
        return "§14.2 constraint 4: a state item without a subject can't be superseded"
    if not found.row.id:
        return "§14.2 constraint 1: the row needs an id, by which its history stays known"
    return None


def _second_active(found: Standing, name: str) -> str | None:
    if not found.rivals:
        return None
    named = ", ".join(row.id or row.key for row in found.rivals)
    if name in ("keep", "active"):
        return f"§7.2: {named} is active for the same subject; two active rows would stand"
    if name != "new-value":
        return None
    if found.withheld_rival:
        return f"§15.2 rule 1: {named} is active for the same subject, and a withdrawn row is among them"
    if not all(rival.stored for rival in found.rivals):
        return f"§7.2: {named} is active in the inbox for the same subject, and inbox lines are never edited"
    return None


def _merging(found: Standing, name: str) -> str | None:
    if name != "merge":
        return None
    if found.is_state:
        return "§14.3: only knowledge is merged"
    if found.item.date is None or not found.item.source:
        return "§14.3: the consolidated entry needs the date and the Source of every member"
    return None
