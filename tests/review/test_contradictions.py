"""Pairs that the log connects are certain until it settles them; all others are possible (§14.3, §15.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.review.build import TODAY, Store
from workbench.review.contradictions import marked_pairs
from workbench.review.queue import Review, build
from workbench.store.case import Case
from workbench.store.details.pair import PairDetail
from workbench.text.errors import UnknownId

A, B, C = "mem-2026-05-02-001", "mem-2026-06-02-001", "mem-2026-07-02-001"
PAIR = f"contradiction:{A}+{B}"
AT = "- 2026-08-01T10:00:00Z"
LEFT_OPEN = f"{AT} review left-open {A} {B} by user:ada"


def store_of(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> Store:
    store = Store()
    store.item(A, "The importer skips records without a title.", **(one or {}))
    store.item(B, "Records without a title stop the importer.", **(other or {}))
    return store


def pairs(store: Store) -> list[str]:
    return [case.id for case in store.review().cases if case.kind == "contradiction"]


@pytest.mark.parametrize(
    "line",
    [
        LEFT_OPEN,
        f"{AT} review left-open {B} {A} by user:ada",
        f"{AT} reconcile {A} {B} verdict=open by user:ada memdec-2026-08-01-001-ab12",
    ],
)
def test_a_pair_that_the_log_leaves_open_is_certain(line: str) -> None:
    store = store_of()
    store.say(line)
    (case,) = store.review().cases
    full = store.open(PAIR)

    assert (case.id, case.possible) == (PAIR, False)
    assert case.age_days == (TODAY - TODAY.replace(month=6, day=2)).days
    assert [(one.verdict, one.allowed, one.needs) for one in case.verdicts] == [
        ("confirm", True, ("with", "evidence")),
        ("both", True, ("condition",)),
        ("open", True, ()),
    ]
    assert isinstance(full.detail, PairDetail)
    assert (full.detail.connected_by, full.detail.possible) == ("log.md:1", False)
    assert [row.key for row in full.detail.rows] == [A, B]


@pytest.mark.parametrize(
    "line",
    [
        f"{AT} review kept {A} {B} by user:ada",
        f"{AT} review left-open {A} by user:ada",
        f"{AT} review left-open {A} {B} {C} by user:ada",
        f"{AT} review left-open {A} {A} by user:ada",
        f"{AT} consolidation left-open {A} {B} by agent:dream",
    ],
)
def test_a_line_that_leaves_no_pair_open_connects_none(line: str) -> None:
    store = store_of()
    store.say(line)
    assert pairs(store) == []


@pytest.mark.parametrize("verdict", ["both", "confirm", "merge"])
def test_a_later_line_settles_a_pair_and_a_still_later_one_opens_it_again(verdict: str) -> None:
    store = store_of()
    store.say(LEFT_OPEN)
    store.say(f"{AT} reconcile {B} {A} verdict={verdict} by user:ada")
    assert pairs(store) == []
    store.say(LEFT_OPEN)
    assert pairs(store) == [PAIR]


@pytest.mark.parametrize(
    "fields",
    [
        {"Status": "superseded"},
        {"Status": "stale"},
        {"merged_into": C},
        {"place": "historical"},
        {"place": "archive"},
        {"kind": "state", "subject": "importer:title"},
    ],
)
def test_both_items_are_knowledge_that_counts(fields: dict[str, Any]) -> None:
    store = store_of(other=fields)
    store.say(LEFT_OPEN)
    assert pairs(store) == []


def test_a_pair_of_which_one_is_withdrawn_or_gone_is_none() -> None:
    store = store_of()
    store.say(LEFT_OPEN)
    store.withdraw(1, memory_item_ids=[B])
    assert pairs(store) == []
    gone = Store()
    gone.item(A, "The importer skips records without a title.")
    gone.say(LEFT_OPEN)
    assert pairs(gone) == []


def test_of_a_pair_of_which_one_stands_twice_it_is_offered_to_leave_it_open() -> None:
    store = store_of()
    store.item(B, "Records without a title stop the importer.", path="topics/b.md")
    store.say(LEFT_OPEN)
    case = store.review().light(PAIR)
    assert [(one.verdict, one.allowed) for one in case.verdicts] == [
        ("confirm", False), ("both", False), ("open", True)]  # fmt: skip
    assert (case.verdicts[0].rule or "").startswith(f"§7.2: {B} stands more than once in the item store")


def test_a_pair_that_a_mark_connects_is_the_case_of_the_item_that_waits() -> None:
    store = store_of({"Status": "pending-cleanup"})
    store.say(LEFT_OPEN)
    assert pairs(store) == [PAIR]
    store.say(f"{AT} pending-cleanup {A} refuted_by={B}")
    review = store.review()
    assert [case.id for case in review.cases] == [f"pending-cleanup:{A}"]
    assert [pair for pair, _ in marked_pairs(review.reading)] == [(A, B)]


# What a finder picks


def alone(store: Store, case_id: str) -> Review:
    """A review of which one case is wanted."""
    return build(store.snapshot(), lambda row: store.items[row.address], today=TODAY, only=case_id)


FASTER, SLOWER = "The nightly export runs at 21:00.", "The nightly export runs at 22:00."
POSSIBLE = f"contradiction:{A}+{B}"
SAME = f"duplicate:{A}+{C}"


def alike(**fields: Any) -> Store:
    store = Store()
    store.item(A, FASTER, **fields)
    store.item(B, SLOWER)
    store.item(C, FASTER)
    return store


def picked(review: Review) -> set[str]:
    return {case.id for case in review.possible()}


def test_what_is_picked_is_no_case_of_the_queue_and_is_opened_by_its_id() -> None:
    review = alike().review()
    assert review.cases == ()
    assert {POSSIBLE, SAME} <= picked(review)
    for light in review.possible():
        assert light.possible
        full = review.open(light.id)
        assert isinstance(full.detail, PairDetail)
        assert (full.detail.possible, full.detail.connected_by) == (True, "")
        assert full.detail.why and full.verdicts == light.verdicts


def test_an_id_is_judged_by_itself_and_comes_to_what_the_search_finds() -> None:
    searched = {case.id: case for case in alike().review().possible()}
    for case_id, case in searched.items():
        assert alike().review().light(case_id) == case
        assert alone(alike(), case_id).light(case_id) == case


@pytest.mark.parametrize(
    "case_id",
    [f"duplicate:{A}+{B}", f"contradiction:{B}+{A}", f"contradiction:{A}+{A}", f"contradiction:{A}",
     f"contradiction:{A}+mem-2020-01-01-001", f"conflict:{A}+{B}"],
)  # fmt: skip
def test_no_other_id_is_a_possible_case(case_id: str) -> None:
    with pytest.raises(UnknownId):
        alike().review().light(case_id)


@pytest.mark.parametrize("by", ["log", "mark"])
def test_a_pair_that_is_a_case_already_is_not_picked(by: str) -> None:
    store = alike(Status="pending-cleanup")
    store.say(LEFT_OPEN if by == "log" else f"{AT} pending-cleanup {A} refuted_by={B}")
    review = store.review()
    assert POSSIBLE not in picked(review)
    found = review.find(POSSIBLE)
    assert found is None if by == "mark" else found is not None and not found.possible


def test_of_a_withdrawn_item_nothing_is_picked() -> None:
    store = alike()
    store.withdraw(1, memory_item_ids=[A])
    review = store.review()
    assert not any(A in case_id for case_id in picked(review))
    assert review.find(POSSIBLE) is None


def test_a_settled_pair_is_not_picked_and_has_no_case() -> None:
    store = alike()
    settled: Callable[[Case], bool] = lambda case: case.id == POSSIBLE  # noqa: E731
    review = build(store.snapshot(), lambda row: store.items[row.address], today=TODAY, settled=settled)
    assert POSSIBLE not in picked(review) and SAME in picked(review)
    assert review.find(POSSIBLE) is None


def test_what_was_left_for_later_is_marked_in_what_is_picked() -> None:
    review = alike().review(deferred={POSSIBLE: "2026-09-01"})
    assert {case.id: case.deferred for case in review.possible()}[POSSIBLE] == "2026-09-01"
    assert review.light(POSSIBLE).deferred == "2026-09-01"


def test_a_search_that_was_stopped_is_made_when_it_is_asked_for_again() -> None:
    review = alike().review()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review.possible(stop)
    assert POSSIBLE in picked(review)
    assert review.possible() is review.possible(stop)


def test_a_search_is_taken_over_where_no_item_changed_and_made_anew_where_one_did() -> None:
    store = alike()
    before = store.review()
    found = before.possible()
    store.say(LEFT_OPEN)
    after = build(store.snapshot(), lambda row: store.items[row.address], today=TODAY, earlier=before)
    assert after.picked is before.picked
    assert picked(after) == {case.id for case in found} - {POSSIBLE}
    store.item("mem-2026-07-02-002", FASTER)
    later = build(store.snapshot(), lambda row: store.items[row.address], today=TODAY, earlier=after)
    assert later.possible() == store.review().possible()


def test_no_repr_holds_what_a_pair_says() -> None:
    review = alike().review()
    assert "export" not in repr([review.open(case.id) for case in review.possible()]) + repr(review)
