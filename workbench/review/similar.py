"""Newer items that may refute an older one: suggestions, never findings (§14.3, §15.2 rule 5).

Two items are put beside each other when they have one subject, or when they share rare
words and differ in a number, a date or a polarity word.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from workbench.protocol.dates import parse_date
from workbench.protocol.ids import parse_id
from workbench.review.words import Said, said, words_of
from workbench.store.layers import patched
from workbench.store.snapshot import Row

T = TypeVar("T")

MOST = 5
_COMMON = 40
"""A word that stands in more items than this, or in more than every 25th, tells nothing."""
_LISTED = 2 * _COMMON
"""Of a word in more items than this nothing is kept but in how many it stands."""
_PATCHED = 400
"""How many items may say something else for an index to be mended and not made anew."""
_RANK = {"topic": 0, "inbox": 1, "index": 2}


Keys = Sequence[str] | int
"""The items that a word stands in, or how many they are where they are too many for it to tell anything."""


@dataclass(frozen=True, slots=True)
class Match:
    """A row beside another, and exactly why. ``why`` holds memory words."""

    row: Row
    why: str = field(repr=False)
    score: float


@dataclass(frozen=True)
class Similar:
    """An inverted index over the items that may refute: not archived, historical, merged or superseded."""

    rows: Mapping[str, Row]
    words: Mapping[str, Keys] = field(repr=False)
    subjects: Mapping[str, Sequence[str]] = field(repr=False)
    withheld: Callable[[Row], str | None] = field(repr=False)

    @classmethod
    def of(cls, rows: Iterable[Row], withheld: Callable[[Row], str | None]) -> Similar:
        """Index one row of each key."""
        kept = _candidates(rows)
        words: dict[str, list[str]] = {}
        subjects: dict[str, list[str]] = {}
        for key, row in kept.items():
            for word in words_of(row.text):
                words.setdefault(word, []).append(key)
            if row.subject and row.kind == "state":
                subjects.setdefault(row.subject, []).append(key)
        return cls(kept, {word: _thinned(keys) for word, keys in words.items()}, subjects, withheld)

    def again(
        self,
        rows_of: Callable[[str], Iterable[Row]],
        keys: Iterable[str],
        withheld: Callable[[Row], str | None],
    ) -> Similar | None:
        """The same index with the rows of some keys replaced; ``rows_of`` gives those that stand now.

        None where so many say something else that an index from the start costs less, or where a word
        of which only the number of items was kept may be rare by now.
        """
        rows = {key: _candidates(rows_of(key)).get(key) for key in keys}
        others = [key for key, row in rows.items() if _says(self.rows.get(key)) != _says(row)]
        if len(others) > _PATCHED:
            return None
        words: dict[str, Keys | None] = {}
        subjects: dict[str, Sequence[str] | None] = {}
        for key in others:
            old, new = self.rows.get(key), rows[key]
            spoke, says = _words(old), _words(new)
            for word in spoke ^ says:
                words[word] = _counted(_of(self.words, words, word), key, word in says)
            had, has = _subject(old), _subject(new)
            for subject in had ^ has:
                listed = _of(self.subjects, subjects, subject) or ()
                subjects[subject] = _exchanged(listed, key, subject in has)
        if any(isinstance(keys, int) and keys <= _COMMON for keys in words.values()):
            return None
        return Similar(
            patched(self.rows, rows), patched(self.words, words), patched(self.subjects, subjects), withheld
        )

    def refuters(self, row: Row) -> tuple[Match, ...]:
        """Up to five newer rows that may refute ``row``, best first, none of them withdrawn."""
        found = [match for match in self._matches(row) if self.withheld(match.row) is None]
        return tuple(found[:MOST])

    def held_back(self, row: Row) -> tuple[tuple[Row, str], ...]:
        """Withdrawn rows that would have been picked, each with the record that holds it back."""
        found = [(match.row, self.withheld(match.row)) for match in self._matches(row)]
        return tuple((other, by) for other, by in found if by is not None)[:MOST]

    def _matches(self, row: Row) -> list[Match]:
        """Every match, best first. Two state items of different subjects can't refute each other (§14.2)."""
        own = said(row.text)
        found = [match for key in self._near(row, own) if (match := self._match(row, own, key))]
        return sorted(found, key=lambda match: (-match.score, match.row.key))

    def _near(self, row: Row, own: Said) -> list[str]:
        keys = [key for word in own.words if self._rare(word) for key in _keys(self.words.get(word))]
        subject = self.subjects.get(row.subject, ()) if row.subject and row.kind == "state" else ()
        return [key for key in dict.fromkeys([*subject, *keys]) if key != row.key]

    def _match(self, row: Row, own: Said, key: str) -> Match | None:
        other = self.rows[key]
        if not _newer(other, row):
            return None
        if row.subject and row.kind == other.kind == "state" and row.subject == other.subject:
            return Match(other, "same subject", 1000.0 + _recency(other))
        if row.kind == other.kind == "state":
            return None
        theirs = said(other.text)
        shared = [word for word in own.words if word in theirs.words and self._rare(word)]
        difference = own.difference(theirs)
        if difference is None or not self._enough(shared, own, theirs):
            return None
        why = (
            f"shares the rare {'word' if len(shared) == 1 else 'words'} {', '.join(shared[:4])}; {difference}"
        )
        return Match(other, why, sum(map(self._weight, shared)))

    def _enough(self, shared: Sequence[str], own: Said, theirs: Said) -> bool:
        """Two shared rare words, or one in sentences that share half of what the shorter one says."""
        if not shared:
            return False
        common = len(set(own.words) & set(theirs.words))
        return len(shared) > 1 or 2 * common >= min(len(own.words), len(theirs.words))

    def _rare(self, word: str) -> bool:
        count = _number(self.words.get(word))
        return 0 < count <= max(4, min(_COMMON, len(self.rows) // 25))

    def _weight(self, word: str) -> float:
        return math.log1p(len(self.rows) / _number(self.words[word]))


def _says(row: Row | None) -> tuple[str | None, ...]:
    """What of a row an index is made of."""
    return (row.text, row.subject, row.kind) if row is not None else ()


def _words(row: Row | None) -> frozenset[str]:
    return frozenset(words_of(row.text)) if row is not None else frozenset()


def _subject(row: Row | None) -> frozenset[str]:
    return (
        frozenset({row.subject}) if row is not None and row.subject and row.kind == "state" else frozenset()
    )


def _keys(keys: Keys | None) -> Sequence[str]:
    return () if keys is None or isinstance(keys, int) else keys


def _number(keys: Keys | None) -> int:
    return keys if isinstance(keys, int) else len(keys or ())


def _thinned(keys: Sequence[str]) -> Keys:
    return keys if len(keys) <= _LISTED else len(keys)


def _of(known: Mapping[str, T], changes: Mapping[str, T | None], name: str) -> T | None:
    """What is known of a name once the changes are made."""
    return changes[name] if name in changes else known.get(name)


def _counted(keys: Keys | None, key: str, comes: bool) -> Keys | None:
    """The items of a word once one of them came or went."""
    if isinstance(keys, int):
        return keys + (1 if comes else -1)
    exchanged = _exchanged(keys or (), key, comes)
    return exchanged and _thinned(exchanged)


def _exchanged(keys: Sequence[str], key: str, comes: bool) -> Sequence[str] | None:
    """A list with the key at its end, or without it; None where nothing is left."""
    left = [one for one in keys if one != key]
    return [*left, key] if comes else left or None


def _candidates(rows: Iterable[Row]) -> dict[str, Row]:
    """One row of each key, unless the item was put away: the item store's word counts."""
    kept: dict[str, Row] = {}
    away: set[str] = set()
    for row in rows:
        if row.place == "archive":
            continue
        if (
            row.place == "historical"
            or row.merged_into
            or (row.status == "superseded" and row.place != "index")
        ):
            away.add(row.key)
        elif row.status != "superseded" and _rank(row) < _rank(kept.get(row.key)):
            kept[row.key] = row
    return {key: row for key, row in kept.items() if key not in away}


def _rank(row: Row | None) -> int:
    return _RANK[row.place] if row is not None else len(_RANK)


def _newer(row: Row, than: Row) -> bool:
    """Later by its date, on one day by its number. Where either day is unknown nothing is newer."""
    mine = parse_date(row.date) if row.date else None
    theirs = parse_date(than.date) if than.date else None
    if mine is None or theirs is None:
        return False
    return mine > theirs or (mine == theirs and _ordinal(row) > _ordinal(than) > 0)


def _ordinal(row: Row) -> int:
    found = parse_id(row.id) if row.id else None
    return found.ordinal if found is not None and str(found.day) == row.date else 0


def _recency(row: Row) -> float:
    found = parse_date(row.date) if row.date else None
    return found.toordinal() / 1e7 if found is not None else 0.0
