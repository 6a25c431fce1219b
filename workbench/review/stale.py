"""Items that a person judged no longer applicable and that are not settled yet (§9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.review import waiting
from workbench.review.offers import STALE_KNOWLEDGE, STALE_STATE, Standing
from workbench.review.reading import Reading
from workbench.store.case import Case, VerdictName


def cases(reading: Reading) -> Iterator[Case]:
    """One case per item, over topics, index and inbox."""
    return waiting.cases(reading, "stale", waiting.waiting(reading, "stale"), _verdicts)


def of_keys(reading: Reading, keys: Iterable[str]) -> Iterator[Case]:
    """The cases of these items."""
    for rows in waiting.waiting_of(reading, "stale", keys):
        yield waiting.light(reading, "stale", rows, _verdicts)[0]


def opened(reading: Reading, case: Case) -> Case:
    """The case with its facts and evidence."""
    return waiting.opened(reading, "stale", waiting.rows_of(reading, case.targets[0].key), _verdicts)


def _verdicts(found: Standing) -> tuple[tuple[VerdictName, ...], tuple[str, ...]]:
    return (STALE_STATE if found.is_state else STALE_KNOWLEDGE), ()
