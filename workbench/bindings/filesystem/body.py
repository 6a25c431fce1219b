"""The indented lines under a bullet: fields, their nested lists and continuations, prose, fences."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from workbench.bindings.filesystem.grammar import closes, decode, fence_mark

REFS = "corroborating_refs"
_FIELD = re.compile(r"([ \t]+)[-*+][ \t]+([A-Za-z][A-Za-z_-]{0,39}):(?:[ \t]+|\Z)(.*)\Z", re.DOTALL)
_NESTED = re.compile(r"([ \t]+)[-*+][ \t]+(.*)\Z", re.DOTALL)
_COMMENT = re.compile(r"(?:^|[ \t])#")
_TOKEN_FIELDS = frozenset(
    {
        *("id", "kind", "scope", "status", "superseded_by", "inspired_by", "merged_into"),
        *("confidence-scheme", "confidence"),
    }
)
_BLANK = " \t"
_DEEP = 1_000


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A ``- key: value`` of an item: key in lower case, value, and byte offsets in the bullet.

    A value that goes on in further lines is joined by blanks; its span holds all of them.
    """

    key: str
    value: str = field(repr=False)
    start: int
    end: int
    value_start: int
    value_end: int
    indent: str


@dataclass(frozen=True, slots=True)
class Body:
    """What stands below the first line of a bullet. ``prose`` goes on with the text of the head."""

    fields: tuple[FieldLine, ...]
    refs: tuple[str, ...]
    prose: tuple[str, ...]


class _Reader:
    """One pass over the lines. ``owner`` is the depth of a bullet that holds every deeper line."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.fields: list[FieldLine] = []
        self.refs: list[list[str]] = []
        self.more: list[str] = []
        self.prose: list[str] = []
        self.owner = _DEEP
        self.nested = False
        self.fence = b""
        self.after_blank = False

    def read(self, raw: bytes) -> None:
        line = decode(raw).rstrip("\r\n")
        if self.fence:
            self.fence = b"" if closes(raw, self.fence) else self.fence
        elif not line.strip(_BLANK):
            self.after_blank = True
            self.offset += len(raw)
            return
        elif (b"`" in raw or b"~" in raw) and (mark := fence_mark(raw, indent=_DEEP)):
            self.fence = mark
        else:
            self._line(line, len(raw))
        self.after_blank = False
        self.offset += len(raw)

    def _line(self, line: str, size: int) -> None:
        depth = _depth(line)
        bullet = _NESTED.match(line)
        if depth > self.owner:
            self._owned(line, size, bullet)
            return
        match = _FIELD.match(line)
        if match:
            self.flush()
            found = _field_line(match, self.offset, size)
            self.fields.append(found)
            self.owner = depth if found.key == REFS or not found.value else _DEEP
            self.nested = False
        elif bullet:
            self.owner, self.nested = depth, True
            self._prose(line)
        else:
            self._continue(line, size)

    def _owned(self, line: str, size: int, bullet: re.Match[str] | None) -> None:
        """A line below a bullet of prose or below a field that is a list."""
        if self.nested:
            self._prose(line)
        elif self.fields[-1].key == REFS:
            self._ref(line, bullet)
        elif not bullet:
            self._more(line, size)

    def _ref(self, line: str, bullet: re.Match[str] | None) -> None:
        if bullet:
            self.refs.append([bullet[2].strip(_BLANK)])
        elif self.refs:
            self.refs[-1].append(line.strip(_BLANK))

    def _continue(self, line: str, size: int) -> None:
        """A plain line: it goes on with the field right above it, else with the text."""
        last = self.fields[-1] if self.fields and not self.nested and not self.after_blank else None
        if last is None or _depth(line) <= len(last.indent.expandtabs(4)):
            self._prose(line)
        else:
            self._more(line, size)

    def _more(self, line: str, size: int) -> None:
        """A line that goes on with the value of the last field."""
        end = self.offset + _size(line.rstrip(_BLANK))
        self.fields[-1] = replace(self.fields[-1], value_end=end, end=self.offset + size)
        self.more.append(line.strip(_BLANK))

    def flush(self) -> None:
        """Give the last field the lines that went on with it."""
        if self.more:
            last = self.fields[-1]
            self.fields[-1] = replace(last, value=" ".join([last.value, *self.more]).strip(_BLANK))
            self.more = []

    def _prose(self, line: str) -> None:
        self.prose.append(line.strip(_BLANK))


def read_body(lines: list[bytes]) -> Body:
    """Read the lines of a bullet, the first of which is its head. Never raises."""
    reader = _Reader(len(lines[0]))
    for raw in lines[1:]:
        reader.read(raw)
    reader.flush()
    refs = (*_listed(reader.fields), *(" ".join(ref) for ref in reader.refs))
    return Body(tuple(reader.fields), refs, tuple(reader.prose))


def _depth(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(_BLANK))].expandtabs(4))


def _size(text: str) -> int:
    """The number of bytes of decoded text."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def _field_line(match: re.Match[str], offset: int, size: int) -> FieldLine:
    key, value = match[2].lower(), match[3].rstrip(_BLANK)
    if key in _TOKEN_FIELDS and (comment := _COMMENT.search(value)):
        value = value[: comment.start()].rstrip(_BLANK)
    start = offset + _size(match.string[: match.start(3)])
    return FieldLine(key, value, offset, offset + size, start, start + _size(value), match[1])


def _listed(found: list[FieldLine]) -> list[str]:
    """References written in one line, as ``[a, b]`` or a single value."""
    inline = [line.value.strip("[] ") for line in found if line.key == REFS]
    return [part.strip() for value in inline for part in value.split(",") if part.strip()]
