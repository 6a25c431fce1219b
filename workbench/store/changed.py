"""What differs between two readings of one store, told by its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from workbench.store.snapshot import Row, Snapshot


@dataclass(frozen=True, slots=True)
class Changed:
    """Files whose bytes are others, or that only one of two readings has, and what stands in them.

    ``keys`` and ``subjects`` are those of all rows of these files, then and now: whatever is not
    among them stands in the very same places with the very same bytes.
    """

    paths: frozenset[str]
    keys: frozenset[str]
    subjects: frozenset[str]

    @classmethod
    def between(cls, before: Snapshot, now: Snapshot) -> Self:
        """Costs one look at each file, and at each row of those that differ."""
        either = before.files.keys() | now.files.keys()
        paths = frozenset(path for path in either if _data(before, path) is not _data(now, path))
        rows = [*_rows(before, paths), *_rows(now, paths)]
        subjects = frozenset(row.subject for row in rows if row.subject)
        return cls(paths, frozenset(row.key for row in rows), subjects)


def _rows(snapshot: Snapshot, paths: frozenset[str]) -> Iterator[Row]:
    for path in paths:
        yield from snapshot.rows_by_path.get(path, ())


def _data(snapshot: Snapshot, path: str) -> bytes | None:
    file = snapshot.files.get(path)
    return file.data if file is not None else None
