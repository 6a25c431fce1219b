"""Items of knowledge that may contradict each other or say the same, found by what they say (§14.3, §15.2).

Found with an inverted index whose keys are pairs of rare words, so that the work grows with the number
of items and not with that of their pairs. What is found is possible, never certain: a suggestion for a
person (§15.2 rule 5).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Final

from workbench.review.possible_judge import Judged, Kind, compare, judge
from workbench.review.possible_said import Statement, statement
from workbench.review.possible_words import LONGEST, Vocabulary
from workbench.store.binding import Progress
from workbench.store.snapshot import Row
from workbench.text.collecting import no_collecting

RAREST: Final = 6
"""How many words of an item are looked up: the rarest of those that are written at least twice."""
RAREST_OF_MANY: Final = 3
"""The same where more than :data:`MANY` items take part."""
MANY: Final = 20_000
FEW: Final = 9
"""Of so many items with the same two rare words each is put beside each."""
BESIDE: Final = 3
"""Where more have them, each is put beside so many of those that follow it in the order of their texts."""
_KEPT: Final = 4_096
"""So many statements are kept taken apart: each is a hundred times the size of its text."""
_OFTEN: Final = 1_024
_RANK: Final = {"topic": 0, "inbox": 1, "index": 2}

__all__ = ["Found", "Judged", "Kind", "Pair", "find", "judge", "taking_part"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two items by their keys, the smaller key first, and why they are put beside each other.

    In ``why`` what the first one says comes first; it holds memory words.
    """

    first: str
    second: str
    kind: Kind
    why: str = field(repr=False)


class Found(tuple[Pair, ...]):
    """Pairs in the order of their keys, contradictions first, and what was left out.

    ``crowded`` counts items that were not put beside all that share two of their rare words, because more
    than :data:`FEW` share these; ``long`` counts items whose text is too long to be judged.
    """

    crowded: int = 0
    long: int = 0


def find(rows: Iterable[Row], progress: Progress | None = None) -> Found:
    """Every possible contradiction and duplicate among the items that take part; see :func:`taking_part`.

    Two items are judged when two of the :data:`RAREST` rarest words of each are the same (of the
    :data:`RAREST_OF_MANY` rarest in a large store; or its only word), and when they share at least half of
    the content words of the shorter one. A word that is written once in all items does not count, and of
    equally rare words the first in the alphabet comes first. Where more than :data:`FEW` items have the same
    two rare words, each is put beside the next :data:`BESIDE` in the order of their texts alone. The order of
    ``rows`` changes nothing. ``progress`` hears of items, and may raise.
    """
    with no_collecting():
        taken = sorted(taking_part(rows), key=_key)
        short = [row for row in taken if len(row.text) <= LONGEST]
        search = _Search(short, progress)
        found = Found(sorted(search.pairs(), key=lambda pair: (pair.kind, pair.first, pair.second)))
        found.crowded, found.long = len(search.crowded), len(taken) - len(short)
        return found


def taking_part(rows: Iterable[Row]) -> list[Row]:
    """One row of each item of knowledge, or of no kind, that is in force or waits for a person.

    Items that are archived, historical, merged or superseded take no part, whichever of their rows says
    so; the item store's word counts before the inbox's, and that before the index's. Items that are
    withdrawn are the caller's to leave out.
    """
    kept: dict[str, Row] = {}
    away: set[str] = set()
    for row in rows:
        place, key = row.place, row.key
        if place == "archive":
            continue
        if place == "historical" or row.merged_into or (row.status == "superseded" and place != "index"):
            away.add(key)
        elif row.status != "superseded":
            other = kept.get(key)
            if other is None or _before(row, other):
                kept[key] = row
    return [
        row
        for key, row in kept.items()
        if key not in away and (row.kind == "knowledge" or row.kind is None) and row.text
    ]


def _before(row: Row, other: Row) -> bool:
    return (_RANK[row.place], row.path, row.start) < (_RANK[other.place], other.path, other.start)


def _key(row: Row) -> str:
    return row.key


