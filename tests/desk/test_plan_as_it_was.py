"""The plan of a recorded decision: what was shown before it, without what is held back today."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.desk.leaky import BY, ITEM, MARK, make_leaky
from workbench.desk import Desk
from workbench.desk.views import Preview
from workbench.text.errors import UnknownId

from .conftest import git, prepare, take_back

CACHE = "pending-cleanup:mem-2026-07-02-002"
PITFALLS = "memory/topics/operational-pitfalls.md"
WAYS = [
    ("keep", {}),
    ("stale", {}),
    ("cool", {"status": "stale"}),
    ("merge", {"with_ids": ("mem-2026-08-12-002",)}),
]

Decide = Callable[..., str]


def changes(preview: Preview, *, numbered: bool = True) -> dict[str, set[tuple[str, int | None, str]]]:
    """Added and removed lines of each file, in no order; blank ones only where they are numbered."""
    return {
        diff.path: {
            (row.sign, (row.new or row.old) if numbered else None, row.text)
            for row in diff.rows
            if row.sign in "+-" and (numbered or row.text)
        }
        for diff in preview.files
    }


def decided(store: Path, name: str, parameters: dict[str, object]) -> tuple[str, Preview]:
    """Decide, and remember what the person was shown before it."""
    desk = Desk.open(store)
    prepared = prepare(desk, CACHE, name, **parameters)
    shown = desk.preview(prepared)
    (outcome,) = desk.commit([prepared])
    assert outcome.exit == 0
    return prepared.id, shown


@pytest.mark.parametrize(("name", "parameters"), WAYS[:3])
def test_it_is_what_was_shown_before_the_decision(
    l1_store: Path, name: str, parameters: dict[str, object]
) -> None:
    decision, shown = decided(l1_store, name, parameters)

    was = Desk.open(l1_store).plan_of(decision)

    assert was.origin == "kept here"
    assert was.preview is not None
    numbered = name != "cool"  # a heading that was made has no line of its own
    assert changes(was.preview, numbered=numbered) == changes(shown, numbered=numbered)
    assert was.preview.log_lines == shown.log_lines
    assert (was.preview.decision_id, was.preview.verdict) == (decision, name)


def test_it_stays_so_when_the_store_goes_on(l1_store: Path, decide: Decide) -> None:
    decision, shown = decided(l1_store, "keep", {})
    page = l1_store / PITFALLS
    page.write_text("# Emptied\n", encoding="utf-8")

    was = Desk.open(l1_store).plan_of(decision)

    assert was.preview is not None
    assert changes(was.preview) == changes(shown)


@pytest.mark.parametrize(("name", "parameters"), WAYS[:2])
def test_another_machine_has_it_from_git_history(
    l1_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, parameters: dict[str, object]
) -> None:
    git(l1_store, "init", "--quiet")
    git(l1_store, "add", "--all")
    git(l1_store, "commit", "--quiet", "-m", "before")
    decision, shown = decided(l1_store, name, parameters)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))

    was = Desk.open(l1_store).plan_of(decision)

    assert was.origin == "git history"
    assert was.preview is not None
    assert changes(was.preview, numbered=False) == changes(shown, numbered=False)
    assert was.preview.log_lines == shown.log_lines
    assert not any(row.old or row.new for diff in was.preview.files for row in diff.rows)


def test_bytes_that_are_nowhere_are_said_to_be_gone(
    l1_store: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decision = decide(l1_store, CACHE, "keep")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))

    desk = Desk.open(l1_store)
    was = desk.plan_of(decision)

    assert (was.preview, was.origin) == (None, "not here")
    assert "not on this machine" in was.words
    told = {(one.op, one.path, one.record) for one in desk.decision(decision).effects}
    assert ("replace", "topics/operational-pitfalls.md", "mem-2026-07-02-002") in told


def test_kept_bytes_of_another_record_are_not_taken_for_its_own(l1_store: Path, decide: Decide) -> None:
    decision = decide(l1_store, CACHE, "keep")
    record = l1_store / f"memory/governance/decisions/{decision}.json"
    record.chmod(0o644)
    record.write_bytes(record.read_bytes().replace(b'"user:ada"', b'"user:bob"'))

    was = Desk.open(l1_store).plan_of(decision)

    assert was.origin != "kept here"


def test_what_is_withdrawn_today_is_masked(l1_store: Path, decide: Decide) -> None:
    decision = decide(make_leaky(l1_store), f"pending-cleanup:{ITEM}", "stale")
    desk = Desk.open(l1_store)

    was = desk.plan_of(decision)

    assert was.preview is not None
    assert MARK not in str(asdict(was)).casefold()
    assert MARK not in str(asdict(desk.decision(decision))).casefold()
    shown = [row.text for diff in was.preview.files for row in diff.rows]
    assert any(BY in text and "held back" in text for text in shown)
    assert any("Status: stale" in text for text in shown)


def test_a_withdrawal_counts_after_its_item_has_left_the_store(l1_store: Path, decide: Decide) -> None:
    decision = decide(make_leaky(l1_store), f"pending-cleanup:{ITEM}", "stale")
    for page in (l1_store / "memory/topics").glob("*.md"):
        page.write_text("# Emptied\n", encoding="utf-8")

    was = Desk.open(l1_store).plan_of(decision)

    assert was.preview is not None
    assert MARK not in str(asdict(was)).casefold()


def test_a_decision_is_told_in_full(l1_store: Path, decide: Decide) -> None:
    decision = decide(l1_store, CACHE, "cool", status="stale")

    told = Desk.open(l1_store).decision(decision)

    assert told.given == (("status", "stale"),)
    assert (told.at_terminal, told.roster, told.takes_back) == (False, False, None)
    assert ("mem-2026-07-02-002", "topics/operational-pitfalls.md") in told.targets
    assert {one.trace for one in told.effects} == {"stands"}
    assert f'"id": "{decision}"' in told.text
    assert not any("~" in one.ref for one in told.reviewed)


def test_what_the_store_shows_of_an_effect_is_told(l1_store: Path, decide: Decide) -> None:
    decision = decide(l1_store, CACHE, "keep")
    page = l1_store / PITFALLS
    page.write_text(page.read_text("utf-8").replace("Status: active", "Status: stale"), encoding="utf-8")

    traces = {one.path: one.trace for one in Desk.open(l1_store).decision(decision).effects}

    assert traces["topics/operational-pitfalls.md"] == "changed since"


def test_a_revert_and_what_it_takes_back_name_each_other(l1_store: Path, decide: Decide) -> None:
    decision = decide(l1_store, CACHE, "keep")
    take_back(l1_store, decision)
    desk = Desk.open(l1_store)
    revert, first = desk.ledger()

    assert desk.decision(revert.id).takes_back == first.id == decision
    assert first.reverted_by == revert.id
    assert {one.trace for one in desk.decision(decision).effects} == {"taken back"}


def test_a_decision_that_is_not_there_is_unknown(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    for ask in (desk.plan_of, desk.decision):
        with pytest.raises(UnknownId):
            ask("memdec-2026-08-21-001-0000")
