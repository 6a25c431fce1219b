"""Broken lines hold every word that was there and fit the terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.cli.fold import fold
from workbench.text.visible import visible

shown = st.text().map(visible)
runs = st.lists(st.tuples(shown, st.sampled_from(["", "red"])), max_size=4)


@given(runs, st.integers(2, 40))
def test_only_blanks_are_lost_and_every_line_fits(parts: list[tuple[str, str]], width: int) -> None:
    lines = ["".join(text for text, _ in line) for line in fold(parts, width)]

    assert "".join("".join(lines).split()) == "".join("".join(text for text, _ in parts).split())
    assert all(cell_len(line) <= width and line == line.rstrip() for line in lines)
    assert all(lines[1:]), "no line is empty after a full one"


@given(st.lists(st.text("ab漢", min_size=1, max_size=8), min_size=1), st.integers(16, 40))
def test_a_word_that_fits_a_line_is_never_broken(words: list[str], width: int) -> None:
    lines = ["".join(text for text, _ in line) for line in fold([(" ".join(words), "")], width)]

    assert " ".join(lines).split() == words


@given(runs, st.integers(2, 40))
def test_every_run_keeps_its_style(parts: list[tuple[str, str]], width: int) -> None:
    before = [(character, style) for text, style in parts for character in text if not character.isspace()]

    folded = [run for line in fold(parts, width) for run in line]

    after = [(character, style) for text, style in folded for character in text if not character.isspace()]
    assert after == before


def test_words_stay_whole_where_they_fit() -> None:
    assert fold([("reads are faster now", "")], 10) == [[("reads are", "")], [("faster now", "")]]


def test_blanks_after_a_full_line_make_no_line_of_their_own() -> None:
    assert fold([("0123456789   ", "")], 10) == [[("0123456789", "")]]
    assert fold([("0123456789 abc  ", "")], 10) == [[("0123456789", "")], [("abc", "")]]


def test_a_change_that_is_a_blank_at_the_end_stays_where_it_has_room() -> None:
    assert fold([("port", "red"), (" ", "red reverse")], 10) == [[("port", "red"), (" ", "red reverse")]]
    assert fold([("port", "red"), (" ", "red reverse")], 4) == [[("port", "red")]]


def test_wide_characters_count_two_cells() -> None:
    assert fold([("发布前必须先跑迁移", "")], 6) == [[("发布前", "")], [("必须先", "")], [("跑迁移", "")]]


def test_an_empty_line_is_one_line() -> None:
    assert fold([], 10) == [[]]
