"""Telling STORE from the words that follow it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from workbench.text.errors import UsageError

STORE_HELP = (
    "The first word is STORE when it is a directory, holds a path separator or begins with a dot, "
    "and is no id; else the store is $WORKBENCH_STORE, or found upwards from here."
)

_ID = re.compile(r"(mem[a-z]*|hyp)-\d{4}-\d{2}-\d{2}-\d{3,9}(-[0-9a-f]{4})?|~[0-9a-f]{10}")


def is_id(word: str) -> bool:
    """Whether a word has the shape of a case id, an item id or the id of any other record."""
    from typing import get_args

    from workbench.store.case import CaseKind

    kind, colon, name = word.partition(":")
    return bool(colon and name and kind in get_args(CaseKind)) or _ID.fullmatch(word) is not None


def names_a_place(word: str) -> bool:
    """Whether a first word is meant as a STORE. An id never is: write ``./`` before such a directory."""
    if is_id(word):
        return False
    return os.sep in word or word.startswith(".") or _is_folder(word)


def exists(word: str) -> bool:
    """Whether something is there under the name ``word``."""
    try:
        return Path(word).exists()
    except OSError:
        return False


def _is_folder(word: str) -> bool:
    try:
        return Path(word).is_dir()
    except OSError:  # longer than any name can be, or not to be looked at
        return False


def split_store(
    words: Sequence[str], least: int, most: int | None, wanted: str
) -> tuple[Path | None, list[str]]:
    """STORE, if it was given, and the words after it; ``most`` is None for any number.

    Raises:
        UsageError: too few or too many words are left; ``wanted`` names them.
    """
    given = bool(words) and (names_a_place(words[0]) or (len(words) - 1 == most and most > 0))
    where, rest = (Path(words[0]), list(words[1:])) if given else (None, list(words))
    if len(rest) < least:
        raise UsageError(f"Missing: {wanted}.")
    if most is not None and len(rest) > most:
        raise UsageError(f"Too many words: this takes an optional STORE and {wanted}.")
    return where, rest
