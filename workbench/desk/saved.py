"""Views that a person named: a filter and an order, kept on this machine for this store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.desk.desk import Desk
from workbench.desk.ordering import AGE, SORTS
from workbench.text.errors import UsageError

TOPIC: Final = "views"
LONGEST: Final = 60
"""Characters that a name may have."""


@dataclass(frozen=True, slots=True)
class View:
    """A filter and an order under a name."""

    name: str
    filter: str = field(repr=False)
    sort: str = AGE


def views(desk: Desk) -> tuple[View, ...]:
    """The views of this store, by name; what does not read as one is left out."""
    found = (_view(name, said) for name, said in desk.own(TOPIC).items())
    return tuple(sorted((view for view in found if view), key=lambda view: view.name.casefold()))


def view_named(desk: Desk, name: str) -> View:
    """The view of a name.

    Raises:
        UsageError: there is none; tells which there are.
    """
    known = {view.name: view for view in views(desk)}
    if name not in known:
        there = f"There are: {', '.join(known)}." if known else "None is kept yet: --save-view keeps one."
        raise UsageError("No view of that name is kept for this store.", next=there)
    return known[name]


def keep_view(desk: Desk, view: View) -> View:
    """Keep a view under its name, in the place of one that had it. Answers it as it is kept.

    Raises:
        UsageError: the name is none, or nothing may be kept.
    """
    name = " ".join(view.name.split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise UsageError(
            f"The name of a view has 1 to {LONGEST} visible characters.", not_done="No view was kept."
        )
    kept = View(name, view.filter, view.sort)
    _change(desk, lambda known: {**known, name: {"filter": kept.filter, "sort": kept.sort}})
    return kept


def drop_view(desk: Desk, name: str) -> None:
    """Forget a view.

    Raises:
        UsageError: nothing may be kept.
    """
    _change(desk, lambda known: {other: said for other, said in known.items() if other != name})


def _change(desk: Desk, change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    if not desk.change_own(TOPIC, change):
        why = "the store was opened read-only" if desk.readonly else "the folder for it cannot be written"
        raise UsageError(f"Views cannot be kept: {why}.", not_done="No view was kept.")


def _view(name: object, said: object) -> View | None:
    if not isinstance(name, str) or not isinstance(said, Mapping):
        return None
    words, sort = said.get("filter"), said.get("sort")
    if not isinstance(words, str) or sort not in SORTS:
        return None
    return View(name, words, sort)
