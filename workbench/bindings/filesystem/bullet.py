"""One bullet read as an item: both grammars of §9 and the legacy forms, with the place of every field.

Reading is tolerant: unknown keys, prose and odd indentation stay where they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from workbench.bindings.filesystem.body import FieldLine, read_body
from workbench.bindings.filesystem.grammar import decode, split_lines
from workbench.bindings.filesystem.inline import read_inline
from workbench.protocol.checks import has_legacy_marker

KNOWN = frozenset(
    {
        *("id", "kind", "subject", "scope", "status", "superseded_by", "inspired_by", "merged_into"),
        *("corroborating_refs", "source", "confidence-scheme", "confidence"),
    }
)
"""Field keys of §9 and ours, in lower case: keys are read without regard to case."""

_HEAD_TOKEN = re.compile(
    r"[ \t]*(?:\[(?P<date>[0-9][0-9-]{7,11})\]|\[(?P<id>(?:mem|memory)-[^\]\s]{1,80})\]"
    r"|\[(?P<marker>待清理|待确认)\]|\((?P<kind>[Ss]tate|[Kk]nowledge|STATE|KNOWLEDGE)\))"
)
_BLANK = " \t"


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet as it reads: what its head says, what its inline labels say, and its field lines.

    ``head`` holds ``date``, ``id`` and ``kind`` as far as they stand there. A legacy
    marker stays a part of ``text``.
    """

    head: dict[str, str] = field(repr=False)
    inline: dict[str, str] = field(repr=False)
    lines: tuple[FieldLine, ...] = field(repr=False)
    refs: tuple[str, ...] = field(repr=False)
    text: str = field(repr=False)
    marked: bool

    @property
    def structured(self) -> bool:
        """Whether any field line of §9 stands below the head."""
        return any(line.key in KNOWN for line in self.lines)

    @property
    def is_item(self) -> bool:
        """Whether the bullet carries any mark of an item; a plain bullet of prose does not."""
        return bool(self.marked or "date" in self.head or "id" in self.head or self.structured)

    def value(self, key: str) -> str | None:
        """The value of a lower-case key: the first field line that has one, else head, else inline label."""
        for line in self.lines:
            if line.key == key and line.value:
                return line.value
        return self.head.get(key) or self.inline.get(key) or None

    @property
    def date(self) -> str | None:
        """The date of the head, else of a field."""
        return self.head.get("date") or self.value("date")

    @property
    def kind(self) -> str | None:
        """The kind as it is written; head and field that differ are told together, and are no kind."""
        head, field_ = self.head.get("kind"), self.value("kind")
        return field_ if head in (None, field_) else f"{head} / {field_}"

    @property
    def other_ids(self) -> tuple[str, ...]:
        """Ids that the item gives itself beside the one that counts."""
        given = [line.value for line in self.lines if line.key == "id" and line.value]
        given += [self.head["id"]] if "id" in self.head else []
        return tuple(name for name in dict.fromkeys(given) if name != self.value("id"))

    def pairs(self) -> list[tuple[str, str | tuple[str, ...]]]:
        """Keys and values in their order, repeats included, for the item model."""
        fields = [
            (line.key, line.value)
            for line in self.lines
            if line.key != "corroborating_refs" and (line.value or line.key not in KNOWN)
        ]
        named = {key for key, _ in fields}
        found: list[tuple[str, str | tuple[str, ...]]] = [("text", self.text)]
        found += [("date", self.date)] if self.date else []
        found += [("head_kind", self.head["kind"])] if "kind" in self.head else []
        found += [pair for pair in fields if pair[0] not in _HEAD_ONLY]
        if "id" in self.head and ("id", self.head["id"]) not in fields:
            found.append(("id", self.head["id"]))
        found += [pair for pair in self.inline.items() if pair[0] not in named]
        return found + ([("corroborating_refs", self.refs)] if self.refs else [])


_HEAD_ONLY = frozenset({"date", "text", "head_kind"})
"""Names that the item model keeps for what the head says."""


def read_bullet(data: bytes) -> Bullet:
    """Read the bytes of one bullet block. Never raises."""
    lines = split_lines(data)
    head, marked, text = _read_head(decode(lines[0]).lstrip("\ufeff"))
    body = read_body(lines)
    said = " ".join([text, *body.prose]).strip(_BLANK)
    inline: dict[str, str] = {}
    if not any(line.key == "source" and line.value for line in body.fields):
        said, inline = read_inline(said)
    return Bullet(head, inline, body.fields, body.refs, said, marked or has_legacy_marker(said))


def _read_head(line: str) -> tuple[dict[str, str], bool, str]:
    rest = line[1:].strip("\r\n" + _BLANK)
    head: dict[str, str] = {}
    markers: list[str] = []
    while match := _HEAD_TOKEN.match(rest):
        name = str(match.lastgroup)
        if name == "marker":
            markers.append(f"[{match['marker']}]")
        elif name in head:
            break
        else:
            head[name] = match[name]
        rest = rest[match.end() :]
    return head, bool(markers), " ".join([*markers, rest.strip(_BLANK)]).strip(_BLANK)
