"""The Markdown of a store cut into blocks that partition its bytes (§9-§13).

For any input the blocks' spans are contiguous, start at 0 and end at the length of
the data: joining them gives the file back. Only ``\\n`` ends a line, so CRLF and a
lone CR stay inside the lines they end or stand in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

BlockKind = Literal["front", "heading", "bullet", "blank", "fence", "text"]

BOM = b"\xef\xbb\xbf"
_HEADING = re.compile(rb"(#{1,6})[ \t]")
_BULLET = re.compile(rb"[-*+][ \t]")
_FENCE = re.compile(rb"[ \t]*(`{3,}(?=[^`]*\Z)|~{3,})", re.DOTALL)


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
        if _is_blank(first):
            return self._take("blank", self._run_length(_is_blank))
        mark = fence_mark(first)
        if mark:
            return self._take("fence", self._fence_length(mark))
        heading = _HEADING.match(first)
        if heading:
            return self._take("heading", 1, len(heading[1]), decode(_title(first[heading.end() :])))
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
        for number, line in enumerate(islice(self.lines, 1, None), start=2):
            if line.rstrip() in (b"---", b"..."):
                return number
        return 0

    def _run_length(self, keep: Callable[[bytes], bool]) -> int:
        at = self.index + 1
        while at < len(self.lines) and keep(self.lines[at]):
            at += 1
        return at - self.index

    def _fence_length(self, mark: bytes) -> int:
        at = self.index + 1
        while at < len(self.lines) and not closes(self.lines[at], mark):
            at += 1
        return min(at + 1, len(self.lines)) - self.index

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


def fence_mark(line: bytes, indent: int = 3) -> bytes:
    """The backticks or tildes with which a line opens a fence, else nothing."""
    opened = _FENCE.match(line)
    return opened[1] if opened and _width(line[: opened.start(1)]) <= indent else b""


def closes(line: bytes, mark: bytes) -> bool:
    """Whether a line ends the fence that ``mark`` opened."""
    said = line.strip(b" \t\r\n")
    return said.startswith(mark) and not said.strip(mark[:1])


def _width(blanks: bytes) -> int:
    return len(blanks.expandtabs(4))


def _title(rest: bytes) -> bytes:
    said = rest.rstrip(b"\r\n").strip(b" \t")
    bare = said.rstrip(b"#")
    return bare.rstrip(b" \t") if bare[-1:] in (b"", b" ", b"\t") else said


def _is_blank(line: bytes) -> bool:
    return not line.strip(b" \t\r\n")


def _is_text(line: bytes) -> bool:
    return not (_is_blank(line) or fence_mark(line) or _HEADING.match(line) or _BULLET.match(line))
