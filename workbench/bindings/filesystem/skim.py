"""One pass over a page for what a snapshot holds of it: its rows and its headings, and nothing besides.

It gives what `Page` and `rows_of` give. Where an item is of a canonical form it is taken in
the fast lane, from text that was decoded for many items at once; everything else is read
block by block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from workbench.bindings.filesystem.grammar import Block, Scanner
from workbench.bindings.filesystem.lane import LINE, STRUCTURED, WORD, labelled
from workbench.bindings.filesystem.layout import Role
from workbench.bindings.filesystem.page import Outline, Section, spot_of
from workbench.bindings.filesystem.rows import has_rows, place_in, row_of
from workbench.protocol.plain import (
    is_date,
    is_plain_id,
    is_plain_prose,
    is_plain_source,
    is_plain_succession,
)
from workbench.protocol.words import STORED_PLACES
from workbench.store.snapshot import Place, PlainRow, Row

WINDOW: Final = 1 << 18
"""Bytes that are decoded at once; no call into C takes long for them."""
_MARGIN: Final = 1 << 14
"""With fewer bytes left the window moves on, so that an item is seldom cut by its end."""
_STEP: Final = 1 << 13
"""Bytes after which progress is told of."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Dates and Sources of the pages of one store, each as one string and with whether it is plain."""

    days: dict[str, tuple[str, bool]] = field(default_factory=dict, repr=False)
    sources: dict[str, tuple[str, bool]] = field(default_factory=dict, repr=False)


class Skim:
    """The rows and headings of one page. ``told`` hears how many bytes are done, and may raise."""

    def __init__(
        self,
        path: str,
        data: bytes,
        role: Role,
        told: Callable[[int], None] | None = None,
        *,
        seen: Seen | None = None,
        lane: bool = True,
    ) -> None:
        self.path = path
        self.rows: list[Row] = []
        self.headings: list[Block] = []
        self._data = data
        self._role = role
        self._told = told
        self._lane = lane
        self._scanner = Scanner(data)
        self._outline = Outline()
        self._counted: dict[str, int] = {}
        seen = seen or Seen()
        self._days, self._sources = seen.days, seen.sources
        self._tell_at = _STEP
        self._text = ""
        self._char = 0
        self._ends = 0
        """Where the window ends; ``_text`` is empty when it can't be decoded."""
        self._ascii = True
        self._stopped = False
        self._enter(Section("", "", 0, 0, 0))
        self.front = self._scanner.front()
        self._read()

    def _read(self) -> None:
        scanner, size = self._scanner, len(self._data)
        while scanner.offset < size:
            if self._lane:
                self._canonical()
            if scanner.offset < size:
                block = scanner.next()
                self._block(block)
                self._passed(block)
                if block.end >= self._tell_at:
                    self._tell(block.end)

    def _tell(self, done: int) -> None:
        self._tell_at = done + _STEP
        if self._told is not None:
            self._told(done)

    def _block(self, block: Block) -> None:
        if block.kind == "heading":
            self.headings.append(block)
            self._enter(self._outline.section(block, 0, 0))
        elif block.kind == "bullet":
            spot = spot_of(self.path, self._data, self._section, 0, block, self._counted)
            if self._place is not None and spot.bullet.is_item:
                self.rows.append(row_of(self.path, spot, self._place))

    def _enter(self, section: Section) -> None:
        self._section = section
        has = has_rows(self._role, section)
        self._place: Place | None = place_in(self._role, section) if has else None

    def _passed(self, block: Block) -> None:
        """Move on in the window too, past a block that was read from the bytes."""
        if block.end > self._ends:
            self._text, self._char, self._ends = "", 0, block.end
        elif self._text:
            raw = self._data[block.start : block.end]
            self._char += len(raw) if self._ascii else len(raw.decode())

    def _open_window(self) -> None:
        """Decode from here to the end of a line further on. A window holds whole lines."""
        start = self._scanner.offset
        end = self._data.rfind(b"\n", start, start + WINDOW) + 1 or start
        raw = self._data[start:end]
        self._ends, self._char = end, 0
        try:
            self._text = raw.decode()
        except UnicodeDecodeError:
            self._text = ""
        self._ascii = len(self._text) == len(raw)

    def _canonical(self) -> None:
        """Take the canonical items that stand here one after the other, and the line ends between them."""
        scanner = self._scanner
        while self._ends < len(self._data) or self._text:
            if self._ends - scanner.offset < _MARGIN and self._ends < len(self._data):
                self._open_window()
            before = scanner.offset
            self._run()
            if scanner.offset >= self._tell_at:
                self._tell(scanner.offset)
            elif scanner.offset == before or self._stopped:
                return

    def _run(self) -> None:
        """Once for every item of a store: long, so that nothing in it is looked up or called twice.

        Stops where no expression matches, and where progress is to be told.
        """
        text, char, at, line = self._text, self._char, self._scanner.offset, self._scanner.line
        path, place, section = self.path, self._place, self._section.name
        days, sources, counted, ascii_ = self._days, self._sources, self._counted, self._ascii
        default = "active" if place == "inbox" else None
        stored = place in STORED_PLACES
        structured, one_line, append, new = STRUCTURED.match, LINE.match, self.rows.append, tuple.__new__
        limit, stop = len(text), self._tell_at
        subject: str | None
        status: str | None
        self._stopped = False
        while char < limit and at < stop:
            found = structured(text, char)
            if found is not None:
                (date, head, said, key, day, kind, subject, status,
                 successor, merged, inspired, source) = found.groups()  # fmt: skip
                if kind is None:
                    kind = head
                elif head is not None and head != kind:
                    break
                after = found.end()
                lines = text.count("\n", char, after)
            elif text[char] == "\n":
                char, at, line = char + 1, at + 1, line + 1
                continue
            else:
                found = one_line(text, char)
                parts = labelled(found[5]) if found is not None else None
                if found is None or parts is None:
                    break
                date, key, day, kind, _ = found.groups()
                said, subject, source = parts
                status = successor = merged = inspired = None
                after, lines = found.end(), 1
            date, dated = days.get(date) or self._day_of(date)
            source, sound = sources.get(source) or self._source_of(source)
            plain = (
                dated
                and sound
                and kind is not None
                and (kind == "knowledge" or subject is not None)
                and (status is not None or not stored)
                and inspired is None
                and (day == date or self._day_of(day)[1])
                and (said.isascii() or is_plain_prose(said))
                and (merged is None or is_plain_id(merged))
                and (
                    is_plain_succession(key, kind, status, successor)
                    if successor is not None
                    else status != "superseded"
                )
            )
            size = after - char
            if not ascii_ and not (piece := found[0]).isascii():
                size = len(piece.encode())
            ordinal = counted.get(key, 0)
            counted[key] = ordinal + 1
            if place is not None:
                row = (key, key, WORD[kind], subject, WORD[status] or default, date, source, successor,
                       merged, place, section, ordinal, path, at, at + size - 1, line, said, ())  # fmt: skip
                append(new(PlainRow if plain else Row, row))
            char, at, line = after, at + size, line + lines
        self._stopped = char < limit and at < stop
        self._char, self._scanner.offset, self._scanner.line = char, at, line

    def _day_of(self, text: str) -> tuple[str, bool]:
        """A date, one string for all that are equal, and whether it is a day of the calendar."""
        return self._days.setdefault(text, (text, is_date(text)))

    def _source_of(self, text: str) -> tuple[str, bool]:
        """A Source, one string for all that are equal, and whether nothing is said against it."""
        return self._sources.setdefault(text, (text, is_plain_source(text)))
