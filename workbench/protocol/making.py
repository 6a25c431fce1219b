"""Items that a verdict makes: a value of today, a consolidated lesson, a copy in the item store (§9, §14)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from .item import Item
from .words import CONFIDENCE_SCHEME, Form, Kind, Status, weakest


def materialised(item: Item, status: Status, **changes: str | None) -> Item:
    """An inbox item as the item store needs it: in the structured form, its Status written out (§9)."""
    update = {"form": Form.STRUCTURED, "status": status, "status_text": str(status), **changes}
    return item.model_copy(update=update)


def fresh_item(like: Item, new_id: str, day: dt.date, text: str, source: str) -> Item:
    """A new active item with the kind, subject and Scope of another."""
    kind = like.kind or Kind.KNOWLEDGE
    return Item(
        form=Form.STRUCTURED,
        date=day,
        date_text=day.isoformat(),
        id=new_id,
        kind=kind,
        kind_text=str(kind),
        text=text,
        subject=like.subject,
        scope=like.scope,
        scope_text=str(like.scope or ""),
        status=Status.ACTIVE,
        status_text=str(Status.ACTIVE),
        source=source,
    )


def merged_item(members: Sequence[Item], new_id: str, text: str | None) -> Item:
    """A consolidated entry: the newest member's date, every member's Source, the weakest Confidence (§14.3).

    Every member has a date and a Source. Without a ``text`` the members' own texts stand
    side by side. A Scope is kept only where all agree.
    """
    newest = max(members, key=lambda member: member.date_text)
    confidence = weakest(member.confidence for member in members)
    scopes = {member.scope for member in members}
    scope = scopes.pop() if len(scopes) == 1 else None
    return Item(
        form=Form.STRUCTURED,
        date=newest.date,
        date_text=newest.date_text,
        id=new_id,
        kind=Kind.KNOWLEDGE,
        kind_text=str(Kind.KNOWLEDGE),
        text=text if text is not None else " / ".join(_distinct(member.text for member in members)),
        scope=scope,
        scope_text=str(scope or ""),
        status=Status.ACTIVE,
        status_text=str(Status.ACTIVE),
        source="; ".join(_distinct(str(member.source) for member in members)),
        corroborating_refs=_distinct(ref for member in members for ref in member.corroborating_refs),
        confidence_scheme=CONFIDENCE_SCHEME if confidence else None,
        confidence=confidence,
        confidence_text=str(confidence or ""),
    )


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
