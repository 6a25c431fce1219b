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
    return list(Scanner(data).run())


def split_lines(data: bytes) -> list[bytes]:
    """The lines of ``data`` with their ends; only ``\\n`` ends one, and joining them gives ``data``."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


class Scanner:
    """One pass over a file. ``offset`` is where the next block begins, and ``line`` the line it is on.

    What a block is depends on nothing before it: a scanner may be set on to where another block begins.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 0
        self.line = 1

    def run(self) -> Iterator[Block]:
        """Yield the blocks in order."""
        front = self.front()
        if front is not None:
            yield front
        while self.offset < len(self.data):
            yield self.next()

    def next(self) -> Block:
        """The block that begins here; there must be one."""
        end = self._end(self.offset)
        line = self.data[self.offset : end]
        first = line.removeprefix(BOM) if self.offset == 0 else line
        if _is_blank(first):
            return self._take("blank", *self._run(end, _is_blank))
        mark = fence_mark(first)
        if mark:
            return self._take("fence", *self._fence(end, mark))
        heading = _HEADING.match(first)
        if heading:
            return self._take("heading", end, 1, len(heading[1]), decode(_title(first[heading.end() :])))
        if _BULLET.match(first):
            return self._take("bullet", *self._bullet(end))
        return self._take("text", *self._run(end, _is_text))

    def front(self) -> Block | None:
        """The front matter, when it begins here, at the beginning of the file."""
        at = self._end(0)
        if self.offset or self.data[:at].removeprefix(BOM).rstrip() != b"---":
            return None
        for count, (start, end) in enumerate(self._lines(at), start=2):
            if self.data[start:end].rstrip() in (b"---", b"..."):
                return self._take("front", end, count)
        return None

    def _take(self, kind: BlockKind, end: int, count: int, level: int = 0, title: str = "") -> Block:
        start, line = self.offset, self.line
        self.offset, self.line = end, line + count
        return Block(kind, start, end, line, level, title)

    def _end(self, at: int) -> int:
        """Where the line that begins there ends."""
        return self.data.find(b"\n", at) + 1 or len(self.data)

    def _lines(self, at: int) -> Iterator[tuple[int, int]]:
        """The bounds of every line from there on."""
        while at < len(self.data):
            end = self._end(at)
            yield at, end
            at = end

    def _run(self, at: int, keep: Callable[[bytes], bool]) -> tuple[int, int]:
        """Where a run of lines ends that goes on there, and how many lines it has with the one above."""
        count = 1
        for start, end in self._lines(at):
            if not keep(self.data[start:end]):
                break
            at, count = end, count + 1
        return at, count

    def _fence(self, at: int, mark: bytes) -> tuple[int, int]:
        count = 1
        for start, end in self._lines(at):
            at, count = end, count + 1
            if closes(self.data[start:end], mark):
                break
        return at, count

    def _bullet(self, at: int) -> tuple[int, int]:
        """A bullet holds the indented lines below it, over blank lines too, up to its last line."""
        count = 1
        for number, (start, end) in enumerate(self._lines(at), start=2):
            line = self.data[start:end]
            if _is_blank(line):
                continue
            if line[:1] not in (b" ", b"\t"):
                break
            at, count = end, number
        return at, count


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
