"""Who may be a member of a merge, and the consolidated entry of those who may (§14.3)."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.settling import NOT_PLANNED, refuse_withdrawn
from workbench.protocol.item import Item
from workbench.protocol.making import merged_item
from workbench.protocol.words import Kind, Status
from workbench.store.rows import counts_as_active
from workbench.store.snapshot import Row
from workbench.text.errors import Refused


def entry_of(members: Sequence[Item], new_id: str, text: str | None) -> Item:
    """The consolidated entry.

    Raises:
        Refused: a member has no date or no Source, which the entry would have to invent.
    """
    for name, missing in (
        ("date", [m for m in members if m.date is None]),
        ("Source", [m for m in members if not m.source]),
    ):
        if missing:
            raise Refused(
                f"A member has no {name}.",
                rule="§14.3: every member's Source and the newest date",
                not_done=NOT_PLANNED,
                next="Mend that member first, or leave it out.",
            )
    return merged_item(members, new_id, text)


def refuse_member(draft: Draft, row: Row, *, is_case: bool) -> None:
    """Refuse a member that is withdrawn, history, state, merged already, or undecided and not the case."""
    refuse_withdrawn(draft, row)
    draft.check_status(row, Status.ACTIVE)
    rule = None
    if draft.item(row).kind is Kind.STATE:
        rule = "§14.3: only knowledge is merged"
    elif row.merged_into is not None:
        rule = "§14.3: a member belongs to one consolidated entry"
    elif not is_case and not counts_as_active(row):
        rule = "§14.3, §16: a member that waits for a person is decided first"
    if rule is not None:
        raise Refused(
            f"{row.key} may not be a member.",
            rule=rule,
            not_done=NOT_PLANNED,
            next="Leave it out, or decide it first.",
        )
