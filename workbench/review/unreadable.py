"""Files that could not be read; the rest of the store works. Read-only: a person mends them by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from workbench.review.reading import Reading
from workbench.review.unread_words import missing, steps
from workbench.store.case import Case, Target
from workbench.store.details.unreadable import UnreadableDetail
from workbench.store.snapshot import Address, Expected, Held, UnreadableFile

_HAND = "Nothing in it can be decided before it reads: mend the file by hand, then reload."


def cases(reading: Reading) -> Iterator[Case]:
    """One case per file: those that do not read, and records in files of their own that are no YAML."""
    for path, file in _files(reading).items():
        yield _case(reading, path, file.reason)


def opened(reading: Reading, case: Case) -> Case:
    """The case with what the file is."""
    file = _files(reading)[case.targets[0].path]
    shown = [("file", file.path), ("reason", file.reason)]
    shown += [("size", f"{file.size:,} bytes")] if file.size is not None else []
    shown += [("permissions", file.mode)] if file.mode else []
    return replace(case, facts=tuple(shown), detail=_detail(reading, file))


def _files(reading: Reading) -> dict[str, UnreadableFile]:
    """By path: files that do not read, and records in files of their own that are no YAML."""
    snapshot = reading.snapshot
    found = {file.path: file for file in snapshot.unreadable}
    named: tuple[tuple[Expected, tuple[Held[Any], ...]], ...] = (
        ("proposals", snapshot.proposals),
        ("receipts", snapshot.receipts),
    )
    for holds, records in named:
        for held in records:
            if reading.unread_file(held):
                path = held.address.path
                size = len(snapshot.files[path].data)
                reason = held.problem or "it does not read"
                found.setdefault(path, UnreadableFile(path, reason, holds, size))
    return found


def _detail(reading: Reading, file: UnreadableFile) -> UnreadableDetail:
    base = reading.snapshot.root
    where = base.parent / file.path[3:] if file.path.startswith("../") else base / file.path
    return UnreadableDetail(
        path=file.path,
        reason=file.reason,
        missing=missing(file.holds),
        next_steps=tuple(steps(file.reason, str(where))),
        size=file.size,
        mode=file.mode,
    )


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
