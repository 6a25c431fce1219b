"""Files that could not be read; the rest of the store works. Read-only: a person mends them by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from workbench.review.reading import Reading
from workbench.store.case import Case, Target
from workbench.store.snapshot import Address, Held

_HAND = "Nothing in it can be decided before it reads: mend the file by hand, then reload."


def cases(reading: Reading) -> Iterator[Case]:
    """One case per file: those that do not read, and records in files of their own that are no YAML."""
    snapshot = reading.snapshot
    found = {file.path: file.reason for file in snapshot.unreadable}
    records: tuple[Held[Any], ...] = (*snapshot.proposals, *snapshot.receipts)
    for held in records:
        if reading.unread_file(held):
            found.setdefault(held.address.path, held.problem or "it does not read")
    for path, reason in found.items():
        yield _case(reading, path, reason)


def opened(reading: Reading, case: Case) -> Case:
    """The case with what the file is."""
    return replace(case, facts=(("file", case.targets[0].path), ("reason", case.notes[0])))


def _case(reading: Reading, path: str, reason: str) -> Case:
    file = reading.snapshot.files.get(path)
    data = file.data if file is not None else b""
    address = Address(path, 0, len(data), 1)
    return Case(
        id="unreadable:" + quote(path, safe="", errors="surrogateescape"),
        kind="unreadable",
        title=path,
        targets=(Target(None, path, address, "file", None, hashlib.sha256(data).hexdigest()),),
        notes=(reason,),
        read_only=_HAND,
    )
