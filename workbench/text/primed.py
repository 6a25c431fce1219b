"""Cached properties that are given their value, so that they need not find it out."""

from __future__ import annotations

from functools import cached_property
from typing import Any


def prime(thing: object, **values: object) -> None:
    """Give cached properties of a thing their values by name; what they held before is forgotten.

    Raises:
        AttributeError: the thing has no cached property of a name.
    """
    for name in values:
        if not isinstance(getattr(type(thing), name, None), cached_property):
            raise AttributeError(f"{type(thing).__name__} has no cached property {name}")
    vars(thing).update(values)


def primed(thing: object) -> dict[str, Any]:
    """The values of the cached properties of a thing that are known by now; none is found out for it."""
    kind = type(thing)
    return {
        name: value
        for name, value in vars(thing).items()
        if isinstance(getattr(kind, name, None), cached_property)
    }
