"""A person, a clock, and helpers that go through the desk like a screen does."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.store.decision import Actor, Prepared, Verdict

ADA = Actor("user:ada", "flag", False)
NOW = "2026-08-21T10:00:00Z"


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_NOW", NOW)


@pytest.fixture
def decide() -> Callable[..., str]:
    """Give one verdict on a freshly opened store; returns the decision id, asserts that it is done."""

    def give(store: Path, case: str, name: str, **parameters: object) -> str:
        desk = Desk.open(store)
        prepared = prepare(desk, case, name, **parameters)
        (outcome,) = desk.commit([prepared])
        assert (outcome.exit, outcome.recorded) == (0, True), outcome
        return prepared.id

    return give


def prepare(desk: Desk, case: str, name: str, **parameters: object) -> Prepared:
    (prepared,) = desk.prepare([case], Verdict(name, **parameters), ADA, "looked into it")  # type: ignore[arg-type]
    return prepared


def take_back(store: Path, decision: str) -> None:
    desk = Desk.open(store)
    (outcome,) = desk.commit([desk.prepare_revert(decision, ADA, "a mistake")])
    assert (outcome.exit, outcome.recorded) == (0, True), outcome


def git(store: Path, *arguments: str) -> None:
    """A real repository with an identity of its own."""
    settings = [
        "-c",
        "user.name=Agent",
        "-c",
        "user.email=agent@example.invalid",
        "-c",
        "commit.gpgsign=false",
    ]
    subprocess.run(["git", "-C", str(store), *settings, *arguments], check=True, capture_output=True)
