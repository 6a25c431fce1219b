"""Decisions made without a screen, and what others may do to them afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.governance.effects import Progress
from workbench.store.decision import Actor, Verdict
from workbench.text.errors import IoFailed

ADA = Actor("user:ada", "git identity", True)
KEPT = "pending-cleanup:mem-2026-02-19-001"
COOLED = "stale:mem-2026-03-11-003"
PAGE = "memory/topics/catalogue-imports.md"


def decided(
    store: Path, case: str = KEPT, verdict: Verdict | None = None, reason: str = "measured again"
) -> str:
    """Record one decision; answers its id."""
    desk = Desk.open(store)
    [prepared] = desk.prepare(
        [case], verdict or Verdict("keep"), ADA, reason, unseen=("archive/2026-02-19.md#encoding",)
    )
    [outcome] = desk.commit([prepared])
    assert outcome.exit == 0, outcome
    return prepared.id


def taken_back(store: Path, decision: str) -> str:
    """Take a decision back; answers the id of the revert."""
    desk = Desk.open(store)
    [outcome] = desk.commit([desk.prepare_revert(decision, ADA, "it was the wrong host")])
    assert outcome.exit == 0, outcome
    return outcome.id


def record_of(store: Path, decision: str) -> Path:
    """The file of a record, open for writing."""
    path = store / f"memory/governance/decisions/{decision}.json"
    path.chmod(0o644)
    return path


def left_over(store: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Record a decision on a disk that is full right after it; answers its id."""

    def no_effect(*args: object, **options: object) -> object:
        return Progress(problem=IoFailed("no space left on the device"))

    desk = Desk.open(store)
    [prepared] = desk.prepare([KEPT], Verdict("keep"), ADA, "measured again")
    with monkeypatch.context() as broken:
        broken.setattr("workbench.governance.commit._carry_out", no_effect)
        [outcome] = desk.commit([prepared])
    assert outcome.exit == 7, outcome
    return prepared.id
