"""One id in several places: a conflict where values differ, none where only the writing does (§7.2, §9)."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from tests.review.build import Store
from workbench.bindings.filesystem import binding
from workbench.review.queue import Review, build
from workbench.store.case import Case
from workbench.store.details.copies import CopiesDetail

A, B = "mem-2026-07-02-001", "mem-2026-07-02-002"
SAID = {"Scope": "project", "Status": "pending-cleanup", "Source": "session:one"}
ITEM = (
    "- [2026-07-02] (knowledge) Reads are faster.\n  - id: mem-2026-07-02-001\n  - kind: knowledge\n"
    "  - Scope: project\n  - Status: pending-cleanup\n  - Source: session:one\n"
)


def copies(review: Review) -> list[Case]:
    return [case for case in review.cases if case.kind == "copies"]


def two(place: Any = "index", **changes: str) -> Store:
    """An item of a topic and a copy of it that says something else."""
    store = Store()
    store.item(A, "Reads are faster.", **SAID)  # type: ignore[arg-type]
    changed = {**SAID, **changes}
    text = changed.pop("text", "Reads are faster.")
    store.item(A, text, place=place, path="topics/b.md" if place == "topic" else None, **changed)
    return store


DIFFERENT = {
    "text": "Reads are slower.",
    "date": "2026-07-03",
    "kind": "state",
    "subject": "reads:speed",
    "Scope": "global",
    "Status": "active",
    "Source": "session:two",
    "superseded_by": B,
    "merged_into": B,
    "inspired_by": B,
    "Confidence": "0.7",
    "owner": "ada",
}


@pytest.mark.parametrize("field", DIFFERENT)
def test_a_copy_in_the_index_that_says_something_else_is_a_case_with_that_field(field: str) -> None:
    review = two(**{field: DIFFERENT[field]}).review()

    (case,) = copies(review)
    detail = review.open(case.id).detail

    assert case.id == f"copies:{A}" and not case.possible
    assert isinstance(detail, CopiesDetail)
    assert [one.name for one in detail.fields] == [field]
    assert detail.fields[0].values[1] == DIFFERENT[field]
    assert [row.place for row in detail.rows] == ["topic", "index"]
    assert [(offer.verdict, offer.allowed, offer.needs) for offer in case.verdicts] == [
        ("current", True, ("with",)),
        ("open", True, ()),
    ]


def test_a_copy_that_says_the_same_is_none() -> None:
    assert copies(two().review()) == []


@pytest.mark.parametrize(
    "copy",
    [
        ITEM.replace("\n", "\r\n"),
        ITEM.replace("\n  - ", "\n    - "),
        ITEM.replace(
            "  - Scope: project\n  - Status: pending-cleanup\n",
            "  - Status: pending-cleanup\n  - Scope: project\n",
        ),
    ],
    ids=["CRLF", "indentation", "order"],
)
def test_how_a_copy_is_written_is_no_difference(tmp_path: Path, copy: str) -> None:
    review = in_files(tmp_path, copy)

    assert copies(review) == []
    assert len(review.reading.snapshot.rows_by_key[A]) == 2


def test_a_copy_written_otherwise_and_saying_something_else_is_found_among_the_rest(tmp_path: Path) -> None:
    review = in_files(tmp_path, ITEM.replace("faster", "slower").replace("\n", "\r\n"))

    (case,) = copies(review)
    detail = review.open(case.id).detail
    assert isinstance(detail, CopiesDetail)
    assert [(one.name, one.values) for one in detail.fields] == [
        ("text", ("Reads are faster.", "Reads are slower."))
    ]


def in_files(tmp_path: Path, copy: str) -> Review:
    memory = tmp_path / "memory"
    (memory / "topics").mkdir(parents=True)
    (memory / "topics/a.md").write_bytes(f"# A\n\n{ITEM}".encode())
    (memory / "index.md").write_bytes(f"# Memory Index\n\n## Pending Cleanup\n\n{copy}".encode())
    found = binding.recognise(memory)
    assert found is not None
    snapshot = binding.load(found)
    return build(snapshot, lambda row: binding.item(snapshot, row), today=dt.date(2026, 8, 13))


@pytest.mark.parametrize("place", ["inbox", "archive"])
def test_what_inbox_and_archive_say_is_where_an_item_comes_from(place: str) -> None:
    assert copies(two(place, text="Reads were slow.").review()) == []


def test_an_id_in_the_index_and_the_inbox_alone_has_no_copies() -> None:
    store = Store()
    store.item(A, "Reads are faster.", place="inbox")
    store.item(A, "Reads are slower.", place="index")

    assert copies(store.review()) == []


def test_of_two_in_the_item_store_one_is_left_by_hand() -> None:
    (case,) = copies(two("topic", text="Reads are slower.").review())

    current, left_open = case.verdicts
    assert (current.verdict, current.allowed) == ("current", False)
    assert current.rule is not None and current.rule.startswith("§7.2")
    assert (left_open.verdict, left_open.allowed) == ("open", True)


def test_of_a_withdrawn_item_neither_texts_nor_values_are_told() -> None:
    store = two(text="Reads are slower.", Source="a secret place")
    store.withdraw(1, memory_item_ids=[A])

    review = store.review()
    (case,) = copies(review)
    full = review.open(case.id)
    detail = full.detail

    assert isinstance(detail, CopiesDetail) and detail.fields == ()
    assert {row.text for row in detail.rows} == {""}
    told = f"{case.title} {full.text} {full.facts} {full.notes} {[one.text for one in full.evidence]}"
    assert "Reads" not in told and "secret" not in told
    assert [offer.allowed for offer in case.verdicts] == [False, True]


def test_no_repr_holds_what_copies_say() -> None:
    review = two(text="Reads are slower.").review()
    assert "slower" not in repr(review.open(f"copies:{A}"))
