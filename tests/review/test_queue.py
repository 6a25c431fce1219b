"""The queue: one stable order, deferred cases last, light until opened."""

from __future__ import annotations

import pytest

from tests.review.build import Store
from workbench.review.queue import KIND_ORDER
from workbench.text.errors import UnknownId


def store_of_many() -> Store:
    store = Store()
    for number, date in ((1, "2026-07-20"), (2, "2026-07-02"), (3, "2026-08-01")):
        store.item(
            f"mem-{date}-{number:03d}", "Reads are faster.", Status="pending-cleanup", Source="user statement"
        )
    store.item("mem-2026-07-05-001", "Writes are slower.", Status="stale", Source="user statement")
    store.item("mem-2026-07-06-001", "It moved.", Source="")
    return store


def test_kinds_stand_in_the_order_of_the_home_screen_and_the_oldest_first() -> None:
    ids = [case.id for case in store_of_many().review().cases]

    assert ids == [
        "pending-cleanup:mem-2026-07-02-002",
        "pending-cleanup:mem-2026-07-20-001",
        "pending-cleanup:mem-2026-08-01-003",
        "stale:mem-2026-07-05-001",
        "drift:mem-2026-07-06-001",
    ]
    assert KIND_ORDER[:3] == ("pending-cleanup", "stale", "conflict")


def test_deferred_cases_are_marked_and_come_last_of_their_kind() -> None:
    deferred = {
        "pending-cleanup:mem-2026-07-02-002": "until 2026-09-01 by user:ada",
        "stale:mem-2026-07-05-001": None,
    }

    cases = store_of_many().review(deferred=deferred).cases

    assert [(case.id[-18:], case.deferred) for case in cases[:4]] == [
        ("mem-2026-07-20-001", None),
        ("mem-2026-08-01-003", None),
        ("mem-2026-07-02-002", "until 2026-09-01 by user:ada"),
        ("mem-2026-07-05-001", "deferred"),
    ]


def test_an_opened_case_keeps_what_the_list_said_and_its_deferral() -> None:
    deferred = {"pending-cleanup:mem-2026-07-02-002": "until 2026-09-01 by user:ada"}
    review = store_of_many().review(deferred=deferred)

    for light in review.cases:
        full = review.open(light.id)
        assert (full.id, full.title, full.targets, full.verdicts, full.deferred) == (
            light.id, light.title, light.targets, light.verdicts, light.deferred)  # fmt: skip
        assert light.facts == () and full.facts != ()


def test_a_case_that_does_not_wait_is_unknown() -> None:
    with pytest.raises(UnknownId):
        store_of_many().open("pending-cleanup:mem-2026-01-01-001")


def test_controls_are_resolved_before_cases_and_can_be_asked() -> None:
    store = store_of_many()
    store.withdraw(1, memory_item_ids=["mem-2026-07-02-002"])

    review = store.review()

    assert review.exclusions.keys == {"mem-2026-07-02-002"}
    assert [gate.by for gate in review.controls.in_force] == ["memwd-2026-08-05-001"]
    assert "Reads" not in review.cases[0].title
    assert "Reads" in store.review(audit=True).cases[0].title


def test_no_repr_holds_memory_text() -> None:
    store = store_of_many()
    review = store.review()

    assert "Reads" not in repr(review) + repr([review.open(case.id) for case in review.cases])
