"""One field of one item's bytes set or taken away; every other byte stays as it is (§9)."""

from __future__ import annotations

from workbench.bindings.filesystem.body import FieldLine
from workbench.bindings.filesystem.bullet import read_bullet
from workbench.bindings.filesystem.grammar import encode, split_lines
from workbench.text.errors import Refused

_ORDER = (
    "id",
    "kind",
    "subject",
    "scope",
    "status",
    "superseded_by",
    "merged_into",
    "inspired_by",
    "corroborating_refs",
    "source",
    "confidence-scheme",
    "confidence",
)


def set_field(data: bytes, key: str, value: str, eol: bytes) -> bytes:
    """Item bytes in which ``key`` (as it is written, any case) has ``value``.

    ``data`` has no last line end. A line that stands keeps its indentation; a new one
    goes after the field that comes before it in §9's order.

    Raises:
        Refused: the field stands more than once, so no one value is its value.
    """
    lines = [line for line in read_bullet(data).lines if line.key == key.lower()]
    if len(lines) > 1:
        raise Refused(
            f"The item has more than one {key} line.",
            rule="§9: one value a field",
            not_done="Nothing was planned.",
            next="Mend the item by hand, then reload.",
        )
    new = _replaced(data, lines[0], value) if lines else _inserted(data, key, value, eol)
    if read_bullet(new).value(key.lower()) != value:
        raise Refused(
            f"A {key} line can't be put into the item so that it reads.",
            rule="§9: one value a field",
            not_done="Nothing was planned.",
            next="Mend the item by hand, then reload.",
        )
    return new


def _replaced(data: bytes, line: FieldLine, value: str) -> bytes:
    before = data[: line.value_start]
    blank = b"" if before.endswith((b" ", b"\t")) else b" "
    return before + blank + encode(value) + data[line.value_end :]


def remove_field(data: bytes, key: str) -> bytes:
    """Item bytes without the lines of ``key``. ``data`` has no last line end, and so has the answer."""
    for line in reversed([line for line in read_bullet(data).lines if line.key == key.lower()]):
        if line.end < len(data):
            data = data[: line.start] + data[line.end :]
        else:
            data = data[: line.start].removesuffix(b"\n").removesuffix(b"\r")
    return data


def _inserted(data: bytes, key: str, value: str, eol: bytes) -> bytes:
    bullet = read_bullet(data)
    rank = _ORDER.index(key.lower())
    above = [line for line in bullet.lines if line.key in _ORDER and _ORDER.index(line.key) < rank]
    indent = bullet.lines[0].indent if bullet.lines else "  "
    at = max(
        (_end_with_nested(data, line, bullet.lines) for line in above), default=_head_end(data, bullet.lines)
    )
    new = encode(f"{indent}- {key}: {value}")
    if at == len(data):
        return data + eol + new
    return data[:at] + new + eol + data[at:]


def _head_end(data: bytes, lines: tuple[FieldLine, ...]) -> int:
    return lines[0].start if lines else len(data)


def _end_with_nested(data: bytes, line: FieldLine, lines: tuple[FieldLine, ...]) -> int:
    following = [other.start for other in lines if other.start > line.start]
    if line.key != "corroborating_refs":
        return min(line.end, len(data))
    return min(following, default=len(data))


def with_eol(text: str, eol: bytes) -> bytes:
    """A rendered block in a file's line ends, without the last one."""
    return eol.join(line.rstrip(b"\r\n") for line in split_lines(encode(text)))
