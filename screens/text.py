"""The only way a string reaches a widget: made visible, then literal `Content` that no markup can live in.

Styles are names of roles (`dim`, `quote`, `bad` …), never colours: a widget looks them up in the stylesheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content, Span

from workbench.text.visible import decoded_tags, hidden, visible

BLANK = Content("")


def safe(value: str, role: str = "") -> Content:
    """Any string as one line of literal text; what could not have been seen stands in the role `mark`."""
    if value.isascii() and value.isprintable():
        return styled(value, role)
    unseen = "".join(character for character in set(value) if _is_unseen(character))
    if not unseen:
        return styled(visible(value), role)
    spans: list[Span] = []
    text = ""
    for part in re.split(f"([{re.escape(unseen)}]+)", value):
        shown = visible(part)
        name = "mark" if part and part[0] in unseen else role
        if shown and name:
            spans.append(Span(len(text), len(text) + len(shown), name))
        text += shown
    return Content(text, spans, strip_control_codes=False)


def styled(value: str, role: str = "") -> Content:
    """Text that has been through the sanitizer already, or that we wrote, in one role."""
    spans = [Span(0, len(value), role)] if role and value else []
    return Content(value, spans, strip_control_codes=False)


def safe_lines(value: str, role: str = "") -> list[Content]:
    """Any text as literal lines; only a line feed, alone or after a carriage return, ends one."""
    lines = value.replace("\r\n", "\n").split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return [safe(line, role) for line in lines]


def joined(parts: Iterable[Content | str], between: str = "") -> Content:
    """Parts in a row; plain strings must be our own words."""
    contents = [part if isinstance(part, Content) else styled(part) for part in parts]
    return styled(between).join(contents)


def fit(content: Content, width: int, *, right: bool = False) -> Content:
    """The content in exactly `width` cells, cut with an ellipsis or padded."""
    missing = width - content.cell_length
    if missing < 0:
        return _exactly(_cut_short(content, max(width, 0)), width)
    return content.pad_left(missing) if right else content.pad_right(missing)


def _cut_short(content: Content, width: int) -> Content:
    """The beginning and an ellipsis right behind it, also where half of a wide character would have fit."""
    cut = content.truncate(width, ellipsis=True)
    at = len(cut) - 2
    if at < 0 or cut.plain[at] != " " or content.plain[at] == " ":
        return cut
    return cut[:at] + cut[at + 1 :]


def _exactly(content: Content, width: int) -> Content:
    """A wide character may have been cut in two: pad what is missing."""
    return content.pad_right(max(0, width - content.cell_length))


def fit_middle(text: str, width: int) -> str:
    """A visible id or path in at most `width` cells, shortened in the middle."""
    if cell_len(text) <= width:
        return text
    if width < 5:
        return text[: max(width, 0)]
    tail = (width - 1) // 2
    return f"{text[: width - 1 - tail]}…{text[-tail:]}"


def wrap(content: Content, width: int, indent: str = "") -> list[Content]:
    """Lines of at most `width` cells, broken at blanks or between wide characters, the later indented."""
    if width < 1:
        return []
    if content.cell_length <= width:
        return [content]
    cuts = _cuts(content.plain, width, min(cell_len(indent), width - 1))
    lead = styled(indent)
    parts = content.divide([0, *cuts, len(content.plain)]) if cuts else [content]
    lines = [part.rstrip() for part in parts if part.plain]
    return [line if index == 0 else lead + line for index, line in enumerate(lines)]


def _cuts(text: str, width: int, indent: int) -> list[int]:
    """Where each line after the first begins."""
    if text.isascii():
        return _ascii_cuts(text, width, indent)
    cuts: list[int] = []
    room, used, chance = width, 0, -1
    start = index = 0
    while index < len(text):
        character = text[index]
        size = cell_len(character)
        if used + size > room and character != " ":
            start = index = chance if chance > start else max(index, start + 1)
            cuts.append(start)
            room, used, chance = width - indent, 0, -1
            continue
        used += size
        index += 1
        if character == " " or size == 2:
            chance = index
    return [cut for cut in cuts if cut < len(text)]


def _ascii_cuts(text: str, width: int, indent: int) -> list[int]:
    """The same of a text in which every character is one cell wide, without a look at each of them."""
    cuts: list[int] = []
    start, room = 0, width
    while True:
        over = start + room
        while over < len(text) and text[over] == " ":
            over += 1
        if over >= len(text):
            return cuts
        blank = text.rfind(" ", start, over)
        start = blank + 1 if blank >= start else max(over, start + 1)
        cuts.append(start)
        room = width - indent


def flow(parts: Sequence[Content], width: int, gap: int = 3) -> list[Content]:
    """Parts side by side, as many as fit on each line; a part that is too long is wrapped."""
    lines: list[Content] = []
    for part in parts:
        if lines and lines[-1].cell_length + gap + part.cell_length <= width:
            lines[-1] = lines[-1] + styled(" " * gap) + part
        else:
            lines.extend(wrap(part, width, "  "))
    return lines


def hidden_words(value: str) -> str:
    """`3 hidden characters`, with what tag characters among them spell; empty when nothing is hidden."""
    count = hidden(value)
    if not count:
        return ""
    words = f"{count} hidden character{'s' if count > 1 else ''}"
    spelled = decoded_tags(value)
    return f"{words}; tags spell: {visible(spelled)}" if spelled else words


def counted(number: int, word: str, plural: str = "") -> str:
    """`1 file`, `3 files`."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def _is_unseen(character: str) -> bool:
    return character not in "\t\n" and visible(character) != character
