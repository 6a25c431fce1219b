"""The fast lane: items in the canonical forms of §9, read from the bytes by one expression each.

What stands here decides nothing. An item that one of the expressions matches reads just as
`read_bullet` reads it; every other one is left to that. None of the expressions for items matches
unless what follows is seen to be no part of the item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from workbench.bindings.filesystem.inline import LABELS, SENTENCE_ENDS
from workbench.protocol.words import CONFIDENCE_SCHEME, Confidence, Kind, Scope, Status


def _words(vocabulary: Iterable[str]) -> str:
    return "|".join(map(re.escape, vocabulary))


_KIND: Final = _words(Kind)
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_ID: Final = rf"mem-({_DAY})-[0-9]{{3,9}}"
_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,79}+"
_LINE: Final = r"[^ \t\r\n][^\r\n]*+(?<![ \t])"
_HEAD_TEXT: Final = r"[^ \t\r\n\[(][^\r\n]*+(?<![ \t])"
_REF: Final = r"    - [^ \t\r\n][^\r\n]*+\n"
_ENDS: Final = r"(?=\n*+(?:[^ \t\r\n]|\Z))"

STRUCTURED: Final = re.compile(
    (
        rf"- \[({_DAY})\] (?:\(({_KIND})\) )?({_HEAD_TEXT})\n"
        rf"  - id: ({_ID})\n"
        rf"(?:  - kind: ({_KIND})\n)?+"
        rf"(?:  - subject: ({_LINE})\n)?+"
        rf"(?:  - Scope: (?:{_words(Scope)})\n)?+"
        rf"(?:  - Status: ({_words(Status)})\n)?+"
        rf"((?:  - superseded_by: {_NAME}\n)?+(?:  - merged_into: {_NAME}\n)?+"
        rf"(?:  - inspired_by: {_NAME}\n)?+)"
        rf"(?:  - corroborating_refs:(?: [^ \t\r\n][^\r\n]*+)?+\n(?:{_REF})*+)?+"
        rf"  - Source: ({_LINE})\n"
        rf"(?:  - Confidence-Scheme: {CONFIDENCE_SCHEME}\n  - Confidence: (?:{_words(Confidence)})\n)?+"
        rf"{_ENDS}"
    ).encode()
)
"""Groups: date, kind of the head, text, id, its day, kind, subject, Status, lines for `POINTERS`, Source."""

POINTERS: Final = re.compile(
    (
        rf"(?:  - superseded_by: ({_NAME})\n)?+(?:  - merged_into: ({_NAME})\n)?+"
        rf"(?:  - inspired_by: ({_NAME})\n)?+"
    ).encode()
)

LINE: Final = re.compile(rf"- \[({_DAY})\] \[({_ID})\] \(({_KIND})\) ({_HEAD_TEXT})\n{_ENDS}".encode())
"""Groups: date, id, its day, kind, and the text with the labels that close it."""
ID_AT: Final = len("- [2026-01-02] ")
"""Where in a line of that form the bracket of its id is."""

HEADING: Final = re.compile(rb"(#{1,6}) ([^ \t\r\n#][^\r\n#]*+(?<![ \t]))\n")
"""Groups: its level in marks, and its title."""

WORD: Final[dict[bytes | None, str | None]] = {
    None: None,
    **{word.encode(): str(word) for word in (*Kind, *Status)},
}
"""Each closed word as it stands to one string for all the rows that hold it."""

_FORM, _CLOSED, _SUCCESSION = "no expression matches without it", "closed words", "is_plain_succession"
PLAIN_BY: Final[dict[str, str]] = {
    "missing-date": _FORM,
    "missing-id": _FORM,
    "missing-source": _FORM,
    "bad-date": "the date is a day of the calendar",
    "missing-kind": "the kind is one of two words; in the short form the expression asks for it",
    "missing-subject": "the kind is knowledge, or a state with a subject",
    "missing-status": "a Status is given, or the place asks for none",
    "unknown-kind": _CLOSED,
    "unknown-scope": _CLOSED,
    "unknown-status": _CLOSED,
    "legacy-status": _CLOSED,
    "unknown-confidence": _CLOSED,
    "unknown-confidence-scheme": "the one scheme stands in the expression",
    "confidence-without-scheme": "the expression takes both lines or none",
    "repeated-key": "the expression takes each field once",
    "knowledge-superseded": _SUCCESSION,
    "superseded-without-successor": _SUCCESSION,
    "successor-on-wrong-status": _SUCCESSION,
    "superseded-by-itself": _SUCCESSION,
    "hypothesis-in-source": "is_plain_source, and no inspired_by",
    "mutable-source": "is_plain_source",
    "id-shape": "the id is of its form with a day of the calendar; is_plain_id of what is pointed to",
    "legacy-marker": "is_plain_prose of the text, is_plain_source of the Source",
}
"""Why no item that is called plain has the finding of a rule of §9: one entry for every rule there is."""

_LABEL: Final = re.compile(f"(?:{'|'.join(LABELS)}):".encode())
_STOPS: Final = tuple(end.encode() for end in SENTENCE_ENDS)


def labelled(said: bytes) -> tuple[bytes, bytes | None, bytes] | None:
    """Text, subject and Source of a line that ends in ``Subject: k. Source: ref.``, or None.

    A line is not read here unless these are its only labels, and the text before them ends a sentence.
    """
    head, _, source = said.partition(b" Source: ")
    text, mark, subject = head.partition(b" Subject: ")
    if not source or not text.endswith(_STOPS):
        return None
    for part in (text, subject, source):
        if b":" in part and (b"S" in part or b"C" in part) and _LABEL.search(part):
            return None
    source, subject = _value(source), _value(subject)
    return (text, subject or None, source) if source and bool(subject) == bool(mark) else None


def _value(raw: bytes) -> bytes:
    """What a label says; a full stop that ends it is no part of it."""
    return raw.strip(b" \t").removesuffix(b".").strip(b" \t")
