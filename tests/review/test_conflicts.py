"""Two open rows of one exact subject, and which of them is in force (§15.2 rules 4 and 5)."""

from __future__ import annotations

import pytest

from tests.review.build import Store
from workbench.store.case import Case

A, B, C = "mem-2026-07-02-001", "mem-2026-08-01-001", "mem-2026-08-12-001"
PORT = "gateway:port"


def conflicts(store: Store) -> list[Case]:
    return [case for case in store.review().cases if case.kind == "conflict"]


def test_two_active_rows_are_a_conflict_named_by_its_subject() -> None:
    store = Store()
    store.state(B, "It listens on 7520.", "staging gateway:port/ü")
    store.state(A, "It listens on 7411.", "staging gateway:port/ü")

    (case,) = conflicts(store)

    assert case.id == "conflict:staging%20gateway%3Aport%2F%C3%BC"
    assert case.title == "2 rows: staging gateway:port/ü"
    assert [target.id for target in case.targets] == [A, B]
    assert case.read_only is None
    assert [(offer.verdict, offer.allowed, offer.needs) for offer in case.verdicts] == [
        ("current", True, ("with",)),
        ("none", True, ()),
        ("new-value", True, ("value",)),
        ("both", True, ()),
        ("open", True, ()),
    ]
    assert case.notes == (f"In force: {B} of 2026-08-01, most recent dated active row (§15.2 rule 4).",)


def test_a_row_without_a_status_counts_as_active() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT, Status="")
    store.state(B, "It listens on 7520.", PORT, Status="pending-cleanup")

    (case,) = conflicts(store)

    assert [target.id for target in case.targets] == [A, B]
    assert case.notes[0].startswith(f"In force: {A} of 2026-07-02")


def test_the_inbox_counts() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.state(C, "It listens on 7611.", PORT, place="inbox")

    assert conflicts(store)[0].notes[0].startswith(f"In force: {C} of 2026-08-12")


@pytest.mark.parametrize(
    "fields", [{"date": "2026-07-02"}, {"date": ""}, {"date": "some day"}], ids=["equal", "none", "no day"]
)
def test_with_equal_or_unknown_dates_no_row_is_in_force(fields: dict[str, str]) -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.state(B, "It listens on 7520.", PORT, **fields)

    assert conflicts(store)[0].notes[0].startswith("No row is in force")


def test_a_newer_pending_row_is_not_in_force() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.state(B, "It listens on 7520.", PORT, Status="pending-cleanup")

    assert conflicts(store)[0].notes[0].startswith(f"In force: {A}")


@pytest.mark.parametrize(
    "fields",
    [
        {"Status": "superseded"},
        {"Status": "stale"},
        {"place": "historical"},
        {"place": "archive"},
        {"merged_into": C},
        {"subject": "Gateway:port"},
        {"subject": "gateway: port"},
        {"kind": "knowledge"},
    ],
)
def test_what_is_not_open_or_not_the_same_string_is_no_conflict(fields: dict[str, str]) -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.item(B, "It listens on 7520.", **{"kind": "state", "subject": PORT, **fields})  # type: ignore[arg-type]

    assert conflicts(store) == []


def test_the_index_copy_of_a_row_is_no_second_row() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT, Status="pending-cleanup")
    store.state(A, "It listens on 7411.", PORT, place="index", Status="pending-cleanup")

    assert conflicts(store) == []


def test_a_withdrawn_row_makes_no_conflict_and_is_listed_without_text() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT, Status="superseded", superseded_by=B)
    store.state(B, "It listens on 7520.", PORT)
    store.state(C, "It listens on 7611.", PORT)
    store.withdraw(1, memory_item_ids=[C])
    assert conflicts(store) == []

    store.state("mem-2026-08-13-001", "It listens on 7700.", PORT)
    case = store.open(conflicts(store)[0].id)

    assert [(shown.role, shown.ref, shown.text) for shown in case.evidence] == [
        ("history", A, "It listens on 7411."),
        ("row", B, "It listens on 7520."),
        ("withheld", C, ""),
        ("row", "mem-2026-08-13-001", "It listens on 7700."),
    ]
    assert case.evidence[0].why == f"history: superseded, superseded_by {B}"
