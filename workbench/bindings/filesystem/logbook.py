"""The operation log: its events, and the records that agents keep in its fences and receipts (§8, §12).

Read line by line and not by blocks: a control must be found wherever in the log it
stands, indented under its event or below a fence that somebody forgot to close.
"""

from __future__ import annotations

import re
from itertools import accumulate

from workbench.bindings.filesystem.grammar import BOM, closes, decode, fence_mark, split_lines
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.records import Records, read_receipt, read_span
from workbench.protocol.log import parse_line
from workbench.protocol.receipt import SURFACES
from workbench.protocol.words import RecordType
from workbench.store.snapshot import Address, LogLine

_ANYWHERE = 1_000
_LABELS = "|".join(re.sub(r"\\? ", "[ \t]*", re.escape(label)) for label in SURFACES.values())
_SURFACE = re.compile(rf"[ \t]*(?:[-*+][ \t]+)?\*{{0,3}}({_LABELS})\*{{0,3}}[ \t]*:".encode(), re.IGNORECASE)
_YAML = frozenset({b"", b"yaml", b"yml"})
_HEADING = re.compile(rb"#{1,6}[ \t]")


def read_log(records: Records, page: Page) -> list[LogLine]:
    """The events of a log; the records in it are added to ``records``."""
    return _Log(records, page).read()


class _Log:
    """One pass over the lines of a log."""

    def __init__(self, records: Records, page: Page) -> None:
        self.records = records
        self.page = page
        self.lines = split_lines(page.data)
        self.starts = list(accumulate(map(len, self.lines), initial=0))
        self.events: list[LogLine] = []

    def read(self) -> list[LogLine]:
        at = 0
        while at < len(self.lines):
            mark = fence_mark(self._line(at), _ANYWHERE)
            if mark:
                at = self._fence(at, mark)
            elif _SURFACE.match(self.lines[at]):
                at = self._receipt(at, len(self.lines))
            else:
                self._event(at)
                at += 1
        return self.events

    def _line(self, at: int) -> bytes:
        return self.lines[at].removeprefix(BOM) if at == 0 else self.lines[at]

    def _event(self, at: int) -> None:
        text = decode(self.lines[at].rstrip(b"\r\n")).removeprefix("\ufeff")
        event = parse_line(text)
        if event is not None:
            start = self.starts[at]
            end = start + len(self.lines[at].rstrip(b"\r\n"))
            self.events.append(LogLine(event, Address(self.page.path, start, end, at + 1), text))

    def _fence(self, at: int, mark: bytes) -> int:
        """Read the fence that opens at a line; the line after it."""
        end, closed = self._fence_end(at, mark)
        after = end + 1 if closed else end
        address = Address(self.page.path, self.starts[at], self.starts[after], at + 1)
        if not self._receipts(at + 1, end) and self._info(at, mark) in _YAML:
            read_span(self.records, self._body(at, end), address)
        return after

    def _body(self, at: int, end: int) -> bytes:
        """What stands in the fence that opens at a line, without the indentation of the fence."""
        line = self._line(at)
        indent = line[: len(line) - len(line.lstrip(b" \t"))]
        return b"".join(inner.removeprefix(indent) for inner in self.lines[at + 1 : end])

    def _info(self, at: int, mark: bytes) -> bytes:
        said = self._line(at).strip().removeprefix(mark).split(None, 1)
        return said[0].lower() if said else b""

    def _fence_end(self, at: int, mark: bytes) -> tuple[int, bool]:
        """The line that closes a fence, else the one before which it must have been left open."""
        for index in range(at + 1, len(self.lines)):
            if closes(self.lines[index], mark):
                return index, True
            if self._reopens(self.lines[index], mark):
                return index, False
        open_ended = range(at + 1, len(self.lines))
        return next((index for index in open_ended if self._is_event(index)), len(self.lines)), False

    def _reopens(self, line: bytes, mark: bytes) -> bool:
        return fence_mark(line, _ANYWHERE).startswith(mark)

    def _is_event(self, at: int) -> bool:
        line = self.lines[at]
        return line.startswith((b"- ", b"* ")) and parse_line(decode(line.rstrip(b"\r\n"))) is not None

    def _receipts(self, at: int, end: int) -> bool:
        """Read the receipts between two lines; whether there was one.

        One label alone, such as the ``memory:`` of a receipt in YAML, is none: the fence is read as a record.
        """
        known = len(self.records.of(RecordType.RECEIPT))
        while at < end:
            at = self._receipt(at, end) if _SURFACE.match(self.lines[at]) else at + 1
        return len(self.records.of(RecordType.RECEIPT)) > known

    def _receipt(self, first: int, limit: int) -> int:
        """Read a receipt that begins at a line; the line after it. One label alone is prose."""
        seen: set[bytes] = set()
        end = at = first
        while at < limit:
            line = self.lines[at]
            label = _SURFACE.match(line)
            name = b"".join(label[1].lower().split()) if label else b""
            if name in seen or (not label and self._ends_receipt(at, end)):
                break
            at += 1
            if name:
                seen.add(name)
            if line.strip():
                end = at
        if len(seen) > 1 or b"context/workspace" in seen:
            address = Address(self.page.path, self.starts[first], self.starts[end], first + 1)
            read_receipt(self.records, self.page.data[self.starts[first] : self.starts[end]], address)
        return end

    def _ends_receipt(self, at: int, end: int) -> bool:
        """Whether a line without a label is no part of a receipt that reaches up to the line ``end``."""
        line = self.lines[at]
        if not line.strip():
            return False
        if at > end or _HEADING.match(line) or fence_mark(line, _ANYWHERE):
            return True
        return self._is_event(at)
