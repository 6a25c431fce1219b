"""The ledger of a store as it stands: one entry per decision, in the order of the chain.

Reading never fails for what a file holds and never writes. A record that does not
read is an entry with a ``problem``; what belongs to no decision is listed.
"""

from __future__ import annotations

import heapq
import re
import secrets
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from workbench.governance.canonical import sha256
from workbench.governance.files import names_in, read_or_none
from workbench.governance.places import (
    DECISIONS,
    REASON_SUFFIX,
    RECORD_SUFFIX,
    SALT_SUFFIX,
    SMALL,
    STORE,
    decision_of,
    parse_store,
    reason_path,
    record_path,
    salt_path,
)
from workbench.governance.records import DecisionRecord, alias, decode
from workbench.protocol.ids import Prefix, new_id
from workbench.text.durable import is_own_temp
from workbench.text.errors import Unreadable

_SIGNATURE: Final = re.compile(r"memdec-[0-9a-f-]{1,40}\.json\.[A-Za-z0-9._@+-]{1,64}\.sig")
_REASON_LIMIT: Final = 1_048_576


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. ``digest`` is the SHA-256 of the record's file, None where that cannot be read.

    ``salt`` and ``reason`` are the bytes of the files beside it, None where there is none.
    """

    id: str
    record: DecisionRecord | None
    problem: str | None
    digest: str | None
    salt: bytes | None = field(repr=False)
    reason: bytes | None = field(repr=False)

    @property
    def reason_text(self) -> str | None:
        """Why, in the decider's words; raw text that a screen must sanitize."""
        if self.reason is None:
            return None
        return self.reason.decode("utf-8", "surrogateescape").removesuffix("\n")

    def is_about(self, case_id: str) -> bool:
        """Whether this decision answered the case, its alias included."""
        return self.record is not None and self._stands_for(self.record.case, case_id)

    def touches(self, path: str, record: str) -> bool:
        """Whether an effect of this decision is on that record of that file, as far as can be told.

        Where the salt is gone an alias may stand for anything: then the answer is yes.
        """
        if self.record is None:
            return False
        return any(
            self._stands_for(effect.path, path) and self._stands_for(effect.record, record)
            for effect in self.record.effects
        )

    def _stands_for(self, written: str, real: str) -> bool:
        if written == real:
            return True
        if not written.startswith("~"):
            return False
        return self.salt is None or written == alias(self.salt, real)


@dataclass(frozen=True, slots=True)
class Deferral:
    """A case put off: by which decision, and until which day if one was named."""

    decision: str
    until: str | None


