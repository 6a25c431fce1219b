"""The consolidated entry that a merge makes of several lessons (§14.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.protocol.item import Item
from workbench.protocol.words import CONFIDENCE_SCHEME, Form, Kind, Status, weakest
from workbench.text.errors import Refused


def merged_item(members: Sequence[Item], new_id: str, text: str | None) -> Item:
    """The entry: the newest member's date, every member's Source, the weakest Confidence.

    Without a ``text`` the members' own texts stand side by side. A Scope is kept only
    where all agree.

    Raises:
        Refused: a member has no date or no Source, which the entry would have to invent.
    """
    newest = _newest(members)
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


def _newest(members: Sequence[Item]) -> Item:
    for name, missing in (
        ("date", [m for m in members if m.date is None]),
        ("Source", [m for m in members if not m.source]),
    ):
        if missing:
            raise Refused(
                f"A member has no {name}.",
                rule="§14.3: every member's Source and the newest date",
                not_done="Nothing was planned.",
                next="Mend that member first, or leave it out.",
            )
    return max(members, key=lambda member: member.date_text)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
