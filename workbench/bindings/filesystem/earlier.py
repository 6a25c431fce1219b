"""Reading a store again: what did not change since an earlier reading is taken from it, indexes included.

A file is taken to be unchanged when its device, inode, size and both of its times are what they were
and those times were well over when it was read; every other file is read, and one that holds the very
bytes it held is not parsed. What a file yields depends on its path and its bytes, and on nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, TypeVar

from workbench.bindings.filesystem import layout
from workbench.protocol.words import RecordType
from workbench.store.layers import patched
from workbench.store.snapshot import FileBytes, Found, Row, Snapshot, Stamp
from workbench.text import durable
from workbench.text.errors import Unreadable
from workbench.text.primed import prime, primed

ThingT = TypeVar("ThingT")

Entry = layout.Wanted | tuple[str, str]
"""A file to read, or a folder that cannot be listed and why."""

FIELD_OF: dict[RecordType, str] = {
    RecordType.WITHDRAWAL: "controls",
    RecordType.PROPOSAL: "proposals",
    RecordType.RECEIPT: "receipts",
    RecordType.ERASURE: "tombstones",
    RecordType.FEEDBACK: "feedback",
    RecordType.RETRIEVAL: "retrievals",
    RecordType.HYPOTHESIS: "hypotheses",
}
"""Where a snapshot keeps the records of a type."""

MARGIN_NS: Final = 2_000_000_000
"""How old a file's times must be for a later write to get others; the coarsest clock of a file system."""


def name_of(entry: Entry) -> str:
    """The path of what is to be read, or of what cannot be listed."""
    return entry.path if isinstance(entry, layout.Wanted) else entry[0]


def file_bytes(path: str, data: bytes, state: durable.FileStat) -> FileBytes:
    """The bytes of a file as it was read just now."""
    steady = time.time_ns() - max(state.mtime_ns, state.ctime_ns) > MARGIN_NS
    return FileBytes(path, data, stamp_of(state), steady)


def stamp_of(state: durable.FileStat) -> Stamp:
    """What tells one state of a file from another, from outside."""
    return state.dev, state.ino, state.size, state.mtime_ns, state.ctime_ns


def stamp_now(found: Found, path: str) -> Stamp | None:
    """The stamp that a file has now, no link followed; None where none can be had."""
    base, relative = layout.base_of(found, path)
    try:
        state = os.lstat(f"{base}/{relative}")
        return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns
    except (OSError, ValueError):
        return None


def read_again(
    found: Found,
    earlier: Snapshot,
    entries: Sequence[Entry],
    reread: Collection[str],
    read: Callable[[Sequence[Entry]], Snapshot],
) -> Snapshot:
    """What ``read`` would give for all ``entries``; it is asked for those that changed alone.

    ``reread`` are paths of files that are read whatever their stamps say.
    """
    unread = frozenset(file.path for file in earlier.unreadable)
    same: dict[str, FileBytes] = {}
    anew: list[Entry] = []
    for entry in entries:
        file = _same(found, earlier, entry, reread) if isinstance(entry, layout.Wanted) else None
        if file is None or file.path in unread:
            anew.append(entry)
        else:
            same[file.path] = file
    if not anew and not unread and same.keys() == earlier.files.keys():
        if all(file is earlier.files[path] for path, file in same.items()):
            return earlier
        return _with_stamps(earlier, same)
    return _Patch(earlier, entries, same, read(anew)).snapshot()


def _same(found: Found, earlier: Snapshot, entry: layout.Wanted, reread: Collection[str]) -> FileBytes | None:
    """The file with the bytes that it held, or None where it must be parsed anew."""
    old = earlier.files.get(entry.path)
    if old is None:
        return None
    if old.steady and entry.path not in reread and old.stamp == stamp_now(found, entry.path):
        return old
    base, relative = layout.base_of(found, entry.path)
    try:
        image = durable.read_file(base, relative)
    except Unreadable:
        return None
    if image.data != old.data:
        return None
    now = file_bytes(entry.path, old.data, image.stat)
    return old if now == old and now.steady == old.steady else now


def _with_stamps(earlier: Snapshot, files: Mapping[str, FileBytes]) -> Snapshot:
    """The same content under other stamps."""
    now = replace(earlier, files=files)
    prime(now, **primed(earlier))
    return now


