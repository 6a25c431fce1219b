"""The chain of control records on the page of a withdrawal, and what is excluded because of it (§12.2)."""

from __future__ import annotations

import pytest

from tests.review.build import Store, reinstatement, withdrawal
from workbench.store.details.withdrawal import ControlLink, WithdrawalDetail

ONE, TWO = "mem-2026-07-02-001", "mem-2026-07-02-002"
W = "memwd-2026-08-05-00{}".format


def details(store: Store, *, audit: bool = False) -> list[WithdrawalDetail]:
    review = store.review(audit=audit)
    found = [review.open(case.id).detail for case in review.cases if case.kind == "withdrawal"]
    return [detail for detail in found if isinstance(detail, WithdrawalDetail)]


def drawn(chain: tuple[ControlLink, ...]) -> list[tuple[str, int, str]]:
    return [(link.name, link.depth, link.joint) for link in chain]


def test_a_fork_is_drawn_from_the_record_that_both_supersede() -> None:
    store = Store()
    scope = {"memory_item_ids": [ONE]}
    store.item(ONE, "One.")
    # written in an order and at times that say the opposite of the chain
    store.control(withdrawal(W(3), scope, supersedes=W(2), decided_at="2026-08-01T10:00:00Z"))
    store.control(reinstatement(W(2), scope, W(1), decided_at="2026-08-02T10:00:00Z"))
    store.control(withdrawal(W(4), scope, supersedes=W(2), decided_at="2026-07-30T10:00:00Z"))
    store.control(withdrawal(W(1), scope, decided_at="2026-08-09T10:00:00Z"))

    (detail,) = details(store)

    assert drawn(detail.chain) == [
        (W(1), 0, "begins a chain"),
        (W(2), 0, f"supersedes {W(1)}"),
        (W(3), 1, f"one of 2 that supersede {W(2)}: a fork"),
        (W(4), 1, f"one of 2 that supersede {W(2)}: a fork"),
    ]
    assert [link.name for link in detail.chain if link.is_head] == [W(3), W(4)]
    assert [link.effect for link in detail.chain][:2] == ["exclude-from-influence", "restore-eligibility"]
    assert W(3) in detail.settled_by and W(4) in detail.settled_by and "§12.2" in detail.settled_by


@pytest.mark.case("BI-23")
def test_a_circle_is_named_and_ends() -> None:
    store = Store()
    scope = {"memory_item_ids": [ONE]}
    store.control(withdrawal(W(1), scope, supersedes=W(2)))
    store.control(withdrawal(W(2), scope, supersedes=W(1)))

    (detail,) = details(store)

    assert [link.name for link in detail.chain] == [W(1), W(2)]
    assert detail.chain[0].joint.startswith("in a circle")
    assert any("circle" in words for words in detail.waits)


def test_the_same_record_in_two_places_is_one_with_both() -> None:
    store = Store()
    record = withdrawal(W(1), {"memory_item_ids": [ONE]}, decided_by=None)
    store.control(record)
    store.control(record)

    (detail,) = details(store)

    assert [link.places for link in detail.chain] == [("log.md:1 (a fence)", "log.md:2 (a fence)")]
    assert detail.chain[0].decided_by is None


def test_a_malformed_record_excludes_what_it_names_and_says_what_is_wrong() -> None:
    store = Store()
    store.item(ONE, "One.")
    store.control(withdrawal(W(1), {"memory_item_ids": [ONE]}, effect="restore-eligibility"))

    (detail,) = details(store)

    assert (detail.chain[0].action, detail.chain[0].effect) == ("withdraw", "restore-eligibility")
    assert (
        detail.chain[0].problems == detail.chain[0].problems[:1]
        and "malformed" in detail.chain[0].problems[0]
    )
    assert [item.name for item in detail.items] == [ONE]
    assert "only ever added to" in detail.settled_by


def test_a_reinstatement_of_another_scope_shows_the_withdrawal_it_names() -> None:
    store = Store()
    store.item(ONE, "One.")
    store.item(TWO, "Two.")
    store.control(withdrawal(W(1), {"memory_item_ids": [ONE, TWO]}))
    store.control(reinstatement(W(2), {"memory_item_ids": [ONE]}, W(1)))

    (detail,) = details(store)

    assert [(link.name, link.same_scope) for link in detail.chain] == [(W(1), False), (W(2), True)]
    assert [(item.name, item.also_by) for item in detail.items] == [(ONE, W(1))]


def test_items_are_excluded_by_name_by_source_and_by_passage_and_never_told() -> None:
    store = Store()
    store.item(ONE, "Zqtext one.")
    store.item(TWO, "Zqtext two.", Source="run:spike", place="inbox")
    store.passage("cache", ("mem-2026-07-02-003", "Zqtext three.", "a talk"))
    scope = {
        "memory_item_ids": [ONE, "mem-2026-01-01-001"],
        "archive_refs": ["archive/2026-07-02.md#cache"],
        "source_or_run_refs": ["run:spike"],
    }
    store.control(withdrawal(W(1), scope, decided_by=None))

    (detail,) = details(store)

    assert {item.name: item.why for item in detail.items} == {
        ONE: "named in the scope",
        TWO: "its Source is named in the scope",
        "mem-2026-07-02-003": "stands in an archive passage that the scope names",
    }
    assert {named.ref: named.found.partition(":")[0] for named in detail.refs} == {
        "mem-2026-01-01-001": "nothing in this store has that name now",
        "archive/2026-07-02.md#cache": "a passage of this store, archive/2026-07-02.md",
        "run:spike": "a name",
    }
    assert "zq" not in str(detail).lower() and "zq" not in repr(details(store)).lower()


def test_a_record_that_repeats_what_it_withdraws_is_held_back_in_that_word_alone() -> None:
    store = Store()
    text = "Zqtext lies at quay seven"
    store.item(ONE, text)
    store.control(withdrawal(W(1), {"memory_item_ids": [ONE]}, decided_by=None, reason=f"it said: {text}"))
    (hidden,), (shown,) = details(store), details(store, audit=True)
    assert (hidden.chain[0].reason, shown.chain[0].reason) == ("held back", f"it said: {text}")


@pytest.mark.case("BI-23")
def test_a_long_chain_takes_no_depth() -> None:
    store = Store()
    scope = {"memory_item_ids": [ONE]}
    names = [f"memwd-2026-08-05-{number:03d}" for number in range(1, 900)]
    for before, name in zip([None, *names[:-1]], names, strict=True):
        store.control(withdrawal(name, scope, supersedes=before))
    store.control(withdrawal("memwd-2026-08-06-001", scope, supersedes=names[-2]))

    (detail,) = details(store)

    assert [link.name for link in detail.chain][:899] == names
    assert max(link.depth for link in detail.chain) == 1
