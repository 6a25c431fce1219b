"""Where in a section a bullet goes: to its end, or back to where it stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.bindings.filesystem.grammar import BOM
from workbench.bindings.filesystem.page import Page, Section
from workbench.store.plan import Effect

Orders = tuple[tuple[str, ...], ...]
"""Sequences of keys as they once stood in a section."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The bytes between two neighbouring bullets of a section, or between one and the section's bounds.

    ``passed`` counts the bytes of the section before the gap that are no bullets.
    """

    start: int
    end: int
    passed: int

    def distance(self, offset: int) -> int:
        """How far outside of the gap an offset among the bytes that are no bullets lies."""
        return max(self.passed - offset, offset - self.passed - (self.end - self.start), 0)


def landing(page: Page, section: Section, effect: Effect, orders: Orders = ()) -> int:
    """The byte offset at which a bullet goes into a section: its old place, else after the last bullet.

    The neighbours it once had decide between which bullets it goes, and the bytes that
    are no bullets where between these.
    """
    if effect.offset < 0:
        return end_of(page, section)
    gaps = list(_gaps(page, section))
    wrong = _misplaced(effect.record, page.order(section), (effect.order, *orders))
    best = min(range(len(gaps)), key=lambda index: (wrong[index], gaps[index].distance(effect.offset)))
    return _line_in(page, section, gaps[best], effect.offset)


def end_of(page: Page, section: Section) -> int:
    """After the last bullet of a section, else below its heading and one blank line.

    The one blank line that parts a section from the next heading stays there.
    """
    bullets = [block for block in page.blocks[section.first : section.last] if block.kind == "bullet"]
    if bullets:
        return bullets[-1].end
    body = page.blocks[section.first : min(section.first + 2, section.last)]
    top = [block for block in body if block.kind in ("heading", "blank", "front")]
    if not top or top[-1].kind != "blank":
        return top[-1].end if top else page.end(section)
    below = page.data.find(b"\n", top[-1].start) + 1 or len(page.data)
    parts = below == page.end(section) and below < len(page.data)
    return top[-1].start if parts else below


def _gaps(page: Page, section: Section) -> Iterator[Gap]:
    """The gaps of a section, one more than it has bullets, in order."""
    start, passed, at = _body_start(page, section)
    for block in page.blocks[at : section.last]:
        if block.kind == "bullet":
            yield Gap(start, max(start, block.start), passed)
            passed += max(block.start - start, 0)
            start = block.end
    yield Gap(start, max(start, page.end(section)), passed)


def _body_start(page: Page, section: Section) -> tuple[int, int, int]:
    """Where bullets may begin: the byte, the bytes of the section before it, and the block."""
    if section.first == section.last:
        return page.end(section), 0, section.last
    first = page.blocks[section.first]
    if first.kind in ("heading", "front"):
        return first.end, first.end - first.start, section.first + 1
    start = len(BOM) if first.start == 0 and page.data.startswith(BOM) else first.start
    return start, 0 if first.kind == "bullet" else start - first.start, section.first


def _line_in(page: Page, section: Section, gap: Gap, offset: int) -> int:
    """The beginning of a line in the gap, outside of fences, at the offset or after it."""
    at = gap.start + min(max(offset - gap.passed, 0), gap.end - gap.start)
    for block in page.blocks[section.first : section.last]:
        if block.kind == "fence" and block.start < at < block.end:
            at = block.end
    if at in (0, gap.start) or page.data[at - 1 : at] == b"\n":
        return at
    return min(page.data.find(b"\n", at) + 1 or gap.end, gap.end)


def _misplaced(key: str, keys: Sequence[str], orders: Orders) -> list[int]:
    """For each place among ``keys``, how many of them would stand on the wrong side of ``key``."""
    known = [
        {found: index for index, found in reversed(list(enumerate(order)))}
        for order in orders
        if key in order
    ]
    sides = [_side(key, other, known) for other in keys]
    wrong = sides.count(-1)
    found = [wrong]
    for side in sides:
        wrong += side
        found.append(wrong)
    return found


def _side(key: str, other: str, known: Sequence[dict[str, int]]) -> int:
    """-1 where ``other`` stood before ``key``, 1 where it stood after it, 0 where no order tells."""
    for places in known:
        if other in places and other != key:
            return -1 if places[other] < places[key] else 1
    return 0
