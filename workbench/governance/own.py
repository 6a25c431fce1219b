"""What this person's machine remembers of a store for its person: drafts, places, views, what was seen.

One JSON file a topic, mode 0600, outside the memory root, in a folder named by where the store
stands: two clones of one store are two places. Nothing of it is evidence or authority, so it is
written without waiting for the disk, and one that does not read counts as none.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from workbench.governance.places import private_dir
from workbench.text.errors import Refused

PLACES: Final = "places"
LIMIT: Final = 64 * 1024 * 1024
"""The most bytes that are read of one file."""


def own_dir(private_home: Path, root: Path) -> Path:
    """The folder for the store at ``root``. Nothing is made.

    Raises:
        Refused: it would lie inside the memory root.
    """
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:32]
    return private_dir(private_home / PLACES, name, root)


def read_own(private_home: Path, root: Path, topic: str) -> Mapping[str, Any]:
    """What is remembered under ``topic``; empty where nothing is, or where it does not read."""
    try:
        path = own_dir(private_home, root) / f"{topic}.json"
        if path.is_symlink() or not path.is_file() or path.stat().st_size > LIMIT:
            return {}
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError, Refused):
        return {}
    return value if isinstance(value, dict) else {}


def has_own(private_home: Path, root: Path, topic: str) -> bool:
    """Whether anything is there under ``topic``, whether or not it reads."""
    try:
        return os.path.lexists(own_dir(private_home, root) / f"{topic}.json")
    except (OSError, Refused):
        return False


def write_own(private_home: Path, root: Path, topic: str, value: Mapping[str, Any]) -> bool:
    """Remember ``value`` under ``topic`` in the place of what was there; answers whether it was kept.

    A reader sees the old file or the new one. An empty value takes the file away.
    """
    try:
        folder = own_dir(private_home, root)
        path = folder / f"{topic}.json"
        if not value:
            path.unlink(missing_ok=True)
            return True
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = folder / f".{topic}.{os.getpid()}.json"
        aside.unlink(missing_ok=True)
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(value, ensure_ascii=True).encode("ascii"))
        aside.replace(path)
    except (OSError, Refused):
        return False
    return True
