"""Cases to choose from: found by words and by the keys of a filter, and in one of several orders.

What a filter or an order asks of a case is one of few values. Which of them each case has is a
column, made once; after the store was read again it is taken over for each case that is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import Final

from workbench.desk.filtering import FACETS, Filter, Term, words_of
from workbench.desk.ordering import AGE, SORTS, key_of
from workbench.desk.rows import Facts, Order, Shelf, Waits, Wish, slices
from workbench.store.case import Case

Shape = tuple[tuple[str, bool, tuple[str, ...]], ...]
"""Of each verdict on a case whether it is allowed and what it needs."""
MOST_SHAPES: Final = 126


def shape_of(case: Case) -> Shape:
    """What of the verdicts on a case tells it from others in a batch."""
    return tuple([(offer.verdict, offer.allowed, offer.needs) for offer in case.verdicts])


def is_later(case: Case) -> bool:
    """Whether it was left for later."""
    return case.deferred is not None


SHAPE, LATER = "=shape", "=later"
"""Columns beside those of a filter's keys and those of the orders, which begin with `^`."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Which of few values each case has: a number for each case, and the values by their numbers."""

    numbers: list[int] = field(repr=False)
    values: list[Hashable] = field(repr=False)


class CaseFacts(Facts[Case]):
    """Cases, with a column for each thing that is asked of them."""

    def __init__(self, cases: Sequence[Case], *, by_age: bool) -> None:
        super().__init__(cases, lambda case: case.id, lambda case: words_of(case))
        self._by_age = by_age
        """Whether they stand in the order of their age as they are."""
        self.columns: dict[str, Column] = {}
        self._orders: dict[str, Order] = {}

    def learn(self, earlier: CaseFacts, wish: Waits) -> None:
        """Take over what an earlier reading found out of the cases that are the same objects."""
        before = {id(case): place for place, case in enumerate(earlier.rows)}
        places = [before.get(id(case)) for case in self.rows]
        if len(earlier.words) == len(earlier.rows):
            self.words = [
                self.words_of(case) if place is None else earlier.words[place]
                for case, place in zip(self.rows, places, strict=True)
            ]
        for name, column in list(earlier.columns.items()):
            wish.check()
            self.columns[name] = self._learned(name, column, places)

    def _learned(self, name: str, column: Column, places: Sequence[int | None]) -> Column:
        ask, old = asker(name), column.numbers
        known = {value: number for number, value in enumerate(column.values)}
        numbers = [
            known.setdefault(ask(case), len(known)) if place is None else old[place]
            for case, place in zip(self.rows, places, strict=True)
        ]
        return Column(numbers, list(known))

    def column(self, name: str, wish: Waits) -> Column:
        """The column of that name, made where it is not there yet.

        Raises:
            Overtaken: the wish is over.
        """
        if name not in self.columns:
            numbers, known, ask = list[int](), dict[Hashable, int](), asker(name)
            for part in slices(range(len(self.rows)), wish):
                numbers += [known.setdefault(ask(self.rows[place]), len(known)) for place in part]
            self.columns[name] = Column(numbers, list(known))
        return self.columns[name]

    @cached_property
    def sorts(self) -> tuple[bytes, list[Shape]]:
        """A byte for each case, twice the number of its shape and one more where it was left for later;
        and the shapes by their numbers. More than :data:`MOST_SHAPES` are told as the last of them.
        """
        shapes, later = self.column(SHAPE, Wish()), self.column(LATER, Wish())
        twice = [2 * min(number, MOST_SHAPES - 1) for number in range(len(shapes.values))]
        left = [int(bool(value)) for value in later.values]
        pairs = zip(shapes.numbers, later.numbers, strict=True)
        told: list[Shape] = [value for value in shapes.values[:MOST_SHAPES] if isinstance(value, tuple)]
        return bytes([twice[shape] + left[one] for shape, one in pairs]), told

    def is_order(self, sort: str) -> bool:
        """Whether the cases stand in this order as they are."""
        return not sort or (sort == AGE and self._by_age)

    def order(self, sort: str, wish: Waits) -> Order:
        """The places in an order. Cases that sort alike are put together: few values are compared."""
        if self.is_order(sort):
            return self.as_they_are
        if sort not in self._orders:
            column = self.column(f"^{sort}", wish)
            alike: list[list[int]] = [[] for _ in column.values]
            for part in slices(range(len(self.rows)), wish):
                for place in part:
                    alike[column.numbers[place]].append(place)
            keys: list[tuple[object, ...]] = [value for value in column.values if isinstance(value, tuple)]
            ranked = sorted(range(len(keys)), key=keys.__getitem__)
            self._orders[sort] = Order.of([place for number in ranked for place in alike[number]])
        return self._orders[sort]

    def left_by(self, term: Term, places: Sequence[int], wish: Waits) -> list[int]:
        """The places of which a term leaves the cases."""
        if not term.key:
            return super().left_by(term, places, wish)
        column = self.column(term.key, wish)
        number_of, flags = column.numbers.__getitem__, bytearray(len(column.values))
        there: Sequence[int] = range(len(flags))
        if len(places) < len(flags):
            there = list(set(map(number_of, places)))
        for part in slices(there, wish):
            for number in part:
                flags[number] = term.in_facet(column.values[number])
        found: list[int] = []
        for part in slices(places, wish):
            found += compress(part, map(flags.__getitem__, map(number_of, part)))
        return found


class CaseShelf(Shelf[Case]):
    """Cases to choose from."""

    facts: CaseFacts

    def __init__(self, cases: Sequence[Case], *, by_age: bool = False) -> None:
        self._begin(CaseFacts(cases, by_age=by_age))

    def learn(self, earlier: CaseShelf, wish: Waits) -> None:
        """Take over what is known of the same cases; for a shelf that was asked nothing yet.

        Raises:
            Overtaken: the wish is over.
        """
        with self._lock:
            self.facts.learn(earlier.facts, wish)

    def get_ready(self, wish: Waits | None = None) -> None:
        """As for every shelf; what is asked by keys, and of marks, as well."""
        super().get_ready(wish)
        with self._lock:
            for name in (*FACETS, SHAPE, LATER):
                self.facts.column(name, wish or Wish())
            len(self.facts.sorts)

    def look_through(self, wish: Waits) -> None:
        """As for every shelf; the orders as well."""
        super().look_through(wish)
        for sort in SORTS:
            self.choose(Filter(), sort, wish)


def asker(name: str) -> Callable[[Case], Hashable]:
    """What a column asks of each case."""
    if name.startswith("^"):
        return key_of(name[1:])
    return {**FACETS, SHAPE: shape_of, LATER: is_later}[name]
