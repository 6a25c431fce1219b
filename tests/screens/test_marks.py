"""Marks and what was seen are bound to bytes; a batch offers what some case allows. No screen is opened."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from screens.marks import Marks, allowing, batch_lines, batch_offers
from screens.seen import Seen, changed
from screens.show.parts import TEXT, evidence_lines
from tests.desk.test_filtering import case, target
from workbench.desk.shelf import Shape, shape_of
from workbench.store.case import Case, Evidence, Offer, Target

KEEP, NO_KEEP, MERGE = Offer("keep", True), Offer("keep", False, "§4"), Offer("merge", True, None, ("with",))
LATER = Offer("defer", True)


def one(name: str, *offers: Offer, digest: str = "a") -> Case:
    return case(name, id=name, targets=(with_digest(name, digest),), verdicts=offers)


def with_digest(name: str, digest: str) -> Target:
    return replace(target(name), digest=digest)


def shapes(*cases: Case) -> Counter[Shape]:
    return Counter(map(shape_of, cases))


def evidence(ref: str, digest: str) -> Evidence:
    return Evidence("archive", ref, None, None, "words", digest=digest)


def test_a_mark_is_set_and_taken_away() -> None:
    marks, first = Marks(), one("a")
    assert not marks
    assert marks.toggle(first)
    assert list(marks.cases.values()) == [first]
    assert not marks.toggle(first)
    assert not marks


def test_marking_again_keeps_the_case_as_it_was_marked() -> None:
    marks, first = Marks(), one("a")
    marks.add([first])
    marks.add([one("a", digest="b")])
    assert marks.cases == {"a": first}


def test_what_changed_or_is_gone_is_unmarked_and_told() -> None:
    marks = Marks()
    marks.add([one("same"), one("other"), one("gone")])
    fresh = one("same", KEEP)
    now = {case.id: case for case in (fresh, one("other", digest="b"), one("fourth"))}
    stale = marks.take_fresh(now.get)
    assert [case.id for case in stale] == ["other", "gone"]
    assert marks.cases == {"same": fresh}, "the verdicts of a batch are those of the store as it is now"


def test_a_batch_offers_what_at_least_one_case_allows() -> None:
    cases = [one("a", NO_KEEP, MERGE, LATER), one("b", KEEP, LATER), one("c", NO_KEEP, LATER)]
    assert batch_offers(cases) == (KEEP, MERGE, LATER)
    assert allowing(shapes(*cases)) == {"keep": 1, "merge": 1, "defer": 3}
    assert batch_offers([one("a", NO_KEEP)]) == (NO_KEEP,)
    assert batch_offers([]) == ()


def test_the_bar_of_a_batch_says_for_how_many_a_verdict_is_allowed() -> None:
    cases = [one("a", NO_KEEP, MERGE, LATER), one("b", KEEP, LATER)]
    [line] = batch_lines(shapes(*cases), 100)
    assert line.plain == " on 2 marked cases:   1 keep 1 of 2   3 merge… 1 of 2   s later"
    [line] = batch_lines(shapes(one("a", NO_KEEP)), 100)
    assert line.plain == " on 1 marked case:   1 ✗ keep"
    [line] = batch_lines(shapes(one("a")), 100)
    assert "no verdict can be given on any of them" in line.plain


def test_what_was_not_shown_in_whole_is_unseen_and_the_record_by_both_names() -> None:
    seen = Seen()
    shown = replace(one("a"), evidence=(evidence("archive/x.md", "1"), evidence("archive/y.md", "2")))
    shown = replace(shown, targets=(replace(target("mem-1"), key="~k1", digest="a"),))
    assert seen.unseen(shown) == {"archive/x.md", "archive/y.md", "mem-1", "~k1"}
    seen.note(shown, {TEXT, "archive/x.md"})
    assert seen.unseen(shown) == {"archive/y.md"}
    seen.note(shown, {"archive/y.md"})
    assert seen.unseen(shown) == set(), "seen at two visits"


def test_what_changed_since_it_was_seen_is_unseen() -> None:
    seen = Seen()
    before = replace(one("a"), evidence=(evidence("archive/x.md", "1"),))
    seen.note(before, {TEXT, "archive/x.md"})
    other = replace(before, evidence=(evidence("archive/x.md", "9"),))
    assert seen.unseen(other) == {"archive/x.md"}
    assert changed(before, other) == {"archive/x.md"}
    rewritten = replace(before, targets=(with_digest("a", "z"),))
    assert seen.unseen(rewritten) == {"a"}
    assert changed(before, rewritten) == {TEXT}
    assert seen.unseen(replace(before, id="b")) == {"a", "archive/x.md"}, "what was seen beside another case"


def test_evidence_that_is_held_back_is_not_seen_and_has_to_be_seen_once_it_is_not() -> None:
    seen = Seen()
    held = replace(evidence("archive/x.md", "1"), text="", withheld_by="ctl-1")
    lines = list(evidence_lines([held, evidence("archive/y.md", "2")], 80))
    assert {ref for line in lines for ref in line.refs} == {"archive/y.md"}
    before = replace(one("a"), evidence=(held,))
    seen.note(before, {TEXT, "archive/x.md"})
    free = replace(before, evidence=(evidence("archive/x.md", "1"),))
    assert seen.unseen(free) == {"archive/x.md"}
    assert changed(before, free) == {"archive/x.md"}


def test_evidence_can_go_by_another_name_on_a_page() -> None:
    lines = list(evidence_lines([evidence("archive/y.md", "2")], 80, name=lambda ref: f"case {ref}"))
    assert {ref for line in lines for ref in line.refs} == {"case archive/y.md"}


def test_every_record_of_a_case_has_to_be_seen_as_it_is_now() -> None:
    seen, first = Seen(), with_digest("a", "1")
    copy = replace(with_digest("b", "2"), key="~b", role="index copy")
    before = replace(one("a"), targets=(first, copy))
    assert seen.unseen(before) == {"a", first.key, "b", "~b"}
    seen.note(before, {TEXT})
    assert seen.unseen(before) == set()
    after = replace(before, targets=(first, replace(copy, digest="3")))
    assert seen.unseen(after) == {"a", first.key, "b", "~b"}
    assert changed(before, after) == {TEXT}
