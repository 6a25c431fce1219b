"""What the desk plans, refuses and records, on real stores."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.trees import changed_paths, tree_bytes
from workbench.desk import Desk
from workbench.store.decision import Actor, Verdict
from workbench.text.errors import NotAStore, Refused, UnknownId, UsageError

from .conftest import ADA, prepare

CACHE = "pending-cleanup:mem-2026-07-02-002"


def test_looking_at_everything_writes_nothing(l1_store: Path) -> None:
    before = tree_bytes(l1_store)
    desk = Desk.open(l1_store)
    desk.status()
    for case in desk.cases(audit=True):
        desk.case(case.id)
        desk.history(case.id)
    desk.records(audit=True)
    desk.ledger()
    desk.verify()
    prepared = prepare(desk, CACHE, "keep")
    desk.preview(prepared)
    assert tree_bytes(l1_store) == before
    assert not desk.changed()


def test_a_decision_changes_only_what_its_plan_names(l1_store: Path) -> None:
    before = tree_bytes(l1_store)
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    desk.commit([prepared])
    changed = changed_paths(before, tree_bytes(l1_store))
    files = {path for path in changed if not path.startswith("memory/governance")}
    assert files == {"memory/topics/operational-pitfalls.md", "memory/index.md", "memory/log.md"}
    assert desk.changed()


def test_the_log_line_says_who_what_and_by_which_decision(l1_store: Path, decide: Callable[..., str]) -> None:
    decision = decide(l1_store, CACHE, "keep")
    last = (l1_store / "memory/log.md").read_text().splitlines()[-1]
    assert last == f"- 2026-08-21T10:00:00Z review mem-2026-07-02-002 verdict=keep by user:ada {decision}"


def test_a_withdrawn_item_is_masked_and_is_no_evidence(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    held = "mem-2026-06-23-008"
    told = next(view for view in desk.records("item", audit=True) if view.id == held).summary
    case = desk.case("pending-cleanup:mem-2026-04-21-006")
    (withdrawn,) = [found for found in case.evidence if found.key == held]
    assert (withdrawn.text, withdrawn.withheld_by) == ("", "memwd-2026-08-06-002")
    assert told not in repr([view.summary for view in desk.records()])
    audited = desk.case("pending-cleanup:mem-2026-04-21-006", audit=True)
    assert told in [found.text for found in audited.evidence]


def test_a_withdrawn_item_is_no_member_of_a_merge(l1_store: Path) -> None:
    with pytest.raises(Refused) as refusal:
        prepare(Desk.open(l1_store), CACHE, "merge", with_ids=("mem-2026-08-01-003",))
    assert refusal.value.rule is not None
    assert "§15.2" in refusal.value.rule


def test_withdrawn_text_is_masked_where_it_is_only_context_of_a_change(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    preview = desk.preview(prepare(desk, CACHE, "cool", status="stale"))
    text = "\n".join(row.text for diff in preview.files for row in diff.rows)
    assert "withdrawn by memwd-2026-08-05-001" in text
    assert "hides late cancellations" not in text


def test_an_agent_decides_nothing(l1_store: Path) -> None:
    with pytest.raises(Refused):
        Desk.open(l1_store).prepare(
            [CACHE], Verdict("keep"), Actor("agent:dream", "flag", False), "I think so"
        )


def test_a_reason_and_a_verdict_of_the_case_are_needed(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    with pytest.raises(UsageError, match="reason"):
        desk.prepare([CACHE], Verdict("keep"), ADA, "  ")
    with pytest.raises(UsageError, match="no verdict active"):
        desk.prepare([CACHE], Verdict("active"), ADA, "x")
    with pytest.raises(UnknownId):
        desk.prepare(["pending-cleanup:mem-2026-01-01-001"], Verdict("keep"), ADA, "x")


def test_a_store_that_changed_meanwhile_gets_no_decision(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    page = l1_store / "memory/topics/operational-pitfalls.md"
    page.write_bytes(page.read_bytes().replace(b"makes reads faster", b"makes reads slower"))
    before = tree_bytes(l1_store)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (4, False)
    assert tree_bytes(l1_store) == before


def test_changes_elsewhere_in_the_same_file_are_kept(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    page = l1_store / "memory/topics/operational-pitfalls.md"
    page.write_bytes(page.read_bytes() + b"\nA line that an agent added.\n")
    (outcome,) = desk.commit([prepared])
    assert outcome.exit == 0
    assert page.read_bytes().endswith(b"\nA line that an agent added.\n")
    assert b"  - Status: active\n  - Source: archive/2026-07-02.md#cache\n" in page.read_bytes()


def test_a_deferred_case_waits_until_its_day(
    l1_store: Path, decide: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(l1_store, CACHE, "defer", until="2026-09-01")
    counts = {kind.kind: (kind.waiting, kind.deferred) for kind in Desk.open(l1_store).status().kinds}
    assert counts["pending-cleanup"] == (0, 1)
    monkeypatch.setenv("WORKBENCH_NOW", "2026-09-01T00:00:00Z")
    counts = {kind.kind: (kind.waiting, kind.deferred) for kind in Desk.open(l1_store).status().kinds}
    assert counts["pending-cleanup"] == (1, 0)


def test_a_roster_says_who_may_decide(l1_store: Path) -> None:
    governance = l1_store / "memory/governance"
    governance.mkdir()
    (governance / "roster.yaml").write_text("version: 1\npeople:\n  user:bo: {kind: human, may: [review]}\n")
    desk = Desk.open(l1_store)
    assert desk.store().authority == "roster: 1 person"
    with pytest.raises(Refused, match="not in the roster"):
        prepare(desk, CACHE, "keep")
    desk.prepare([CACHE], Verdict("keep"), Actor("user:bo", "flag", False), "x")


def test_no_store_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(NotAStore, match=r"memory\.md, index\.md or topics/"):
        Desk.open(tmp_path)
    with pytest.raises(NotAStore, match="There is nothing at"):
        Desk.open(tmp_path / "nowhere")


def test_keeping_an_item_says_which_conflict_it_leaves_open(sample_store: Path) -> None:
    prepared = prepare(Desk.open(sample_store), "pending-cleanup:mem-2026-02-19-001", "keep")
    assert any(note.startswith("mem-2026-06-04-002 stays active beside it") for note in prepared.plan.notes)
    stale = prepare(Desk.open(sample_store), "pending-cleanup:mem-2026-02-19-001", "stale")
    assert not any("stays active" in note for note in stale.plan.notes)
    assert any("waits under Stale next" in note for note in stale.plan.notes), "one queue for another"


def test_an_item_is_one_record_over_all_its_places(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    items = desk.records("item")
    assert len(items) == len({item.id for item in items}) == desk.store().items
    doubled = next(item for item in items if item.id == "mem-2026-02-19-001")
    assert doubled.path == "topics/catalogue-imports.md"
    assert ("also in", "index.md:25") in doubled.facts
