"""How `show` prints the detail of a case, by its type, and how JSON gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from workbench.store.detail import Detail

if TYPE_CHECKING:
    from workbench.cli.emit import Emit
    from workbench.store.case import Case

Paint = Callable[["Emit", "Case", Any], None]
"""Prints a detail in the place of the text and the evidence of a case."""

PAINTS: Mapping[type[Detail], Paint] = {}
"""By the type of the detail; a case whose detail has none is printed by its text and evidence."""


def detail_object(detail: Detail | None) -> dict[str, Any] | None:
    """``detail``: its fields as they are called, with ``view`` for its type; None where there is none."""
    if detail is None:
        return None
    view = type(detail).__name__.removesuffix("Detail").lower()
    return {"view": view, **_plain(detail)}


def _plain(value: Any) -> Any:
    """Values of JSON alone: objects for dataclasses, sorted lists for sets; paths and enums as text."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(one) for one in value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)
