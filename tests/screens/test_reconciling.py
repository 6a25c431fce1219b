"""What the verdicts on conflicts ask for: rows by their letters, one of two ways in which both hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.question import about_case
from screens.reconciling import BOTH_WORDS, EITHER, EITHER_WORDS, named_row, unmet
from screens.show.picks import Pick, pick_lines
from screens.words import NUMBERS, PARAMETERS, PLACEHOLDERS, verdict_done, verdict_label
from tests.screens.test_conflict_views import A, B, broken, case, copies, pair, row
from workbench.desk import Desk
from workbench.store.case import LEAVES_OPEN, Case, Offer, VerdictName
from workbench.store.details.conflict import ConflictDetail


def conflict() -> Case:
    rows = (row(A, "Port 7520."), row(B, "Port 7611.", id=None))
    return case("conflict", ConflictDetail("gateway:port", rows, None), rows)


def asked(desk: Desk, shown: Case, verdict: VerdictName, *needs: str) -> tuple[set[str], set[str]]:
    """What has to be given, and what may be."""
    question = about_case(desk, shown, Offer(verdict, True, None, needs), frozenset())
    return set(question.needs) - question.optional, set(question.needs) & question.optional


@pytest.fixture
def desk(sample_store: Path) -> Desk:
    return Desk.open(sample_store, readonly=True)


def test_each_verdict_asks_for_what_it_needs_and_takes_what_it_may(desk: Desk) -> None:
    assert asked(desk, conflict(), "current", "with") == ({"with"}, {"evidence"})
    assert asked(desk, conflict(), "none") == (set(), {"evidence"})
    assert asked(desk, conflict(), "new-value", "value") == ({"value"}, {"evidence"})
    assert asked(desk, conflict(), "both") == (set(), {*EITHER, "evidence"})
    assert asked(desk, conflict(), "open") == (set(), {"until"})
    assert asked(desk, pair("a", "b"), "confirm", "with", "evidence") == ({"with", "evidence"}, set())
    assert asked(desk, pair("a", "b"), "both", "condition") == ({"condition"}, {"evidence"})
    assert asked(desk, copies("a", "b"), "current", "with") == ({"with"}, {"evidence"})
    assert asked(desk, broken("a"), "restore") == (set(), {"evidence"})


def test_a_letter_is_the_row_that_it_stands_for_and_a_copy_goes_by_its_place(desk: Desk) -> None:
    question = about_case(desk, conflict(), Offer("current", True, None, ("with",)), frozenset())
    assert question.with_ids("A") == (A,) and question.with_ids("b") == ("topics/a.md:3",)
    assert question.with_ids("C") == ("C",) and question.with_ids(B) == (B,)
    of_copies = about_case(desk, copies("a", "b"), Offer("current", True, None, ("with",)), frozenset())
    assert of_copies.with_ids("B") == ("topics/1.md:3",)
    assert [pick.value for pick in question.picks["with"]] == ["A", "B"]
    assert named_row("A", ()) == "A"


def test_both_hold_by_a_row_with_a_subject_or_by_a_condition_and_not_by_both() -> None:
    def words(**given: str) -> tuple[str, str] | None:
        return unmet({"with": "", "subject": "", "condition": ""} | given, EITHER)

    assert words() == ("with", EITHER_WORDS)
    assert words(subject="x:y") == ("with", "name the row that starts under the new subject")
    assert (words(**{"with": "A"}) or ("",))[0] == "subject"
    assert words(**{"with": "A"}, subject="x:y") is None and words(condition="on Mondays") is None
    assert words(condition="on Mondays", subject="x:y") == ("condition", BOTH_WORDS)
    assert unmet({}, ()) is None


def test_every_verdict_has_a_name_a_key_and_words_for_when_it_was_given() -> None:
    verdicts = set(NUMBERS) | LEAVES_OPEN
    assert {"current", "both", "none", "confirm", "open", "restore", "accept"} <= verdicts
    assert len({verdict_label(one) for one in verdicts}) == len(verdicts)
    assert not any(verdict_done(one).startswith("decided") for one in verdicts)
    assert set(PARAMETERS) == set(PLACEHOLDERS)


def test_one_number_stands_for_one_thing() -> None:
    by_number = {number: {one for one in NUMBERS if NUMBERS[one] == number} for number in NUMBERS.values()}
    assert by_number == {
        1: {"keep", "active", "current", "confirm", "restore"},
        2: {"stale", "none", "accept"},
        3: {"merge"},
        4: {"cool"},
        7: {"supersede"},
        8: {"new-value"},
        9: {"both"},
    }


def test_where_rows_do_not_fit_that_in_which_they_differ_is_shown() -> None:
    begins = "The nightly backup of the loan database of all branches is finished at"
    texts = (f"{begins} 04:45.", f"{begins} 05:15.")
    picks = tuple(Pick(name, "active", "2026-06-04", text) for name, text in zip("AB", texts, strict=True))
    narrow = [line.plain for line in pick_lines(picks, -1, 60, 4)]
    assert [line.rpartition("│ ")[2].rstrip() for line in narrow] == ["…04:45.", "…05:15."]
    wide = [line.plain for line in pick_lines(picks, -1, 118, 4)]
    assert [line.rpartition("│ ")[2].rstrip() for line in wide] == list(texts)
    chinese = tuple(Pick("A", text=f"{'出口网关监听端口' * 9}{end}。") for end in ("七", "八"))
    assert [line.plain.rpartition("│ ")[2].rstrip() for line in pick_lines(chinese, -1, 60, 4)] == [
        "…七。",
        "…八。",
    ]
