"""A store held against its baseline: which items, files, decisions and log entries are not what they were.

An item is known by its id; one without is known by its first line and its file, and found again
elsewhere by its bytes. Of an item that stands in several places the row that counts is compared, as
everywhere else (§7.2); one that only the index still names is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from workbench.desk.baseline import Baseline, FilePrint, ItemPrint, Lost, Prints, digest_of, mac, written
from workbench.desk.losses import still_lost
from workbench.desk.since import HOWS, Change, How, Since
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.names import real_name
from workbench.review.queue import Review
from workbench.store.rows import deciding
from workbench.store.snapshot import Row, Snapshot

_RANK: Final = {"topic": 0, "historical": 1, "inbox": 2, "index": 3}

Stand = tuple[str, ItemPrint]
"""A path and the mark of an item in it."""


def compared(
    snapshot: Snapshot, prints: Prints, review: Review, ledger: Ledger, kept: Baseline, today: str
) -> Since:
    """What changed between ``kept`` and a snapshot; ``today`` is an ISO date.

    Looks at the items of files that differ, and wherever else those items stand.
    """
    comparison = _Comparison(snapshot, prints, review, ledger, kept)
    changes = tuple(sorted(comparison.changes(), key=_order))
    later = comparison.later
    return Since(
        problem=None,
        at=kept.at,
        days=review.reading.days_since(kept.at),
        decision=kept.decision,
        by=kept.by,
        items_before=kept.items,
        changes=changes,
        gone_before=comparison.gone_before,
        gone_now=comparison.gone_now,
        files_gone=comparison.files_gone(changes),
        decisions=None if later is None else _by_whom(later),
        log=comparison.log_entries(),
        today=_decided_on(ledger, kept.by, today),
    )


class _Comparison:
    """One comparison; keys and paths are compared as they are kept."""

    def __init__(
        self, snapshot: Snapshot, prints: Prints, review: Review, ledger: Ledger, kept: Baseline
    ) -> None:
        self.snapshot, self.review, self.ledger, self.kept = snapshot, review, ledger, kept
        self.files = prints.of(kept.salt, kept.files)
        self.before, self.now = self._stands(kept.files), self._stands(self.files)
        self.unread = {written(kept.salt, file.path) for file in snapshot.unreadable}
        self.later = _later(ledger, kept)
        self.gone_now: dict[str, Lost] = {}
        """Filled by :meth:`changes`: what is gone, by its key as it is kept."""

    @cached_property
    def _names(self) -> frozenset[str]:
        """Names of the files that are not what they were."""
        before, now = self.kept.files, self.files
        either = before.keys() | now.keys()
        return frozenset(name for name in either if before.get(name) is not now.get(name))

    @cached_property
    def differing(self) -> frozenset[str]:
        """Keys, as they are kept, of the items of files that are not what they were."""
        marks = (files.get(name) for files in (self.kept.files, self.files) for name in self._names)
        return frozenset(key for mark in marks if mark is not None for key in mark.items)

    @cached_property
    def _elsewhere(self) -> Mapping[str, FilePrint]:
        """The files that are what they were, and in which a differing item stands, too."""
        differing, names = self.differing, self._names
        if not differing:
            return {}
        return {
            name: mark
            for name, mark in self.files.items()
            if name not in names and not differing.isdisjoint(mark.items)
        }

    def _stands(self, files: Mapping[str, FilePrint]) -> dict[str, Stand]:
        """Where each of the differing items stands: of several places the one that counts."""
        found: dict[str, Stand] = {}
        for path in files:
            if path not in self._names and path not in self._elsewhere:
                continue
            items = files[path].items
            for key in items.keys() & self.differing:
                mark, known = items[key], found.get(key)
                if known is None or _RANK.get(mark[2], 9) < _RANK.get(known[1][2], 9):
                    found[key] = (path, mark)
        return found

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The row that counts of each differing item, by its key as it is kept."""
        snapshot, salt = self.snapshot, self.kept.salt
        looked_at = self._names | self._elsewhere.keys()
        paths = [path for path in snapshot.rows_by_path if written(salt, path) in looked_at]
        keys = dict.fromkeys(row.key for path in paths for row in snapshot.rows_by_path[path])
        found = {key: [row for row in snapshot.rows_by_key[key] if row.place != "archive"] for key in keys}
        named = ((written(salt, key), rows) for key, rows in found.items() if rows)
        return {name: deciding(rows) for name, rows in named if name in self.differing}

    def changes(self) -> Iterator[Change]:
        """Every item that is another, elsewhere, new or gone."""
        for key in self.before.keys() & self.now.keys():
            old, new = self.before[key], self.now[key]
            if new[1][2] == "index" != old[1][2]:
                yield self._change("gone", key, old, None)
            elif old[1][0] != new[1][0]:
                yield self._change("changed", key, old, new)
            elif old[0] != new[0]:
                yield self._change("moved", key, old, new)
        fresh = {key: self.now[key] for key in self.now.keys() - self.before.keys()}
        by_digest: dict[str, list[str]] = {}
        for key, (_, mark) in fresh.items():
            by_digest.setdefault(mark[0], []).append(key)
        for key in sorted(self.before.keys() - self.now.keys()):
            old = self.before[key]
            again = by_digest.get(old[1][0], [])
            if again:
                found = again.pop()
                yield self._change("moved", found, old, fresh.pop(found))
            else:
                yield self._change(self._lost(key, old), key, old, None)
        for key, stand in fresh.items():
            yield self._change("new", key, None, stand)

    def _lost(self, key: str, old: Stand) -> How:
        path, mark = old
        if path in self.unread:
            return "unread"
        if key in self._erased:
            return "erased"
        if mark[2] == "inbox" and (key in self._archived[0] or mark[0] in self._archived[1]):
            return "archived"
        return "gone"

    @cached_property
    def _archived(self) -> tuple[frozenset[str], frozenset[str]]:
        """Keys and digests of the lines of the archive."""
        salt, rows = self.kept.salt, [row for row in self.snapshot.rows if row.place == "archive"]
        digests = (digest_of(salt, [self.snapshot.span(row.address)]) for row in rows)
        return frozenset(written(salt, row.key) for row in rows), frozenset(digests)

    @cached_property
    def _erased(self) -> frozenset[str]:
        records = (held.record for held in self.snapshot.tombstones)
        return frozenset(ref for record in records if record is not None for ref in record.scope_refs)

    @cached_property
    def _decided(self) -> Mapping[str, str]:
        """The last later decision that touched each item."""
        names = {row.key for row in self.rows.values()}
        found: dict[str, str] = {}
        for entry in self.later or ():
            for effect in entry.record.effects if entry.record else ():
                name = real_name(entry.salt, effect.record, names) if entry.salt else effect.record
                found[written(self.kept.salt, name or effect.record)] = entry.id
        return found

    @cached_property
    def gone_before(self) -> Mapping[str, Lost]:
        """What was gone at the last decision already, and is still."""
        if not self.kept.lost:
            return {}
        found = self._erased | self._archived[0]
        return still_lost(self.kept.lost, self.files, found, self.review.reading.days_since)

    def _change(self, how: How, key: str, old: Stand | None, new: Stand | None) -> Change:
        if how == "gone" and old is not None:
            self.gone_now[key] = (old[1][0], self.kept.at)
        row = self.rows.get(key) if new is not None else None
        path = row.address.path if row is not None else _named(old[0] if old else "")
        reading = self.review.reading
        return Change(
            how=how,
            key=row.key if row is not None else _named(key),
            path=path,
            line=row.address.line if row is not None else None,
            came_from=_named(old[0]) if old and new and old[0] != new[0] else None,
            was=old[1][1] if old else "",
            status=new[1][1] if new else "",
            decision=self._decided.get(key),
            text=reading.title(row) if row is not None else "",
            withheld_by=self.review.exclusions.key_withheld(row.key if row is not None else key),
        )

    def files_gone(self, changes: Iterable[Change]) -> tuple[tuple[str, int], ...]:
        """Files that are gone with items in them, or of which nobody can say where their text went."""
        lost = Counter(change.path for change in changes if change.how == "gone")
        found = []
        for path, mark in self.kept.files.items():
            if path in self.files or path in self.unread or path.startswith("../"):
                continue
            name = _named(path)
            if lost[name] or not mark.items:
                found.append((name, lost[name]))
        return tuple(sorted(found))

    def log_entries(self) -> int | None:
        """Entries of the log after the last one that was read, those of our own decisions left out."""
        count, last = self.kept.log
        lines = self.snapshot.log
        start = 0 if not count else self._log_place(count - 1, last)
        if start is None:
            return None
        return sum(1 for line in lines[start:] if line.event.decision not in self.kept.ours)

    def _log_place(self, index: int, last: str) -> int | None:
        """The place after the last entry that was read; it moves when the log is cut at its top."""
        lines, salt = self.snapshot.log, self.kept.salt
        size = len(last) // 2
        places: list[int] = [index, *reversed(range(len(lines)))]
        for at in places:
            if at < len(lines) and mac(salt, self.snapshot.span(lines[at].address), size) == last:
                return at + 1
        return None


