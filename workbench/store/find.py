"""Find the store a person means, and the binding that reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from workbench.store.binding import Binding
from workbench.store.snapshot import Found
from workbench.text.errors import NotAStore
from workbench.text.visible import cut, visible

GROUP = "workbench.bindings"


@lru_cache(maxsize=1)
def bindings() -> tuple[Binding, ...]:
    """Every installed binding, by entry point, in the order of their names."""
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return tuple(point.load() for point in points)


def find(named: Path | None, environment: Mapping[str, str], here: Path) -> tuple[Binding, Found]:
    """The store at a named path, else at ``$WORKBENCH_STORE``, else upwards from ``here``.

    Raises:
        NotAStore: nothing there is one; the message says what was looked for.
    """
    chosen = named if named is not None else _from(environment)
    places = [_expanded(chosen)] if chosen is not None else [here, *here.parents]
    try:
        for found in _recognised(places):
            return found
    except OSError as error:
        raise _unseen(places[0], error) from error
    raise _not_a_store(places[0], searched_upwards=chosen is None)


def _from(environment: Mapping[str, str]) -> Path | None:
    value = environment.get("WORKBENCH_STORE", "")
    return Path(value) if value else None


def _expanded(place: Path) -> Path:
    """The place with ``~`` and ``~name`` resolved.

    Raises:
        NotAStore: nobody of that name has a home here.
    """
    try:
        return place.expanduser()
    except RuntimeError as error:
        raise _refusal(f"No home directory is known for {visible(place.parts[0])}.") from error


def _recognised(places: list[Path]) -> Iterator[tuple[Binding, Found]]:
    for place in places:
        for binding in bindings():
            found = binding.recognise(place.absolute())
            if found is not None:
                yield binding, found


def _not_a_store(place: Path, *, searched_upwards: bool) -> NotAStore:
    looked = "; ".join(f"{binding.name}: {binding.looked_for()}" for binding in bindings())
    where = visible(str(place))
    try:
        there = place.exists()
    except OSError as error:
        return _unseen(place, error)
    if not there:
        message = f"There is nothing at {where}."
    elif searched_upwards:
        message = f"No memory store in {where} or above it. Looked for {looked}."
    else:
        message = f"{where} is no memory store. Looked for {looked}."
    return _refusal(message)


def _unseen(place: Path, error: OSError) -> NotAStore:
    """A place that the operating system does not let us look at, or has no room to name."""
    where = cut(visible(str(place)), 120)
    return _refusal(f"{where} cannot be looked at: {error.strerror or type(error).__name__}.")


def _refusal(message: str) -> NotAStore:
    return NotAStore(
        message,
        not_done="Nothing was opened.",
        next="Name the agent's home or its memory folder, or set WORKBENCH_STORE.",
    )
