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


def test_rows_in_index_and_inbox_alone_are_a_conflict_too() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT, place="index")
    store.state(B, "It listens on 7520.", PORT, place="inbox")
    store.state(C, "It listens on 7611.", PORT, place="index")

    (case,) = conflicts(store)

    assert [target.id for target in case.targets] == [A, B, C]
    assert case.notes[0].startswith(f"In force: {C} of 2026-08-12")
    assert case.offer("current").needs == ("with", "topic")  # type: ignore[union-attr]
    assert case.offer("none").needs == ("topic",)  # type: ignore[union-attr]
    assert case.offer("open").needs == ()  # type: ignore[union-attr]


def test_a_copy_goes_to_the_topic_of_its_subject() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.state(B, "It listens on 7520.", PORT, place="inbox")

    assert conflicts(store)[0].offer("current").needs == ("with",)  # type: ignore[union-attr]


def test_what_the_item_store_says_of_an_id_counts_before_inbox_and_index() -> None:
    """A row that was superseded there is settled, whatever its capture still says (§9)."""
    store = Store()
    store.state(A, "It listens on 7411.", PORT, place="inbox")
    store.state(A, "It listens on 7411.", PORT, Status="superseded", superseded_by=B)
    store.state(B, "It listens on 7520.", PORT)
    store.state(B, "It listens on 7520.", PORT, place="index")

    assert conflicts(store) == []


def test_an_item_that_stands_twice_in_one_place_is_one_row_and_takes_no_verdict_but_open() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT)
    store.state(A, "It listens on 7411.", PORT, path="topics/other.md")
    assert conflicts(store) == []

    store.state(B, "It listens on 7520.", PORT)
    (case,) = conflicts(store)

    assert [target.id for target in case.targets] == [A, B]
    assert [offer.verdict for offer in case.verdicts if offer.allowed] == ["open"]
    assert {offer.rule for offer in case.verdicts if not offer.allowed} == {
        f"§7.2: {A} stands more than once in the item store"
    }


def test_equal_means_equal_as_bytes() -> None:
    """Composed and decomposed letters are two strings (§14.2 constraint 4)."""
    store = Store()
    store.state(A, "It opens at nine.", "caf\u00e9:hours")
    store.state(B, "It opens at ten.", "cafe\u0301:hours")

    assert conflicts(store) == []


@pytest.mark.parametrize(("older", "newer", "chosen"), [
    ("2026-07-02", "2026-07-02", C), ("2026-02-30", "2026-08-01", None), ("2026-08-12", "2026-08-01", None),
    ("2026-08-01", "2026-08-12", None), ("", "", None),
])  # fmt: skip
def test_among_three_only_the_newest_has_to_be_one(older: str, newer: str, chosen: str | None) -> None:
    """Two older rows of one day leave the newest in force; an unknown day may be any (§15.2 rule 4)."""
    store = Store()
    store.state(A, "It listens on 7411.", PORT, date=older)
    store.state(B, "It listens on 7520.", PORT, date=newer)
    store.state(C, "It listens on 7611.", PORT)

    said = conflicts(store)[0].notes[0]

    assert said.startswith(f"In force: {chosen} of" if chosen else "No row is in force: ")


def test_a_pending_row_without_a_date_leaves_the_active_one_in_force() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", PORT, Status="pending-cleanup", date="soon")
    store.state(B, "It listens on 7520.", PORT)

    assert conflicts(store)[0].notes[0].startswith(f"In force: {B}")


def test_a_row_that_stays_active_though_withdrawn_bars_what_would_stand_beside_it() -> None:
    store = Store()
    for name in (A, B, C):
        store.state(name, "It listens.", PORT)
    store.withdraw(1, memory_item_ids=[C])

    (case,) = conflicts(store)

    assert [(offer.verdict, offer.allowed) for offer in case.verdicts] == [
        ("current", True), ("none", True), ("new-value", False), ("both", True), ("open", True)]  # fmt: skip
    assert case.offer("new-value").rule == (  # type: ignore[union-attr]
        f"§7.2: {C} is active for the same subject; two active rows would stand"
    )
