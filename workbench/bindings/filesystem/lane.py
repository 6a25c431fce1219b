"""The fast lane: items in the canonical forms of §9, read by one expression each.

What stands here decides nothing. An item that one of the expressions matches reads just as
`read_bullet` reads it; every other one is left to that. Neither expression matches unless
something that is no part of the item is seen to follow it.
"""

from __future__ import annotations

import re
from typing import Final

from workbench.bindings.filesystem.inline import LABELS, SENTENCE_ENDS
from workbench.protocol.words import CONFIDENCE_SCHEME, Confidence, Kind, Scope, Status


def _words(vocabulary: type[Kind] | type[Scope] | type[Status] | type[Confidence]) -> str:
    return "|".join(map(re.escape, vocabulary))


_KIND: Final = _words(Kind)
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_ID: Final = rf"mem-({_DAY})-[0-9]{{3,9}}"
_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,79}+"
_LINE: Final = r"[^ \t\r\n][^\r\n]*+(?<![ \t])"
_HEAD_TEXT: Final = r"[^ \t\r\n\[(][^\r\n]*+(?<![ \t])"
_REF: Final = r"    - [^ \t\r\n][^\r\n]*+\n"
_ENDS: Final = r"(?=\n*+[^ \t\r\n])"

STRUCTURED: Final = re.compile(
    rf"- \[({_DAY})\] (?:\(({_KIND})\) )?({_HEAD_TEXT})\n"
    rf"  - id: ({_ID})\n"
    rf"(?:  - kind: ({_KIND})\n)?+"
    rf"(?:  - subject: ({_LINE})\n)?+"
    rf"(?:  - Scope: (?:{_words(Scope)})\n)?+"
    rf"(?:  - Status: ({_words(Status)})\n)?+"
    rf"(?:  - superseded_by: ({_NAME})\n)?+"
    rf"(?:  - merged_into: ({_NAME})\n)?+"
    rf"(?:  - inspired_by: ({_NAME})\n)?+"
    rf"(?:  - corroborating_refs:(?: [^ \t\r\n][^\r\n]*+)?+\n(?:{_REF})*+)?+"
    rf"  - Source: ({_LINE})\n"
    rf"(?:  - Confidence-Scheme: {CONFIDENCE_SCHEME}\n  - Confidence: (?:{_words(Confidence)})\n)?+"
    rf"{_ENDS}"
)
"""Groups: date, kind of the head, text, id, its day, kind, subject, Status, superseded_by, merged_into,
inspired_by, Source."""

LINE: Final = re.compile(rf"- \[({_DAY})\] \[({_ID})\] \(({_KIND})\) ({_HEAD_TEXT})\n{_ENDS}")
"""Groups: date, id, its day, kind, and the text with the labels that close it."""

WORD: Final[dict[str | None, str | None]] = {str(word): str(word) for word in (*Kind, *Status)} | {None: None}
"""Each closed word by itself: one string for all the rows that hold it."""


def labelled(said: str) -> tuple[str, str | None, str] | None:
    """Text, subject and Source of a line that ends in ``Subject: k. Source: ref.``, or None.

    A line is not read here unless each label stands once, and the text before them ends a sentence.
    """
    head, _, source = said.partition(" Source: ")
    text, mark, subject = head.partition(" Subject: ")
    if not source or text[-1:] not in SENTENCE_ENDS:
        return None
    if said.count("Source:") != 1 or said.count("Subject:") != (1 if mark else 0):
        return None
    if any(label in said for label in _OTHERS):
        return None
    source, subject = _value(source), _value(subject)
    return (text, subject or None, source) if source and bool(subject) == bool(mark) else None


def _value(text: str) -> str:
    return text.strip(" \t").removesuffix(".").strip(" \t")


_OTHERS: Final = tuple(f"{label}:" for label in LABELS if label not in ("Source", "Subject"))
