"""Rows to choose from: what filters and orders ask of them is found out once, in slices.

A shelf may be asked from a thread. Whoever asked is looked for between two slices of rows:
when nobody waits for the answer any longer, the work ends and what was found out is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Final, Generic, TypeVar

from workbench.desk.filtering import FACETS, Facet, Filter, Term, words_of
from workbench.desk.ordering import AGE, SORTS, key_of
from workbench.store.case import Case

SLICE: Final = 4_000
"""Rows between two looks at whether somebody still waits."""
KEPT: Final = 12
"""How many answers are kept."""

RowT = TypeVar("RowT")
Asked = tuple[str, tuple[Term, ...]]
"""An order and the terms of a filter."""


Shape = tuple[tuple[str, bool, tuple[str, ...]], ...]
"""Of each verdict on a case whether it is allowed and what it needs."""
MOST_SHAPES: Final = 126


class Overtaken(Exception):
    """Nobody waits for this answer any longer."""


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


@dataclass(frozen=True, eq=False)
class Choice(Generic[RowT]):
    """What a filter leaves of a shelf, in an order. ``places`` are where the rows stand on the shelf."""

    shelf: Shelf[RowT]
    wanted: Filter = field(repr=False)
    sort: str
    places: Sequence[int] = field(repr=False)
    rows: Sequence[RowT] = field(repr=False)

    def index_of(self, key: str | None) -> int | None:
        """Where the row of a key is among the rows, or None; of rows with one key the first counts."""
        place = self.shelf.at.get(key) if key is not None else None
        return None if place is None else self._indexes.get(place)

    def get_ready(self) -> None:
        """Find out where every row is, before it is asked for."""
        if self.rows:
            self.index_of(self.shelf.key_of(self.rows[0]))

    @cached_property
    def _indexes(self) -> Mapping[int, int]:
        return dict(zip(self.places, range(len(self.places)), strict=True))


class Shelf(Generic[RowT]):
    """Rows, and what was found out of them. They keep their order, and are found by words."""

    def __init__(
        self, rows: Sequence[RowT], key_of: Callable[[RowT], str], words: Callable[[RowT], str]
    ) -> None:
        self.rows = rows
        self.key_of = key_of
        self._words_of = words
        self._words: list[str] = []
        self._kept: dict[Asked, Choice[RowT]] = {}
        self._lock = Lock()
        self._all = Choice(self, Filter(), "", range(len(rows)), rows)

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The place of each row by its key; of rows with one key that of the first."""
        keys = [self.key_of(row) for row in self.rows]
        return dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))

    def get_ready(self) -> None:
        """Find out where every row is, before it is asked for."""
        self._all.get_ready()

    def known(self, wanted: Filter, sort: str = "") -> Choice[RowT] | None:
        """The answer, where it costs nothing."""
        if not wanted and self._is_order(sort):
            return self._all
        return self._kept.get((sort, wanted.terms))

    def choose(self, wanted: Filter, sort: str = "", wish: Wish | None = None) -> Choice[RowT]:
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
                found.get_ready()
                self._kept[sort, wanted.terms] = found
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
        return found

    def look_through(self, wish: Wish) -> None:
        """Find out beforehand what answers need.

        Raises:
            Overtaken: the wish is over.
        """
        self.get_ready()
        with self._lock:
            self._fill_words(wish)

    def _chosen(self, wanted: Filter, sort: str, wish: Wish) -> Choice[RowT]:
        places = self._narrower(wanted, sort)
        if places is None:
            places = self._in_order(sort, wish)
        for term in wanted.terms:
            places = self._left_by(term, places, wish)
        return Choice(self, wanted, sort, places, [self.rows[place] for place in places])

    def _narrower(self, wanted: Filter, sort: str) -> Sequence[int] | None:
        """The fewest places that were left before by a filter that leaves out nothing more."""
        left = [
            choice.places
            for (order, _), choice in list(self._kept.items())
            if order == sort and wanted.narrows(choice.wanted)
        ]
        return min(left, key=len, default=None)

    def _is_order(self, sort: str) -> bool:
        """Whether the rows stand in this order as they are."""
        return True

    def _in_order(self, sort: str, wish: Wish) -> Sequence[int]:
        return self._all.places

    def _left_by(self, term: Term, places: Sequence[int], wish: Wish) -> Sequence[int]:
        """The places of which a term leaves the rows."""
        self._fill_words(wish)
        words, value, found = self._words, term.value, list[int]()
        for part in slices(places, wish):
            if term.inverted:
                found += [place for place in part if value not in words[place]]
            else:
                found += [place for place in part if value in words[place]]
        return found

    def _fill_words(self, wish: Wish) -> None:
        for part in slices(range(len(self._words), len(self.rows)), wish, SLICE // 16):
            self._words += [self._words_of(self.rows[place]) for place in part]


class CaseShelf(Shelf[Case]):
    """Cases: found by words and by the keys of a filter, and in one of several orders."""

    def __init__(self, cases: Sequence[Case], *, by_age: bool = False) -> None:
        super().__init__(cases, lambda case: case.id, words_of)
        self._by_age = by_age
        """Whether they stand in the order of their age as they are."""
        self._columns: dict[str, tuple[list[int], list[Facet]]] = {}
        self._orders: dict[str, Sequence[int]] = {}
        self._sorts: tuple[bytes, list[Shape]] | None = None

    def sorts(self, wish: Wish | None = None) -> tuple[bytes, list[Shape]]:
        """A byte for each case, twice the number of its shape and one more where it was left for later;
        and the shapes by their numbers. More than :data:`MOST_SHAPES` are told as the last of them.

        Raises:
            Overtaken: the wish is over.
        """
        if self._sorts is None:
            known: dict[Shape, int] = {}
            found = bytearray()
            for part in slices(range(len(self.rows)), wish or Wish()):
                for case in (self.rows[place] for place in part):
                    shape = min(known.setdefault(shape_of(case), len(known)), MOST_SHAPES - 1)
                    found.append(2 * shape + (case.deferred is not None))
            self._sorts = bytes(found), list(known)[:MOST_SHAPES]
        return self._sorts

    def look_through(self, wish: Wish) -> None:
        """As for every shelf; the keys and the orders as well."""
        super().look_through(wish)
        self.sorts(wish)
        for key in FACETS:
            with self._lock:
                self._column(key, wish)
        for sort in SORTS:
            self.choose(Filter(), sort, wish)

    def _is_order(self, sort: str) -> bool:
        return not sort or (sort == AGE and self._by_age)

    def _in_order(self, sort: str, wish: Wish) -> Sequence[int]:
        """Cases that sort alike are put together first: few of them have to be compared."""
        if self._is_order(sort):
            return self._all.places
        if sort not in self._orders:
            alike: dict[tuple[object, ...], list[int]] = {}
            key, rows = key_of(sort), self.rows
            for part in slices(range(len(rows)), wish):
                for place in part:
                    alike.setdefault(key(rows[place]), []).append(place)
            self._orders[sort] = [place for one in sorted(alike) for place in alike[one]]
        return self._orders[sort]

    def _left_by(self, term: Term, places: Sequence[int], wish: Wish) -> Sequence[int]:
        if not term.key:
            return super()._left_by(term, places, wish)
        codes, facets = self._column(term.key, wish)
        wanted: set[int] = set()
        for part in slices(range(len(facets)), wish):
            wanted.update(code for code in part if term.in_facet(facets[code]))
        found: list[int] = []
        for part in slices(places, wish):
            found += [place for place in part if codes[place] in wanted]
        return found

    def _column(self, key: str, wish: Wish) -> tuple[list[int], list[Facet]]:
        """Which facet each case has under a key, and all facets that there are."""
        if key not in self._columns:
            codes, known, facet_of = list[int](), dict[Facet, int](), FACETS[key]
            for part in slices(range(len(self.rows)), wish):
                codes += [known.setdefault(facet_of(self.rows[place]), len(known)) for place in part]
            self._columns[key] = codes, list(known)
        return self._columns[key]


def shape_of(case: Case) -> Shape:
    """What of the verdicts on a case tells it from others in a batch."""
    return tuple((offer.verdict, offer.allowed, offer.needs) for offer in case.verdicts)


def slices(places: Sequence[int], wish: Wish, size: int = SLICE) -> Iterator[Sequence[int]]:
    """The places, some at a time, while somebody waits.

    Raises:
        Overtaken: nobody does.
    """
    for start in range(0, len(places), size):
        wish.check()
        yield places[start : start + size]
