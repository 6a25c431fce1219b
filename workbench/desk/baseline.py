"""The baseline: what stood in a store at a person's last decision, as salted digests and no text of it.

Kept outside the store, for this person alone. Short texts can be guessed from a plain digest,
so every digest here is keyed with a salt that is drawn at random and stands in the same private
file. Names that are no plain ids or paths are kept as such digests too.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from workbench.protocol.words import Status, word_of
from workbench.store.snapshot import Place, Row, Snapshot

SCHEMA: Final = "workbench.seen/1"
_PLAIN: Final = re.compile(r"[A-Za-z0-9._#/:+~@%-]{1,200}")
_MAC: Final = re.compile(r"(?:[0-9a-f]{2}){0,64}")
_ITEM_BYTES: Final = 10
_FILE_BYTES: Final = 16

ItemPrint = tuple[str, str, str]
"""Digest of an item's bytes in one file, its Status as a word of the protocol, and its place there."""

Lost = tuple[str, str]
"""Digest of an item that is gone, and the time (RFC 3339, UTC) of the decision at which it still stood."""

SpansOf = Callable[[str, str], list[bytes] | None]
"""Every span of a record in a file as it stands now, by path and key; None where the file does not read."""

PlaceOf = Callable[[str], Place | None]
"""Where the records of a file stand, by its path; None where it holds none that are compared."""

StatusOf = Callable[[str, str, bytes], str | None]
"""The Status that the bytes of a record say, by path, key and bytes."""


@dataclass(frozen=True, slots=True)
class FilePrint:
    """One file: the digest of its bytes, empty where that is not known, and the items in it."""

    digest: str
    items: Mapping[str, ItemPrint] = field(repr=False)


@dataclass(frozen=True)
class Baseline:
    """The store as it was at the last decision from this machine, that decision's own changes included.

    ``at`` is an RFC 3339 UTC time. ``ours`` are the decisions recorded with that one. ``log`` is the
    number of entries of the log that were read, and the digest of the last of them. ``store`` is the
    id of the store, empty where it is not known. ``lost`` are items that were gone before this
    decision already, too few at a time for an alarm; see :mod:`workbench.desk.losses`.
    """

    at: str
    by: str
    decision: str
    ours: tuple[str, ...]
    salt: bytes = field(repr=False)
    files: Mapping[str, FilePrint] = field(repr=False)
    log: tuple[int, str] = field(repr=False, default=(0, ""))
    store: str = ""
    lost: Mapping[str, Lost] = field(repr=False, default_factory=dict)

    @cached_property
    def items(self) -> int:
        """Distinct items over all files."""
        return len({key for file in self.files.values() for key in file.items})


class Prints:
    """The marks of a snapshot's files; those of a file that an earlier snapshot held are taken over."""

    def __init__(self, snapshot: Snapshot, earlier: Prints | None = None) -> None:
        self._snapshot = snapshot
        self._salt: bytes = earlier._salt if earlier is not None else b""
        self._known: Mapping[str, tuple[bytes, FilePrint]] = earlier._known if earlier is not None else {}

    def of(self, salt: bytes, kept: Mapping[str, FilePrint]) -> dict[str, FilePrint]:
        """Every file by its written name; a file that is as it was ``kept`` has the very same mark."""
        known = self._known if salt == self._salt else {}
        found: dict[str, FilePrint] = {}
        seen: dict[str, tuple[bytes, FilePrint]] = {}
        for path, file in self._snapshot.files.items():
            name, before = written(salt, path), known.get(path)
            mark = kept.get(name)
            if before is None or before[0] is not file.data:
                digest = mac(salt, file.data, _FILE_BYTES)
                before = (
                    file.data,
                    mark if mark and mark.digest == digest else self._read(salt, path, digest),
                )
            elif mark is not None and mark.digest == before[1].digest:
                before = (file.data, mark)
            found[name], seen[path] = before[1], before
        self._known, self._salt = seen, salt
        return found

    def _read(self, salt: bytes, path: str, digest: str) -> FilePrint:
        rows = [row for row in self._snapshot.rows_by_path.get(path, ()) if row.place != "archive"]
        return FilePrint(digest, _items(self._snapshot, salt, rows))


def taken(
    snapshot: Snapshot, prints: Prints, earlier: Baseline | None, *, at: str, by: str, decision: str,
    ours: Iterable[str], store: str, lost: Mapping[str, Lost],
) -> Baseline:  # fmt: skip
    """What a snapshot holds. Files that are as they were ``earlier`` cost one digest each, once."""
    salt = earlier.salt if earlier is not None else secrets.token_bytes(32)
    files = prints.of(salt, earlier.files if earlier is not None else {})
    last = mac(salt, snapshot.span(snapshot.log[-1].address), _ITEM_BYTES) if snapshot.log else ""
    return Baseline(at, by, decision, tuple(ours), salt, files, (len(snapshot.log), last), store, lost)


