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

_DOUBT: Final = "§14.2 constraint 2: in doubt, nothing is superseded: "
_HISTORY: Final = "§14.2 constraint 1: the row is superseded already, and stays as history"


def may_set(kind: Kind | None, old: Status | None, new: Status, *, human: bool) -> str | None:
    """None if that change of Status is allowed, else the rule that says no.

    `old` is None for an item that states no Status, which counts as `active`.
    An item without a kind counts as knowledge, except that nothing supersedes it. What is
    superseded stays so, whoever asks: only taking a decision back restores it.
    """
    before = old or _ACTIVE
    if before is new:
        return None
    if before is Status.SUPERSEDED:
        return _HISTORY
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


def barred_from_superseding(old: Item) -> str | None:
    """None if something may supersede `old`, else the constraint of §14.2 that it fails by itself."""
    if old.kind is not Kind.STATE:
        return _never_superseded(old.kind)
    if not old.subject:
        return "§14.2 constraint 4: a state item without a subject can't be superseded"
    if not old.id:
        return "§14.2 constraint 1: the row needs an id, by which its history stays known"
    return _HISTORY if old.status is Status.SUPERSEDED else None


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
    own = doubtful(old) or doubtful(new)
    if own is not None:
        return own
    older = old.date is not None and new.date is not None and new.date < old.date
    return _DOUBT + "the successor is the older of the two" if older else None


def doubtful(item: Item) -> str | None:
    """None if a row is plain enough to be superseded by a known row or to supersede one (§14.2)."""
    if item.date is None:
        return _DOUBT + "one of the two has no date"
    if item.repeated:
        return _DOUBT + "a field stands more than once"
    if item.status_text and item.status is None:
        return _DOUBT + "a Status is not of the protocol"
    return None


def _non_destructive(old: Item, new: Item) -> str | None:
    said = "§14.2 constraint 1: "
    if not old.id or not new.id:
        return said + "both items need an id, which the pointer names"
    if old.id == new.id:
        return said + "an item cannot supersede itself"
    if old.status is Status.SUPERSEDED:
        return _HISTORY
    if new.effective_status is not Status.ACTIVE:
        return said + "the successor has to be an active row"
    return None
