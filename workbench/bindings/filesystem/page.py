"""One Markdown file with its bullets keyed and placed: what reading and editing share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.bindings.filesystem.bullet import Bullet, read_bullet
from workbench.bindings.filesystem.grammar import Block, blocks, decode

_PLAIN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,79}")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it up to the next heading; the first one may have no heading.

    ``name`` is the title, and for a title that stands again a newline and its count.
    """

    name: str
    title: str
    level: int
    first: int
    last: int
    """Indexes into the page's blocks, last exclusive; the heading itself is ``first``."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A bullet on its page. ``start`` and ``end`` leave its last line end out."""

    key: str
    ordinal: int
    section: Section
    block: Block
    start: int
    end: int
    bullet: Bullet


class Page:
    """The blocks, sections and bullets of one file's bytes."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.blocks = blocks(data)
        self.sections = list(_sections(self.blocks))
        self.spots = list(self._spots())

    def _spots(self) -> Iterator[Spot]:
        counted: dict[str, int] = {}
        for section in self.sections:
            for block in self.blocks[section.first : section.last]:
                if block.kind != "bullet":
                    continue
                raw = self.data[block.start : block.end]
                bullet = read_bullet(raw)
                key = key_of(self.path, bullet, raw)
                ordinal = counted.get(key, 0)
                counted[key] = ordinal + 1
                yield Spot(key, ordinal, section, block, block.start, block.end - end_length(raw), bullet)

    def section(self, name: str) -> Section | None:
        """The section of that name, titles compared without regard to case."""
        return next((found for found in self.sections if found.name.casefold() == name.casefold()), None)

    def headed(self, anchor: str) -> Section | None:
        """The section whose heading has that anchor."""
        return next(
            (found for found in self.sections if found.title and anchor_of(found.title) == anchor), None
        )

    def keyed(self, key: str) -> list[Spot]:
        """Every bullet of a key, in order."""
        return [spot for spot in self.spots if spot.key == key]

    def bytes_of(self, spot: Spot) -> bytes:
        """The bullet's bytes without its last line end."""
        return self.data[spot.start : spot.end]

    @property
    def eol(self) -> bytes:
        """The line end that this file uses most."""
        crlf = self.data.count(b"\r\n")
        return b"\r\n" if crlf * 2 > self.data.count(b"\n") else b"\n"

    def order(self, section: Section) -> tuple[str, ...]:
        """The keys of a section's bullets, in order."""
        return tuple(spot.key for spot in self.spots if spot.section == section)

    def offset_of(self, spot: Spot) -> int:
        """How many bytes of the bullet's section that are no bullets stand before it."""
        before = self.blocks[spot.section.first : self.blocks.index(spot.block)]
        return sum(block.end - block.start for block in before if block.kind != "bullet")


def key_of(path: str, bullet: Bullet, raw: bytes) -> str:
    """The id where it is plain, else ``~`` and ten hex digits of path and first line."""
    found = bullet.value("id")
    if found is not None and _PLAIN_ID.fullmatch(found):
        return found
    first = raw.split(b"\n", 1)[0].rstrip(b"\r")
    return "~" + hashlib.sha256(path.encode("utf-8", "surrogateescape") + b"\n" + first).hexdigest()[:10]


def end_length(raw: bytes) -> int:
    """The length of the line end that ``raw`` ends in: 0, 1 or 2."""
    return 2 if raw.endswith(b"\r\n") else 1 if raw.endswith(b"\n") else 0


def anchor_of(title: str) -> str:
    """The anchor of a heading: lower case, words joined by ``-``, punctuation left out."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _sections(found: list[Block]) -> Iterator[Section]:
    starts = [index for index, block in enumerate(found) if block.kind == "heading"]
    counted: dict[str, int] = {}
    if not starts or starts[0] > 0:
        yield Section("", "", 0, 0, starts[0] if starts else len(found))
    for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
        title = found[start].title
        count = counted.get(title.casefold(), 0)
        counted[title.casefold()] = count + 1
        yield Section(f"{title}\n{count}" if count else title, title, found[start].level, start, end)


def text_of(data: bytes) -> str:
    """Decoded text without a last line end."""
    return decode(data[: len(data) - end_length(data)])