def settled(
    baseline: Baseline, touched: Iterable[tuple[str, str]], spans_of: SpansOf, status_of: StatusOf,
    place_of: PlaceOf,
) -> Baseline:  # fmt: skip
    """The same with what our own decisions did to records, read again: (path, key) of each.

    Whatever else changed in those files meanwhile keeps its old mark, so it still counts as a change.
    """
    files = dict(baseline.files)
    for path, key in dict.fromkeys(touched):
        place, spans = place_of(path), spans_of(path, key)
        if spans is None or place is None:
            continue
        name, record = written(baseline.salt, path), written(baseline.salt, key)
        old = files.get(name, FilePrint("", {}))
        items = {known: mark for known, mark in old.items.items() if known != record}
        if spans:
            items[record] = (
                digest_of(baseline.salt, spans),
                status_word(status_of(path, key, spans[0])),
                place,
            )
        files[name] = FilePrint("", items)
    return replace(baseline, files=files)


def _items(snapshot: Snapshot, salt: bytes, rows: Iterable[Row]) -> dict[str, ItemPrint]:
    spans: dict[str, list[bytes]] = {}
    first: dict[str, Row] = {}
    for row in rows:
        spans.setdefault(row.key, []).append(snapshot.span(row.address))
        first.setdefault(row.key, row)
    return {
        written(salt, key): (digest_of(salt, spans[key]), status_word(row.status), row.place)
        for key, row in first.items()
    }


def digest_of(salt: bytes, spans: Iterable[bytes]) -> str:
    """The digest of an item's spans in one file; white space at their ends and the kind of line ending
    make no difference."""
    return mac(salt, b"\n".join(span.rstrip().replace(b"\r\n", b"\n") for span in spans), _ITEM_BYTES)


def mac(salt: bytes, data: bytes, size: int) -> str:
    """A keyed digest in hex."""
    return hashlib.blake2b(data, digest_size=size, key=salt).hexdigest()


def written(salt: bytes, name: str) -> str:
    """A key or a path as it is kept: itself where it is plain, else a digest that tells nothing."""
    if _PLAIN.fullmatch(name):
        return name
    return "~~" + mac(salt, name.encode("utf-8", "surrogateescape"), _ITEM_BYTES)


def status_word(status: str | None) -> str:
    """A Status as it is kept: a word of the protocol, nothing, or ``?`` for any other word."""
    if not status:
        return ""
    return "?" if word_of(Status, status) is None else status


def head_of(baseline: Baseline) -> dict[str, Any]:
    """What is kept beside the files and the salt."""
    return {
        "at": baseline.at,
        "by": baseline.by,
        "decision": baseline.decision,
        "store": baseline.store,
        "ours": list(baseline.ours),
        "log": list(baseline.log),
        "lost": {key: list(lost) for key, lost in baseline.lost.items()},
    }


def as_json(baseline: Baseline) -> dict[str, Any]:
    """The content of the private file."""
    return {
        "schema": SCHEMA,
        **head_of(baseline),
        "salt": baseline.salt.hex(),
        "files": {
            path: [mark.digest, {key: list(item) for key, item in mark.items.items()}]
            for path, mark in baseline.files.items()
        },
    }


def from_json(value: Mapping[str, Any]) -> Baseline:
    """What the private file tells.

    Raises:
        ValueError: it is not what :func:`as_json` writes.
    """
    try:
        if value["schema"] != SCHEMA:
            raise ValueError("no baseline")
        files = {path: file_mark(mark) for path, mark in value["files"].items()}
        return with_files(value, _salt(value["salt"]), files)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("no baseline") from error


def with_files(head: Mapping[str, Any], salt: bytes, files: Mapping[str, FilePrint]) -> Baseline:
    """A baseline of what :func:`head_of` wrote, and its files.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it is not what was written.
    """
    count, last = head["log"]
    plain = type(count) is int and count >= 0 and bool(count) == bool(last)
    if not plain or _MAC.fullmatch(_text(last)) is None:
        raise ValueError("no number of log lines")
    return Baseline(
        at=_text(head["at"]),
        by=_text(head["by"]),
        decision=_text(head["decision"]),
        ours=tuple(_text(one) for one in head["ours"]),
        salt=salt,
        files=files,
        log=(count, _text(last)),
        store=_text(head.get("store", "")),
        lost={key: _lost(lost) for key, lost in head.get("lost", {}).items()},
    )


def _salt(text: str) -> bytes:
    salt = bytes.fromhex(text)
    if not 16 <= len(salt) <= 64:
        raise ValueError("no salt")
    return salt


def file_mark(mark: Any) -> FilePrint:
    """The mark of a file as it was written.

    Raises:
        TypeError, ValueError, AttributeError: it is none.
    """
    digest, items = mark
    return FilePrint(_text(digest), {key: _item(item) for key, item in items.items()})


def _item(item: Any) -> ItemPrint:
    digest, status, place = item
    return _text(digest), _text(status), _text(place)


def _lost(lost: Any) -> Lost:
    digest, at = lost
    return _text(digest), _text(at)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
