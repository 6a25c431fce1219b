"""What comes between plan and record is held against the rules again, under the lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.store.decision import Verdict
from workbench.text.errors import IoFailed, NotAStore, Refused

from .conftest import ADA, prepare

CACHE = "pending-cleanup:mem-2026-07-02-002"
PAGE = "memory/topics/environment.md"
TWINS = b"""- [2026-08-01] (state) Door code is 11.
  - id: mem-2026-08-01-701
  - kind: state
  - subject: door:code
  - Status: pending-cleanup
  - Source: user statement
- [2026-08-02] (state) Door code is 22.
  - id: mem-2026-08-02-702
  - kind: state
  - subject: door:code
  - Status: pending-cleanup
  - Source: user statement
"""
WITHDRAW = """
- 2026-08-20T10:00:00+08:00 withdraw

```yaml
withdrawal_id: memwd-2026-08-20-001
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: [{item}]
reason: owner-decision
decided_by: user:owner
decided_at: 2026-08-20T10:00:00+08:00
effect: exclude-from-influence
```
"""


def add_twins(store: Path) -> list[str]:
    """Two pending rows of one subject; returns their cases."""
    page = store / PAGE
    page.write_bytes(page.read_bytes() + TWINS)
    return ["pending-cleanup:mem-2026-08-01-701", "pending-cleanup:mem-2026-08-02-702"]


def withdraw(store: Path, item: str) -> None:
    log = store / "memory/log.md"
    log.write_text(log.read_text() + WITHDRAW.format(item=item))


def door_codes(store: Path) -> int:
    """How many active rows of the subject the page holds, counted without our reader."""
    items = (store / PAGE).read_bytes().split(b"\n- ")
    return sum(b"subject: door:code" in item and b"Status: active" in item for item in items)


@pytest.mark.parametrize("verdict", [Verdict("keep"), Verdict("new-value", value="Door code is 55.")])
def test_a_batch_never_makes_two_active_rows(l1_store: Path, verdict: Verdict) -> None:
    cases = add_twins(l1_store)
    desk = Desk.open(l1_store)
    outcomes = desk.commit(desk.prepare(cases, verdict, ADA, "asked the caretaker"))
    assert outcomes[0].exit == 0
    assert outcomes[1].exit in (3, 4)
    assert not outcomes[1].recorded
    assert door_codes(l1_store) == 1


def test_a_batch_of_independent_cases_is_done_whole(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    index_only = "pending-cleanup:mem-2026-03-11-010"
    cases = [case.id for case in desk.cases("pending-cleanup") if case.id != index_only]
    outcomes = desk.commit(desk.prepare(cases, Verdict("stale"), ADA, "nobody can tell any more"))
    assert [outcome.exit for outcome in outcomes] == [0] * len(cases)


def test_two_plans_made_at_once_never_make_two_active_rows(l1_store: Path) -> None:
    one, other = add_twins(l1_store)
    first, second = Desk.open(l1_store), Desk.open(l1_store)
    plans = prepare(first, one, "keep"), prepare(second, other, "keep")
    assert first.commit([plans[0]])[0].exit == 0
    (outcome,) = second.commit([plans[1]])
    assert (outcome.exit, outcome.recorded) == (3, False)
    assert outcome.rule is not None
    assert "§7.2" in outcome.rule
    assert door_codes(l1_store) == 1


def test_a_withdrawal_that_came_meanwhile_refuses_the_decision(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    withdraw(l1_store, "mem-2026-07-02-002")
    before = tree_bytes(l1_store)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (3, False)
    assert tree_bytes(l1_store) == before


def test_taking_a_revert_back_wakes_no_withdrawn_item(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    kept = prepare(desk, CACHE, "keep")
    desk.commit([kept])
    back = Desk.open(l1_store).prepare_revert(kept.id, ADA, "a mistake")
    Desk.open(l1_store).commit([back])
    withdraw(l1_store, "mem-2026-07-02-002")
    with pytest.raises(Refused, match="withdrawn"):
        Desk.open(l1_store).prepare_revert(back.id, ADA, "it was right")


def test_a_second_id_does_not_escape_a_withdrawal(l1_store: Path) -> None:
    page = l1_store / "memory/topics/operational-pitfalls.md"
    line = b"  - id: mem-2026-07-02-002\n"
    page.write_bytes(page.read_bytes().replace(line, line + b"  - id: mem-2026-08-19-806\n"))
    withdraw(l1_store, "mem-2026-08-19-806")
    case = Desk.open(l1_store).case(CACHE)
    assert case.withheld_by == "memwd-2026-08-20-001"
    assert "reads faster" not in case.text + case.title


def test_withdrawn_text_is_not_written_again_under_a_new_id(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    told = next(one for one in desk.records("item", audit=True) if one.id == "mem-2026-06-23-008").summary
    with pytest.raises(Refused, match="withdrawal holds back"):
        prepare(
            desk, "pending-cleanup:mem-2026-02-19-001", "merge", with_ids=("mem-2026-06-04-002",), text=told
        )


def test_an_id_of_the_form_of_a_decision_is_decided_like_any_other(l1_store: Path) -> None:
    for name in ("topics/operational-pitfalls.md", "index.md"):
        page = l1_store / "memory" / name
        page.write_bytes(page.read_bytes().replace(b"mem-2026-07-02-002", b"memdec-2026-08-21-001-0a1b"))
    desk = Desk.open(l1_store)
    (case,) = desk.cases("pending-cleanup")
    (outcome,) = desk.commit([prepare(desk, case.id, "keep")])
    assert outcome.exit == 0, outcome


def test_a_ledger_that_cannot_be_used_is_said(l1_store: Path, tmp_path: Path) -> None:
    (l1_store / "memory/governance").mkdir()
    (l1_store / "memory/governance/decisions").symlink_to(tmp_path)
    desk = Desk.open(l1_store)
    assert desk.store().ledger.startswith("unusable (governance/decisions: is a symlink")
    (entry,) = desk.ledger()
    assert entry.state == "unreadable"
    assert entry.problem is not None


def test_a_store_that_is_gone_is_not_read_as_an_empty_one(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    l1_store.rename(l1_store.with_name("elsewhere"))
    with pytest.raises(NotAStore, match="no longer there"):
        desk.reload()


PRINTER, REFUTER = "pending-cleanup:mem-2026-02-19-003", "mem-2026-06-23-002"
"""A case of the sample, and the item that its mark in the log names as the refuter."""


@pytest.mark.parametrize("verdict", ["keep", "stale"])
def test_evidence_that_is_withdrawn_after_it_was_shown_asks_again(verdict: str, sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    prepared = prepare(desk, PRINTER, verdict)
    assert [one.seen for one in prepared.plan.reviewed if one.ref == REFUTER] == [True]
    withdraw(sample_store, REFUTER)
    before = tree_bytes(sample_store)

    (outcome,) = desk.commit([prepared])

    assert (outcome.exit, outcome.recorded) == (4, False)
    assert REFUTER in outcome.message
    assert "memwd-2026-08-20-001" in outcome.message
    assert tree_bytes(sample_store) == before
    again = prepare(Desk.open(sample_store), PRINTER, verdict)
    assert [one.seen for one in again.plan.reviewed if one.ref == REFUTER] == [False]
    assert Desk.open(sample_store).commit([again])[0].exit == 0


def test_evidence_that_is_held_back_no_more_asks_again(sample_store: Path) -> None:
    log = sample_store / "memory/log.md"
    free = log.read_bytes()
    withdraw(sample_store, REFUTER)
    desk = Desk.open(sample_store)
    prepared = prepare(desk, PRINTER, "stale")
    log.write_bytes(free)

    (outcome,) = desk.commit([prepared])

    assert (outcome.exit, outcome.recorded) == (4, False)
    assert f"{REFUTER} was held back when this was planned" in outcome.message


@pytest.mark.parametrize("withdrawn", [False, True])
def test_a_late_finish_says_that_the_item_was_withdrawn_meanwhile(
    withdrawn: bool, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise IoFailed("no space", errno=28)

    desk = Desk.open(l1_store)
    with monkeypatch.context() as patch:
        patch.setattr("workbench.text.durable.replace", refuse)
        assert desk.commit([prepare(desk, CACHE, "keep")])[0].exit == 7
    if withdrawn:
        withdraw(l1_store, "mem-2026-07-02-002")

    (outcome,) = Desk.open(l1_store).resume()

    assert outcome.exit == 0
    assert ("withdrawn by memwd-2026-08-20-001" in outcome.message) is withdrawn


def test_a_folder_in_place_of_the_log_says_what_to_do(l1_store: Path) -> None:
    log = l1_store / "memory/log.md"
    log.unlink()
    log.mkdir()
    desk = Desk.open(l1_store)
    (outcome,) = desk.commit([prepare(desk, CACHE, "keep")])
    assert (outcome.exit, outcome.recorded) == (3, False)
    assert "log.md: is a directory" in outcome.message
    assert outcome.next == "Put a plain file there that you may read, then decide again."
