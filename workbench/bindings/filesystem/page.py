"""One Markdown file with its bullets keyed and placed: what reading and editing share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from workbench.bindings.filesystem.bullet import Bullet, read_bullet
from workbench.bindings.filesystem.grammar import BOM, Block, blocks

_PLAIN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,79}")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it up to the next heading; the first has no heading, perhaps no blocks.

    ``name`` is the title, and for a title that stands again a newline and its count.
    ``within`` are the titles of the headings around it, outermost first.
    """

    name: str
    title: str
    level: int
    first: int
    last: int
    """Indexes into the page's blocks, last exclusive; the heading itself is ``first``."""
    within: tuple[str, ...] = ()

    def is_under(self, title: str) -> bool:
        """Whether this section or one around it has the title; case and outer blanks do not count."""
        return any(same_title(found, title) for found in (*self.within, self.title))


@dataclass(frozen=True, slots=True)
class Spot:
    """A bullet on its page. ``start`` and ``end`` leave a byte order mark and its last line end out.

    ``index`` is that of its block.
    """

    key: str
    ordinal: int
    section: Section
    index: int
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
            for index in range(section.first, section.last):
                if self.blocks[index].kind == "bullet":
                    yield self._spot(section, index, counted)

    def _spot(self, section: Section, index: int, counted: dict[str, int]) -> Spot:
        block = self.blocks[index]
        start = block.start + (len(BOM) if block.start == 0 and self.data.startswith(BOM) else 0)
        raw = self.data[start : block.end]
        bullet = read_bullet(raw)
        key = key_of(self.path, bullet, raw)
        ordinal = counted.get(key, 0)
        counted[key] = ordinal + 1
        return Spot(key, ordinal, section, index, block, start, block.end - end_length(raw), bullet)

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


def _sections(found: list[Block]) -> Iterator[Section]:
    starts = [index for index, block in enumerate(found) if block.kind == "heading"]
    counted: dict[str, int] = {"": 1}
    around: list[Block] = []
    yield Section("", "", 0, 0, starts[0] if starts else len(found))
    for start, end in zip(starts, [*starts[1:], len(found)][: len(starts)], strict=True):
        heading = found[start]
        around = [above for above in around if above.level < heading.level]
        count = counted.get(heading.title.casefold(), 0)
        counted[heading.title.casefold()] = count + 1
        name = f"{heading.title}\n{count}" if count else heading.title
        within = tuple(above.title for above in around)
        yield Section(name, heading.title, heading.level, start, end, within)
        around.append(heading)
