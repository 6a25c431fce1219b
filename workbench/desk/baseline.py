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
from typing import Any, Final

from workbench.protocol.words import Status, word_of
from workbench.store.snapshot import Place, Row, Snapshot

SCHEMA: Final = "workbench.seen/1"
_PLAIN: Final = re.compile(r"[A-Za-z0-9._#/:+~@%-]{1,200}")
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


@dataclass(frozen=True, slots=True)
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

    @property
    def items(self) -> int:
        """Distinct items over all files."""
        return len({key for file in self.files.values() for key in file.items})


def taken(
    snapshot: Snapshot, earlier: Baseline | None, *, at: str, by: str, decision: str, ours: Iterable[str],
    store: str, lost: Mapping[str, Lost],
) -> Baseline:  # fmt: skip
    """What a snapshot holds. Files that are as they were ``earlier`` cost one digest each."""
    salt = earlier.salt if earlier is not None else secrets.token_bytes(32)
    files = prints(snapshot, salt, earlier.files if earlier is not None else {})
    last = mac(salt, snapshot.span(snapshot.log[-1].address), _ITEM_BYTES) if snapshot.log else ""
    return Baseline(at, by, decision, tuple(ours), salt, files, (len(snapshot.log), last), store, lost)


def prints(snapshot: Snapshot, salt: bytes, earlier: Mapping[str, FilePrint]) -> dict[str, FilePrint]:
    """Every file of a snapshot; items of a file whose digest is as it was ``earlier`` are carried over."""
    by_path: dict[str, list[Row]] = {}
    for row in snapshot.rows:
        if row.place != "archive":
            by_path.setdefault(row.address.path, []).append(row)
    found: dict[str, FilePrint] = {}
    for path, file in snapshot.files.items():
        name, digest = written(salt, path), mac(salt, file.data, _FILE_BYTES)
        known = earlier.get(name)
        same = known is not None and known.digest == digest
        items = known.items if known is not None and same else _items(snapshot, salt, by_path.get(path, ()))
        found[name] = FilePrint(digest, items)
    return found


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


def as_json(baseline: Baseline) -> dict[str, Any]:
    """The content of the private file."""
    return {
        "schema": SCHEMA,
        "at": baseline.at,
        "by": baseline.by,
        "decision": baseline.decision,
        "store": baseline.store,
        "ours": list(baseline.ours),
        "salt": baseline.salt.hex(),
        "log": list(baseline.log),
        "lost": {key: list(lost) for key, lost in baseline.lost.items()},
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
        count, last = value["log"]
        return Baseline(
            at=_text(value["at"]),
            by=_text(value["by"]),
            decision=_text(value["decision"]),
            ours=tuple(_text(one) for one in value["ours"]),
            salt=_salt(value["salt"]),
            files={path: _file(mark) for path, mark in value["files"].items()},
            log=(int(count), _text(last)),
            store=_text(value.get("store", "")),
            lost={key: _lost(lost) for key, lost in value.get("lost", {}).items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("no baseline") from error


def _salt(text: str) -> bytes:
    salt = bytes.fromhex(text)
    if not 16 <= len(salt) <= 64:
        raise ValueError("no salt")
    return salt


def _file(mark: Any) -> FilePrint:
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
