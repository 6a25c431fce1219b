"""The ledger of a store as it stands: one entry per decision, in the order of the chain.

Reading never fails for what a file holds and never writes. A record that does not
read is an entry with a ``problem``; what belongs to no decision is listed.
"""

from __future__ import annotations

import heapq
import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from workbench.governance.canonical import sha256
from workbench.governance.files import read_or_none
from workbench.governance.names import case_named, is_case, stands_for
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
from workbench.governance.records import DecisionRecord, decode
from workbench.protocol.ids import Prefix, new_id
from workbench.store.case import LEAVES_OPEN
from workbench.store.decision import PERSON_PATTERN
from workbench.text import durable
from workbench.text.errors import Unreadable

_SIGNATURE: Final = re.compile(rf"memdec-[0-9a-f-]{{1,40}}\.json\.{PERSON_PATTERN}\.sig")
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
        """Whether this decision answered the case, its alias included as long as the salt tells."""
        return self.record is not None and is_case(self.salt, self.record.case, case_id)

    def touches(self, path: str, record: str) -> bool:
        """Whether an effect of this decision is on that record of that file, as far as can be told.

        Where the salt is gone an alias may stand for anything: then the answer is yes.
        """
        if self.record is None:
            return False
        return any(
            stands_for(self.salt, effect.path, path) and stands_for(self.salt, effect.record, record)
            for effect in self.record.effects
        )


@dataclass(frozen=True, slots=True)
class Deferral:
    """A case put off: by which decision, and until which day if one was named."""

    decision: str
    until: str | None


@dataclass(frozen=True)
class Ledger:
    """All decisions of a store, oldest first: a decision stands after every one it follows in the chain.

    ``foreign`` are names in the folder that belong to no decision; ``orphans`` are salts and
    reasons without a record. ``store_problem`` says why ``store.yaml`` does not read,
    ``folder_problem`` why the decisions cannot be listed: then there may be some.
    """

    store_id: str | None
    store_problem: str | None
    entries: tuple[Entry, ...]
    foreign: tuple[str, ...] = ()
    orphans: tuple[str, ...] = ()
    folder_problem: str | None = None

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
                return deferral if entry.record.verdict in LEAVES_OPEN else None
        return None

    def deferrals(self, names: Iterable[str]) -> Mapping[str, Deferral]:
        """Every case that is put off; ``names`` are what cases can be about, gone through for each alias."""
        cases = {
            case_named(entry.salt, entry.record.case, names)
            for entry in self.entries
            if entry.record and entry.record.verdict in LEAVES_OPEN
        }
        found = {case: self.deferred(case) for case in cases if case is not None}
        return {case: deferral for case, deferral in found.items() if deferral is not None}

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
    def problem(self) -> str | None:
        """Why nothing may be built on this ledger: its store or its decisions cannot be told. Else None."""
        if self.store_problem is not None:
            return f"{STORE}: {self.store_problem}"
        if self.folder_problem is not None:
            return f"{DECISIONS}: {self.folder_problem}"
        return f"{STORE}: gone, and decisions are there" if self.store_id is None and self.entries else None

    @property
    def used_ids(self) -> frozenset[str]:
        """Every decision id that any file of the ledger carries."""
        found = (decision_of(name) for name in (*self.foreign, *self.orphans))
        return frozenset(self.by_id) | {named[0] for named in found if named}


def read_ledger(root: Path) -> Ledger:
    """The ledger under a memory root; empty where there is none."""
    store_id, problem = _read_store(root)
    try:
        names = durable.list_dir(root, DECISIONS)
    except Unreadable as error:
        if error.code == "missing" and store_id is None and problem is None:
            return Ledger(None, None, ())
        reason = "gone" if error.code == "missing" else error.reason
        return Ledger(store_id, problem, (), folder_problem=reason)
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


def next_decision_id(used: Iterable[str], now: datetime) -> str:
    """A fresh decision id for that day, drawn but not taken; ``used`` are all ids ever given."""
    return new_id(Prefix.DECISION, now.date(), used, tail=secrets.token_hex(2))


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
