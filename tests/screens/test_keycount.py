"""The page that counts keys is what the program does now."""

from __future__ import annotations

import re

import pytest

from tests.screens.keycount import ROOT, counted_page

pytestmark = pytest.mark.slow


def test_the_page_is_true_and_a_routine_decision_takes_three_keys() -> None:
    found = counted_page()
    assert found == (ROOT / "docs" / "keycount.md").read_text(encoding="utf-8")
    keys = [
        line.split("|")[5].split() for line in found.splitlines() if line.startswith(("| Pend", "| Stale"))
    ]
    routine = [one for one in keys if not {"↓", "…"} & set(one)]
    assert len(keys) >= 13
    assert len(routine) > len(keys) / 2
    assert {len(one) for one in routine} == {3}
    assert re.search(r"takes 3 keys at most", found)
