"""The ids of one day that a store's files name, so that none of them is given twice (§9).

A new id is always of the day on which it is drawn, so ids of other days cannot be repeated.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

from workbench.protocol.ids import ids_in
from workbench.store.snapshot import Snapshot

_AROUND = 64
"""Bytes before and after a day in which all of an id stands; the longest has fewer."""

_Known = Mapping[str, tuple[bytes, frozenset[str]]]


class NamedIds:
    """What the files of one snapshot name; a file that an earlier snapshot held is not searched again."""

    def __init__(self, snapshot: Snapshot, earlier: NamedIds | None = None) -> None:
        self._files = snapshot.files
        self._by_day: dict[dt.date, _Known] = dict(earlier._by_day) if earlier is not None else {}

    def of(self, day: dt.date) -> frozenset[str]:
        """Every id of that day in any file, whatever kind of record it names."""
        known = self._by_day.get(day, {})
        found: dict[str, tuple[bytes, frozenset[str]]] = {}
        for path, file in self._files.items():
            kept = known.get(path)
            same = kept is not None and kept[0] is file.data
            found[path] = kept if kept and same else (file.data, frozenset(_ids(file.data, day)))
        self._by_day = {day: found}
        return frozenset().union(*(ids for _, ids in found.values() if ids))


def _ids(data: bytes, day: dt.date) -> Iterator[str]:
    """Ids are plain ASCII, so bytes are searched as they are: first for the day, then around it."""
    needle = f"-{day.isoformat()}-"
    wanted = needle.encode()
    at = data.find(wanted)
    while at >= 0:
        around = data[max(at - _AROUND, 0) : at + len(wanted) + _AROUND].decode("latin-1")
        yield from (found for found in ids_in(around) if needle in found)
        at = data.find(wanted, at + 1)
