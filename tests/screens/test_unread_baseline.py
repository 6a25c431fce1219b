"""Where no loss could be noticed, that is said as loudly as a loss, and no key leads nowhere."""

from __future__ import annotations

import pytest

from screens.show.since import alarm_lines
from workbench.desk.since import ANOTHER, UNREAD, never, unknown
from workbench.governance.ledger import Ledger


@pytest.mark.parametrize("problem", [UNREAD, ANOTHER])
@pytest.mark.parametrize("brief", [True, False])
def test_it_comes_first_and_names_no_key(problem: str, brief: bool) -> None:
    said = " ".join(line.plain.strip() for line in alarm_lines(unknown(problem), 80, brief=brief))

    assert said.startswith("‼")
    assert "nothing to compare with." in said
    assert "lists them" not in said


def test_before_the_first_decision_nothing_is_said() -> None:
    assert alarm_lines(unknown(never(Ledger(None, None, ()))), 80, brief=False) == []
