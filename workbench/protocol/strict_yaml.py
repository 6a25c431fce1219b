"""YAML as records use it: mappings, lists and text, read from the event stream.

Every scalar stays the text that stands in the file (`no`, `0777`, `12:30:45`
and dates included). What makes YAML say something other than it shows is
refused: duplicate keys, anchors, aliases, tags, merge keys, directives, several
documents, hidden characters. Size, depth and count are limited while the
events arrive, before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from .chars import has_hidden, is_hidden
from .errors import RecordError

MAX_BYTES: Final = 65_536
MAX_NODES: Final = 2_000
MAX_DEPTH: Final = 12

_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_LONE_CR: Final = re.compile(r"\r(?!\n)")
_FENCED: Final = re.compile(r"\ufeff?---[ \t]*\r?\n(.*\n)?(?:---|\.\.\.)[ \t\r\n]*", re.DOTALL)
_DIRECTIVE: Final = re.compile(r"^%", re.MULTILINE)


def load_record(
    text: str | bytes,
    *,
    max_bytes: int = MAX_BYTES,
    max_nodes: int = MAX_NODES,
    max_depth: int = MAX_DEPTH,
) -> dict[str, Any]:
    """Read one record: a mapping of text to text, lists and mappings of the same.

    Raises RecordError, with a reason that quotes nothing and the line where
    one is known, for anything that the module's first lines refuse.
    """
    source = _checked(text, max_bytes)
    return _Builder(_events(source), max_nodes, max_depth).document()


def load_front_matter(text: str | bytes) -> tuple[dict[str, Any] | None, str]:
    """Read a topic's front matter (§11), with or without its `---` fences.

    Returns the mapping and an empty reason, or None and the reason why not.
    """
    try:
        source = _decoded(text) if isinstance(text, bytes) else text
        fenced = _FENCED.fullmatch(source)
        return load_record((fenced[1] or "") if fenced else source), ""
    except RecordError as error:
        return None, error.reason


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("not valid UTF-8", line=text.count(b"\n", 0, error.start) + 1) from None


def _checked(text: str | bytes, max_bytes: int) -> str:
    """The text without a leading BOM. Its size and characters are judged before YAML sees it."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise RecordError(f"larger than {max_bytes} bytes")
    source = (_decoded(text) if isinstance(text, bytes) else text).removeprefix("\ufeff")
    if has_hidden(source, "\t\r\n"):
        at = next(i for i, char in enumerate(source) if char not in "\t\r\n" and is_hidden(char))
        raise RecordError(f"hidden character U+{ord(source[at]):04X}", line=source.count("\n", 0, at) + 1)
    for pattern, said in ((_LONE_CR, "carriage return inside a line"), (_DIRECTIVE, "a YAML directive")):
        if found := pattern.search(source):
            raise RecordError(said, line=source.count("\n", 0, found.start()) + 1)
    return source


def _events(source: str) -> Iterator[Any]:
    """The parser's events; whatever the parser raises becomes a RecordError without its text."""
    try:
        yield from yaml.parse(source, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise RecordError("not valid YAML", line=None if mark is None else mark.line + 1) from None
    except (ValueError, OverflowError, RecursionError):
        raise RecordError("not valid YAML") from None


class _Builder:
    """Builds plain values from events, counting nodes and depth as they come."""

    def __init__(self, events: Iterator[Any], max_nodes: int, max_depth: int) -> None:
        self._events = events
        self._max_nodes = max_nodes
        self._max_depth = max_depth
        self._nodes = 0

    def document(self) -> dict[str, Any]:
        next(self._events)
        start = next(self._events)
        if isinstance(start, yaml.StreamEndEvent):
            raise RecordError("empty")
        event = next(self._events)
        if not isinstance(event, yaml.MappingStartEvent):
            raise _at(event, "not a mapping")
        found: dict[str, Any] = self._value(event, 1)
        next(self._events)
        if isinstance(after := next(self._events), yaml.DocumentStartEvent):
            raise _at(after, "more than one document")
        return found

    def _value(self, event: Any, depth: int) -> Any:
        self._admit(event, depth)
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(depth)
        return self._mapping(depth)

    def _admit(self, event: Any, depth: int) -> None:
        self._nodes += 1
        if self._nodes > self._max_nodes:
            raise _at(event, f"more than {self._max_nodes} values")
        if isinstance(event, yaml.AliasEvent):
            raise _at(event, "an alias")
        if event.anchor is not None:
            raise _at(event, "an anchor")
        if event.tag is not None:
            raise _at(event, "a tag")
        if depth > self._max_depth and not isinstance(event, yaml.ScalarEvent):
            raise _at(event, f"nested deeper than {self._max_depth}")

    def _text(self, event: Any) -> str:
        value: str = event.value
        if has_hidden(value, "\t\n"):
            raise _at(event, "an escaped hidden character")
        return value

    def _list(self, depth: int) -> list[Any]:
        found = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(event, depth + 1))
        return found

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, depth)
            if key in found:
                raise _at(event, "a key that was there before")
            found[key] = self._value(next(self._events), depth + 1)
        return found

    def _key(self, event: Any, depth: int) -> str:
        self._admit(event, depth)
        if not isinstance(event, yaml.ScalarEvent):
            raise _at(event, "a key that is not text")
        key = self._text(event)
        if key == "<<":
            raise _at(event, "a merge key")
        if not key or "\n" in key:
            raise _at(event, "a key that is empty or longer than a line")
        return key


def _at(event: Any, reason: str) -> RecordError:
    return RecordError(reason, line=event.start_mark.line + 1)
