"""The Markdown of a store cut into blocks that partition its bytes (§9-§13).

For any input the blocks' spans are contiguous, start at 0 and end at the length of
the data: joining them gives the file back. Only ``\\n`` ends a line, so CRLF and a
lone CR stay inside the lines they end or stand in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["front", "heading", "bullet", "blank", "fence", "text"]

BOM = b"\xef\xbb\xbf"
_HEADING = re.compile(rb"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\r?\n?\Z", re.DOTALL)
_BULLET = re.compile(rb"[-*+][ \t]")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")
_BLANK = re.compile(rb"[ \t\r]*\n?\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """A run of whole lines: byte span, first line (from 1), and for a heading its level and words."""

    kind: BlockKind
    start: int
    end: int
    line: int
    level: int = 0
    title: str = ""


def decode(data: bytes) -> str:
    """UTF-8 text in which a byte that is not UTF-8 stands as a lone surrogate, reversibly."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes that :func:`decode` made ``text`` from."""
    return text.encode("utf-8", "surrogateescape")


def blocks(data: bytes) -> list[Block]:
    """Cut a file into blocks whose spans partition ``data``."""
    return list(_Scanner(data).run())


def heading_blocks(found: list[Block]) -> list[Block]:
    """Only the headings, in order."""
    return [block for block in found if block.kind == "heading"]


def split_lines(data: bytes) -> list[bytes]:
    """The lines of ``data`` with their ends; only ``\\n`` ends one, and joining them gives ``data``."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


class _Scanner:
    """One pass over the lines of a file."""

    def __init__(self, data: bytes) -> None:
        self.lines = split_lines(data)
        self.index = 0
        self.offset = 0

    def run(self) -> Iterator[Block]:
        """Yield the blocks in order."""
        front = self._front_matter_end()
        if front:
            yield self._take("front", front)
        while self.index < len(self.lines):
            yield self._next()

    def _next(self) -> Block:
        line = self.lines[self.index]
        first = line[len(BOM) :] if self.index == 0 and line.startswith(BOM) else line
        if _BLANK.match(first):
            return self._take("blank", self._run_length(_is_blank))
        if _FENCE.match(first):
            return self._take("fence", self._fence_length(first))
        heading = _HEADING.match(first)
        if heading:
            return self._take("heading", 1, len(heading[1]), decode(heading[2]))
        if _BULLET.match(first):
            return self._take("bullet", self._bullet_length())
        return self._take("text", self._run_length(_is_text))

    def _take(self, kind: BlockKind, count: int, level: int = 0, title: str = "") -> Block:
        start, line = self.offset, self.index + 1
        self.offset += sum(map(len, self.lines[self.index : self.index + count]))
        self.index += count
        return Block(kind, start, self.offset, line, level, title)

    def _front_matter_end(self) -> int:
        if self.index or not self.lines or self.lines[0].removeprefix(BOM).rstrip() != b"---":
            return 0
        for number, line in enumerate(self.lines[1:], start=2):
            if line.rstrip() in (b"---", b"..."):
                return number
        return 0

    def _run_length(self, keep: Callable[[bytes], bool]) -> int:
        count = 1
        for line in self.lines[self.index + 1 :]:
            if not keep(line):
                break
            count += 1
        return count

    def _fence_length(self, line: bytes) -> int:
        opened = _FENCE.match(line)
        mark = opened[1] if opened else b"```"
        for count, inner in enumerate(self.lines[self.index + 1 :], start=2):
            closing = inner.strip()
            if closing.startswith(mark) and not closing.strip(mark[:1]):
                return count
        return len(self.lines) - self.index

    def _bullet_length(self) -> int:
        """A bullet holds the indented lines below it, over blank lines too, up to its last line."""
        length, at = 1, self.index + 1
        while at < len(self.lines):
            line = self.lines[at]
            if _is_blank(line):
                at += 1
                continue
            if line[:1] not in (b" ", b"\t"):
                break
            at += 1
            length = at - self.index
        return length


def _is_blank(line: bytes) -> bool:
    return _BLANK.match(line) is not None


def _is_text(line: bytes) -> bool:
    return not (_is_blank(line) or _FENCE.match(line) or _HEADING.match(line) or _BULLET.match(line))
