"""One line of the operation log (§7.1, §8), which the protocol gives no grammar.

Ours is `- <RFC 3339 UTC time> <event> <ids> <key=value …> by <who> <decision id>`;
lines that agents wrote are read as far as they go, and what is left stands in `rest`.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from .dates import parse_time, utc_text
from .errors import RecordError
from .ids import Prefix, is_id, parse_id
from .words import LOG_EVENTS

_HEAD: Final = re.compile(
    r"\s{0,3}(?:[-*]\s+|#{1,6}\s+)?\[?"
    r"(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?: ?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2}))?)?)"
    r"\]?(?=\s|[:|–—-]\s|$)(?:\s*[:|–—-](?=\s))?\s*"
    r"(?P<event>[a-z][a-z-]*[a-z](?![\w/.#=-]))?:?(?P<tail>.*)",
    re.DOTALL,
)
_TOKEN: Final = re.compile(r'(?:[^\s"]++|"(?:[^"\\]++|\\.)*+")++', re.DOTALL)
_FIELD: Final = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9_.-]*)=(?P<value>.*)", re.DOTALL)
_PATH: Final = re.compile(r"(?:[\w.-]+/)*[\w.-]+\.(?:md|yaml|json)(?:#[\w./-]+)?")
_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One event. `time` has no timezone if the line names none, and is None if it is no time.

    `event` may be a word the protocol does not know, or empty. `fields` keep their
    order and repeats. `rest` is whatever else the line says, words joined by a blank.
    """

    time_text: str
    time: dt.datetime | None
    event: str
    ids: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    by: str | None = None
    decision: str | None = None
    rest: str = field(default="", repr=False)

    @property
    def known(self) -> bool:
        """Whether the event word is one of §8 or of this workbench."""
        return self.event in LOG_EVENTS

    def value(self, key: str) -> str | None:
        """The first value of a field, or None."""
        return next((value for name, value in self.fields if name == key), None)


def log_event(
    time: dt.datetime,
    event: str,
    *,
    ids: Iterable[str] = (),
    fields: Iterable[tuple[str, str]] = (),
    by: str,
    decision: str,
) -> LogEvent:
    """An event of ours at a time with a timezone (ValueError without), cut to whole UTC seconds."""
    text = utc_text(time)
    return LogEvent(text, parse_time(text), event, tuple(ids), tuple(fields), by, decision)


def parse_line(text: str) -> LogEvent | None:
    """The event that a line tells, or None if it does not begin with a day or a time."""
    head = _HEAD.fullmatch(text.rstrip("\r\n"))
    if head is None:
        return None
    tokens = list(_tokens(head["tail"]))
    by, decision = _signed_off(tokens)
    ids: list[str] = []
    fields: list[tuple[str, str]] = []
    rest: list[str] = []
    for token in tokens:
        if is_log_reference(token):
            ids.append(token)
        elif match := _FIELD.fullmatch(token):
            fields.append((match["key"], _unquoted(match["value"])))
        else:
            rest.append(token)
    return LogEvent(
        time_text=head["time"],
        time=parse_time(head["time"]),
        event=head["event"] or "",
        ids=tuple(ids),
        fields=tuple(fields),
        by=by,
        decision=decision,
        rest=" ".join(rest),
    )


def render_line(event: LogEvent) -> str:
    """The line of an event of ours, without a line end; `parse_line` gives the same event back.

    Raises RecordError for what our lines never hold: a time that is not RFC 3339
    in UTC, an unknown event word, an id that is no reference, a key that is no
    word, a decision without a decider, left-over text.
    """
    if event.time is None or not event.time_text.endswith("Z") or parse_time(event.time_text) != event.time:
        raise RecordError("a log line needs an RFC 3339 time in UTC")
    if not event.known or event.rest:
        raise RecordError("a log line needs an event word of the log, and holds no prose")
    words = [event.time_text, event.event, *map(_reference, event.ids)]
    words += [f"{_key(key)}={_quoted(value)}" for key, value in event.fields]
    return "- " + " ".join([*words, *_sign_off(event)])


def is_log_reference(token: str) -> bool:
    """Whether a bare word of a line names something: an identifier, or a file of the store."""
    return parse_id(token) is not None or _PATH.fullmatch(token) is not None


def _tokens(text: str) -> Iterator[str]:
    """Words, where blanks inside double quotes do not part. After an unclosed quote, plain words."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(text, at)
        end = match.end() if match else at
        if end < len(text) and text[end] == '"':
            yield from text[at:].split()
            return
        yield text[at:end]
        at = end


def _signed_off(tokens: list[str]) -> tuple[str | None, str | None]:
    """Takes `by <who>` and the decision id off the end of the words."""
    if len(tokens) > 2 and tokens[-3] == "by" and is_id(tokens[-1], Prefix.DECISION):
        _, who, decision = tokens[-3:]
        del tokens[-3:]
        return _unquoted(who), decision
    if len(tokens) > 1 and tokens[-2] == "by":
        who = tokens[-1]
        del tokens[-2:]
        return _unquoted(who), None
    return None, None


def _sign_off(event: LogEvent) -> list[str]:
    if event.by is None:
        if event.decision is not None:
            raise RecordError("a decision in the log needs who decided it")
        return []
    words = ["by", _quoted(event.by)]
    if event.decision is not None:
        if not is_id(event.decision, Prefix.DECISION):
            raise RecordError("the decision of a log line is not a decision id")
        words.append(event.decision)
    return words


def _reference(text: str) -> str:
    if not is_log_reference(text):
        raise RecordError("an id of a log line names neither a record nor a file")
    return text


def _key(text: str) -> str:
    if not _KEY.fullmatch(text):
        raise RecordError("a key of a log line is not a plain word")
    return text


def _quoted(value: str) -> str:
    if value and value.isprintable() and not any(char in ' "' for char in value):
        return value
    shown = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in shown)


def _unquoted(token: str) -> str:
    if not (len(token) > 1 and token[0] == token[-1] == '"'):
        return token
    try:
        value = json.loads(token)
    except ValueError:
        return token[1:-1]
    return value if isinstance(value, str) else token
