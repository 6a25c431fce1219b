"""What no plan of ours may bring about: two active rows of one subject (§7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.bindings.filesystem.layout import INBOX, INDEX
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.rows import rows_of
from workbench.store.rows import second_active
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused


def refuse_two_active(snapshot: Snapshot, changed: Mapping[str, Page]) -> None:
    """Refuse a plan that makes a row active beside another active row of its subject."""
    after: list[Row] = [row for row in snapshot.rows if row.address.path not in changed]
    for path, page in changed.items():
        role = "index" if path == INDEX else "inbox" if path == INBOX else "topic"
        after += rows_of(page, role)  # type: ignore[arg-type]
    found = second_active(snapshot.rows, after)
    if found is not None:
        raise _refusal(*found)


def _refusal(key: str, others: tuple[str, ...]) -> Refused:
    return Refused(
        f"{key} would be active beside {', '.join(others)}, which has the same subject.",
        rule="§7.2: a subject must not have two active rows",
        not_done="Nothing was planned.",
        next="Supersede it with that row, or settle the conflict on the subject first.",
    )
