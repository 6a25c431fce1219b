"""Supersedes that do not hold, each with the constraint of §14.2 that is broken, and what mends them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.review.build import Store, held
from workbench.protocol.records import ErasureTombstone
from workbench.review.queue import Review
from workbench.store.case import Case
from workbench.store.details.broken import BrokenDetail

A, B, C, D = (f"mem-2026-0{month}-02-001" for month in (4, 5, 6, 7))
PORT = "gateway:port"


def superseded(store: Store, item: str, by: str = "", subject: str = PORT, **fields: Any) -> None:
    store.state(item, f"It listens on {item}.", subject, Status="superseded", superseded_by=by, **fields)


def active(store: Store, item: str, **fields: Any) -> None:
    said = {"kind": "state", "subject": PORT, **fields}
    store.item(item, f"It listens on {item}.", **said)


def broken(review: Review) -> dict[str, Case]:
    return {case.targets[0].key: case for case in review.cases if case.kind == "broken-supersede"}


def findings(store: Store, item: str = A) -> list[tuple[str, int]]:
    """Names and constraints, that every note of the light case names, too."""
    review = store.review()
    case = broken(review)[item]
    detail = review.open(case.id).detail
    assert isinstance(detail, BrokenDetail)
    for one, note in zip(detail.findings, case.notes, strict=True):
        assert note.startswith(f"{one.name}: ") and f"§14.2 constraint {one.constraint}" in note
    return [(one.name, one.constraint) for one in detail.findings]


def offers(case: Case) -> dict[str, tuple[bool, str]]:
    return {one.verdict: (one.allowed, (one.rule or "")[:5]) for one in case.verdicts}


def test_a_chain_that_ends_in_a_live_row_is_sound() -> None:
    store = Store()
    superseded(store, A, B)
    superseded(store, B, C)
    active(store, C)
    assert broken(store.review()) == {}


def test_two_rows_may_come_to_one_and_a_row_that_follows_may_be_stale_or_wait() -> None:
    for status in ("active", "stale", "pending-cleanup", ""):
        store = Store()
        superseded(store, A, C)
        superseded(store, B, C)
        active(store, C, Status=status)
        assert broken(store.review()) == {}


@pytest.mark.parametrize("place", ["topic", "index", "inbox", "historical"])
def test_a_superseded_row_names_the_one_that_follows_it(place: str) -> None:
    store = Store()
    superseded(store, A, place=place)
    assert findings(store) == [("pointer-missing", 1)]


def test_what_the_archive_says_is_where_a_row_comes_from() -> None:
    store = Store()
    superseded(store, A, place="archive")
    assert broken(store.review()) == {}


def test_a_pointer_to_nothing_and_one_to_a_row_of_the_archive_alone() -> None:
    store = Store()
    superseded(store, A, B)
    assert findings(store) == [("pointer-to-nothing", 1)]
    active(store, B, place="archive")
    assert findings(store) == [("pointer-to-nothing", 1)]


def test_a_row_that_was_erased_is_not_nothing() -> None:
    store = Store()
    superseded(store, A, B)
    said = {
        "erasure_id": "memerase-2026-08-09-001",
        "record_type": "erasure-tombstone-v1",
        "scope_refs": [B],
        "authority_ref": "user:owner",
        "decided_at": "2026-08-09",
        "executed_at": "2026-08-09",
        "holders": [{"holder_ref": "backups", "result": "completed"}],
    }
    address = store.write("log.md", f"{said}\n")
    store.tombstones.append(held("memerase-2026-08-09-001", ErasureTombstone, said, address))
    assert store.tombstones[0].record is not None
    assert broken(store.review()) == {}


def test_a_pointer_to_itself() -> None:
    store = Store()
    superseded(store, A, A)
    assert findings(store) == [("pointer-to-itself", 1)]


def test_each_row_of_a_cycle_is_broken_and_the_one_that_leads_into_it_is_not_in_it() -> None:
    store = Store()
    superseded(store, A, B)
    superseded(store, B, C)
    superseded(store, C, B)
    assert set(broken(store.review())) == {B, C}
    assert findings(store, B) == findings(store, C) == [("cycle", 1)]


@pytest.mark.parametrize(
    ("follower", "expected"),
    [
        ({"kind": "knowledge", "subject": ""}, [("pointer-across-kinds", 3), ("pointer-across-subjects", 4)]),
        ({"kind": "knowledge"}, [("pointer-across-kinds", 3)]),
        ({"subject": "gateway:Port"}, [("pointer-across-subjects", 4)]),
        ({"subject": "gateway:port\u200b"}, [("pointer-across-subjects", 4)]),
    ],
)
def test_both_rows_are_states_of_the_very_same_subject(
    follower: dict[str, str], expected: list[tuple[str, int]]
) -> None:
    store = Store()
    superseded(store, A, B)
    active(store, B, **follower)
    assert findings(store) == expected


def test_an_active_row_that_names_a_live_one_makes_two_heads_and_a_conflict() -> None:
    store = Store()
    active(store, A, superseded_by=B)
    active(store, B)
    review = store.review()
    assert findings(store) == [("two-heads", 1)]
    assert [case.id for case in review.cases if case.kind == "conflict"] == ["conflict:gateway%3Aport"]
    detail = review.open(f"broken-supersede:{A}").detail
    assert isinstance(detail, BrokenDetail) and detail.heads == (A, B)
    assert offers(broken(review)[A])["restore"] == (False, "§14.2")


@pytest.mark.parametrize("changes", [{"Status": "pending-cleanup"}, {"subject": "gateway:host"}])
def test_a_row_that_waits_and_a_row_of_another_subject_make_no_two_heads(changes: dict[str, str]) -> None:
    store = Store()
    active(store, A, **{"superseded_by": B, **changes})
    active(store, B)
    assert broken(store.review()) == {}


def test_a_withdrawn_row_is_no_head() -> None:
    store = Store()
    active(store, A, superseded_by=B)
    active(store, B)
    store.withdraw(1, memory_item_ids=[B])
    assert broken(store.review()) == {}


def test_a_row_is_restored_where_no_other_is_active() -> None:
    store = Store()
    superseded(store, A, D)
    assert offers(broken(store.review())[A]) == {
        "restore": (True, ""), "accept": (True, ""), "open": (True, "")}  # fmt: skip


@pytest.mark.parametrize("place", ["topic", "inbox"])
def test_a_row_is_not_restored_beside_an_active_one_which_the_rule_names(place: str) -> None:
    store = Store()
    superseded(store, A, D)
    active(store, B, place=place)
    case = broken(store.review())[A]
    assert offers(case)["restore"] == (False, "§7.2:")
    assert B in (case.verdicts[0].rule or "")
    assert offers(case)["accept"][0]


def test_of_a_cycle_the_newest_row_is_restored() -> None:
    store = Store()
    superseded(store, A, B)
    superseded(store, B, A)
    found = broken(store.review())
    assert offers(found[A])["restore"] == (False, "§14.2") and B in (found[A].verdicts[0].rule or "")
    assert offers(found[B])["restore"] == (True, "")


def test_of_a_row_that_stands_twice_in_the_item_store_nothing_is_offered_but_to_leave_it_open() -> None:
    store = Store()
    superseded(store, A, D)
    superseded(store, A, D, path="topics/b.md")
    assert offers(broken(store.review())[A]) == {
        "restore": (False, "§7.2:"), "accept": (False, "§7.2:"), "open": (True, "")}  # fmt: skip


def test_of_a_withdrawn_row_nothing_is_told_and_nothing_restored() -> None:
    store = Store()
    superseded(store, A, Source="a secret place")
    store.withdraw(1, memory_item_ids=[A])
    review = store.review()
    case = broken(review)[A]
    full = review.open(case.id)
    assert offers(case) == {"restore": (False, "§15.2"), "accept": (False, "§15.2"), "open": (True, "")}
    told = f"{full.title} {full.text} {full.facts} {full.notes} {[one.text for one in full.evidence]}"
    assert "listens" not in told and "secret" not in told
    detail = full.detail
    assert isinstance(detail, BrokenDetail)
    assert (detail.row.text, detail.pointer) == ("", None)


def test_an_opened_case_has_the_chain_and_the_rows_of_its_subject_oldest_first() -> None:
    store = Store()
    active(store, C)
    superseded(store, B, D)
    superseded(store, A, B)
    detail = store.open(f"broken-supersede:{B}").detail
    assert isinstance(detail, BrokenDetail)
    assert [row.key for row in detail.chain] == [A, B, C]
    assert (detail.pointer, detail.heads) == (D, (C,))
