"""Losses that add up: a few items at a time, with decisions between, must not pass for none.

With each decision what is kept of the store begins anew. Items that were gone by then, and too few
for an alarm, are carried along until they are found again, an alarm told of them, or
:data:`CARRIED_DAYS` have gone by. What decisions of ours took away was never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from workbench.desk.baseline import ItemPrint, Lost

CARRIED_DAYS: Final = 30


def still_lost(
    lost: Mapping[str, Lost],
    now: Mapping[str, tuple[str, ItemPrint]],
    found: Collection[str],
    days_since: Callable[[str], int | None],
) -> dict[str, Lost]:
    """Those of the items that are nowhere now, neither by key nor by bytes, and not long ago.

    ``now`` is where each item stands, ``found`` are keys of which it is known what became of them.
    """
    digests = {mark[0] for _, mark in now.values()}
    return {
        key: (digest, at)
        for key, (digest, at) in lost.items()
        if not _stands(now, key)
        and key not in found
        and digest not in digests
        and (days_since(at) or 0) <= CARRIED_DAYS
    }


def _stands(now: Mapping[str, tuple[str, ItemPrint]], key: str) -> bool:
    """Whether an item is there; one that only the index names is not."""
    return key in now and now[key][1][2] != "index"
