"""Which cases of an earlier review may have become others, so that the rest is taken over (§16).

A case of an item depends on the rows of its key, on those of its subject, on the row that its
superseded_by names, on the log lines that name it, on what is withdrawn, and on the day. A case of a
subject depends on the rows that have it, on what is withdrawn, and on the day. Whatever cannot be told
apart that way is found anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from workbench.review.exclusions import Exclusions
from workbench.review.reading import Reading
from workbench.store.case import Case
from workbench.store.changed import Changed
from workbench.store.snapshot import LogLine, Row, Snapshot


@dataclass(frozen=True, slots=True)
class Redo:
    """Keys and subjects of which something may be another. ``anchors`` says that passages are, too."""

    keys: frozenset[str]
    subjects: frozenset[str]
    anchors: bool

    @classmethod
    def of(cls, before: Reading, now: Reading) -> Self | None:
        """What is to be found again; None where that is everything."""
        if (before.today, before.audit) != (now.today, now.audit):
            return None
        if not _withhold_the_same(before.exclusions, now.exclusions):
            return None
        changed = Changed.between(before.snapshot, now.snapshot)
        keys = changed.keys | _named_by_new_lines(before.snapshot, now.snapshot)
        rows = (row for one in (before, now) for key in keys for row in one.snapshot.rows_by_key.get(key, ()))
        subjects = frozenset(row.subject for row in rows if row.subject)
        anchors = before.snapshot.passages is not now.snapshot.passages
        return cls(keys, changed.subjects | subjects, anchors)

    def items(self, reading: Reading, cases: Iterable[Case]) -> tuple[list[Case], frozenset[str]]:
        """Cases of items that stay what they are, and the keys of all that are to be looked at."""
        left: list[Case] = []
        keys = set(self.keys)
        by_key = reading.snapshot.rows_by_key
        for case in cases:
            about = [target.key for target in case.targets]
            if any(key in self.keys or self._leans(by_key.get(key, ())) for key in about):
                keys.update(about)
            else:
                left.append(case)
        return left, frozenset(keys)

    def _leans(self, rows: Iterable[Row]) -> bool:
        """Whether an item has the subject of something that changed, or names it as its successor."""
        return any(row.subject in self.subjects or row.superseded_by in self.keys for row in rows)


def _withhold_the_same(one: Exclusions, other: Exclusions) -> bool:
    if one is other:
        return True
    return (one.by_key, one.refs, _said(one)) == (other.by_key, other.refs, _said(other))


def _said(exclusions: Exclusions) -> list[tuple[str, str | None, str]]:
    """What withheld rows say, in file order: of two that say the same, the last one names its record."""
    return [(row.key, row.subject, row.text) for row in exclusions.rows]


def _named_by_new_lines(before: Snapshot, now: Snapshot) -> frozenset[str]:
    """Ids in log lines that only one of two readings has; a log grows at its end."""
    if before.log is now.log:
        return frozenset()
    same = 0
    for one, other in zip(before.log, now.log, strict=False):
        if one.text != other.text or one.address != other.address:
            break
        same += 1
    return frozenset(_ids((*before.log[same:], *now.log[same:])))


def _ids(lines: Iterable[LogLine]) -> Iterator[str]:
    for line in lines:
        yield from line.event.ids
