"""The one sanitizer: stored text made safe to show in a terminal or a widget.

Every character that a terminal obeys or a reader cannot see becomes a mark:

    C0, DEL                     their pictures: ␛ ␀ ␍ ␡ (and ␊ unless newlines are kept)
    bytes that are no UTF-8     ⟨byte FF⟩ (held as surrogateescape, see `from_bytes`)
    anything else unseen        ⟨U+202E⟩: C1, bidi controls, zero-width, soft hyphen, line and
                                paragraph separators, tags, variation selectors, blank fillers,
                                surrogates, private use, non-characters, unassigned
    tab                         four spaces

ZWJ, the emoji selector U+FE0F and skin tones are marked too: a terminal may draw them in any
width, so columns would shift, and they can hide a payload. A joined emoji is shown as its members with
the joiners named between. Blank characters that take a cell (U+00A0, U+3000 …) and combining
marks stay. A text can spell a mark out; `hidden` counts the real ones.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rich.cells import cell_len

TAB = "    "
LINE_END = " ⏎ "
"""Stands for one or more line ends in a one-line view."""

_UNSEEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_UNSEEN_LETTERS = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
)
"""Drawn as nothing although their category is letter, mark or symbol."""

_PRINTABLE_ASCII = bytes(range(0x20, 0x7F))
_LINE_ENDS = re.compile(r"[ \t]*(?:\r?\n[ \t]*)+")
_FEW = 8
"""Up to so many distinct marks, one replace each is faster than a translation."""


def from_bytes(data: bytes) -> str:
    """Text of any bytes, losslessly: UTF-8, other bytes as surrogates that `visible` names."""
    return data.decode("utf-8", "surrogateescape")


def visible(text: str, *, newlines: bool = False) -> str:
    """The text with every control and unseen character marked; idempotent.

    With `newlines` a line feed stays a line feed, otherwise it is shown as ␊.
    """
    if text.isascii() and text.isprintable():
        return text
    marks = _marks_of(text)
    if newlines:
        marks.pop("\n", None)
    if len(marks) > _FEW:
        return text.translate({ord(character): mark for character, mark in marks.items()})
    for character, mark in marks.items():
        text = text.replace(character, mark)
    return text


def hidden(text: str) -> int:
    """How many characters a reader would not have seen; tabs and line ends do not count."""
    marks = _marks_of(text)
    count = sum(text.count(character) for character in marks if character not in "\t\n")
    return count - text.count("\r\n")


def decoded_tags(text: str) -> str:
    """The ASCII that tag characters (U+E0020 to U+E007E) spell, one blank between runs."""
    runs = re.findall("[\U000e0020-\U000e007e]+", text)
    return " ".join("".join(chr(ord(tag) - 0xE0000) for tag in run) for run in runs)


def cells(text: str) -> int:
    """Width of a visible text in terminal cells."""
    return cell_len(text)


def cut(text: str, width: int) -> str:
    """The visible text on one line in at most `width` cells, saying how many characters are missing."""
    return _cut(text, width, 0)


def one_line(text: str, width: int) -> str:
    """As `cut`, with line ends and the blanks around them collapsed to one ⏎: a row of a list.

    Only as much of the text is looked at as a row can hold.
    """
    reach = 8 * max(width, 0) + 256
    head = text[:reach]
    if len(text) <= reach:
        head = head.rstrip("\r\n")
    return _cut(_LINE_ENDS.sub(LINE_END, head), width, max(0, len(text) - reach))


def _cut(text: str, width: int, beyond: int) -> str:
    """Fit `text` into `width` cells when `beyond` more characters follow it."""
    if width <= 0:
        return ""
    if not beyond and len(text) <= width:
        shown = visible(text)
        if cells(shown) <= width:
            return shown
    taken, used = _take(text, width)
    if not beyond and taken == len(text):
        return visible(text)
    while True:
        notice = f"… {len(text) - taken + beyond} more"
        room = width - cells(notice)
        if room < 0:
            return _head(text, width - 1) + "…"
        if used <= room:
            return visible(text[:taken]) + notice
        taken, used = _take(text[:taken], room)


def _head(text: str, width: int) -> str:
    return visible(text[: _take(text, width)[0]])


def _take(text: str, width: int) -> tuple[int, int]:
    """How many leading characters fit into `width` cells once visible, and the cells they use."""
    used = 0
    for index, character in enumerate(text):
        size = cell_len(_mark(character) or character)
        if used + size > width:
            return index, used
        used += size
    return len(text), used


def _marks_of(text: str) -> dict[str, str]:
    """The mark of each distinct character of the text that needs one."""
    if text.isascii():
        distinct = set(text.encode("ascii").translate(None, _PRINTABLE_ASCII).decode("ascii"))
    else:
        distinct = set(text)
    return {character: mark for character in distinct if (mark := _mark(character)) is not None}


@lru_cache(maxsize=16384)
def _mark(character: str) -> str | None:
    """What stands for this character, or None when it may be shown as it is."""
    code = ord(character)
    if character == "\t":
        return TAB
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0xDC80 <= code <= 0xDCFF:
        return f"⟨byte {code - 0xDC00:02X}⟩"
    if _is_unseen(character, code):
        return f"⟨U+{code:04X}⟩"
    return None


def _is_unseen(character: str, code: int) -> bool:
    return (
        code in _UNSEEN_LETTERS
        or 0xFE00 <= code <= 0xFE0F
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0000 <= code <= 0xE0FFF
        or unicodedata.category(character) in _UNSEEN_CATEGORIES
    )
