"""Mappings that differ from another one in a few keys, made without copying the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

_THIN: Final = 16
"""A layer is laid on as long as it has less than one key in so many of what lies below it."""


class Layered(Mapping[K, V]):
    """What ``below`` maps, with what ``above`` puts in its place; None takes a key away.

    Keys stand in the order of ``below``, new ones after them. What lies below is never changed.
    """

    __slots__ = ("_above", "_below", "_size")

    def __init__(self, below: Mapping[K, V], above: Mapping[K, V | None]) -> None:
        self._below, self._above = below, above
        came = sum(1 for key, value in above.items() if value is not None and key not in below)
        gone = sum(1 for key, value in above.items() if value is None and key in below)
        self._size = len(below) + came - gone

    def __getitem__(self, key: K) -> V:
        if key in self._above:
            value = self._above[key]
            if value is None:
                raise KeyError(key)
            return value
        return self._below[key]

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | D) -> V | D: ...
    def get(self, key: K, /, default: V | D | None = None) -> V | D | None:
        """The value of a key, else ``default``."""
        if key in self._above:
            value = self._above[key]
            return default if value is None else value
        return self._below.get(key, default)

    def __contains__(self, key: object) -> bool:
        if key in self._above:
            return self._above[key] is not None  # type: ignore[index]
        return key in self._below

    def __iter__(self) -> Iterator[K]:
        above = self._above
        for key in self._below:
            if key not in above or above[key] is not None:
                yield key
        for key, value in above.items():
            if value is not None and key not in self._below:
                yield key

    def __len__(self) -> int:
        return self._size


def patched(below: Mapping[K, V], changes: Mapping[K, V | None]) -> Mapping[K, V]:
    """A mapping with some keys changed; None takes one away. Costs what changed, now and then all of it."""
    if not changes:
        return below
    base: Mapping[K, V] = below
    above: dict[K, V | None] = {}
    if isinstance(below, Layered):
        base, above = below._below, dict(below._above)
    above.update(changes)
    if _THIN * len(above) > len(base):
        return dict(Layered(base, above))
    return Layered(base, above)
