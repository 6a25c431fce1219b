"""The ids of a store's decisions from the names of their files alone, for a shell that completes a word."""

from __future__ import annotations

import os
from pathlib import Path

from workbench.governance.places import DECISIONS, RECORD_SUFFIX, decision_of
from workbench.store.find import find
from workbench.text import durable


def decision_names(where: Path | None) -> list[str]:
    """Every decision of the store at ``where``, else of the one found from here; the newest first.

    Raises:
        NotAStore: nothing there is one.
        Unreadable: its ledger cannot be listed.
    """
    _, found = find(where, os.environ, Path.cwd())
    named = [decision_of(name) for name in durable.list_dir(found.root, DECISIONS)]
    return sorted((one[0] for one in named if one and one[1] == RECORD_SUFFIX), reverse=True)
