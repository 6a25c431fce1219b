"""A batch reads once what is the same for all of its decisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.conftest import ADA
from workbench.desk import Desk
from workbench.desk import deciding as making
from workbench.governance.roster import Roster, read_roster
from workbench.store.decision import Verdict


def test_the_roster_is_read_once_for_a_batch(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def counting(root: Path) -> Roster | None:
        read.append(root)
        return read_roster(root)

    monkeypatch.setattr(making, "read_roster", counting)
    desk = Desk.open(sample_store)
    cases = [case.id for case in desk.cases("pending-cleanup")][:4]

    assert len(desk.prepare(cases, Verdict("defer"), ADA, "not now")) == 4
    assert read == [sample_store / "memory"]
