"""The filter of the queue: what each word means, what is said of words without a meaning, and its laws."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desk.leaky import MARK, make_leaky
from workbench.desk import Desk, filtering
from workbench.desk.filtering import KEYS, Filter, folded, parse, parse_words, words_of
from workbench.store.case import Case, Facets, Target
from workbench.store.snapshot import Address


def target(
    name: str, path: str = "topics/pitfalls.md", status: str | None = "stale", kind: str | None = "state"
) -> Target:
    return Target(name, name, Address(path, 0, 9, 1), "item", status, "d" * 64, kind)


def case(title: str = "Retry thrice", **fields: object) -> Case:
    said = {"id": "stale:mem-2026-01-01-001", "kind": "stale", "targets": (target("mem-2026-01-01-001"),)}
    return Case(title=title, **(said | fields))  # type: ignore[arg-type]


RETRY = case(
    "Retry THRICE, then Straße",
    age_days=40,
    facets=Facets("export:schedule", "archive/2026-01-01.md#retry", "agent:nightly"),
)
DNS = case(
    "DNS must be flushed",
    id="pending-cleanup:mem-2026-02-02-002",
    kind="pending-cleanup",
    targets=(target("mem-2026-02-02-002", "topics/network.md", "pending-cleanup", "knowledge"),),
    age_days=3,
    facets=Facets("", "user statement", "agent:weekly"),
)
BARE = case("nothing known", id="unreadable:x", kind="unreadable", targets=(target("x", "x.md", None, None),))
ALL = (RETRY, DNS, BARE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ALL),
        ("   ", ALL),
        ("retry", (RETRY,)),
        ("RETRY then", (RETRY,)),
        ('"retry then"', ()),
        ('"thrice, then"', (RETRY,)),
        ("STRASSE", (RETRY,)),
        ("mem-2026-02", (DNS,)),
        ('"export:schedule"', (RETRY,)),
        ("-retry", (DNS, BARE)),
        ("kind:state", (RETRY,)),
        ("kind:knowledge", (DNS,)),
        ("kind:pending-cleanup", (DNS,)),
        ("kind:k", (DNS,)),
        ("kind:none", (BARE,)),
        ("status:stale", (RETRY,)),
        ("status:p", (DNS,)),
        ("status:none", (BARE,)),
        ('status:"stal"', ()),
        ('status:"stale"', (RETRY,)),
        ("-status:stale", (DNS, BARE)),
        ("topic:pitfalls", (RETRY,)),
        ("topic:TOPICS/", (RETRY, DNS)),
        ("age:>30", (RETRY,)),
        ("age:<7", (DNS,)),
        ("age:>=40", (RETRY,)),
        ("age:<=3", (DNS,)),
        ("age:3", (DNS,)),
        ("age:=3d", (DNS,)),
        ("age:none", (BARE,)),
        ("-age:>30", (DNS, BARE)),
        ("source:archive", (RETRY,)),
        ('source:"user statement"', (DNS,)),
        ("by:weekly", (DNS,)),
        ("by:agent", (RETRY, DNS)),
        ("by:agent -by:weekly", (RETRY,)),
        ("KIND:state age:>30 retry -dns", (RETRY,)),
        ("kind:state kind:knowledge", ()),
    ],
)
def test_a_filter_shows_what_it_says(text: str, found: tuple[Case, ...]) -> None:
    wanted = parse(text)
    assert wanted.problems == ()
    assert tuple(one for one in ALL if wanted.matches(one)) == found


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("export:schedule", "no key is called export"),
        ("age:old", "old is no age"),
        ("age:>", "> is no age"),
        ("age:", "takes days"),
        ("kind:lesson", "no kind is called lesson"),
        ("status:done", "no Status is called done"),
        ("topic:", "part of the name of a file"),
        ("by:", "part of who marked it"),
        ("http://example.org", "no key is called http"),
    ],
)
def test_what_cannot_be_meant_is_said_and_hides_nothing(text: str, word: str) -> None:
    wanted = parse(text)
    [problem] = wanted.problems
    assert word in problem
    assert all(wanted.matches(one) for one in ALL), "a problem must never empty the list"


def test_a_problem_leaves_the_other_terms_in_force() -> None:
    wanted = parse("retry nokey:x -dns")
    assert len(wanted.problems) == 1
    assert [one for one in ALL if wanted.matches(one)] == [RETRY]


def test_every_key_that_there_is_says_what_it_takes() -> None:
    for key in KEYS:
        assert parse(f"{key}:").problems[0].startswith(f"{key}: takes ")


words = st.text(st.characters(codec="utf-8"), max_size=12)
terms = st.one_of(
    words.map(lambda text: f'"{text}"').filter(lambda text: text.count('"') == 2),
    st.sampled_from(["retry", "kind:state", "kind:k", "status:stale", "topic:net", "age:>30", "age:none",
                     "source:archive", "by:weekly", "age:<=3"]),
)  # fmt: skip
cases = st.builds(
    case,
    title=st.text(max_size=30),
    age_days=st.one_of(st.none(), st.integers(0, 900)),
    facets=st.builds(Facets, words, words, words),
    targets=st.lists(
        st.builds(target, words, words, st.one_of(st.none(), words), st.one_of(st.none(), words)), max_size=3
    ).map(tuple),
)


@given(st.text(max_size=60), cases)
def test_any_text_is_a_filter_and_none_raises(text: str, one: Case) -> None:
    for wanted in (parse(text), parse_words(text)):
        assert isinstance(wanted.matches(one), bool)
        assert isinstance(wanted.in_words(folded(one.title)), bool)


@given(st.lists(terms, max_size=4), st.lists(terms, max_size=4), cases)
def test_two_filters_together_show_what_both_show(first: list[str], second: list[str], one: Case) -> None:
    both = parse(" ".join([*first, *second]))
    assert both.matches(one) == (parse(" ".join(first)).matches(one) and parse(" ".join(second)).matches(one))


@given(terms, cases)
def test_a_minus_shows_exactly_what_the_term_hides(term: str, one: Case) -> None:
    if parse(term):
        assert parse(f"-{term}").matches(one) is not parse(term).matches(one)


@given(st.text(max_size=40))
def test_a_filter_is_a_value(text: str) -> None:
    wanted = parse(text)
    assert wanted == parse(text)
    assert hash(wanted) == hash(parse(text))
    assert wanted != Filter("\x00")


def test_withdrawn_words_match_no_filter(l1_store: Path) -> None:
    desk = Desk.open(make_leaky(l1_store))
    held = [one for one in desk.cases() if one.withheld_by]
    assert held
    for text in (f'"{MARK}"', f'source:"{MARK}"', f"by:{MARK.split()[0]}"):
        wanted = parse(text)
        assert wanted.terms, text
        assert [one.id for one in desk.cases() if wanted.matches(one)] == [], text
    audited = parse(f'"{MARK}"')
    assert any(audited.matches(one) for one in desk.cases(audit=True)), "the words are there to be found"


def test_words_that_are_known_are_not_folded_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [case(f"{number} Retry thrice, then say so", age_days=number % 90) for number in range(500)]
    known = [words_of(one) for one in many]
    wanted = parse("retry -dns kind:state age:>30 topic:pit")
    monkeypatch.setattr(filtering, "words_of", _never)
    found = sum(wanted.matches(one, words) for one, words in zip(many, known, strict=True))
    assert found == sum(number % 90 > 30 for number in range(500))


def _never(one: Case) -> str:
    raise AssertionError(f"the words of {one.id} were made again")


def test_a_filter_of_more_than_anybody_types_is_cut_in_words() -> None:
    long, many = parse("x" * 120_000), parse("a " * 60_000)

    assert long.problems == ("only the first 2000 characters of the filter are used",)
    assert [len(term.value) for term in long.terms] == [2_000]
    assert len(many.terms) == 50
    assert many.problems[0] == "only the first 50 terms of the filter are used"
    assert len(parse("no:key " * 20_000).problems) <= 50
    assert parse_words("b " * 51).problems == ("only the first 50 terms of the filter are used",)
    assert parse("c " * 50).problems == ()
