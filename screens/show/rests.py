"""What a store rests on, drawn: how sure, how old, how well sourced. As many lines before the counts are
known as after, so that nothing moves when they come.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from screens.text import fit, flow, joined, styled, wrap
from workbench.desk.rests import Ages, Rests

EIGHTHS = " ▏▎▍▌▋▊▉"
LEVELS = "▁▂▃▄▅▆▇█"
NONE = "·"
"""Stands for a column of the histogram with nothing in it."""
LABEL = 12
"""Cells of the words on the left."""
_WORDS = {
    "observed-once": "observed once",
    "pending-cleanup": "pending",
    "not a word of the protocol": "other",
    "resolves": "resolve",
    "does not resolve": "do not",
    "names no file": "name no file",
}
_SURE = ("confirmed", "observed-once", "inferred", "unknown", "not given", "not a word of the protocol")
_STATUS = ("active", "superseded", "pending-cleanup", "stale", "not given", "not a word of the protocol")
_KINDS = ("knowledge", "state", "not given")
_SOURCES = ("resolves", "does not resolve", "names no file", "not given")


def drawn(number: int, most: int, cells: int) -> str:
    """A count as a bar, in eighths of a cell; something that is there is always seen."""
    if not number or not most:
        return ""
    eighths = max(1, round(number / most * cells * 8))
    full, rest = divmod(eighths, 8)
    return "█" * full + EIGHTHS[rest].strip()


def sparkline(ages: Ages) -> str:
    """The histogram of ages in one line, the newest on the left."""
    most = max(ages.bins, default=0)
    return "".join(LEVELS[-(-number * 8 // most) - 1] if number else NONE for number in ages.bins)


def age_range(ages: Ages) -> str:
    """What the histogram reaches from and to."""
    if ages.oldest is None:
        return "no item is dated"
    return "all from today" if ages.oldest == 0 else f"today … {ages.oldest:,} d"


def rests_lines(rests: Rests | None, items: int, width: int, *, roomy: bool) -> list[Content]:
    """Heading, confidence, ages, Sources, Status and kind; None while they are being counted.

    ``roomy`` gives each confidence a line and a bar, and tells the kinds.
    """
    digits = len(f"{items:,}")
    lines = [styled(" What the store rests on", "heading")]
    sure = dict(rests.confidence) if rests else None
    lines += _bars(sure, digits, width) if roomy else _counts("Confidence", _SURE, sure, digits, width)
    lines += _ages(rests, width)
    sources = dict(rests.sources) if rests else None
    lines += _counts("Sources", _SOURCES, sources, digits, width)
    lines += _counts("Status", _STATUS, dict(rests.status) if rests else None, digits, width)
    if roomy:
        lines += _counts("Kind", _KINDS, dict(rests.kinds) if rests else None, digits, width)
    return [*lines, *_apart(rests, digits, width)]


def _bars(found: dict[str, int] | None, digits: int, width: int) -> list[Content]:
    lines = []
    most = max(found.values(), default=0) if found else 0
    cells = max(min(width - 18 - digits, 24), 1)
    for at, word in enumerate(_SURE[:-1]):
        label = joined([styled(" "), fit(styled(_WORDS.get(word, word), "dim"), 14)])
        bar = styled("  " + drawn(found[word], most, cells) if found else "", "bar")
        lines.append(joined([label, _number(found, word, digits), bar]))
        if found and at == 4 and (others := found[_SURE[-1]]):
            lines[-1] = fit(joined([lines[-1], styled(f"  and {others:,} other", "dim")]), width)
    return lines


def _counts(
    label: str, words: Sequence[str], found: dict[str, int] | None, digits: int, width: int
) -> list[Content]:
    """A label, then each word with its number, as many as fit on each line."""
    parts = [
        joined([_number(found, word, digits), " ", styled(_WORDS.get(word, word), "dim")]) for word in words
    ]
    lines = flow(parts, max(width - LABEL - 1, 8), 2)
    head, blank = fit(styled(f" {label}", "dim"), LABEL), styled(" " * LABEL)
    return [joined([blank if at else head, line]) for at, line in enumerate(lines)]


def _number(found: dict[str, int] | None, word: str, digits: int) -> Content:
    if found is None:
        return styled("…".rjust(digits), "faint")
    number = found[word]
    return styled(f"{number:,}".rjust(digits), "" if number else "faint")


def _ages(rests: Rests | None, width: int) -> list[Content]:
    head = fit(styled(" Age", "dim"), LABEL)
    if rests is None:
        return [joined([head, styled("…", "faint")])]
    graph = styled(sparkline(rests.ages), "bar")
    return [fit(joined([head, graph, "  ", styled(age_range(rests.ages), "dim")]), width)]


def _apart(rests: Rests | None, digits: int, width: int) -> list[Content]:
    """What is in no count above, and what is in no column of the histogram."""
    number = f"{rests.withdrawn:,}" if rests else "…".rjust(digits)
    undated = f"{rests.ages.undated:,}" if rests else "…".rjust(digits)
    words = f" {number} withdrawn, in no count here; {undated} without a date"
    return wrap(styled(words, "dim"), width, " ")
