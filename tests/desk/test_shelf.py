"""A shelf answers as filter and order themselves do, whatever it was asked before; it can be stopped."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desk.test_filtering import BARE, DNS, RETRY, case, target
from workbench.desk.filtering import FACETS, parse, words_of
from workbench.desk.ordering import AGE, SORTS, ordered
from workbench.desk.rows import SLICE, Overtaken, Shelf, Wish
from workbench.desk.shelf import CaseShelf
from workbench.store.case import Case, Facets, Offer

LATER = replace(RETRY, id="stale:later", deferred="2026-09-01", verdicts=(Offer("keep", True),))
CASES = (
    RETRY,
    DNS,
    BARE,
    LATER,
    case("ab abc", id="stale:b", age_days=0, facets=Facets("", "archive/b.md#x", "agent:weekly")),
    case("abcd", id="stale:c", targets=(target("c", "topics/b.md", None, None),), age_days=400),
)
WORDS = (
    *("a", "ab", "abc", "-a", "-abc", '"ab abc"', "kind:st", "kind:stale", "kind:none", "-kind:state"),
    *("status:none", "status:st", "topic:b", "topic:pit", "age:>3", "age:none", "age:<400", "source:arch"),
    *("source:archive/b", "by:agent", "by:weekly", "-by:weekly", '-"retry thrice"', "kind:", "no:such"),
)
FILTERS = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)
CASE_LISTS = st.lists(st.sampled_from(CASES), unique_by=lambda one: one.id)


@given(CASE_LISTS, st.lists(st.tuples(FILTERS, st.sampled_from(SORTS)), min_size=1, max_size=8))
def test_what_was_asked_before_changes_no_answer(cases: list[Case], asked: list[tuple[str, str]]) -> None:
    shelf = CaseShelf(cases)
    for words, sort in asked:
        wanted = parse(words)
        choice = shelf.choose(wanted, sort)
        assert list(choice.rows) == [one for one in ordered(cases, sort) if wanted.matches(one)]
        assert [choice.index_of(one.id) for one in choice.rows] == list(range(len(choice.rows)))
        assert all(choice.index_of(one.id) is None for one in cases if one not in choice.rows)
        assert shelf.known(wanted, sort) is choice


@given(FILTERS, FILTERS, CASE_LISTS)
def test_a_filter_that_narrows_another_leaves_nothing_more(one: str, other: str, cases: list[Case]) -> None:
    wanted, before = parse(one), parse(other)
    if wanted.narrows(before):
        assert {case.id for case in cases if wanted.matches(case)} <= {
            case.id for case in cases if before.matches(case)
        }


@pytest.mark.parametrize(
    ("wider", "narrower"),
    [("a", "ab"), ("a", "xab y"), ("topic:b", "topic:b x"), ("", "-a"), ("kind:state", "kind:state a")],
)
def test_more_letters_narrow_what_fewer_left(wider: str, narrower: str) -> None:
    assert parse(narrower).narrows(parse(wider))
    assert not parse(wider).narrows(parse(narrower))


@pytest.mark.parametrize(("one", "other"), [("-ab", "-a"), ("age:>30", "age:>3"), ("kind:no", "kind:none")])
def test_more_letters_do_not_always_narrow(one: str, other: str) -> None:
    assert not parse(one).narrows(parse(other))


def many(number: int) -> list[Case]:
    return [case(f"number {at}", id=f"stale:{at}", age_days=at % 7) for at in range(number)]


def test_a_wish_that_is_over_ends_the_work_within_a_slice() -> None:
    looked: list[int] = []
    wish = Wish()

    def words(number: int) -> str:
        looked.append(number)
        wish.over = number >= 100
        return str(number)

    shelf = Shelf(range(10 * SLICE), str, words)
    with pytest.raises(Overtaken):
        shelf.choose(parse("9"), wish=wish)
    assert 100 <= len(looked) <= 100 + SLICE
    assert shelf.known(parse("9")) is None, "half an answer is none"
    found = shelf.choose(parse("39999"))
    assert list(found.rows) == [39_999]
    assert looked == list(range(10 * SLICE)), "what was found out is not found out again"


def test_each_case_is_looked_at_once_for_all_letters_of_a_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def noted(one: Case) -> str:
        seen.append(one.id)
        return one.title

    monkeypatch.setattr("workbench.desk.shelf.words_of", noted)
    shelf = CaseShelf(many(50))
    for words in ("n", "nu", "num", "number 1", "", "number 4"):
        shelf.choose(parse(words), AGE)
    assert len(seen) == 50


def test_what_is_looked_through_beforehand_costs_an_answer_no_look_at_a_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelf = CaseShelf(many(50))
    shelf.look_through(Wish())

    def none(one: Case) -> str:
        raise AssertionError("a case was looked at")

    monkeypatch.setattr(shelf.facts, "words_of", none)
    for key in ("kind", "status", "topic", "age", "source", "by"):
        monkeypatch.setitem(FACETS, key, none)
    for sort in SORTS:
        assert len(shelf.choose(parse("number age:<3 kind:state topic:pit"), sort).rows) == 22


def test_what_is_known_of_the_same_objects_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    before, looked = many(50), list[str]()
    shelf = CaseShelf(before)
    shelf.look_through(Wish())
    changed = replace(before[7], title="number changed", age_days=900)
    now = [*before[20:], *before[:7], changed, *before[8:19], RETRY]

    def noted(one: Case) -> str:
        looked.append(one.id)
        return words_of(one)

    def noted_age(one: Case) -> int | None:
        looked.append(one.id)
        return one.age_days

    monkeypatch.setattr("workbench.desk.shelf.words_of", noted)
    monkeypatch.setitem(FACETS, "age", noted_age)
    fresh = CaseShelf(now)
    fresh.learn(shelf, Wish())
    fresh.look_through(Wish())
    assert sorted(looked) == sorted([changed.id, RETRY.id] * 2), "the others are the same objects"
    for words in (*WORDS, "changed", "age:900", "number 1"):
        for sort in SORTS:
            wanted = parse(words)
            assert list(fresh.choose(wanted, sort).rows) == [
                one for one in ordered(now, sort) if wanted.matches(one)
            ]
    assert fresh.facts.sorts == CaseShelf(now).facts.sorts


def test_a_shelf_that_nobody_holds_is_gone_at_once() -> None:
    shelf = CaseShelf(many(50))
    shelf.look_through(Wish())
    choice = shelf.choose(parse("number"), AGE)
    later = CaseShelf(many(50))
    later.learn(shelf, Wish())
    left = [weakref.ref(one) for one in (shelf, shelf.facts, choice)]
    gc.disable()
    try:
        del shelf, choice
        assert [one() for one in left] == [None, None, None], "no cycle keeps it for a collection"
    finally:
        gc.enable()