def _named(name: str) -> str:
    """A kept name for a person; one that is kept as a digest has none."""
    return "(a name that was not kept)" if name.startswith("~~") else name


def _later(ledger: Ledger, kept: Baseline) -> tuple[Entry, ...] | None:
    """The decisions that the last one does not follow; None where it is no longer in the ledger."""
    if kept.decision not in ledger.by_id:
        return None
    by_digest = {entry.digest: entry for entry in ledger.entries if entry.digest}
    known, waiting = set(kept.ours), [ledger.by_id[one] for one in kept.ours if one in ledger.by_id]
    while waiting:
        record = waiting.pop().record
        for digest in record.prev if record else ():
            entry = by_digest.get(digest)
            if entry is not None and entry.id not in known:
                known.add(entry.id)
                waiting.append(entry)
    return tuple(entry for entry in ledger.entries if entry.id not in known)


def _by_whom(entries: Sequence[Entry]) -> tuple[tuple[str, int], ...]:
    found = Counter(entry.record.decided_by if entry.record else "unknown" for entry in entries)
    return tuple(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _decided_on(ledger: Ledger, by: str, day: str) -> int:
    """Cases a person decided on a day, what was taken back left out."""
    standing = (entry for entry in ledger.entries if entry.id not in ledger.reverted)
    return len(
        {
            entry.record.case
            for entry in standing
            if entry.record
            and entry.record.decided_by == by
            and entry.record.decided_at.startswith(day)
            and entry.record.verdict != "revert"
        }
    )


def _order(change: Change) -> tuple[int, str, int, str]:
    return HOWS.index(change.how), change.path, change.line or 0, change.key
