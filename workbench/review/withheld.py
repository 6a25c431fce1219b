"""What is told of a record, a log line or a field while a withdrawal holds its text back (§12.2, §15.2).

One place for all of it, so that a list, a case and a plan hold back the same things.
Content-free words are told: identifiers, the closed words of the protocol, dates, places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from workbench.protocol.dates import parse_date, parse_time
from workbench.protocol.ids import parse_id
from workbench.protocol.log import LogEvent, is_log_reference
from workbench.protocol.words import (
    CONFIDENCE_SCHEME,
    Confidence,
    Kind,
    ProposalStatus,
    Scope,
    Status,
    word_of,
)
from workbench.review.exclusions import Exclusions
from workbench.store.snapshot import Held, LogLine

HELD_BACK: Final = "held back"

_WORDS: Final[Mapping[str, type[StrEnum]]] = {
    "kind": Kind,
    "status": Status,
    "scope": Scope,
    "confidence": Confidence,
}
_IDS: Final = frozenset({"id", "superseded_by", "merged_into", "inspired_by"})
_LOG_WORDS: Final = frozenset(
    (*Status, "keep", "supersede", "new-value", "merge", "cool", "defer", "revert", "active", "left-open")
)
_LOG_KEYS: Final = frozenset(("verdict", "status", "until", "into"))
_LOG_REFERENCES: Final = frozenset(
    ("from", "with", "refuted_by", "superseded_by", "merged_into", "supersedes")
)
_WHO: Final = re.compile(r"(?:(?:user|agent):)?[A-Za-z0-9._@+-]{1,64}")


def by_sentence(by: str) -> str:
    """What stands in the place of a record that is held back."""
    return f"names or repeats what {by} withdrew; text held back"


def record_withheld(
    exclusions: Exclusions, held: Held[Any], text: str, *, names_ids: bool = False
) -> str | None:
    """The withdrawal under which a record that is no item is held back, or None.

    ``text`` is the record as it stands. A control names what it withdraws: for one, with
    ``names_ids``, only a text that it repeats counts.
    """
    if not exclusions.refs:
        return None
    said = (text, *_strings(held.record.model_dump() if held.record is not None else held.raw))
    if not names_ids and (by := next(filter(None, map(exclusions.named_in, said)), None)):
        return by
    return next(filter(None, map(exclusions.repeated_in, said)), None)


def line_withheld(exclusions: Exclusions, line: LogLine) -> str | None:
    """The withdrawal under which an entry of the log is held back, or None.

    An entry that names a withdrawn item, or its subject, may be shown as long as it says
    nothing but content-free words.
    """
    if not exclusions.refs:
        return None
    event = line.event
    said = (line.text, event.rest, event.by or "", *(value for _, value in event.fields))
    if (by := next(filter(None, map(exclusions.repeated_in, said)), None)) is not None:
        return by
    by = next(filter(None, map(exclusions.named_in, said)), None)
    by = by or exclusions.subject_withheld(event.value("subject"))
    return None if by is None or _says_nothing(event) else by


def event_word(event: LogEvent) -> str:
    """The event of an entry that is held back."""
    return event.event if event.known else HELD_BACK


def who(by: str | None) -> str | None:
    """Who signed an entry that is held back: a plain name, else nothing of it."""
    return by if by is None or _WHO.fullmatch(by) else HELD_BACK


def told(label: str, value: str | None) -> str | None:
    """The value of a field of a withheld row: closed words and ids as they stand, nothing else of it."""
    if not value or is_closed(label, value):
        return value
    return HELD_BACK


def is_closed(label: str, value: str) -> bool:
    """Whether a field's value is a word of the protocol, an identifier or a date."""
    name = label.casefold()
    if name in _WORDS:
        return word_of(_WORDS[name], value) is not None
    if name in _IDS:
        return parse_id(value) is not None
    if name == "confidence-scheme":
        return value == CONFIDENCE_SCHEME
    return name == "date" and (parse_date(value) or parse_time(value)) is not None


def proposal_status(status: str) -> str:
    """The status of a proposal that is held back."""
    return status if word_of(ProposalStatus, status) is not None else HELD_BACK


def _says_nothing(event: LogEvent) -> bool:
    """Whether an entry holds ids and closed words alone."""
    signed = who(event.by) == event.by
    words = all(word in _LOG_WORDS for word in event.rest.split())
    return event.known and signed and words and all(_is_free(key, value) for key, value in event.fields)


def _is_free(key: str, value: str) -> bool:
    if key in _LOG_KEYS and (value in _LOG_WORDS or parse_date(value) is not None):
        return True
    listed = [part.strip() for part in value.split(",")]
    return key in _LOG_KEYS | _LOG_REFERENCES and all(is_log_reference(part) for part in listed)


def _strings(value: object) -> Iterator[str]:
    """Every text in a record, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _strings(inner)
