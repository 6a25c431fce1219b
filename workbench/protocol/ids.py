"""Stable identifiers: `<prefix>-YYYY-MM-DD-NNN`, one ordinal a day and prefix (§9)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from .dates import is_date, parse_date
from .errors import RecordError

__all__ = [
    "MAX_ORDINAL",
    "Id",
    "Prefix",
    "ids_in",
    "is_date",
    "is_id",
    "new_id",
    "next_ordinal",
    "parse_date",
    "parse_id",
]


class Prefix(StrEnum):
    """What an identifier names."""

    ITEM = "mem"
    WITHDRAWAL = "memwd"
    ERASURE = "memerase"
    RECEIPT = "memrcpt"
    POLICY = "mempolicy"
    FEEDBACK = "memfb"
    RETRIEVAL = "memret"
    HYPOTHESIS = "hyp"
    DECISION = "memdec"


class Id(NamedTuple):
    """The parts of an identifier; `tail` is the four hex digits of a decision, else empty."""

    prefix: Prefix
    day: dt.date
    ordinal: int
    tail: str


MAX_ORDINAL: Final = 999_999_999
"""Three digits by convention; up to nine are read, so that no number is too long to count with."""

_CORE: Final = (
    r"(?P<prefix>mem|memwd|memerase|memrcpt|mempolicy|memfb|memret|hyp|memdec)"
    r"-(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})-(?P<ordinal>[0-9]{3,9})(?:-(?P<tail>[0-9a-f]{4}))?"
)
_ID: Final = re.compile(_CORE)
_INSIDE: Final = re.compile(rf"(?<![\w-]){_CORE}(?![\w-])", re.ASCII)


def parse_id(text: str) -> Id | None:
    """The parts of an identifier, or None if `text` is not exactly one. Only decisions have a tail."""
    match = _ID.fullmatch(text)
    day = parse_date(match["day"]) if match else None
    if match is None or day is None:
        return None
    prefix, tail = Prefix(match["prefix"]), match["tail"] or ""
    if (prefix is Prefix.DECISION) != bool(tail):
        return None
    return Id(prefix, day, int(match["ordinal"]), tail)


def is_id(text: str, prefix: Prefix) -> bool:
    """Whether `text` is an identifier of that prefix."""
    found = parse_id(text)
    return found is not None and found.prefix is prefix


def ids_in(text: str) -> Iterator[str]:
    """Every identifier that stands in running text, in order, repeats included."""
    for match in _INSIDE.finditer(text):
        if parse_id(match[0]) is not None:
            yield match[0]


def next_ordinal(day: dt.date, prefix: Prefix, used: Iterable[str]) -> int:
    """The largest number of that day and prefix among `used`, plus one.

    `used` must hold every id ever seen, erased and withdrawn ones too, so that
    none is given twice. Strings that are no identifiers count for nothing.
    """
    found = (parsed for text in used if (parsed := parse_id(text)) is not None)
    return max((one.ordinal for one in found if one.prefix is prefix and one.day == day), default=0) + 1


def new_id(prefix: Prefix, day: dt.date, used: Iterable[str], *, tail: str = "") -> str:
    """A fresh identifier; `tail` is four hex digits for a decision and empty otherwise.

    Raises RecordError when the tail does not fit the prefix or the day has no number left.
    """
    number = next_ordinal(day, prefix, used)
    text = f"{prefix}-{day.isoformat()}-{number:03d}" + (f"-{tail}" if tail else "")
    if parse_id(text) is None:
        if number > MAX_ORDINAL:
            raise RecordError(f"no new {prefix} id: that day has no number left")
        raise RecordError(f"no new {prefix} id: a decision id, and no other, ends in 4 hex digits")
    return text
