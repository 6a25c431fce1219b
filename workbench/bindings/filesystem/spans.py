"""Effects carried out on the bytes of one file, and records found again in them.

Every function is pure: bytes in, bytes out. What is done already is left as it is, so
that carrying out effects twice gives what once gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from workbench.bindings.filesystem.grammar import decode
from workbench.bindings.filesystem.page import Page, Section, Spot, end_length
from workbench.store.plan import Effect
from workbench.text.errors import StoreChanged

HEADING = "heading:"
_AT = re.compile(r"@(\d{1,15}):(\d{1,15})\Z")


def apply(path: str, data: bytes, effects: Sequence[Effect], orders: Iterable[Sequence[str]] = ()) -> bytes:
    """The bytes of a file after the effects, in order.

    ``orders`` are further sequences of keys as they once stood, for putting a bullet
    back among others that moved meanwhile.

    Raises:
        StoreChanged: a span has neither its bytes before nor its bytes after.
    """
    known = [tuple(order) for order in orders]
    for effect in effects:
        data = _ONE[effect.op](Page(path, data), effect, known)
    return data


def spans(path: str, data: bytes, record: str) -> list[bytes]:
    """Every span of a record as it stands: bullets of a key, a heading, a log line, or ``@start:end``."""
    at = _AT.match(record)
    if at:
        return [data[int(at[1]) : int(at[2])]]
    if record.startswith("memdec-"):
        return [line for line in data.split(b"\n") if record.encode() in line.split()]
    page = Page(path, data)
    if record.startswith(HEADING):
        section = page.headed(record.removeprefix(HEADING))
        block = page.blocks[section.first] if section is not None and section.title else None
        return [_without_end(data[block.start : block.end])] if block is not None else []
    return [page.bytes_of(spot) for spot in page.keyed(record)]


def _replace(page: Page, effect: Effect, orders: list[tuple[str, ...]]) -> bytes:
    spots = page.keyed(effect.record)
    before = [spot for spot in spots if page.bytes_of(spot) == effect.before]
    if before:
        spot = next((spot for spot in before if spot.ordinal == effect.ordinal), before[0])
        return page.data[: spot.start] + effect.after + page.data[spot.end :]
    if any(page.bytes_of(spot) == effect.after for spot in spots):
        return page.data
    raise _changed(effect)


def _remove(page: Page, effect: Effect, orders: list[tuple[str, ...]]) -> bytes:
    if effect.record.startswith(HEADING):
        return _remove_heading(page, effect)
    spots = [spot for spot in page.keyed(effect.record) if spot.section.name == effect.section]
    spot = next((spot for spot in spots if page.bytes_of(spot) == effect.before), None)
    if spot is not None:
        return _cut(page, spot, effect)
    if spots:
        raise _changed(effect)
    return page.data


def _cut(page: Page, spot: Spot, effect: Effect) -> bytes:
    start, end = spot.start, spot.block.end
    if effect.tail == "cut" and end == spot.end:
        start -= 2 if page.data[:start].endswith(b"\r\n") else 1 if page.data[:start].endswith(b"\n") else 0
    return page.data[:start] + page.data[end:]


def _remove_heading(page: Page, effect: Effect) -> bytes:
    section = page.headed(effect.record.removeprefix(HEADING))
    if section is None or page.order(section):
        return page.data
    heading = page.blocks[section.first]
    start, end = heading.start - max(effect.offset, 0), heading.end
    end += len(page.eol) if page.data[end:].startswith(page.eol) else 0
    if page.data[start : heading.start].strip(b"\r\n"):
        raise _changed(effect)
    return page.data[:start] + page.data[end:]


def _insert(page: Page, effect: Effect, orders: list[tuple[str, ...]]) -> bytes:
    if effect.record.startswith(HEADING):
        return _insert_heading(page, effect)
    section = page.section(effect.section)
    if section is None:
        raise _changed(effect)
    for spot in page.keyed(effect.record):
        if spot.section == section:
            if page.bytes_of(spot) == effect.after:
                return page.data
            raise _changed(effect)
    at = landing(page, section, effect, orders)
    return _spliced(page, at, effect)


def _spliced(page: Page, at: int, effect: Effect) -> bytes:
    lead = page.eol if at == len(page.data) and page.data and not page.data.endswith(b"\n") else b""
    end = b"" if at == len(page.data) and (lead or effect.tail) else page.eol
    return page.data[:at] + lead + effect.after + end + page.data[at:]


def landing(page: Page, section: Section, effect: Effect, orders: Iterable[Sequence[str]] = ()) -> int:
    """The byte offset at which a bullet goes into a section: its old place, else after the last bullet."""
    if effect.offset < 0:
        return _end_of(page, section)
    choices = _choices(page, section, effect.offset)
    known = [tuple(effect.order), *map(tuple, orders)]
    keys = page.order(section)
    best = min(choices, key=lambda choice: _misplaced(effect.record, keys, choice[1], known))
    return best[0]


def _end_of(page: Page, section: Section) -> int:
    bullets = [block for block in page.blocks[section.first : section.last] if block.kind == "bullet"]
    if bullets:
        return bullets[-1].end
    body = page.blocks[section.first : min(section.first + 2, section.last)]
    tail = [block for block in body if block.kind in ("heading", "blank", "front")]
    if not tail:
        return page.blocks[section.last - 1].end if section.last else len(page.data)
    if tail[-1].kind == "blank":
        return (
            page.data.index(b"\n", tail[-1].start) + 1
            if b"\n" in page.data[tail[-1].start :]
            else len(page.data)
        )
    return tail[-1].end


def _choices(page: Page, section: Section, offset: int) -> list[tuple[int, int]]:
    """(byte offset, number of bullets before it) for every place at that distance into the section."""
    found: list[tuple[int, int]] = []
    passed, bullets, at = 0, 0, 0
    for block in page.blocks[section.first : section.last]:
        size = block.end - block.start
        if block.kind == "bullet":
            if passed == offset:
                found.append((block.start, bullets))
            bullets += 1
        else:
            if passed <= offset < passed + size:
                found.append((block.start + offset - passed, bullets))
            passed += size
        at = block.end
    if passed <= offset or not found:
        found.append((at, bullets))
    return found


def _misplaced(key: str, keys: Sequence[str], place: int, orders: Sequence[Sequence[str]]) -> int:
    """How many neighbours would stand on the wrong side of ``key``, as far as the orders tell."""
    wrong = 0
    for index, other in enumerate(keys):
        for order in orders:
            if key in order and other in order:
                wrong += (order.index(other) < order.index(key)) != (index < place)
                break
    return wrong


def _insert_heading(page: Page, effect: Effect) -> bytes:
    if page.headed(effect.record.removeprefix(HEADING)) is not None:
        return page.data
    before = page.section(effect.section) if effect.section else None
    at = page.blocks[before.first].start if before is not None else len(page.data)
    lead = page.eol * (max(effect.offset, 0) // len(page.eol))
    return page.data[:at] + lead + effect.after + page.eol + page.eol + page.data[at:]


def heading_lead(page: Page, before: str) -> int:
    """How many bytes of line ends part a new heading from what stands above it."""
    section = page.section(before) if before else None
    at = page.blocks[section.first].start if section is not None else len(page.data)
    above = page.data[:at].replace(b"\r\n", b"\n")
    missing = 0 if not above or above.endswith(b"\n\n") else 1 if above.endswith(b"\n") else 2
    return missing * len(page.eol)


def _changed(effect: Effect) -> StoreChanged:
    return StoreChanged(
        f"A record in {decode(effect.path.encode())} is not what the plan was made on.",
        not_done="That file was not changed.",
        next="Reload, look at the record as it is now, and decide again.",
    )


def _without_end(data: bytes) -> bytes:
    return data[: len(data) - end_length(data)]


def _append(page: Page, effect: Effect, orders: list[tuple[str, ...]]) -> bytes:
    return page.data + effect.after


_ONE = {"replace": _replace, "insert": _insert, "remove": _remove, "append": _append}
