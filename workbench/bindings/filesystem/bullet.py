"""One bullet read as an item: both grammars of §9 and the legacy forms, with the place of every field.

Reading is tolerant: unknown keys, prose and odd indentation stay where they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from workbench.bindings.filesystem.grammar import decode, split_lines

KNOWN = frozenset(
    {
        *("id", "kind", "subject", "scope", "status", "superseded_by", "inspired_by", "merged_into"),
        *("corroborating_refs", "source", "confidence-scheme", "confidence"),
    }
)
"""Field keys of §9 and ours, in lower case: keys are read without regard to case."""

_FIELD = re.compile(r"([ \t]+)[-*+][ \t]+([A-Za-z][A-Za-z_-]{0,39}):[ \t]*(.*)\Z", re.DOTALL)
_NESTED = re.compile(r"([ \t]+)[-*+][ \t]+(.*)\Z", re.DOTALL)
_HEAD_TOKEN = re.compile(
    r"\s*(?:\[(?P<date>[0-9][0-9-]{7,11})\]|\[(?P<id>(?:mem|memory)-[^\]\s]{1,80})\]"
    r"|\[(?P<marker>待清理|待确认)\]|\((?P<kind>state|knowledge)\))",
    re.IGNORECASE,
)
_INLINE = re.compile(r"(?:(?<=\s)|^)(Subject|Source|Status|Scope|Confidence):[ \t]+")
_COMMENT = re.compile(r"[ \t]+#[^\n]*\Z")
_TOKEN_FIELDS = frozenset(
    {"id", "kind", "status", "superseded_by", "inspired_by", "merged_into", "confidence-scheme"}
)


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A ``- key: value`` line of an item: key in lower case, value, and byte offsets in the bullet."""

    key: str
    value: str = field(repr=False)
    start: int
    end: int
    value_start: int
    value_end: int
    indent: str


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
        """The raw value of a lower-case key: the first field line, else the head, else an inline label."""
        for line in self.lines:
            if line.key == key:
                return line.value or None
        return self.head.get(key) or self.inline.get(key) or None

    def pairs(self) -> list[tuple[str, str | tuple[str, ...]]]:
        """Keys and raw values in their order, repeats included, for the item model."""
        fields = [(line.key, line.value) for line in self.lines if line.key != "corroborating_refs"]
        named = dict(fields)
        found: list[tuple[str, str | tuple[str, ...]]] = [("text", self.text)]
        found += [("date", self.head["date"])] if "date" in self.head else []
        found += [("head_kind", self.head["kind"].lower())] if "kind" in self.head else []
        if "id" in self.head and named.get("id") != self.head["id"]:
            found.append(("id", self.head["id"]))
        found += fields
        found += [pair for pair in self.inline.items() if pair[0] not in named]
        return found + ([("corroborating_refs", self.refs)] if self.refs else [])


def read_bullet(data: bytes) -> Bullet:
    """Read the bytes of one bullet block. Never raises."""
    lines = split_lines(data)
    head, marked, text = _read_head(decode(lines[0]).strip("\ufeff"))
    found, refs, prose = _read_body(lines)
    said = " ".join([text, *prose]).strip()
    inline: dict[str, str] = {}
    if "source" not in {line.key for line in found}:
        said, inline = _read_inline(said)
    return Bullet(head, inline, found, refs, said, marked)


def _read_head(line: str) -> tuple[dict[str, str], bool, str]:
    rest = re.sub(r"\A[-*+][ \t]+", "", line).rstrip("\r\n")
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
    return head, bool(markers), " ".join([*markers, rest.strip()]).strip()


def _read_body(lines: list[bytes]) -> tuple[tuple[FieldLine, ...], tuple[str, ...], list[str]]:
    found: list[FieldLine] = []
    refs: list[str] = []
    prose: list[str] = []
    offset = len(lines[0])
    for raw in lines[1:]:
        line = decode(raw).rstrip("\r\n")
        match = _FIELD.match(line)
        nested = _NESTED.match(line)
        if match and not (
            found and found[-1].key == "corroborating_refs" and _deeper(match[1], found[-1].indent)
        ):
            found.append(_field_line(match, offset, len(raw)))
        elif nested and found and found[-1].key == "corroborating_refs":
            refs.append(nested[2].strip())
        elif line.strip():
            prose.append(line.strip())
        offset += len(raw)
    return tuple(found), tuple(_listed(found)) + tuple(refs), prose


def _deeper(indent: str, than: str) -> bool:
    return len(indent.expandtabs(4)) > len(than.expandtabs(4))


def _field_line(match: re.Match[str], offset: int, size: int) -> FieldLine:
    raw = match[3]
    value = raw.rstrip()
    if match[2].lower() in _TOKEN_FIELDS:
        value = _COMMENT.sub("", value)
    start = offset + len(match.string[: match.start(3)].encode("utf-8", "surrogateescape"))
    end = start + len(value.encode("utf-8", "surrogateescape"))
    return FieldLine(match[2].lower(), value, offset, offset + size, start, end, match[1])


def _listed(found: list[FieldLine]) -> list[str]:
    """References written in one line, as ``[a, b]`` or a single value."""
    inline = [
        line.value.strip("[] ")
        for line in found
        if line.key == "corroborating_refs" and line.value.strip("[] ")
    ]
    return [part.strip() for value in inline for part in value.split(",") if part.strip()]


def _read_inline(text: str) -> tuple[str, dict[str, str]]:
    """Split ``Subject: k. Source: ref.`` off the end of the text of an inbox line."""
    labels = list(_INLINE.finditer(text))
    if not any(label[1] == "Source" for label in labels):
        labels = [label for label in labels if label[1] == "Subject"][-1:]
    if not labels:
        return text, {}
    inline: dict[str, str] = {}
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=True):
        value = text[label.end() : end].strip()
        inline.setdefault(label[1].lower(), value.removesuffix(".").strip())
    return text[: labels[0].start()].strip(), inline
