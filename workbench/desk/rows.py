"""Rows to choose from: what filters and orders ask of them is found out once, in slices.

Rows may be asked about from a thread. Whoever asked is looked for between two slices of rows:
when nobody waits for the answer any longer, the work ends and what was found out is kept.
Nothing here refers to what refers to it, so that rows which nobody holds are gone at once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Final, Generic, Protocol, TypeVar, overload

from workbench.desk.filtering import Filter, Term

SLICE: Final = 4_000
"""Rows between two looks at whether somebody still waits."""
KEPT: Final = 12
"""How many answers are kept."""

RowT = TypeVar("RowT")
Asked = tuple[str, tuple[Term, ...]]
"""An order and the terms of a filter."""


class Overtaken(Exception):
    """Nobody waits for this answer any longer."""


class Waits(Protocol):
    """Whoever waits for an answer."""

    def check(self) -> None:
        """Go on only while somebody waits; raises where nobody does."""


class Wish:
    """Somebody waits for an answer, until they say that they do not."""

    def __init__(self) -> None:
        self.over = False

    def check(self) -> None:
        """Go on only while somebody waits.

        Raises:
            Overtaken: nobody does.
        """
        if self.over:
            raise Overtaken


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Places of rows in an order. ``rank`` is where each place is in it, None where they stand so anyway."""

    places: Sequence[int] = field(repr=False)
    rank: Sequence[int] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, places: Sequence[int]) -> Order:
        """The order of all places."""
        rank = [0] * len(places)
        for index, place in enumerate(places):
            rank[place] = index
        return cls(places, rank)

    def index(self, places: Sequence[int], place: int) -> int | None:
        """Where a place is among some that are in this order."""
        if isinstance(places, range):
            return place if place in places else None
        rank = self.rank
        if rank is None:
            found = bisect_left(places, place)
        else:
            found = bisect_left(places, rank[place], key=rank.__getitem__)
        return found if found < len(places) and places[found] == place else None


class Picked(Sequence[RowT]):
    """The rows at some places; none is touched before it is asked for."""

    __slots__ = ("_places", "_rows")

    def __init__(self, rows: Sequence[RowT], places: Sequence[int]) -> None:
        self._rows = rows
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> RowT: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[RowT]: ...

    def __getitem__(self, at: int | slice) -> RowT | Sequence[RowT]:
        if isinstance(at, slice):
            return [self._rows[place] for place in self._places[at]]
        return self._rows[self._places[at]]

    def __iter__(self) -> Iterator[RowT]:
        return map(self._rows.__getitem__, self._places)


