"""Items whose Status is ``pending-cleanup``: marked by maintenance, cleared by people (§14.3, §16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.review import waiting
from workbench.review.offers import PENDING_KNOWLEDGE, PENDING_STATE, PENDING_STATE_SUCCEEDED, Standing
from workbench.review.reading import Reading
from workbench.store.case import Case, VerdictName


def cases(reading: Reading) -> Iterator[Case]:
    """One case per item, over topics, index and inbox."""
    return waiting.cases(reading, "pending-cleanup", waiting.waiting(reading, "pending-cleanup"), _verdicts)


def of_keys(reading: Reading, keys: Iterable[str]) -> Iterator[Case]:
    """The cases of these items."""
    for rows in waiting.waiting_of(reading, "pending-cleanup", keys):
        yield waiting.light(reading, "pending-cleanup", rows, _verdicts)[0]


def opened(reading: Reading, case: Case) -> Case:
    """The case with its facts and evidence."""
    rows = waiting.rows_of(reading, case.targets[0].key)
    return waiting.opened(reading, "pending-cleanup", rows, _verdicts)


def _verdicts(found: Standing) -> tuple[tuple[VerdictName, ...], tuple[str, ...]]:
    if not found.is_state:
        return PENDING_KNOWLEDGE, ()
    if found.successor is not None:
        return PENDING_STATE_SUCCEEDED, (
            f"Left over from maintenance: its successor {found.successor.key} is known (§10).",
        )
    if found.successor_refusal is not None:
        return PENDING_STATE, (f"superseded_by is given, but not to be followed: {found.successor_refusal}.",)
    return PENDING_STATE, ()
