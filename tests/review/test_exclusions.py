"""What a withdrawal reaches: items, copies, archive segments, sources and runs (§12.2, §15.2 rule 1)."""

from __future__ import annotations

import pytest

from tests.review.build import Store, reinstatement, withdrawal
from workbench.review.exclusions import Exclusions

ITEM = "mem-2026-07-02-001"
BY = "memwd-2026-08-05-001"


def exclusions(store: Store) -> Exclusions:
    return store.review().exclusions


def test_an_item_is_excluded_wherever_it_stands() -> None:
    store = Store()
    rows = [
        store.item(ITEM, "Reads are faster."),
        store.item(ITEM, "Reads are faster.", place="index", Status="pending-cleanup"),
        store.item(ITEM, "Reads are faster.", place="inbox"),
        store.item(ITEM, "Reads are faster.", place="archive"),
    ]
    other = store.item("mem-2026-07-02-002", "The gateway moved.")
    store.withdraw(1, memory_item_ids=[ITEM])

    found = exclusions(store)

    assert [found.withheld_by(row) for row in rows] == [BY] * 4
    assert found.withheld_by(other) is None
    assert found.keys == {ITEM}


@pytest.mark.parametrize(
    ("ref", "source", "covered"),
    [
        ("archive/2026-07-02.md#cache", "archive/2026-07-02.md#cache", True),
        ("archive/2026-07-02.md#cache", "archive/2026-07-02.md#gateway", False),
        ("archive/2026-07-02.md#cache", "archive/2026-07-02.md", False),
        ("archive/2026-07-02.md", "archive/2026-07-02.md#cache", True),
        ("archive/2026-07-02.md", "archive/2026-07-02.md", True),
        ("archive/2026-07-02.md", "archive/2026-07-03.md#cache", False),
        ("archive/2026-07-02.md#cache", "archive/2026-06-01.md#a; archive/2026-07-02.md#cache", True),
        ("archive/2026-07-02.md#cache", "archive/2026-07-02.md#Cache", True),
        ("archive/2026-07-02.md#cache", "./archive/2026-07-02.md#cache", True),
        ("archive/2026-07-02.md#cache", "see archive/2026-07-02.md#cache, and what was said", True),
        ("archive/2026-07-02.md#cache", "archive/2026-07-02.md#cache-experiment", False),
        ("run:spike", "run:spike", True),
        ("run:spike", "run:spike-2", False),
        ("run:spike", "user statement; run:spike", True),
    ],
)
def test_a_source_is_matched_by_reference(ref: str, source: str, covered: bool) -> None:
    store = Store()
    row = store.item(ITEM, "Reads are faster.", Source=source)
    store.withdraw(1, **{"source_or_run_refs" if ref.startswith("run") else "archive_refs": [ref]})

    assert exclusions(store).withheld_by(row) == (BY if covered else None)


def test_a_row_in_a_withdrawn_segment_is_excluded_with_every_copy() -> None:
    store = Store()
    inside = store.passage("cache", (ITEM, "Reads are faster.", "session:1"))
    beside = store.passage("gateway", ("mem-2026-07-02-002", "It moved.", "session:1"))
    topic = store.item(ITEM, "Reads are faster.", Source="user statement")
    free = store.item("mem-2026-07-02-002", "It moved.", Source="user statement")
    store.withdraw(1, archive_refs=["archive/2026-07-02.md#cache"])

    found = exclusions(store)

    assert found.withheld_by(topic) == BY
    assert found.withheld_by(free) is None
    assert found.passage_withheld(inside) == BY
    assert found.passage_withheld(beside) is None


def test_an_archive_line_of_a_withdrawn_run_takes_the_item_out_with_it() -> None:
    store = Store()
    store.passage("cache", (ITEM, "Reads are faster.", "run:spike"), "Nothing else was measured.")
    topic = store.item(ITEM, "Reads are faster.", Source="archive/2026-07-02.md#cache")
    store.withdraw(1, source_or_run_refs=["run:spike"])

    assert exclusions(store).withheld_by(topic) == BY


def test_an_archive_line_that_repeats_an_excluded_item_is_withheld() -> None:
    store = Store()
    row = store.item(ITEM, "Reads are faster.")
    copy = store.item(None, "Reads  are faster", place="archive", date="2026-07-02")
    other = store.item(None, "The gateway moved.", place="archive", date="2026-07-02")
    store.withdraw(1, memory_item_ids=[row.key])

    found = exclusions(store)

    assert found.line_withheld(copy) == BY
    assert found.line_withheld(other) is None


def test_a_malformed_withdrawal_excludes_the_scope_that_it_names() -> None:
    store = Store()
    row = store.item(ITEM, "Reads are faster.")
    store.control(withdrawal("memwd-2026-08-05-007", {"memory_item_ids": [ITEM]}, decided_by=None))

    assert exclusions(store).withheld_by(row) == "memwd-2026-08-05-007"


def test_a_lifted_withdrawal_excludes_nothing() -> None:
    store = Store()
    row = store.item(ITEM, "Reads are faster.")
    store.withdraw(1, memory_item_ids=[ITEM])
    store.control(reinstatement("memwd-2026-08-06-001", {"memory_item_ids": [ITEM]}, BY))

    assert exclusions(store).withheld_by(row) is None


def test_every_place_that_is_named_by_an_id_in_source_is_covered() -> None:
    store = Store()
    store.item(ITEM, "Reads are faster.")
    derived = store.item("mem-2026-08-01-009", "Cached reads are best.", Source=ITEM)
    store.withdraw(1, memory_item_ids=[ITEM])

    assert exclusions(store).withheld_by(derived) == BY


@pytest.mark.parametrize(
    ("text", "repeats"),
    [
        ("Reads are faster.", True),
        ("Remember: reads  ARE\n  faster, and more.", True),
        ("- Reads are faster", True),
        ("Reads are fast.", False),
        ("Are reads faster?", False),
        (f"see {ITEM}", False),
        ("It moved to quay 7.", False),
        ("Yes.", True),
        ("Yes, it moved.", False),
        ("", False),
    ],
)
def test_a_text_repeats_an_excluded_item_whole_or_inside(text: str, repeats: bool) -> None:
    store = Store()
    store.item(ITEM, "Reads are faster.")
    store.item("mem-2026-07-02-003", "Yes.")
    store.item("mem-2026-07-02-004", "It moved to quay 7.")
    store.withdraw(1, memory_item_ids=[ITEM, "mem-2026-07-02-003"])

    assert exclusions(store).repeated_in(text) == (BY if repeats else None)


def test_an_excluded_id_is_found_where_it_is_named_even_without_a_row() -> None:
    store = Store()
    store.withdraw(1, memory_item_ids=[ITEM])

    assert exclusions(store).named_in(f"rests on {ITEM}, and more") == BY
    assert exclusions(store).named_in("rests on mem-2026-07-02-0011") is None
