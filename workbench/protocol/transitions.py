"""Who may set which Status, and when one state item may supersede another (§9, §14, §16)."""

from __future__ import annotations

from typing import Final

from .item import Item
from .words import Kind, Status

_ACTIVE, _PENDING = Status.ACTIVE, Status.PENDING_CLEANUP
_MAINTENANCE: Final = frozenset(
    {
        (Kind.STATE, _ACTIVE, Status.SUPERSEDED),
        (Kind.STATE, _PENDING, Status.SUPERSEDED),
        (Kind.STATE, _ACTIVE, _PENDING),
        (Kind.KNOWLEDGE, _ACTIVE, _PENDING),
    }
)
"""All that a pass without a person may change."""


def may_set(kind: Kind | None, old: Status | None, new: Status, *, human: bool) -> str | None:
    """None if that change of Status is allowed, else the rule that says no.

    `old` is None for an item that states no Status, which counts as `active`.
    An item without a kind counts as knowledge, except that nothing supersedes it.
    """
    before = old or _ACTIVE
    if before is new:
        return None
    if new is Status.SUPERSEDED and kind is not Kind.STATE:
        return _never_superseded(kind)
    if human or (kind or Kind.KNOWLEDGE, before, new) in _MAINTENANCE:
        return None
    return _person_only(kind, before, new)


def _never_superseded(kind: Kind | None) -> str:
    if kind is None:
        return "§14.2 constraint 3: an item without a kind is never superseded"
    return "§14.3: knowledge is never superseded"


def _person_only(kind: Kind | None, before: Status, new: Status) -> str:
    if new is Status.STALE:
        return "§9: only a person sets stale"
    if before is Status.STALE:
        return "§9: stale is a person's judgement, and a person's to resolve"
    if before is _PENDING and kind is not Kind.STATE:
        return "§16: only a person clears pending-cleanup from knowledge"
    return "§14: maintenance may only supersede state and mark for cleanup"


def supersede_refusal(old: Item, new: Item) -> str | None:
    """None if `new` may supersede `old`, else the constraint of §14.2 that is not met."""
    constraints = (_same_kind, _same_subject, _beyond_doubt, _non_destructive)
    return next((said for check in constraints if (said := check(old, new))), None)


def _same_kind(old: Item, new: Item) -> str | None:
    if old.kind is Kind.STATE and new.kind is Kind.STATE:
        return None
    return "§14.2 constraint 3: both items have to say kind: state"


def _same_subject(old: Item, new: Item) -> str | None:
    if not old.subject or not new.subject:
        return "§14.2 constraint 4: both items have to name a subject"
    if old.subject != new.subject:
        return "§14.2 constraint 4: the subjects are not the same string"
    return None


def _beyond_doubt(old: Item, new: Item) -> str | None:
    doubt = "§14.2 constraint 2: in doubt, nothing is superseded: "
    if old.date is None or new.date is None:
        return doubt + "one of the two has no date"
    if new.date < old.date:
        return doubt + "the successor is the older of the two"
    if old.repeated or new.repeated:
        return doubt + "a field stands more than once"
    if any(item.status_text and item.status is None for item in (old, new)):
        return doubt + "a Status is not of the protocol"
    return None


def _non_destructive(old: Item, new: Item) -> str | None:
    said = "§14.2 constraint 1: "
    if not old.id or not new.id:
        return said + "both items need an id, which the pointer names"
    if old.id == new.id:
        return said + "an item cannot supersede itself"
    if old.status is Status.SUPERSEDED:
        return said + "the earlier row is superseded already, and its pointer stays"
    if new.effective_status is not Status.ACTIVE:
        return said + "the successor has to be an active row"
    return None
