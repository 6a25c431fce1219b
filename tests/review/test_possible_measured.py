"""The page of figures says what the finder gives on the labelled pairs, which stand as they were frozen."""

from __future__ import annotations

import hashlib

from tests.review.measure import BEGIN, END, FIRST, PAGE, PAIRS, figures, labelled


def test_the_figures_on_the_page_are_those_of_the_finder() -> None:
    inside = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip()
    assert inside == figures(labelled()), "run: python -m tests.review.measure --write"


def test_the_labelled_pairs_are_those_that_were_frozen() -> None:
    frozen = [line.split() for line in (PAIRS / "FROZEN").read_text().splitlines()]
    assert len(frozen) == 2
    for digest, name in frozen:
        assert hashlib.sha256((PAIRS / name).read_bytes()).hexdigest() == digest


def test_the_page_keeps_the_figures_of_the_very_first_run() -> None:
    """They are the ones that nobody could have worked towards."""
    page = PAGE.read_text(encoding="utf-8")
    assert all(line in page for line in FIRST.splitlines())


def test_there_are_enough_pairs_in_both_languages() -> None:
    pairs = labelled()
    assert len(pairs) >= 200
    assert min(sum(pair.language == one for pair in pairs) for one in ("english", "chinese")) >= 80
    assert {pair.label for pair in pairs} == {"contradiction", "duplicate", "neither"}