@dataclass(frozen=True)
class Ledger:
    """All decisions of a store, oldest first: a decision stands after every one it follows in the chain.

    ``foreign`` are names in the folder that belong to no decision; ``orphans`` are salts and
    reasons without a record. ``store_problem`` says why ``store.yaml`` does not read.
    """

    store_id: str | None
    store_problem: str | None
    entries: tuple[Entry, ...]
    foreign: tuple[str, ...] = ()
    orphans: tuple[str, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """Entries by decision id."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def heads(self) -> tuple[Entry, ...]:
        """Readable decisions that no other one names as its predecessor."""
        named = {digest for entry in self.entries if entry.record for digest in entry.record.prev}
        return tuple(entry for entry in self.entries if entry.record and entry.digest not in named)

    @cached_property
    def reverted(self) -> Mapping[str, str]:
        """Decisions that are taken back now, and by which one; a revert taken back counts no more."""
        found: dict[str, str] = {}
        for entry in reversed(self.entries):
            record = entry.record
            if record and record.verdict == "revert" and record.supersedes and entry.id not in found:
                found.setdefault(record.supersedes, entry.id)
        return found

    def deferred(self, case_id: str) -> Deferral | None:
        """How a case is put off, when the last decision about it that stands did so."""
        for entry in reversed(self.entries):
            if entry.record and entry.is_about(case_id) and entry.id not in self.reverted:
                if entry.record.verdict == "revert":
                    continue
                deferral = Deferral(entry.id, entry.record.params.until)
                return deferral if entry.record.verdict == "defer" else None
        return None

    def touched_after(self, decision: str, path: str, record: str) -> bool:
        """Whether a decision that stands after this one has an effect on that record of that file."""
        place = self._places.get(decision, len(self.entries))
        if self._last_plain.get((path, record), -1) > place:
            return True
        return any(at > place and self.entries[at].touches(path, record) for at in self._with_alias)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {entry.id: at for at, entry in enumerate(self.entries)}

    @cached_property
    def _last_plain(self) -> Mapping[tuple[str, str], int]:
        return {
            (effect.path, effect.record): at
            for at, entry in enumerate(self.entries)
            for effect in (entry.record.effects if entry.record else ())
        }

    @cached_property
    def _with_alias(self) -> tuple[int, ...]:
        """Places of the decisions that name a path or a record by an alias."""
        return tuple(
            at
            for at, entry in enumerate(self.entries)
            if entry.record and any("~" in (ref.path[:1], ref.record[:1]) for ref in entry.record.effects)
        )

    @property
    def used_ids(self) -> frozenset[str]:
        """Every decision id that any file of the ledger carries."""
        found = (decision_of(name) for name in (*self.foreign, *self.orphans))
        return frozenset(self.by_id) | {named[0] for named in found if named}


def read_ledger(root: Path) -> Ledger:
    """The ledger under a memory root; empty where there is none."""
    store_id, problem = _read_store(root)
    try:
        names = names_in(root, DECISIONS)
    except Unreadable as error:
        return Ledger(store_id, problem, (), foreign=(f"{DECISIONS}: {error.reason}",))
    found: dict[str, set[str]] = defaultdict(set)
    foreign: list[str] = []
    for name in names:
        named = decision_of(name)
        if named is not None:
            found[named[0]].add(named[1])
        elif not _SIGNATURE.fullmatch(name):
            foreign.append(name)
    entries = [_read_entry(root, decision) for decision, parts in found.items() if RECORD_SUFFIX in parts]
    orphans = sorted(
        decision + suffix
        for decision, parts in found.items()
        if RECORD_SUFFIX not in parts
        for suffix in parts & {SALT_SUFFIX, REASON_SUFFIX}
    )
    return Ledger(store_id, problem, _by_chain(entries), tuple(foreign), tuple(orphans))


def temps_of(ledger: Ledger) -> list[str]:
    """Names in the folder that an interrupted write of ours left."""
    return [name for name in ledger.foreign if is_own_temp(name)]


def next_decision_id(ledger: Ledger, now: datetime) -> str:
    """A fresh decision id for that day, drawn but not taken."""
    return new_id(Prefix.DECISION, now.date(), ledger.used_ids, tail=secrets.token_hex(2))


def _read_store(root: Path) -> tuple[str | None, str | None]:
    try:
        data = read_or_none(root, STORE, limit=SMALL)
        return (None, None) if data is None else (parse_store(data), None)
    except Unreadable as error:
        return None, error.reason


def _read_entry(root: Path, decision: str) -> Entry:
    salt = _beside(root, salt_path(decision), SMALL)
    reason = _beside(root, reason_path(decision), _REASON_LIMIT)
    digest: str | None = None
    try:
        data = read_or_none(root, record_path(decision), limit=SMALL)
        if data is None:
            raise Unreadable("vanished while it was read")
        digest = sha256(data)
        record = decode(data)
        if record.id != decision:
            raise Unreadable("holds the record of another decision")
    except Unreadable as error:
        return Entry(decision, None, error.reason, digest, salt, reason)
    return Entry(decision, record, None, digest, salt, reason)


def _beside(root: Path, path: str, limit: int) -> bytes | None:
    try:
        return read_or_none(root, path, limit=limit)
    except Unreadable:
        return None


def _by_chain(entries: list[Entry]) -> tuple[Entry, ...]:
    """Predecessors first, and by id where the chain does not tell."""
    by_digest = {entry.digest: entry for entry in entries if entry.record and entry.digest}
    waits: dict[str, int] = {}
    followers: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        before = [by_digest[digest] for digest in _prev(entry) if digest in by_digest]
        waits[entry.id] = len(before)
        for earlier in before:
            followers[earlier.id].append(entry)
    by_id = {entry.id: entry for entry in entries}
    ready = [decision for decision, count in waits.items() if count == 0]
    heapq.heapify(ready)
    ordered: list[Entry] = []
    while ready:
        entry = by_id[heapq.heappop(ready)]
        ordered.append(entry)
        for follower in followers[entry.id]:
            waits[follower.id] -= 1
            if waits[follower.id] == 0:
                heapq.heappush(ready, follower.id)
    return tuple(ordered)


def _prev(entry: Entry) -> tuple[str, ...]:
    return entry.record.prev if entry.record else ()
