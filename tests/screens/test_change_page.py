"""The page of an item that changed says what is not known of how it was, and where to ask."""

from __future__ import annotations

import pytest

from screens.changes import change_lines
from workbench.desk.since import Change, How


def page(how: How, text: str, by: str | None = None) -> str:
    change = Change(how, "mem-2026-08-01-001", "topics/a.md", 3, None, "active", "active", None, text, by)
    return "\n".join(line.content.plain for line in change_lines(change, 100))


@pytest.mark.parametrize(("how", "told"), [("changed", True), ("new", False), ("moved", False)])
def test_of_what_changed_only_the_text_of_now_is_here(how: How, told: bool) -> None:
    said = page(how, "As it is now.")

    assert "As it is now." in said
    assert ("What it was before is not kept here; H asks git." in said) is told


def test_nothing_is_offered_of_what_is_withdrawn() -> None:
    assert "before is not kept" not in page("changed", "Held back by memwd-1.", "memwd-1")
