"""What a store rests on: how sure its items are, how old, and whether their Sources can be looked up (§9).

An item counts once, by the row that counts (§7.2); withdrawn items are counted apart and in nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from workbench.protocol.words import CONFIDENCE_SCHEME, Confidence, Kind, Status
from workbench.review.queue import Review
from workbench.review.reading import Reading, grouped
from workbench.store.rows import deciding
from workbench.store.snapshot import Row

NOT_GIVEN: Final = "not given"
UNCLEAR: Final = "not a word of the protocol"

SOURCES: Final = ("resolves", "does not resolve", "names no file", NOT_GIVEN)
"""How a Source can be looked up."""

BINS: Final = 12
"""Columns of the histogram of ages."""

Counts = tuple[tuple[str, int], ...]
"""Words in the order of the protocol, each with its number; zero where there is none."""


@dataclass(frozen=True, slots=True)
class Ages:
    """A histogram of the items' ages: ``bins`` from today on, each ``width`` days wide.

    ``oldest`` is the greatest age in days, None where no item is dated. ``undated`` items are in no bin.
    """

    bins: tuple[int, ...]
    width: int
    oldest: int | None
    undated: int


@dataclass(frozen=True, slots=True)
class Rests:
    """What the items of a store rest on. ``items`` are those that are not withdrawn.

    ``sources`` counts ``resolves``, ``does not resolve`` (some file it names is not there, or no such
    heading), ``names no file`` and ``not given``.
    """

    items: int
    withdrawn: int
    confidence: Counts
    status: Counts
    kinds: Counts
    sources: Counts
    ages: Ages

    @property
    def resolved(self) -> int:
        """Items all of whose file references resolve."""
        return dict(self.sources)["resolves"]


def rests_of(review: Review) -> Rests:
    """Count over every item of a snapshot."""
    reading = review.reading
    found = [deciding(rows) for rows in grouped(reading.snapshot.rows).values()]
    rows = [row for row in found if review.exclusions.withheld_by(row) is None]
    return Rests(
        items=len(rows),
        withdrawn=len(found) - len(rows),
        confidence=_counts((_confidence(reading, row) for row in rows), [*reversed(Confidence)]),
        status=_counts((row.status or NOT_GIVEN for row in rows), Status),
        kinds=_counts((row.kind or NOT_GIVEN for row in rows), Kind),
        sources=_sources(reading, rows),
        ages=ages_of([reading.days_since(row.date) for row in rows]),
    )


def ages_of(days: Iterable[int | None], bins: int = BINS) -> Ages:
    """A histogram of ages in days; None is an age that is not known."""
    listed = list(days)
    known = [age for age in listed if age is not None]
    if not known:
        return Ages((0,) * bins, 1, None, len(listed))
    width = max(known) // bins + 1
    found = Counter(age // width for age in known)
    return Ages(tuple(found[at] for at in range(bins)), width, max(known), len(listed) - len(known))


def _confidence(reading: Reading, row: Row) -> str:
    """The Confidence of an item; a word without the scheme that gives it a meaning says nothing (§9)."""
    if b"confidence" not in reading.snapshot.span(row.address).lower():
        return NOT_GIVEN
    item = reading.item_of(row)
    if not item.confidence_text:
        return NOT_GIVEN
    if item.confidence is None or item.confidence_scheme != CONFIDENCE_SCHEME:
        return UNCLEAR
    return item.confidence.value


def _counts(found: Iterable[str], words: Iterable[str]) -> Counts:
    """Each word with its number, then what is not given, then every other word together."""
    numbers = Counter(found)
    known: Mapping[str, int] = {str(word): numbers.pop(str(word), 0) for word in words}
    missing = numbers.pop(NOT_GIVEN, 0)
    return (*known.items(), (NOT_GIVEN, missing), (UNCLEAR, sum(numbers.values())))


def _sources(reading: Reading, rows: Iterable[Row]) -> Counts:
    anchors = reading.lookups.anchors
    known: dict[str | None, str] = {}
    numbers: Counter[str] = Counter()
    for row in rows:
        if row.source not in known:
            refs = anchors.all(row.source)
            resolves = "resolves" if all(passage for _, passage in refs) else "does not resolve"
            known[row.source] = resolves if refs else "names no file" if row.source else NOT_GIVEN
        numbers[known[row.source]] += 1
    return tuple((word, numbers[word]) for word in SOURCES)