class _Search:
    """One search over rows in the order of their keys, by their numbers in that order."""

    def __init__(self, rows: Sequence[Row], progress: Progress | None) -> None:
        self.rows = rows
        self.progress = progress
        self.crowded = set[int]()
        self.words = array("i")
        self.starts = array("i", [0])
        self._said: dict[int, Statement] = {}

    def pairs(self) -> Iterator[Pair]:
        """Every pair that is found, once, in no order."""
        for first, second in self._near():
            found = self._judged(first, second)
            if found is not None:
                yield Pair(self.rows[first].key, self.rows[second].key, found.kind, found.why)

    def _judged(self, first: int, second: int) -> Judged | None:
        mine, theirs = self.rows[first].text, self.rows[second].text
        if mine == theirs:
            return judge(mine, theirs)
        return compare(
            self._statement(first), self._statement(second), alike=mine.casefold() == theirs.casefold()
        )

    def _statement(self, number: int) -> Statement:
        known = self._said.get(number)
        if known is None:
            if len(self._said) >= _KEPT:
                self._said.clear()
            known = self._said[number] = statement(self.rows[number].text)
        return known

    def _near(self) -> Iterator[tuple[int, int]]:
        """Items that share rare words, the smaller number first."""
        seen = set[int]()
        for group in self._groups():
            for first, second in self._beside(group):
                pair = first * len(self.rows) + second
                if pair in seen:
                    continue
                seen.add(pair)
                mine, theirs = self._of(first), self._of(second)
                if 2 * len(mine & theirs) >= min(len(mine), len(theirs)):
                    yield first, second

    def _beside(self, group: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Pairs of a group: all of a small one, neighbours by their texts in a large one."""
        if len(group) <= FEW:
            yield from combinations(group, 2)
            return
        self.crowded.update(group)
        ordered = sorted(group, key=lambda number: self.rows[number].text)
        for at, one in enumerate(ordered):
            for other in islice(ordered, at + 1, at + 1 + BESIDE):
                yield (one, other) if one < other else (other, one)

    def _groups(self) -> list[tuple[int, ...]]:
        """Items that have two of their rarest words in common, by these."""
        ranks, most = self._ranks(), RAREST if len(self.rows) <= MANY else RAREST_OF_MANY
        width, keys, ends = len(ranks), list[int](), [0]
        rank, starts, words = ranks.__getitem__, self.starts, self.words
        for number in range(len(self.rows)):
            if not number % _OFTEN:
                self._heard(number, 1)
            rare = sorted(set(map(rank, words[starts[number] : starts[number + 1]])))[: most + 1]
            if rare and not rare[0]:
                del rare[0]
            del rare[most:]
            keys += [one * width + other for one, other in combinations(rare, 2)] or rare
            ends.append(len(keys))
        several: dict[int, list[int]] = {key: [] for key, count in Counter(keys).items() if count > 1}
        for at in [at for at, key in enumerate(keys) if key in several]:
            several[keys[at]].append(bisect_right(ends, at) - 1)
        return list(dict.fromkeys(map(tuple, several.values())))

    def _ranks(self) -> list[int]:
        """The rank of each word of all items, the rarest first, 0 for one that is written once."""
        vocabulary = self._read()
        counts = Counter(self.words)
        spelled = vocabulary.stems()
        ranks = [0] * len(spelled)
        common = (number for number, count in counts.items() if count > 1 and number)
        ordered = sorted(common, key=lambda number: (counts[number], spelled[number]))
        for rank, number in enumerate(ordered, start=1):
            ranks[number] = rank
        return ranks

    def _read(self) -> Vocabulary:
        """Take the words of every item: their numbers, item after item."""
        vocabulary, words, starts = Vocabulary(), self.words, self.starts
        for number, row in enumerate(self.rows):
            if not number % _OFTEN:
                self._heard(number, 0)
            words.extend(vocabulary.of(row.text))
            starts.append(len(words))
        return vocabulary

    def _of(self, number: int) -> set[int]:
        """The content words of an item."""
        return set(self.words[self.starts[number] : self.starts[number + 1]]) - {0}

    def _heard(self, number: int, part: int) -> None:
        if self.progress is not None:
            self.progress(part * len(self.rows) + number, 2 * len(self.rows))
