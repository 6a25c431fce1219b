"""What only this person's machine keeps: the bytes of each effect, and the ledger heads ever seen.

Both are outside the memory root, mode 0600. A file of ours that does not read is
reported and never trusted.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.governance.canonical import from_json, to_json
from workbench.governance.files import names_in, read_or_none
from workbench.governance.places import BYTES, HEADS, RECORD_SUFFIX, bytes_path, decision_of
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import StoreChanged, Unreadable

_LIMIT: Final = durable.LIMIT
_EFFECT: Final[TypeAdapter[Effect]] = TypeAdapter(Effect)
_TRIES: Final = 6

BEGUN_ANEW: Final = "The ledger heads remembered on this machine did not read and were begun anew."
"""What a person is told then: an altered or cut ledger from before is no longer noticed here."""


@dataclass(frozen=True, slots=True)
class PrivateBytes:
    """What resume and revert need of one decision, and the SHA-256 of the record it belongs to."""

    id: str
    record_sha256: str
    effects: tuple[Effect, ...] = field(repr=False)
    log: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Heads:
    """Every ledger head this machine has seen (id → digest of the record), and what it saw finished."""

    heads: Mapping[str, str] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()


def make_private(private: Path) -> None:
    """Make the folder and its ``bytes/``, open to this person alone."""
    durable.make_dirs(private.parent, 0o700)
    durable.make_dirs(private / BYTES, 0o700)


def write_bytes(private: Path, kept: PrivateBytes) -> None:
    """Keep the bytes of a decision, on disk on return."""
    value = {
        "version": 1,
        "id": kept.id,
        "record_sha256": kept.record_sha256,
        "effects": [_effect_out(effect) for effect in kept.effects],
        "log": _text(kept.log),
    }
    _write(private, bytes_path(kept.id), to_json(value))


def read_bytes(private: Path, decision: str) -> PrivateBytes | None:
    """The bytes kept of a decision, or None where none are.

    Raises:
        Unreadable: a file is there and is not what :func:`write_bytes` wrote.
    """
    data = read_or_none(private, bytes_path(decision), limit=_LIMIT)
    if data is None:
        return None
    value = from_json(data, limit=_LIMIT)
    try:
        if value["version"] != 1 or value["id"] != decision or len(value) != 5:
            raise ValueError("another decision's bytes")
        effects = tuple(_effect_in(entry) for entry in value["effects"])
        return PrivateBytes(decision, _str(value["record_sha256"]), effects, _data(value["log"]))
    except (KeyError, TypeError, ValueError, ValidationError):
        raise Unreadable("the bytes kept of this decision do not read") from None


def kept_decisions(private: Path) -> list[str]:
    """Ids of all decisions whose bytes are kept here, in order."""
    found = (decision_of(name) for name in names_in(private, BYTES))
    return sorted(named[0] for named in found if named is not None and named[1] == RECORD_SUFFIX)


def forget_bytes(private: Path, decision: str) -> None:
    """Take away the bytes of a decision that was never recorded."""
    durable.remove(private, bytes_path(decision), None)


def read_heads(private: Path) -> Heads:
    """The heads seen here; empty where no file is.

    Raises:
        Unreadable: a file is there and does not read.
    """
    data = read_or_none(private, HEADS, limit=_LIMIT)
    if data is None:
        return Heads()
    value = from_json(data, limit=_LIMIT)
    heads, finished = value.get("heads"), value.get("finished")
    if value.get("version") != 1 or not isinstance(heads, dict) or not isinstance(finished, list):
        raise Unreadable("the remembered heads do not read")
    if not all(isinstance(text, str) for text in (*heads.values(), *finished)):
        raise Unreadable("the remembered heads do not read")
    return Heads(heads, frozenset(finished))


def remember(private: Path, heads: Mapping[str, str], finished: Iterable[str]) -> bool:
    """Add heads and finished ids to what this machine remembers.

    A head once seen keeps its first digest: that is how an altered record is noticed.
    Answers whether what was remembered before did not read and was begun anew.
    """
    more = frozenset(finished)
    for _ in range(_TRIES):
        anew = False
        try:
            seen = read_heads(private)
        except Unreadable:
            seen, anew = Heads(), True
        merged = Heads({**heads, **seen.heads}, seen.finished | more)
        if merged == seen:
            return False
        try:
            _write(private, HEADS, _heads_out(merged))
        except (StoreChanged, FileExistsError):
            continue
        return anew
    raise StoreChanged("The remembered heads are being written by another workbench.")


def _heads_out(heads: Heads) -> bytes:
    named = dict(sorted(heads.heads.items()))
    return to_json({"version": 1, "heads": named, "finished": sorted(heads.finished)})


def _write(private: Path, relative: str, data: bytes) -> None:
    current = read_or_none(private, relative, limit=_LIMIT)
    target = private / relative
    if current is None:
        durable.create(target.parent, target.name, data, mode=0o600, beneath=private)
    elif current != data:
        durable.replace(private, relative, current, data)


def _effect_out(effect: Effect) -> dict[str, Any]:
    values = {name.name: getattr(effect, name.name) for name in fields(effect)}
    return {key: _text(value) if isinstance(value, bytes) else value for key, value in values.items()}


def _effect_in(entry: dict[str, Any]) -> Effect:
    if entry.keys() - {name.name for name in fields(Effect)}:
        raise ValueError("an unknown field")
    decoded = {key: _data(value) if key in ("before", "after") else value for key, value in entry.items()}
    return _EFFECT.validate_python(decoded)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _data(text: object) -> bytes:
    try:
        return base64.b64decode(_str(text), validate=True)
    except binascii.Error:
        raise ValueError("not base64") from None


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