class Facts(Generic[RowT]):
    """Rows in their order, and what was found out of them. They are found by words."""

    def __init__(
        self, rows: Sequence[RowT], key_of: Callable[[RowT], str], words: Callable[[RowT], str]
    ) -> None:
        self.rows = rows
        self.key_of = key_of
        self.words_of = words
        self.words: list[str] = []
        self.as_they_are = Order(range(len(rows)))

    @cached_property
    def keys(self) -> Sequence[str]:
        """The key of each row."""
        return [self.key_of(row) for row in self.rows]

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The place of each row by its key; of rows with one key that of the first."""
        return dict(zip(reversed(self.keys), range(len(self.rows) - 1, -1, -1), strict=True))

    def is_order(self, sort: str) -> bool:
        """Whether the rows stand in this order as they are."""
        return True

    def order(self, sort: str, wish: Waits) -> Order:
        """The places in an order."""
        return self.as_they_are

    def left_by(self, term: Term, places: Sequence[int], wish: Waits) -> list[int]:
        """The places of which a term leaves the rows."""
        self.fill_words(wish)
        words, value, found = self.words, term.value, list[int]()
        for part in slices(places, wish):
            if term.inverted:
                found += [place for place in part if value not in words[place]]
            else:
                found += [place for place in part if value in words[place]]
        return found

    def fill_words(self, wish: Waits) -> None:
        """Find out the words of every row."""
        for part in slices(range(len(self.words), len(self.rows)), wish, SLICE // 16):
            self.words += [self.words_of(self.rows[place]) for place in part]


@dataclass(frozen=True, eq=False)
class Choice(Generic[RowT]):
    """What a filter leaves of rows, in an order. ``places`` are where the rows stand among all of them."""

    facts: Facts[RowT]
    wanted: Filter = field(repr=False)
    sort: str
    order: Order = field(repr=False)
    places: Sequence[int] = field(repr=False)

    @cached_property
    def rows(self) -> Sequence[RowT]:
        """The rows that are left."""
        every = isinstance(self.places, range)
        return self.facts.rows if every else Picked(self.facts.rows, self.places)

    def index_of(self, key: str | None) -> int | None:
        """Where the row of a key is among the rows, or None; of rows with one key the first counts."""
        place = self.facts.at.get(key) if key is not None else None
        return None if place is None else self.order.index(self.places, place)


class Shelf(Generic[RowT]):
    """Rows to choose from, and the last answers."""

    def __init__(
        self, rows: Sequence[RowT], key_of: Callable[[RowT], str], words: Callable[[RowT], str]
    ) -> None:
        self._begin(Facts(rows, key_of, words))

    def _begin(self, facts: Facts[RowT]) -> None:
        self.facts = facts
        self._kept: dict[Asked, Choice[RowT]] = {}
        self._lock = Lock()
        self._all = Choice(facts, Filter(), "", facts.as_they_are, facts.as_they_are.places)

    @property
    def rows(self) -> Sequence[RowT]:
        """All rows."""
        return self.facts.rows

    def get_ready(self, wish: Waits | None = None) -> None:
        """Find out where every row is and what a filter asks of it, before it is asked.

        Raises:
            Overtaken: the wish is over.
        """
        len(self.facts.at)
        with self._lock:
            self.facts.fill_words(wish or Wish())

    def known(self, wanted: Filter, sort: str = "") -> Choice[RowT] | None:
        """The answer, where it costs nothing."""
        if not wanted and self.facts.is_order(sort):
            return self._all
        return self._kept.get((sort, wanted.terms))

    def choose(self, wanted: Filter, sort: str = "", wish: Waits | None = None) -> Choice[RowT]:
        """The rows that a filter leaves, in an order.

        Raises:
            Overtaken: the wish is over.
            KeyError: there is no such order.
        """
        wish = wish or Wish()
        with self._lock:
            found = self.known(wanted, sort)
            if found is None:
                found = self._chosen(wanted, sort, wish)
                self._kept[sort, wanted.terms] = found
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
        return found

    def look_through(self, wish: Waits) -> None:
        """Find out beforehand what answers need.

        Raises:
            Overtaken: the wish is over.
        """
        self.get_ready(wish)

    def _chosen(self, wanted: Filter, sort: str, wish: Waits) -> Choice[RowT]:
        facts = self.facts
        order = facts.order(sort, wish)
        places = self._narrower(wanted, sort)
        if places is None:
            places = order.places
        len(facts.at)
        for term in wanted.terms:
            places = facts.left_by(term, places, wish)
        return Choice(facts, wanted, sort, order, places)

    def _narrower(self, wanted: Filter, sort: str) -> Sequence[int] | None:
        """The fewest places that were left before by a filter that leaves out nothing more."""
        left = [
            choice.places
            for (order, _), choice in list(self._kept.items())
            if order == sort and wanted.narrows(choice.wanted)
        ]
        return min(left, key=len, default=None)


def slices(places: Sequence[int], wish: Waits, size: int = SLICE) -> Iterator[Sequence[int]]:
    """The places, some at a time, while somebody waits.

    Raises:
        Overtaken: nobody does.
    """
    for start in range(0, len(places), size):
        wish.check()
        yield places[start : start + size]
