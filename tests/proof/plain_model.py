"""What a store should hold after decisions, kept beside it in plain dictionaries. Nothing of the program.

A page is its items by id, each the bytes of its block, and the lines outside of them in order. A
decision is the blocks it finds and the blocks it leaves; whether it is recorded is looked up on disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.proof.probe import blocks

INDEX = "index.md"
APPENDIX = b"## Historical lessons\n"
"""The heading that cooled items stand under; made where it is not there."""

LEAVES = {"keep": "active", "stale": "stale", "active": "active", "cool": "stale", "defer": ""}
"""The Status that each verdict leaves; none where it changes no item."""

SUBJECT = "quay:depth"
"""The one subject that state rows of these stores have."""

_STATE = f"  - subject: {SUBJECT}\n".encode()
_DAY = re.compile(rb"^- \[(\S+)\]")
_SOURCE = re.compile(rb"^  - Source: (.+)$", re.M)
_ID = re.compile(rb"^  - id: (\S+)$", re.M)
_STATUS = re.compile(rb"^  - Status: (\S+)$", re.M)

Blocks = dict[str, bytes]
Place = tuple[str, str]
"""A page and the id of an item on it."""


@dataclass
class Page:
    """One file: its items and the lines outside."""

    items: Blocks
    outside: list[bytes]


def read_page(data: bytes) -> Page:
    """A page taken apart; each item of these stores stands on a page once."""
    page = Page({}, [])
    for block in blocks(data):
        found = _ID.search(block) if block.startswith(b"- ") else None
        if found is None:
            page.outside.append(block)
        else:
            assert found[1].decode() not in page.items, "an item stands on one page twice"
            page.items[found[1].decode()] = block
    return page


def read_pages(memory: Path) -> dict[str, Page]:
    """Index and topics of a memory folder, by path."""
    paths = [*sorted((memory / "topics").glob("*.md")), memory / INDEX]
    return {path.relative_to(memory).as_posix(): read_page(path.read_bytes()) for path in paths}


def status_of(block: bytes) -> str:
    """The Status that a block states."""
    found = _STATUS.search(block)
    assert found is not None
    return found[1].decode()


def with_status(block: bytes, status: str) -> bytes:
    """The block with another Status and every other byte as it was."""
    return _STATUS.sub(b"  - Status: " + status.encode(), block)


def is_state(block: bytes) -> bool:
    """Whether a block is a row of the subject."""
    return _STATE in block


def day_of(block: bytes) -> bytes:
    """The day of a block, which sorts as it is written."""
    found = _DAY.match(block)
    assert found is not None
    return found[1]


def history_of(block: bytes, follower: str) -> bytes:
    """The row as history that names the one which follows it."""
    old = with_status(block, "superseded")
    return _STATUS.sub(rb"\g<0>\n  - superseded_by: " + follower.encode(), old)


def row_like(block: bytes, new: str, day: str, decision: str) -> bytes:
    """A row of another day with the same value, whose Source says which decision made it."""
    source = _SOURCE.search(block)
    assert source is not None
    made = source[1] + f"; user:ada, decision {decision}".encode()
    row = _DAY.sub(f"- [{day}]".encode(), block, count=1)
    row = _ID.sub(f"  - id: {new}".encode(), row)
    return _SOURCE.sub(lambda _: b"  - Source: " + made, row)


@dataclass
class Made:
    """A decision that was asked for: what it should find and leave at every place, and how far it is."""

    id: str
    verdict: str
    item: str
    effects: dict[Place, tuple[bytes | None, bytes | None]]
    takes_back: str = ""
    finished: bool = False
    stood: frozenset[str] = frozenset()
    """The rows that were active before it, where it is about the subject."""


@dataclass
class Model:
    """The pages as they should be, the decisions in the order recorded, and what is withdrawn."""

    pages: dict[str, Page]
    made: list[Made] = field(default_factory=list)
    withdrawn: dict[str, str] = field(default_factory=dict)
    cooled: bool = False

    def block(self, place: Place) -> bytes | None:
        """The block at a place, or None."""
        page = self.pages.get(place[0])
        return page.items.get(place[1]) if page else None

    def topic_of(self, item: str) -> str | None:
        """The topic that an item stands in."""
        pages = (path for path, page in self.pages.items() if path != INDEX and item in page.items)
        return next(pages, None)

    def status(self, item: str) -> str | None:
        """The Status that its topic shows for an item."""
        topic = self.topic_of(item)
        return status_of(self.pages[topic].items[item]) if topic else None

    def by_id(self, decision: str) -> Made:
        """A decision of the ledger."""
        return next(made for made in self.made if made.id == decision)

    @property
    def unfinished(self) -> list[Made]:
        """Decisions that are recorded and not carried out, oldest first."""
        return [made for made in self.made if not made.finished]

    @property
    def taken_back(self) -> set[str]:
        """Decisions that a later one takes back, which is itself not taken back."""
        found: set[str] = set()
        for made in reversed(self.made):
            if made.takes_back and made.id not in found:
                found.add(made.takes_back)
        return found

    def deciding(self, item: str, verdict: str) -> Made:
        """What a verdict should change: the Status in the topic, and no copy waits in the index."""
        topic = self.topic_of(item)
        assert topic is not None
        effects: dict[Place, tuple[bytes | None, bytes | None]] = {}
        if LEAVES[verdict]:
            block = self.pages[topic].items[item]
            effects[topic, item] = block, with_status(block, LEAVES[verdict])
            copy = self.block((INDEX, item))
            if copy is not None:
                effects[INDEX, item] = copy, None
        return Made("", verdict, item, effects)

    def active(self, then: Mapping[Place, tuple[bytes | None, bytes | None]] | None = None) -> frozenset[str]:
        """Rows of the subject that are active in the topics, now or once a change is done."""
        blocks = {
            (path, item): block
            for path, page in self.pages.items() if path != INDEX
            for item, block in page.items.items()
        }  # fmt: skip
        blocks |= {place: after or b"" for place, (_, after) in (then or {}).items() if place[0] != INDEX}
        return frozenset(
            item for (_, item), block in blocks.items() if is_state(block) and status_of(block) == "active"
        )

    def row(self, item: str) -> bytes:
        """The block that stands in a topic for an item."""
        topic = self.topic_of(item)
        assert topic is not None
        return self.pages[topic].items[item]

    def newest(self, chosen: str) -> bool:
        """Whether every other active row is of an earlier day, so that it may follow them all."""
        others = self.active() - {chosen}
        return all(day_of(self.row(one)) < day_of(self.row(chosen)) for one in others)

    def settling(self, verdict: str, chosen: str, decision: str, drawn: str, day: str) -> Made:
        """What settling the conflict should leave.

        With `none` every row is stale. With `current` one is active: the chosen one where it is the newest,
        else a row of today with its value, under the id that was drawn for it. The others are history.
        """
        stood, effects = self.active(), dict[Place, tuple[bytes | None, bytes | None]]()
        stays = chosen if verdict == "current" and self.newest(chosen) else ""
        for one in sorted(stood - {stays}):
            topic, block = self.topic_of(one), self.row(one)
            assert topic is not None
            left = with_status(block, "stale") if verdict == "none" else history_of(block, stays or drawn)
            effects[topic, one] = block, left
        if verdict == "current" and not stays:
            home = self.topic_of(chosen)
            assert home is not None
            effects[home, drawn] = None, row_like(self.row(chosen), drawn, day, decision)
        return Made("", verdict, chosen, effects, stood=stood)

    def taking_back(self, decision: str) -> Made:
        """What a revert should change: everything back."""
        made = self.by_id(decision)
        back = {place: (after, before) for place, (before, after) in made.effects.items()}
        return Made("", "revert", made.item, back, takes_back=decision, stood=self.active())

    def joins(self, back: Made) -> bool:
        """Whether a revert would put a row in force beside one that did not stand beside it before (§7.2)."""
        then = self.active(back.effects)
        return len(then) > 1 and bool(then - self.active()) and not then <= self.by_id(back.takes_back).stood

    def stands(self, made: Made) -> bool:
        """Whether every place holds what this decision should find."""
        return all(self.block(place) == before for place, (before, _) in made.effects.items())

    def carry_out(self, made: Made) -> None:
        """All of it is done."""
        for (path, item), (_, after) in made.effects.items():
            if after is None:
                self.pages[path].items.pop(item, None)
            else:
                self.pages[path].items[item] = after
        self.cooled |= made.verdict == "cool"
        made.finished = True

    def open_places(self) -> dict[Place, set[bytes | None]]:
        """Places that an unfinished decision may have reached or not, with what may stand there."""
        found: dict[Place, set[bytes | None]] = {}
        for made in self.unfinished:
            for place, sides in made.effects.items():
                found.setdefault(place, set()).update(sides)
        return found

    def differences(self, now: Mapping[str, Page]) -> Iterator[str]:
        """What the pages on disk hold that they should not, and the other way about."""
        half = self.open_places()
        if set(now) != set(self.pages):
            yield f"pages: {sorted(set(now) ^ set(self.pages))}"
        for path in set(now) & set(self.pages):
            wanted, found = self.pages[path], now[path]
            if self._solid(wanted.outside) != self._solid(found.outside):
                yield f"{path}: bytes outside of every decision changed"
            for item in wanted.items.keys() | found.items.keys():
                block = found.items.get(item)
                if block not in half.get((path, item), {wanted.items.get(item)}):
                    yield f"{path}: {item} is not as decided"

    def _solid(self, outside: list[bytes]) -> list[bytes]:
        """Lines outside; once an item was cooled, all but its heading and the blank lines around."""
        if not (self.cooled or any(made.verdict == "cool" for made in self.made)):
            return outside
        return [line for line in outside if line.strip() and line != APPENDIX]

    def holds(self) -> bool:
        """Whether the store shows, at every place, what the last decision on it left, and all are done.

        An item that was moved to another page as it is does hold.
        """
        last: dict[Place, tuple[bytes | None, bytes | None]] = {}
        for made in self.made:
            last.update(made.effects)
        return not self.unfinished and all(self._is_left(place, *sides) for place, sides in last.items())

    def _is_left(self, place: Place, before: bytes | None, after: bytes | None) -> bool:
        block = self.block(place)
        if after is None:
            return block is None or block != before
        moved = {page.items.get(place[1]) for path, page in self.pages.items() if path != INDEX}
        return block == after or (block is None and place[0] != INDEX and after in moved)