class _Patch:
    """An earlier reading with the files that changed put in their places."""

    def __init__(
        self, earlier: Snapshot, entries: Sequence[Entry], same: Mapping[str, FileBytes], fresh: Snapshot
    ) -> None:
        self.earlier, self.fresh, self.entries = earlier, fresh, entries
        names = [name_of(entry) for entry in entries]
        self.order = {path: at for at, path in enumerate(names)}
        either = ((path, same.get(path) or fresh.files.get(path)) for path in names)
        self.files = {path: file for path, file in either if file is not None}
        self.changed = (earlier.files.keys() | {file.path for file in earlier.unreadable}) - same.keys()
        self.changed |= fresh.files.keys() | {file.path for file in fresh.unreadable}

    def snapshot(self) -> Snapshot:
        """The whole of it."""
        earlier, fresh = self.earlier, self.fresh
        by_path = self._rows_by_path()
        stored, named = self._stored(earlier, fresh)
        roles = {entry.path: entry.role for entry in self.entries if isinstance(entry, layout.Wanted)}
        records: dict[str, Any] = {
            name: self._merged(getattr(earlier, name), getattr(fresh, name), lambda held: held.address.path)
            for name in FIELD_OF.values()
        }
        now = Snapshot(
            root=earlier.root,
            home=earlier.home,
            files=self.files,
            rows=tuple(chain.from_iterable(by_path.values())),
            passages=self._merged(earlier.passages, fresh.passages, lambda passage: passage.path),
            log=self._merged(earlier.log, fresh.log, lambda line: line.address.path),
            rules=self._merged(earlier.rules, fresh.rules, lambda rule: rule.address.path),
            topics=self._merged(earlier.topics, fresh.topics, lambda topic: topic.path),
            **records,
            unreadable=self._merged(earlier.unreadable, fresh.unreadable, lambda file: file.path),
            capabilities=layout.capabilities(
                {path: roles[path] for path in self.files if path in roles}, stored, named
            ),
        )
        prime(now, rows_by_path=by_path, stored_counts=(stored, named), **self._indexes())
        return now

    def _rows_by_path(self) -> dict[str, tuple[Row, ...]]:
        before, now = self.earlier.rows_by_path, self.fresh.rows_by_path
        found = ((path, (now if path in self.changed else before).get(path)) for path in self.files)
        return {path: rows for path, rows in found if rows}

    def _stored(self, earlier: Snapshot, fresh: Snapshot) -> tuple[int, int]:
        gone = [row.id for row in self._before() if row.stored]
        stored, named = earlier.stored_counts
        came = fresh.stored_counts
        return stored - len(gone) + came[0], named - len(gone) + gone.count(None) + came[1]

    def _before(self) -> Iterable[Row]:
        by_path = self.earlier.rows_by_path
        return chain.from_iterable(by_path.get(path, ()) for path in self.changed)

    def _merged(
        self, before: tuple[ThingT, ...], now: tuple[ThingT, ...], path_of: Callable[[ThingT], str]
    ) -> tuple[ThingT, ...]:
        """Things in reading order; the very same tuple where the changed files hold none of them."""
        left = [thing for thing in before if path_of(thing) not in self.changed]
        if not now and len(left) == len(before):
            return before
        return tuple(sorted((*left, *now), key=lambda thing: self.order[path_of(thing)]))

    def _indexes(self) -> dict[str, Any]:
        """The indexes that the earlier snapshot has, with the rows of the changed files replaced."""
        known = primed(self.earlier)
        rows = [*self._before(), *self.fresh.rows]
        found: dict[str, Any] = {}
        if "rows_by_key" in known:
            now = self.fresh.rows_by_key
            found["rows_by_key"] = self._index(known["rows_by_key"], now, {row.key for row in rows})
        if "rows_by_subject" in known:
            subjects = {row.subject for row in rows if row.subject is not None}
            found["rows_by_subject"] = self._index(
                known["rows_by_subject"], self.fresh.rows_by_subject, subjects
            )
        if "item_count" in known and "rows_by_key" in found:
            keys = {row.key for row in rows}
            gone = _items(known["rows_by_key"], keys)
            found["item_count"] = known["item_count"] - gone + _items(found["rows_by_key"], keys)
        return found

    def _index(
        self,
        before: Mapping[str, tuple[Row, ...]],
        now: Mapping[str, tuple[Row, ...]],
        names: Iterable[str],
    ) -> Mapping[str, tuple[Row, ...]]:
        changes: dict[str, tuple[Row, ...] | None] = {}
        for name in names:
            left = [row for row in before.get(name, ()) if row.path not in self.changed]
            rows = [*left, *now.get(name, ())]
            rows.sort(key=lambda row: self.order[row.path])
            changes[name] = tuple(rows) or None
        return patched(before, changes)


def _items(by_key: Mapping[str, tuple[Row, ...]], keys: Iterable[str]) -> int:
    """How many of the keys stand outside the archive."""
    return sum(1 for key in keys if any(row.place != "archive" for row in by_key.get(key, ())))
