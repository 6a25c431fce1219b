"""The lines of an item that neither its text nor the fields that are told say: what else its bytes hold.

A decision is bound to all bytes of an item, so a person has to be shown all of them. Nothing here knows
which fields there are: a line is told only where it says no more than what is on the page already.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from workbench.protocol.words import CONFIDENCE_SCHEME
from workbench.review.reading import Reading, text_at
from workbench.store.snapshot import Row

Told = Iterable[tuple[str, str | None]]
"""Labels with the values that a page shows."""

_BLANK = " \t\r"
_FIELD = re.compile(r"[-*+][ \t]+([A-Za-z][A-Za-z_-]*):[ \t]*(.*)\Z", re.DOTALL)
_MARK = re.compile(r"[-*+][ \t]*")
_TOKEN = re.compile(r"[ \t]*[\[(]([^\])]*)[\])]")
_LABEL = r"(?:^|[\s.;。；]){}:[ \t]*{}(?=[\s.;。；]|\Z)"
_SCHEME = ("confidence-scheme", CONFIDENCE_SCHEME)
"""A word that is the same in every item says nothing of this one."""


def untold_of(reading: Reading, row: Row, told: Told, refs: Sequence[str] = ()) -> str:
    """The lines of a row that are not told, as they stand; of a withheld row none (§15.2 rule 1).

    A line that repeats or names what a withdrawal holds back tells its record instead.
    """
    if reading.hides(row):
        return ""
    lines = untold(text_at(reading.snapshot, row.address), row.text, told, refs)
    if reading.audit:
        return "\n".join(lines)
    held = (reading.exclusions.text_withheld(line) for line in lines)
    return "\n".join(
        line if by is None else f"withheld by {by}" for line, by in zip(lines, held, strict=True)
    )


def untold(span: str, text: str, told: Told, refs: Sequence[str] = ()) -> list[str]:
    """The lines of an item's span that say more than its text, the fields told and the refs told.

    Each of these is told once: a field that stands twice is told by its first line alone.
    """
    return list(_Lines(text, told, refs).left(span))


class _Words:
    """What is told in one piece and stands in the span over some lines, each taken as it comes."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.at = 0

    def take(self, line: str) -> bool:
        """Whether the words go on with this line; it is taken then."""
        end = self.at + len(line)
        if not self.words.startswith(line, self.at) or self.words[end : end + 1] not in ("", " "):
            return False
        self.at = end + 1
        return True

    def rest_in(self, line: str) -> str | None:
        """What a line says after all that is left of the words; None where it does not begin with that."""
        left = len(self.words) - self.at
        if 0 <= left <= len(line) and line.startswith(self.words[self.at :]):
            return line[left:]
        return line if left < 0 else None


class _Lines:
    """One pass over the lines of a span; what a line said is taken out of what is told."""

    def __init__(self, text: str, told: Told, refs: Sequence[str]) -> None:
        self.text = _Words(text)
        self.values = [(label.casefold(), value) for label, value in (*told, _SCHEME) if value]
        self.refs = Counter(refs)
        self.value = _Words("")
        """What is told of the field above, beyond its first line."""

    def left(self, span: str) -> Iterator[str]:
        """The lines that say more."""
        for at, line in enumerate(span.split("\n")):
            said = line.strip(_BLANK)
            if said and not (self._head(said) if at == 0 else self._below(said)):
                yield line.rstrip("\r")

    def _head(self, line: str) -> bool:
        rest, kept = _MARK.sub("", line, count=1), list[str]()
        while (said := " ".join([*kept, rest.strip(_BLANK)]).strip(_BLANK)) and not self._of_text(said):
            match = _TOKEN.match(rest)
            if match is None:
                return False
            if not any(self._is_told(label, match[1]) for label in ("date", "kind", "id")):
                kept.append(match[0].strip(_BLANK))
            rest = rest[match.end() :]
        return True

    def _is_told(self, label: str, value: str) -> bool:
        return (label, value) in self.values

    def _below(self, line: str) -> bool:
        if self.value.take(line):
            return True
        self.value = _Words("")
        if match := _FIELD.match(line):
            return self._field(match[1].casefold(), match[2]) or self._of_text(line)
        ref = _MARK.sub("", line, count=1)
        if self.refs[ref] > 0:
            self.refs[ref] -= 1
            return True
        return self._of_text(line)

    def _field(self, label: str, value: str) -> bool:
        """Whether a field line says what is told; a value may go on in the lines below it."""
        if label == "corroborating_refs" and not value:
            return self.refs.total() > 0
        for name, said in self.values if value else ():
            words = _Words(said)
            if name == label and words.take(value):
                self.values.remove((name, said))
                self.value = words
                return True
        return False

    def _of_text(self, line: str) -> bool:
        """Whether the text goes on with this line; it may close with labels that are told."""
        if self.text.take(line):
            return True
        rest = self.text.rest_in(line)
        if rest is None or not self._labels(rest):
            return False
        self.text.at = len(self.text.words) + 1
        return True

    def _labels(self, line: str) -> bool:
        for label, value in self.values:
            form = _LABEL.format(re.escape(label), re.escape(value))
            line = re.sub(form, " ", line, count=1, flags=re.IGNORECASE)
        return not line.strip(_BLANK + ".;。；")


def same_lines(one: str, other: str) -> bool:
    """Whether two spans hold the same lines in one order, whatever their marks, indents and line ends."""
    return all(left == right for left, right in zip_longest(_bare(one), _bare(other)))


def _bare(span: str) -> list[str]:
    lines = (_MARK.sub("- ", line.strip(_BLANK), count=1) for line in span.split("\n"))
    return [line for line in lines if line]
