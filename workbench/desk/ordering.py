"""The orders a list of cases can have. What was left for later is last in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from workbench.review.queue import KIND_ORDER
from workbench.store.case import Case

AGE: Final = "age"
SORTS: Final = (AGE, "kind", "status", "topic", "source")
"""Names of the orders, in the order in which a key goes through them."""

_Key = tuple[bool, str]


def ordered(cases: Iterable[Case], sort: str) -> list[Case]:
    """The cases by one of :data:`SORTS`; those alike keep their order, and what is not known comes last.

    Raises:
        KeyError: there is no such order.
    """
    return sorted(cases, key=key_of(sort))


def key_of(sort: str) -> Callable[[Case], tuple[Any, ...]]:
    """By what an order sorts: the lesser first. Many cases have the same.

    Raises:
        KeyError: there is no such order.
    """
    if sort == AGE:
        return _by_age
    key = _KEYS[sort]
    return lambda case: (case.deferred is not None, *key(case))


def next_sort(sort: str) -> str:
    """The order after this one."""
    return SORTS[(SORTS.index(sort) + 1) % len(SORTS)] if sort in SORTS else AGE


def _by_age(case: Case) -> tuple[bool, int]:
    """Oldest first, those of unknown age after the others."""
    return case.deferred is not None, -case.age_days if case.age_days is not None else 1


def _by_kind(case: Case) -> tuple[int, bool, str]:
    place = KIND_ORDER.index(case.kind) if case.kind in KIND_ORDER else len(KIND_ORDER)
    return (place, *_known(next((target.item_kind for target in case.targets if target.item_kind), "")))


def _known(word: str | None) -> _Key:
    return not word, (word or "").casefold()


_KEYS: Final[dict[str, Callable[[Case], tuple[object, ...]]]] = {
    "kind": _by_kind,
    "status": lambda case: _known(next((target.status for target in case.targets), "")),
    "topic": lambda case: _known(next((target.path for target in case.targets), "")),
    "source": lambda case: _known(case.facets.source),
}
