"""Orders of the queue, and views kept under a name: outside the store, and read again with distrust."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.test_filtering import BARE, DNS, RETRY, case, target
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.ordering import SORTS, next_sort, ordered
from workbench.desk.saved import TOPIC, View, drop_view, keep_view, view_named, views
from workbench.store.case import Facets
from workbench.text.errors import UsageError

LATER = replace(RETRY, id="later", age_days=900, deferred="2027-01-01")


def test_the_oldest_comes_first_and_the_unknown_after_the_known() -> None:
    assert ordered([BARE, DNS, LATER, RETRY], "age") == [RETRY, DNS, BARE, LATER]


def test_what_is_left_for_later_is_last_in_every_order() -> None:
    for sort in SORTS:
        assert ordered([LATER, BARE, DNS, RETRY], sort)[-1] is LATER, sort


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("kind", [DNS, RETRY, BARE]),
        ("status", [DNS, RETRY, BARE]),
        ("topic", [DNS, RETRY, BARE]),
        ("source", [RETRY, DNS, BARE]),
    ],
)
def test_each_order_sorts_by_its_word_and_puts_the_unknown_last(sort: str, order: list[object]) -> None:
    assert ordered([BARE, RETRY, DNS], sort) == order


def test_cases_that_are_alike_keep_their_order() -> None:
    alike = [case(str(number), id=str(number), targets=(target("x"),)) for number in range(5)]
    for sort in SORTS:
        assert ordered(alike, sort) == alike


def test_the_key_goes_through_every_order_and_comes_back() -> None:
    seen, sort = [], "age"
    for _ in SORTS:
        seen.append(sort)
        sort = next_sort(sort)
    assert (tuple(seen), sort) == (SORTS, "age")
    assert next_sort("nonsense") == "age"


def test_a_view_is_kept_outside_the_store_and_found_again(sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    kept = keep_view(Desk.open(sample_store), View("  my   own ", "age:>30", "topic"))
    assert kept == View("my own", "age:>30", "topic")
    assert views(Desk.open(sample_store)) == (kept,)
    assert view_named(Desk.open(sample_store), "my own") == kept
    assert tree_bytes(sample_store) == before


def test_a_view_takes_the_place_of_one_of_its_name_and_can_be_forgotten(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    keep_view(desk, View("a", "dns"))
    keep_view(desk, View("b", ""))
    keep_view(desk, View("a", "retry"))
    assert views(desk) == (View("a", "retry"), View("b", ""))
    drop_view(desk, "a")
    assert views(desk) == (View("b", ""),)
    with pytest.raises(UsageError, match="No view of that name") as told:
        view_named(desk, "a")
    assert told.value.next == "There are: b."


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x1b[2J"])
def test_a_name_that_is_none_is_refused(name: str, sample_store: Path) -> None:
    with pytest.raises(UsageError):
        keep_view(Desk.open(sample_store), View(name, ""))
    assert views(Desk.open(sample_store)) == ()


def test_nothing_is_kept_of_a_store_that_is_open_to_read(sample_store: Path) -> None:
    with pytest.raises(UsageError, match="read-only"):
        keep_view(Desk.open(sample_store, readonly=True), View("a", "dns"))
    assert views(Desk.open(sample_store)) == ()


@pytest.mark.parametrize(
    "said",
    [{"a": "dns"}, {"a": {"filter": 3, "sort": "age"}}, {"a": {"filter": "x", "sort": "size"}}, {"a": []}],
)
def test_what_does_not_read_as_a_view_is_none(said: dict[str, object], sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    assert desk.keep_own(TOPIC, said)
    assert views(desk) == ()


def test_a_case_tells_source_subject_and_who_marked_it(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    for one in desk.cases("pending-cleanup"):
        facts = dict(desk.case(one.id).facts)
        assert one.facets.source == facts["Source"]
        assert one.facets.subject == facts.get("subject", "")
        assert one.facets.marked_by in facts["Marked by"]
        assert desk.case(one.id).facets == one.facets
    assert BARE.facets == Facets()
    marked = [one.facets.marked_by for one in desk.cases("stale")]
    assert any(marked), "somebody marked one of the stale items"


def test_an_entry_that_does_not_read_is_not_lost_by_keeping_another(l1_store: Path) -> None:
    """A later version may have kept it with a word that this one does not know."""
    desk = Desk.open(l1_store)
    later = {"filter": "status:stale", "sort": "by-moon"}
    assert desk.keep_own(TOPIC, {"later": later})

    keep_view(desk, View("mine", "status:stale"))
    drop_view(desk, "mine")

    assert desk.own(TOPIC) == {"later": later}
