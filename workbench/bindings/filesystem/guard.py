"""What no plan of ours may bring about: two active rows of one subject (§7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.bindings.filesystem.layout import INBOX, INDEX
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.rows import rows_of
from workbench.protocol.words import Kind, Status
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused

Active = dict[str, set[str]]


def refuse_two_active(snapshot: Snapshot, changed: Mapping[str, Page]) -> None:
    """Refuse a plan that makes a row active beside another active row of its subject.

    Counted twice: over the item store alone, so that no copy joins another row there,
    and with inbox and index, so that an undecided newer row is not passed over.
    """
    after: list[Row] = [row for row in snapshot.rows if row.address.path not in changed]
    for path, page in changed.items():
        role = "index" if path == INDEX else "inbox" if path == INBOX else "topic"
        after += rows_of(page, role)  # type: ignore[arg-type]
    for stored_only in (True, False):
        old, new = _active(snapshot.rows, stored_only), _active(after, stored_only)
        for subject, keys in new.items():
            joined = keys - old.get(subject, set())
            if joined and len(keys) > 1:
                raise _refusal(sorted(joined)[0], sorted(keys - {sorted(joined)[0]}))


def _active(rows: tuple[Row, ...] | list[Row], stored_only: bool) -> Active:
    found: Active = {}
    for row in rows:
        counts = row.stored if stored_only else row.place != "archive"
        if counts and row.subject and row.kind == Kind.STATE and row.status == Status.ACTIVE:
            found.setdefault(row.subject, set()).add(row.key)
    return found


def _refusal(key: str, others: list[str]) -> Refused:
    return Refused(
        f"{key} would be active beside {', '.join(others)}, which has the same subject.",
        rule="§7.2: a subject must not have two active rows",
        not_done="Nothing was planned.",
        next="Supersede it with that row, or settle the conflict on the subject first.",
    )
