"""Decisions taken back: where they were decided, and on another person's machine from git history."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.text.errors import Refused, StoreChanged

from .conftest import ADA, git, take_back

CACHE = "pending-cleanup:mem-2026-07-02-002"
PITFALLS = "memory/topics/operational-pitfalls.md"
WAYS = [
    ("keep", {}),
    ("stale", {}),
    ("cool", {"status": "stale"}),
    ("merge", {"with_ids": ("mem-2026-08-12-002",)}),
]


def store_files(root: Path) -> dict[str, object]:
    """Everything but the log and the governance folder, which only ever grow."""
    return {
        path: content
        for path, content in tree_bytes(root).items()
        if not path.startswith(("memory/governance", ".git")) and path != "memory/log.md"
    }


@pytest.mark.parametrize(("name", "parameters"), WAYS)
def test_a_revert_restores_every_byte(
    l1_store: Path, decide: Callable[..., str], name: str, parameters: dict[str, object]
) -> None:
    before = store_files(l1_store)
    decision = decide(l1_store, CACHE, name, **parameters)
    assert store_files(l1_store) != before
    take_back(l1_store, decision)
    assert store_files(l1_store) == before
    assert Desk.open(l1_store).verify().findings == ()


@pytest.mark.parametrize(("name", "parameters"), WAYS)
def test_another_machine_reverts_from_git_history(
    l1_store: Path,
    decide: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    parameters: dict[str, object],
) -> None:
    git(l1_store, "init", "--quiet")
    git(l1_store, "add", "--all")
    git(l1_store, "commit", "--quiet", "-m", "before")
    before = store_files(l1_store)
    decision = decide(l1_store, CACHE, name, **parameters)
    git(l1_store, "add", "--all")
    git(l1_store, "commit", "--quiet", "-m", "after")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another person"))
    take_back(l1_store, decision)
    assert store_files(l1_store) == before


def test_without_bytes_and_without_history_a_revert_is_refused(
    l1_store: Path, decide: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decision = decide(l1_store, CACHE, "keep")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another person"))
    before = tree_bytes(l1_store)
    with pytest.raises(Refused, match="neither on this machine nor in the git history"):
        Desk.open(l1_store).prepare_revert(decision, ADA, "a mistake")
    assert tree_bytes(l1_store) == before


def test_history_that_does_not_match_the_record_is_not_used(
    l1_store: Path, decide: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decision = decide(l1_store, CACHE, "keep")
    git(l1_store, "init", "--quiet")
    git(l1_store, "add", "--all")
    git(l1_store, "commit", "--quiet", "-m", "only the state after it")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another person"))
    with pytest.raises(Refused):
        Desk.open(l1_store).prepare_revert(decision, ADA, "a mistake")


def test_a_record_that_somebody_changed_since_is_not_reverted(
    l1_store: Path, decide: Callable[..., str]
) -> None:
    decision = decide(l1_store, CACHE, "keep")
    page = l1_store / PITFALLS
    page.write_bytes(page.read_bytes().replace(b"makes reads faster", b"makes reads slower"))
    with pytest.raises(StoreChanged):
        Desk.open(l1_store).prepare_revert(decision, ADA, "a mistake")
    report = Desk.open(l1_store).verify()
    assert not report.ok
    assert {finding.check for finding in report.findings if finding.failed} == {"foreign change"}


def test_a_decision_is_taken_back_once_and_a_revert_can_be_taken_back(
    l1_store: Path, decide: Callable[..., str]
) -> None:
    decision = decide(l1_store, CACHE, "stale")
    after = store_files(l1_store)
    take_back(l1_store, decision)
    with pytest.raises(Refused, match="taken back by"):
        Desk.open(l1_store).prepare_revert(decision, ADA, "again")
    take_back(l1_store, Desk.open(l1_store).ledger()[0].id)
    assert store_files(l1_store) == after
