"""Where decisions live: ``governance/`` of the memory root, and one person's own folder outside it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from workbench.protocol.ids import Prefix, is_id
from workbench.text.errors import Refused, Unreadable

GOVERNANCE: Final = "governance"
DECISIONS: Final = "governance/decisions"
STORE: Final = "governance/store.yaml"
ROSTER: Final = "governance/roster.yaml"
LOG: Final = "log.md"

RECORD_SUFFIX: Final = ".json"
SALT_SUFFIX: Final = ".salt"
REASON_SUFFIX: Final = ".reason.md"

BYTES: Final = "bytes"
HEADS: Final = "heads.json"

SMALL: Final = 65_536
"""The most bytes a file of the ledger may have."""

_STORE_BYTES: Final = re.compile(rb"version: 1\nstore_id: (store-[0-9a-f]{32})\n")


def record_path(decision: str) -> str:
    """The record's path, relative to the memory root."""
    return f"{DECISIONS}/{decision}{RECORD_SUFFIX}"


def salt_path(decision: str) -> str:
    """The salt's path, relative to the memory root."""
    return f"{DECISIONS}/{decision}{SALT_SUFFIX}"


def reason_path(decision: str) -> str:
    """The reason's path, relative to the memory root."""
    return f"{DECISIONS}/{decision}{REASON_SUFFIX}"


def bytes_path(decision: str) -> str:
    """The path of a decision's private bytes, relative to the private folder."""
    return f"{BYTES}/{decision}{RECORD_SUFFIX}"


def decision_of(name: str) -> tuple[str, str] | None:
    """The decision id and the suffix that a name of the ledger is made of, or None for another name."""
    for suffix in (REASON_SUFFIX, SALT_SUFFIX, RECORD_SUFFIX):
        stem = name.removesuffix(suffix)
        if stem != name and is_id(stem, Prefix.DECISION):
            return stem, suffix
    return None


def store_bytes(store_id: str) -> bytes:
    """The whole of ``store.yaml``."""
    return f"version: 1\nstore_id: {store_id}\n".encode("ascii")


def parse_store(data: bytes) -> str:
    """The store id in the bytes of ``store.yaml``.

    Raises:
        Unreadable: they are not exactly what :func:`store_bytes` writes.
    """
    match = _STORE_BYTES.fullmatch(data)
    if match is None:
        raise Unreadable("not the two lines that name a store", path=STORE)
    return match[1].decode("ascii")


def data_home() -> Path:
    """``$XDG_DATA_HOME/workbench``; a relative value counts as none, as that specification says."""
    named = os.environ.get("XDG_DATA_HOME", "")
    base = Path(named) if named.startswith("/") else Path.home() / ".local" / "share"
    return base / "workbench"


def private_dir(private_home: Path, store_id: str, root: Path) -> Path:
    """This person's folder for a store. Nothing is made.

    Raises:
        Refused: it would lie inside the memory root, where an agent's search finds it.
    """
    found = private_home / store_id
    if found.resolve().is_relative_to(root.resolve()):
        raise Refused(
            "The data folder lies inside the memory root, where copies of memory text must not be kept.",
            rule="no copy of memory text enters the memory root",
            not_done="Nothing was recorded.",
            next="Set XDG_DATA_HOME to a folder outside the memory.",
        )
    return found
