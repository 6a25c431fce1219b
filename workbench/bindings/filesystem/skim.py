"""One pass over a page for what a snapshot holds of it: its rows and its headings, and nothing besides.

It gives what `Page` and `rows_of` give. Where an item is of a canonical form it is taken in
the fast lane; everything else is read block by block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from workbench.bindings.filesystem.grammar import Block, Scanner
from workbench.bindings.filesystem.lane import HEADING, ID_AT, LINE, POINTERS, STRUCTURED, WORD, labelled
from workbench.bindings.filesystem.layout import Role
from workbench.bindings.filesystem.page import Outline, Titled, keyed
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

_STEP: Final = 1 << 13
"""Bytes after which progress is told of."""
_DASH, _HASH, _END = b"-#\n"


@dataclass(frozen=True, slots=True)
class Seen:
    """Dates and Sources of the pages of one store: each as one string, and whether it is plain."""

    days: dict[bytes, tuple[str, bool]] = field(default_factory=dict, repr=False)
    sources: dict[bytes, tuple[str, bool]] = field(default_factory=dict, repr=False)

    def day(self, raw: bytes) -> tuple[str, bool]:
        """A date, and whether it is a day of the calendar."""
        text = raw.decode()
        return self.days.setdefault(raw, (text, is_date(text)))

    def source(self, raw: bytes) -> tuple[str, bool]:
        """A Source, and whether nothing is said against it."""
        text = raw.decode()
        return self.sources.setdefault(raw, (text, is_plain_source(text)))


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
        self._seen = seen or Seen()
        self._scanner = Scanner(data)
        self._outline = Outline()
        self._counted: dict[str, int] = {}
        self._tell_at = _STEP
        self._enter(Titled("", "", 0, ()))
        self.front = self._scanner.front()
        self._read(lane)

    def _read(self, lane: bool) -> None:
        scanner, size = self._scanner, len(self._data)
        while scanner.offset < size:
            if lane:
                self._canonical()
            if scanner.offset < min(self._tell_at, size):
                self._block(scanner.next())
            if scanner.offset >= self._tell_at:
                self._tell_at = scanner.offset + _STEP
                if self._told is not None:
                    self._told(scanner.offset)

    def _block(self, block: Block) -> None:
        if block.kind == "heading":
            self._heading(block)
        elif block.kind == "bullet":
            spot = keyed(self.path, self._data, block, self._counted)
            if self._place is not None and spot.bullet.is_item:
                self.rows.append(row_of(self.path, spot, self._section.name, self._place))

    def _heading(self, block: Block) -> None:
        self.headings.append(block)
        self._enter(self._outline.titled(block))

    def _enter(self, section: Titled) -> None:
        self._section = section
        has = has_rows(self._role, section)
        self._place: Place | None = place_in(self._role, section) if has else None

    def _canonical(self) -> None:
        """Take what stands here in canonical form: items one after the other, headings, empty lines.

        Once around for every item of a store: long, so that nothing in it is looked up or called
        twice. Stops at what no expression matches, at bytes that are no UTF-8, and where progress
        is to be told of. What is plain here has no finding of §9: `PLAIN_BY` says of each why.
        """
        data, path, at, line = self._data, self.path, self._scanner.offset, self._scanner.line
        place, section, seen, counted = self._place, self._section.name, self._seen, self._counted
        days, sources, word = seen.days, seen.sources, WORD
        structured, one_line, append, new = STRUCTURED.match, LINE.match, self.rows.append, tuple.__new__
        stop = min(len(data), self._tell_at)
        subject: bytes | None
        status: bytes | None
        said_subject: str | None
        try:
            while at < stop:
                mark = data[at]
                if mark == _DASH:
                    successor = merged = inspired = None
                    if data[at + ID_AT : at + ID_AT + 1] != b"[":
                        found = structured(data, at)
                        if found is None:
                            break
                        date, head, said, key, day, kind, subject, status, pointers, source = found.groups()
                        if kind is None:
                            kind = head
                        elif head is not None and head != kind:
                            break
                        after = found.end()
                        lines = data.count(b"\n", at, after)
                        if pointers:
                            successor, merged, inspired = _pointers(pointers)
                    else:
                        found = one_line(data, at)
                        parts = labelled(found[5]) if found is not None else None
                        if found is None or parts is None:
                            break
                        date, key, day, kind, _ = found.groups()
                        said, subject, source = parts
                        status = None
                        after, lines = found.end(), 1
                    date_text, dated = days.get(date) or seen.day(date)
                    source_text, sound = sources.get(source) or seen.source(source)
                    text = said.decode()
                    said_subject = subject.decode() if subject is not None else None
                    name = key.decode()
                    plain = (
                        dated
                        and sound
                        and (kind == b"knowledge" or (kind == b"state" and subject is not None))
                        and (status is not None or place not in STORED_PLACES)
                        and inspired is None
                        and (day == date or (days.get(day) or seen.day(day))[1])
                        and (text.isascii() or is_plain_prose(text))
                        and (merged is None or is_plain_id(merged))
                        and (
                            status != b"superseded"
                            if successor is None
                            else is_plain_succession(name, kind.decode(), word[status], successor)
                        )
                    )
                    ordinal = counted.get(name, 0)
                    counted[name] = ordinal + 1
                    if place is not None:
                        row = (name, name, word[kind], said_subject,
                               word[status] or ("active" if place == "inbox" else None),
                               date_text, source_text, successor, merged,
                               place, section, ordinal, path, at, after - 1, line, text, ())  # fmt: skip
                        append(new(PlainRow if plain else Row, row))
                    at, line = after, line + lines
                elif mark == _END:
                    at, line = at + 1, line + 1
                elif mark == _HASH and (found := HEADING.match(data, at)) is not None:
                    title = found[2].decode()
                    self._heading(Block("heading", at, found.end(), line, len(found[1]), title))
                    place, section = self._place, self._section.name
                    at, line = found.end(), line + 1
                else:
                    break
        except UnicodeDecodeError:
            pass
        self._scanner.offset, self._scanner.line = at, line


def _pointers(lines: bytes) -> list[str | None]:
    """What the lines of superseded_by, merged_into and inspired_by name."""
    found = POINTERS.fullmatch(lines)
    assert found is not None
    return [name.decode() if name is not None else None for name in found.groups()]
