"""What no plan of ours may bring about: two active rows of one subject (§7.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from workbench.bindings.filesystem.layout import INBOX, INDEX, Role
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.rows import rows_of
from workbench.store.rows import second_active
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused


def refuse_two_active(snapshot: Snapshot, changed: Mapping[str, Page], stood: Collection[str] = ()) -> None:
    """Refuse a plan that makes a row active beside another active row of its subject.

    ``stood`` are keys that are put back as they stood, and those that stood beside them.

    Looks at the items that the plan changes and at those that share a subject with them; no other
    item's rows count for a subject that the plan touches.
    """
    now = [row for path, page in changed.items() for row in rows_of(page, _role(path))]
    keys = _changed_keys([row for path in changed for row in snapshot.rows_by_path.get(path, ())], now)
    stand = snapshot.rows_by_key
    said = [*(row for key in keys for row in stand.get(key, ())), *(row for row in now if row.key in keys)]
    subjects = dict.fromkeys(row.subject for row in said if row.subject)
    beside = (row.key for subject in subjects for row in snapshot.rows_by_subject.get(subject, ()))
    involved = dict.fromkeys((*keys, *beside))
    before = [row for key in involved for row in stand.get(key, ())]
    after = [row for row in before if row.address.path not in changed]
    found = second_active(before, [*after, *(row for row in now if row.key in involved)], stood)
    if found is not None:
        raise _refusal(*found)


def _role(path: str) -> Role:
    return "index" if path == INDEX else "inbox" if path == INBOX else "topic"


def _changed_keys(before: Iterable[Row], now: Iterable[Row]) -> dict[str, None]:
    """The keys of which a row says something else, came or went."""
    then, after = _sayings(before), _sayings(now)
    return dict.fromkeys(key for key in (*then, *after) if then.get(key) != after.get(key))


def _sayings(rows: Iterable[Row]) -> dict[str, list[tuple[str | None, ...]]]:
    """What rows say that counts for being active, by key."""
    found: dict[str, list[tuple[str | None, ...]]] = {}
    for row in rows:
        found.setdefault(row.key, []).append((row.kind, row.subject, row.status, row.place))
    return {key: sorted(said, key=repr) for key, said in found.items()}


def _refusal(key: str, others: tuple[str, ...]) -> Refused:
    return Refused(
        f"{key} would be active beside {', '.join(others)}, which has the same subject.",
        rule="§7.2: a subject must not have two active rows",
        not_done="Nothing was planned.",
        next="Supersede it with that row, or settle the conflict on the subject first.",
    )
