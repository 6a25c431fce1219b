"""Dates and times as people, agents and records write them. Nothing here asks what time it is."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME: Final = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ](?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)"
    r"(?P<zone> ?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2}))?)?"
)


def parse_date(text: str) -> dt.date | None:
    """The calendar day that `YYYY-MM-DD` names, or None for anything else."""
    if not _DATE.fullmatch(text):
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def is_date(text: str) -> bool:
    """Whether `text` is a real day written `YYYY-MM-DD`."""
    return parse_date(text) is not None


def parse_time(text: str) -> dt.datetime | None:
    """An RFC 3339 time, or a day with or without a clock time as agents write it, else None.

    The answer has no timezone when the text names none: an unknown offset stays
    unknown, and such times cannot be ordered against others.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    clock, zone = match["clock"] or "00:00", (match["zone"] or "").strip().upper()
    try:
        return dt.datetime.fromisoformat(f"{match['day']}T{_micros(clock)}{zone}")
    except ValueError:
        return None


def _micros(clock: str) -> str:
    """`clock` with its fraction of a second cut to microseconds."""
    whole, dot, fraction = clock.partition(".")
    return whole + dot + fraction[:6].ljust(6, "0") if dot else whole


def utc_text(moment: dt.datetime) -> str:
    """`moment` as RFC 3339 in UTC with whole seconds. Raises ValueError for a time without a zone."""
    if moment.utcoffset() is None:
        raise ValueError("a time without a timezone cannot be recorded")
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
