"""Losses that add up: a few items at a time, with decisions between, must not pass for none.

With each decision what is kept of the store begins anew. Items that were gone by then, and too few
for an alarm, are carried along until they are found again, an alarm told of them, or
:data:`CARRIED_DAYS` have gone by. What decisions of ours took away was never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from workbench.desk.baseline import FilePrint, Lost

CARRIED_DAYS: Final = 30


def still_lost(
    lost: Mapping[str, Lost],
    now: Mapping[str, FilePrint],
    found: Collection[str],
    days_since: Callable[[str], int | None],
) -> dict[str, Lost]:
    """Those of the items that are nowhere now, neither by key nor by bytes, and not long ago.

    ``now`` are the files as they are, ``found`` are keys of which it is known what became of them. An
    item that only the index names is not there.
    """
    marks = [(key, mark) for file in now.values() for key, mark in file.items.items()]
    standing = {key for key, mark in marks if key in lost and mark[2] != "index"}
    digests = {mark[0] for _, mark in marks}
    return {
        key: (digest, at)
        for key, (digest, at) in lost.items()
        if key not in standing
        and key not in found
        and digest not in digests
        and (days_since(at) or 0) <= CARRIED_DAYS
    }
