"""The files that a decision rests on, which are compared by their bytes before it is recorded."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.governance.places import LOG
from workbench.store.decision import Prepared
from workbench.store.snapshot import Row, Snapshot

_CONTROLS = ("governance/controls/", "../controls/")


def relied_on(snapshot: Snapshot, prepared: Prepared) -> frozenset[str]:
    """Paths of the files that a plan changes, that were reviewed, or by which a rule could refuse it.

    Those are the log, every control record wherever it stands, and the files of all rows of each item
    that is involved, of the items that have its subject, and of the one that it names as its successor.
    """
    plan = prepared.plan
    rows = list(_rows(snapshot, prepared))
    near = [row for row in rows if row.superseded_by for row in _of(snapshot, row.superseded_by)]
    near += [
        one
        for subject in {row.subject for row in (*rows, *near) if row.subject}
        for row in snapshot.rows_by_subject.get(subject, ())
        for one in _of(snapshot, row.key)
    ]
    return frozenset(
        (
            LOG,
            *plan.paths,
            *(path for ref in prepared.verdict.evidence if (path := ref.partition("#")[0]) in snapshot.files),
            *(one.address.path for one in plan.reviewed),
            *(row.address.path for row in (*rows, *near)),
            *(held.address.path for held in snapshot.controls),
            *(path for path in snapshot.files if path.startswith(_CONTROLS)),
        )
    )


def _rows(snapshot: Snapshot, prepared: Prepared) -> Iterator[Row]:
    """Every row of the items that a decision is about, names, or changes."""
    plan = prepared.plan
    about = prepared.case_id.partition(":")[2]
    changed = (effect.record for effect in plan.effects)
    reviewed = (one.key for one in plan.reviewed)
    given = prepared.verdict
    for key in dict.fromkeys((about, *given.with_ids, *given.evidence, *changed, *reviewed)):
        yield from _of(snapshot, key)
    for row in snapshot.rows_by_subject.get(given.subject or "", ()):
        yield from _of(snapshot, row.key)


def _of(snapshot: Snapshot, key: str) -> tuple[Row, ...]:
    return snapshot.rows_by_key.get(key, ())
