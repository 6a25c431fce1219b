"""Chains of control records (§12.2): what is in force, what is unresolved, and what fails closed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.review.build import held_control, reinstatement, withdrawal
from workbench.review.controls import Controls, resolve
from workbench.store.snapshot import Address, Held

W1, W2, W3 = "memwd-2026-08-05-001", "memwd-2026-08-05-002", "memwd-2026-08-05-003"
ITEM = {"memory_item_ids": ["mem-2026-08-01-001"]}
OTHER = {"memory_item_ids": ["mem-2026-08-01-002"]}


def resolved(*mappings: dict[str, Any]) -> Controls:
    places = (Address("log.md", at * 100, at * 100 + 90, at + 1) for at in itertools.count())
    return resolve([held_control(mapping, place) for mapping, place in zip(mappings, places, strict=False)])


def excluded(controls: Controls) -> set[str]:
    return {ref for gate in controls.gates for _, refs in gate.scope for ref in refs}


def test_a_withdrawal_alone_is_in_force() -> None:
    controls = resolved(withdrawal(W1, ITEM))

    assert [gate.by for gate in controls.in_force] == [W1]
    assert controls.unresolved == ()


def test_a_reinstatement_of_the_same_scope_lifts_the_withdrawal_it_names() -> None:
    controls = resolved(withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1))

    assert excluded(controls) == set()
    assert [event.name for event in controls.lifted] == [W2]


def test_order_and_repeats_of_identifiers_do_not_change_a_scope() -> None:
    first = {"memory_item_ids": ["a", "b"], "archive_refs": []}
    second = {"memory_item_ids": ["b", "a", "b"]}

    assert excluded(resolved(withdrawal(W1, first), reinstatement(W2, second, W1))) == set()


def test_a_withdrawal_after_a_reinstatement_is_in_force_again() -> None:
    controls = resolved(
        withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1), withdrawal(W3, ITEM, supersedes=W2)
    )

    assert [gate.by for gate in controls.in_force] == [W3]


def test_the_clock_decides_nothing() -> None:
    later = "2030-01-01T00:00:00Z"
    controls = resolved(withdrawal(W1, ITEM, decided_at=later), reinstatement(W2, ITEM, W1))

    assert excluded(controls) == set()


def test_two_withdrawals_of_one_scope_without_a_chain_are_a_fork_though_one_is_taken_back() -> None:
    controls = resolved(withdrawal(W1, ITEM), withdrawal(W2, ITEM), reinstatement(W3, ITEM, W1))

    assert excluded(controls) == {"mem-2026-08-01-001"}
    assert [gate.by for gate in controls.unresolved] == [W2]
    assert {event.name for event in controls.unresolved[0].heads} == {W2, W3}
    assert "fork" in controls.unresolved[0].problems[0]


def test_two_events_that_follow_the_same_one_are_a_fork() -> None:
    controls = resolved(
        withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1), withdrawal(W3, ITEM, supersedes=W1)
    )

    assert excluded(controls) == {"mem-2026-08-01-001"}
    assert not controls.in_force


def test_a_reinstatement_of_another_scope_lifts_nothing() -> None:
    both = {"memory_item_ids": ["mem-2026-08-01-001", "mem-2026-08-01-002"]}
    controls = resolved(withdrawal(W1, both), reinstatement(W2, ITEM, W1))

    assert [gate.by for gate in controls.in_force] == [W1]
    assert [gate.by for gate in controls.unresolved] == [W2]
    assert excluded(controls) == set(both["memory_item_ids"])


def test_a_reinstatement_lifts_only_its_own_withdrawal() -> None:
    both = {"memory_item_ids": ["mem-2026-08-01-001", "mem-2026-08-01-002"]}
    controls = resolved(withdrawal(W1, both), withdrawal(W2, ITEM), reinstatement(W3, ITEM, W2))

    assert [gate.by for gate in controls.in_force] == [W1]
    assert excluded(controls) == set(both["memory_item_ids"])


@pytest.mark.case("BI-23")
@pytest.mark.parametrize(
    "broken",
    [
        withdrawal(W1, ITEM, effect="restore-eligibility"),
        reinstatement(W1, ITEM, W2, effect="exclude-from-influence"),
        withdrawal(W1, ITEM, decided_by=None),
        withdrawal(W1, ITEM, action="forget"),
        withdrawal(W1, ITEM, supersedes=W3),
        reinstatement(W1, ITEM, W3),
        reinstatement(W1, ITEM, None),
        withdrawal(W1, ITEM, supersedes=W1),
        withdrawal(W1, ITEM, status="approved"),
        withdrawal("withdrawal-1", ITEM),
    ],
    ids=["mispaired", "mispaired reinstate", "no decider", "unknown action", "dangling", "dangling reinstate",
         "names nothing to lift", "names itself", "unknown field", "no id of the form"],
)  # fmt: skip
def test_what_does_not_stand_in_one_order_excludes_what_it_names(broken: dict[str, Any]) -> None:
    controls = resolved(broken)

    assert excluded(controls) == {"mem-2026-08-01-001"}
    assert not controls.in_force
    assert controls.unresolved[0].problems


@pytest.mark.case("BI-23")
def test_a_circle_is_excluded() -> None:
    controls = resolved(withdrawal(W1, ITEM, supersedes=W2), withdrawal(W2, ITEM, supersedes=W1))

    assert excluded(controls) == {"mem-2026-08-01-001"}
    assert "circle" in controls.unresolved[0].problems[0]


def test_a_reinstatement_of_a_reinstatement_lifts_nothing() -> None:
    controls = resolved(withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1), reinstatement(W3, ITEM, W2))

    assert excluded(controls) == {"mem-2026-08-01-001"}


def test_the_same_record_in_log_and_controls_is_one() -> None:
    controls = resolved(withdrawal(W1, ITEM), withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1))

    assert excluded(controls) == set()
    assert len(controls.events) == 2
    assert len(controls.events[0].addresses) == 2


@pytest.mark.case("BI-23")
def test_one_id_with_two_contents_is_unresolved_in_both_scopes() -> None:
    controls = resolved(withdrawal(W1, ITEM), withdrawal(W1, OTHER), reinstatement(W2, ITEM, W1))

    assert excluded(controls) == {"mem-2026-08-01-001", "mem-2026-08-01-002"}
    assert not controls.in_force and not controls.lifted


def test_a_record_whose_scope_cannot_be_read_is_unresolved_and_says_that_it_excludes_nothing() -> None:
    controls = resolved(withdrawal(W1, {}))

    assert excluded(controls) == set()
    assert [gate.by for gate in controls.unresolved] == [W1]
    assert any("excludes nothing" in problem for problem in controls.unresolved[0].problems)


def test_a_record_without_a_scope_that_names_another_keeps_the_others_scope_out() -> None:
    controls = resolved(withdrawal(W1, ITEM), reinstatement(W2, ITEM, W1), withdrawal(W3, {}, supersedes=W2))

    assert excluded(controls) == {"mem-2026-08-01-001"}


def test_a_record_that_is_no_yaml_excludes_the_selectors_that_its_lines_name() -> None:
    text = """withdrawal_id: memwd-2026-08-05-001
scope:
  memory_item_ids: [mem-2026-08-01-001, "mem-2026-08-01-002"]
  archive_refs:
    - archive/2026-08-01.md#cache   # the try-out
  source_or_run_refs: []
reason: mem-2026-08-01-009: see there
"""
    broken: Held[Any] = Held("log.md:3", None, Address("log.md", 0, len(text), 3), "line 7: not YAML")

    controls = resolve([broken], lambda held: text)

    assert excluded(controls) == {"mem-2026-08-01-001", "mem-2026-08-01-002", "archive/2026-08-01.md#cache"}
    assert controls.unresolved[0].by == "log.md:3"
