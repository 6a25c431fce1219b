"""Whether an item departs from §9 in nothing, told from its fields without building its model.

The answer is sound, not complete: what is said to be plain has no finding at all, while of
anything else it is only said that its model has to be looked at.
"""

from __future__ import annotations

from .checks import has_legacy_marker, points_into_mutable
from .dates import is_date
from .ids import Prefix, is_id

__all__ = ["is_date", "is_plain_id", "is_plain_prose", "is_plain_source", "is_plain_succession"]


def is_plain_source(source: str) -> bool:
    """Whether a Source that is given has nothing said against it."""
    if ".md" not in source and source.isascii():
        return "hyp-" not in source
    return "hyp-" not in source and not points_into_mutable(source) and is_plain_prose(source)


def is_plain_prose(text: str) -> bool:
    """Whether no marker of an old store stands in a text."""
    return text.isascii() or not has_legacy_marker(text)


def is_plain_id(id_: str) -> bool:
    """Whether an item id is of the protocol's form."""
    return is_id(id_, Prefix.ITEM)


def is_plain_succession(id_: str, kind: str, status: str | None, superseded_by: str | None) -> bool:
    """Whether Status and successor of an item agree, kind and Status being words of the protocol."""
    if superseded_by is None:
        return status != "superseded"
    waits = status in ("superseded", "pending-cleanup") and kind == "state"
    return waits and superseded_by != id_ and is_plain_id(superseded_by)
