"""Effects carried out on the bytes of one file, and records found again in them.

Every function is pure: bytes in, bytes out. What is done already is left as it is, so
that carrying out effects twice gives what once gives. No effect may change what stands
beside its record: where it would, it is not carried out.

A file whose last line has no end keeps it so: the line is ended while an effect is
carried out and its end taken away again, unless only a blank line is left to bear it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from workbench.bindings.filesystem.grammar import BOM
from workbench.bindings.filesystem.layout import LOG
from workbench.bindings.filesystem.page import Page, Section, end_length, eol_of, page_of
from workbench.bindings.filesystem.places import Orders, end_of, landing
from workbench.store.plan import Effect
from workbench.text.errors import StoreChanged
from workbench.text.visible import visible

HEADING = "heading:"
ENTANGLED = "entangled"
"""The code of the refusal of an effect that would change what stands beside its record."""
_AT = re.compile(r"@(\d{1,15}):(\d{1,15})\Z")


def apply(path: str, data: bytes, effects: Sequence[Effect], orders: Iterable[Sequence[str]] = ()) -> bytes:
    """The bytes of a file after the effects, in order.

    ``orders`` are further sequences of keys as they once stood, for putting a bullet
    back among others that moved meanwhile.

    Raises:
        StoreChanged: a span has neither its bytes before nor its bytes after, or the effect
            can't be carried out without changing what stands beside it.
    """
    known = tuple(tuple(order) for order in orders)
    for effect in effects:
        data = _carried_out(path, data, effect, known)
    return data


def spans(path: str, data: bytes, record: str) -> list[bytes]:
    """Every span of a record as it stands: bullets of a key, a heading, a log line, or ``@start:end``."""
    at = _AT.match(record)
    if at:
        return [data[int(at[1]) : int(at[2])]]
    if record.startswith("memdec-") and path == LOG:
        return [line for line in data.split(b"\n") if record.encode() in line.split()]
    page = page_of(path, data)
    if record.startswith(HEADING):
        section = page.headed(record.removeprefix(HEADING))
        block = page.blocks[section.first] if section is not None else None
        return [_without_end(data[block.start : block.end])] if block is not None else []
    return [page.bytes_of(spot) for spot in page.keyed(record)]


def is_unended(data: bytes) -> bool:
    """Whether the last line of a file has no end."""
    return bool(_missing_end(data))


def stands_last(page: Page, record: str) -> bool:
    """Whether a bullet of that key is the last thing in a file, its line end apart."""
    last = page.spots[-1] if page.spots else None
    return last is not None and last.key == record and not page.data[last.end :].strip(b"\r\n")


def heading_lead(page: Page, before: str) -> int:
    """How many bytes of line ends part a new heading from what stands above it."""
    at = _heading_place(page, before)
    above = page.data[:at].removeprefix(BOM).replace(b"\r\n", b"\n")
    missing = 0 if not above or above.endswith(b"\n\n") else 1
    return missing * len(page.eol)


def _carried_out(path: str, data: bytes, effect: Effect, orders: Orders) -> bytes:
    missing = _missing_end(data)
    page = page_of(path, data + missing)
    new = _ONE[effect.op](page, effect, orders)
    if new == page.data:
        return data
    after = page_of(path, new)
    if effect.op != "append" and not _leaves_the_rest(page, after, effect):
        raise _entangled(effect)
    if missing or _takes_the_end(page, after, effect):
        return _unended(new, missing or page.eol)
    return new


def _missing_end(data: bytes) -> bytes:
    """What the last line lacks: nothing, the rest of a torn line end, or a line end."""
    if data in (b"", BOM) or data.endswith(b"\n"):
        return b""
    return b"\n" if data.endswith(b"\r") else eol_of(data)


def _unended(data: bytes, end: bytes) -> bytes:
    short = data.removesuffix(end)
    return data if short in (b"", BOM) or short.endswith(b"\n") else short


def _takes_the_end(page: Page, after: Page, effect: Effect) -> bool:
    """Whether the effect restores an end of file without a line end."""
    if effect.op == "insert" and not effect.record.startswith(HEADING):
        return effect.tail != "" and stands_last(after, effect.record)
    return effect.tail == "cut" and page.data.startswith(after.data.rstrip(b"\r\n"))


def _leaves_the_rest(page: Page, after: Page, effect: Effect) -> bool:
    """Whether all other bullets read as before, and an inserted one as it was meant."""
    if _others(page, effect) != _others(after, effect):
        return False
    if effect.record.startswith(HEADING):
        return (after.headed(effect.record.removeprefix(HEADING)) is not None) == (effect.op == "insert")
    names, later = ([section.name for section in one.sections if section.title] for one in (page, after))
    return names == later and (effect.op != "insert" or _inserted(after, effect))


def _others(page: Page, effect: Effect) -> list[tuple[str, bytes]]:
    return [(spot.key, page.bytes_of(spot)) for spot in page.spots if spot.key != effect.record]


def _inserted(page: Page, effect: Effect) -> bool:
    found = [spot for spot in page.keyed(effect.record) if spot.section.name == effect.section]
    return [page.bytes_of(spot) for spot in found] == [effect.after]


def _replace(page: Page, effect: Effect, orders: Orders) -> bytes:
    spots = page.keyed(effect.record)
    before = [spot for spot in spots if page.bytes_of(spot) == effect.before]
    done = any(page.bytes_of(spot) == effect.after for spot in spots)
    at_place = [spot for spot in before if spot.ordinal == effect.ordinal]
    if not before or (done and not at_place):
        if done:
            return page.data
        raise _changed(effect)
    spot = (at_place or before)[0]
    return page.data[: spot.start] + effect.after + page.data[spot.end :]


def _remove(page: Page, effect: Effect, orders: Orders) -> bytes:
    if effect.record.startswith(HEADING):
        return _remove_heading(page, effect)
    spots = [spot for spot in page.keyed(effect.record) if spot.section.name == effect.section]
    spot = next((spot for spot in spots if page.bytes_of(spot) == effect.before), None)
    if spot is not None:
        return page.data[: spot.start] + page.data[spot.block.end :]
    if spots:
        raise _changed(effect)
    return page.data


def _remove_heading(page: Page, effect: Effect) -> bytes:
    section = page.headed(effect.record.removeprefix(HEADING))
    if section is None or page.order(section):
        return page.data
    heading = page.blocks[section.first]
    above = page.blocks[section.first - 1] if section.first else heading
    start = heading.start - (max(effect.offset, 0) if above.kind == "blank" else 0)
    end = heading.end
    for _ in range(_blanks_after(effect)):
        end += next((len(eol) for eol in (b"\r\n", b"\n") if page.data.startswith(eol, end)), 0)
    if page.data[start : heading.start].strip(b"\r\n"):
        raise _changed(effect)
    return page.data[:start] + page.data[end:]


def _blanks_after(effect: Effect) -> int:
    """A new heading stands over a blank line, and in the middle of a page over two: a bullet goes between."""
    return 2 if effect.section else 1


def _insert(page: Page, effect: Effect, orders: Orders) -> bytes:
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
    return _placed(page, section, effect, orders)


def _placed(page: Page, section: Section, effect: Effect, orders: Orders) -> bytes:
    """The bullet at its place, else at the end of its section: where nothing else reads otherwise for it."""
    places = [landing(page, section, effect, orders), end_of(page, section), page.end(section)]
    for at in dict.fromkeys(places):
        new = page.data[:at] + effect.after + _line_end(page, effect.after) + page.data[at:]
        if _leaves_the_rest(page, page_of(page.path, new), effect):
            return new
    raise _entangled(effect)


def _line_end(page: Page, block: bytes) -> bytes:
    """The line end that the block itself uses, else that of the page."""
    return eol_of(block) if b"\n" in block else page.eol


def _insert_heading(page: Page, effect: Effect) -> bytes:
    if page.headed(effect.record.removeprefix(HEADING)) is not None:
        return page.data
    at = _heading_place(page, effect.section)
    lead = page.eol * (max(effect.offset, 0) // len(page.eol))
    below = page.eol * (1 + _blanks_after(effect))
    return page.data[:at] + lead + effect.after + below + page.data[at:]


def _heading_place(page: Page, before: str) -> int:
    section = page.section(before) if before else None
    return page.blocks[section.first].start if section is not None else len(page.data)


def _changed(effect: Effect) -> StoreChanged:
    return StoreChanged(
        f"A record in {visible(effect.path)} is not what the plan was made on.",
        not_done="That file was not changed.",
        next="Reload, look at the record as it is now, and decide again.",
    )


def _entangled(effect: Effect) -> StoreChanged:
    return StoreChanged(
        f"{visible(effect.path)} can't take this change without changing what stands beside it.",
        code=ENTANGLED,
        not_done="That file was not changed.",
        next="Mend the page by hand (an open fence, odd indentation), then decide again.",
    )


def _without_end(data: bytes) -> bytes:
    return data[: len(data) - end_length(data)]


def _append(page: Page, effect: Effect, orders: Orders) -> bytes:
    return page.data + effect.after


def _create(page: Page, effect: Effect, orders: Orders) -> bytes:
    if page.data.startswith(effect.after):
        return page.data
    raise _changed(effect)


_ONE: dict[str, Callable[[Page, Effect, Orders], bytes]] = {
    "replace": _replace,
    "insert": _insert,
    "remove": _remove,
    "append": _append,
    "create": _create,
}
