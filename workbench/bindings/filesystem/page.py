"""One Markdown file with its bullets keyed and placed: what reading and editing share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.bindings.filesystem.bullet import Bullet, read_bullet
from workbench.bindings.filesystem.grammar import BOM, Block, blocks

_PLAIN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,79}")


@dataclass(frozen=True, slots=True)
class Titled:
    """A heading on its page; the first has no title.

    ``name`` is the title, and for a title that stands again a newline and its count.
    ``within`` are the titles of the headings around it, outermost first.
    """

    name: str
    title: str
    level: int
    within: tuple[str, ...]

    def is_under(self, title: str) -> bool:
        """Whether this section or one around it has the title; case and outer blanks do not count."""
        return any(same_title(found, title) for found in (*self.within, self.title))


@dataclass(frozen=True, slots=True)
class Section(Titled):
    """A heading and the blocks below it up to the next heading; the first section may have no blocks."""

    first: int
    last: int
    """Indexes into the page's blocks, last exclusive; the heading itself is ``first``."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A bullet with its key. ``start`` and ``end`` leave a byte order mark and its last line end out."""

    key: str
    ordinal: int
    block: Block
    start: int
    end: int
    bullet: Bullet


@dataclass(frozen=True, slots=True)
class Spot(Keyed):
    """A bullet on its page; ``index`` is that of its block."""

    section: Section
    index: int


class Page:
    """The blocks, sections and bullets of one file's bytes, each found when they are first asked for."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks that partition the bytes."""
        return blocks(self.data)

    @cached_property
    def sections(self) -> list[Section]:
        """The sections, the one above the first heading included."""
        return list(_sections(self.blocks))

    @cached_property
    def spots(self) -> list[Spot]:
        """Every bullet, in order."""
        counted: dict[str, int] = {}
        return [
            Spot(*_keyed(self.path, self.data, self.blocks[index], counted), section, index)
            for section in self.sections
            for index in range(section.first, section.last)
            if self.blocks[index].kind == "bullet"
        ]

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
        return eol_of(self.data)

    def end(self, section: Section) -> int:
        """The byte offset at which a section ends."""
        if section.last:
            return self.blocks[section.last - 1].end
        return len(BOM) if self.data.startswith(BOM) else 0

    def order(self, section: Section) -> tuple[str, ...]:
        """The keys of a section's bullets, in order; one that stands again with a newline and its count."""
        counted: dict[str, int] = {}
        found: list[str] = []
        for spot in self.spots:
            if section.first <= spot.index < section.last:
                count = counted.get(spot.key, 0)
                counted[spot.key] = count + 1
                found.append(f"{spot.key}\n{count}" if count else spot.key)
        return tuple(found)

    def offset_of(self, spot: Spot) -> int:
        """How many bytes of the bullet's section that are no bullets stand before it."""
        before = self.blocks[spot.section.first : spot.index]
        return sum(block.end - block.start for block in before if block.kind != "bullet")


def keyed(path: str, data: bytes, block: Block, counted: dict[str, int]) -> Keyed:
    """The bullet of a block; ``counted`` holds how often each key stood above it in the file."""
    return Keyed(*_keyed(path, data, block, counted))


def _keyed(
    path: str, data: bytes, block: Block, counted: dict[str, int]
) -> tuple[str, int, Block, int, int, Bullet]:
    """The fields of a :class:`Keyed`."""
    start = block.start + (len(BOM) if block.start == 0 and data.startswith(BOM) else 0)
    raw = data[start : block.end]
    bullet = read_bullet(raw)
    key = key_of(path, bullet, raw)
    ordinal = counted.get(key, 0)
    counted[key] = ordinal + 1
    return key, ordinal, block, start, block.end - end_length(raw), bullet


@lru_cache(maxsize=8)
def page_of(path: str, data: bytes) -> Page:
    """The page of these bytes; the last few are kept, because an edit reads one page many times."""
    return Page(path, data)


def eol_of(data: bytes) -> bytes:
    """The line end that is used most."""
    crlf = data.count(b"\r\n")
    return b"\r\n" if crlf * 2 > data.count(b"\n") else b"\n"


def key_of(path: str, bullet: Bullet, raw: bytes) -> str:
    """The id where it is plain, else ``~`` and ten hex digits of path and first line."""
    found = bullet.value("id")
    if found is not None and _PLAIN_ID.fullmatch(found):
        return found
    first = raw.split(b"\n", 1)[0].rstrip(b"\r")
    return "~" + hashlib.sha256(path.encode("utf-8", "surrogateescape") + b"\n" + first).hexdigest()[:10]


def end_length(raw: bytes) -> int:
    """The length of the line end that ``raw`` ends in, a torn one included: 0, 1 or 2."""
    return 2 if raw.endswith(b"\r\n") else 1 if raw.endswith((b"\n", b"\r")) else 0


def same_title(title: str, wanted: str) -> bool:
    """Whether a heading is the one that is wanted; case and outer blanks do not count."""
    return title.strip().casefold() == wanted.casefold()


def anchor_of(title: str) -> str:
    """The anchor of a heading: lower case, words joined by ``-``, punctuation left out."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


class Outline:
    """The headings of a page as they come: each is named, and knows those around it."""

    def __init__(self) -> None:
        self._counted: dict[str, int] = {"": 1}
        self._around: list[Block] = []

    def titled(self, heading: Block) -> Titled:
        """The next heading."""
        return Titled(*self.names(heading))

    def names(self, heading: Block) -> tuple[str, str, int, tuple[str, ...]]:
        """The fields of a :class:`Titled`, of the next heading."""
        while self._around and self._around[-1].level >= heading.level:
            self._around.pop()
        folded = heading.title.casefold()
        count = self._counted.get(folded, 0)
        self._counted[folded] = count + 1
        name = f"{heading.title}\n{count}" if count else heading.title
        within = tuple(above.title for above in self._around)
        self._around.append(heading)
        return name, heading.title, heading.level, within


def _sections(found: list[Block]) -> Iterator[Section]:
    starts = [index for index, block in enumerate(found) if block.kind == "heading"]
    outline = Outline()
    yield Section("", "", 0, (), 0, starts[0] if starts else len(found))
    for start, end in zip(starts, [*starts[1:], len(found)][: len(starts)], strict=True):
        yield Section(*outline.names(found[start]), start, end)
