"""What a person calls a thing leads to the thing, whatever the workbench calls it."""

from __future__ import annotations

import pytest

from screens.actions import ACTIONS
from screens.actions.synonyms import _BY_CALL, _WORDS
from screens.help import help_rows


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("undo", "Revert your last decision"),
        ("skip", "Later"),
        ("postpone", "Later"),
        ("zoom", "Text over the list"),
        ("approve", "Keep, or a row is current"),
        ("split", "Side by side"),
        ("clipboard", "Copy"),
    ],
)
def test_help_is_found_by_other_words(wanted: str, name: str) -> None:
    found = [row.name for _, rows in help_rows("queue", wanted) for row in rows]

    assert any(name in one for one in found), found


def test_every_other_word_belongs_to_an_action() -> None:
    assert _WORDS.keys() <= {action.id for action in ACTIONS}
    assert _BY_CALL.keys() <= {action.call.partition("(")[0] for action in ACTIONS}
