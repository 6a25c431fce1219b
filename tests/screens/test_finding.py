"""Words looked for in lines as they are drawn, and what is cut from a long text; no screen is opened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from screens.text import styled
from screens.widgets.finding import hits, marked
from screens.widgets.quote import FIRST_PART, is_cut, quoted, reaching


def places(lines: list[str], words: str) -> list[tuple[tuple[int, int, int], ...]]:
    return [hit.spans for hit in hits([Content(line) for line in lines], words)]


def test_a_hit_is_found_whatever_its_case() -> None:
    assert places(["one Two three", "TWO"], "two") == [((0, 4, 7),), ((1, 0, 3),)]


def test_a_hit_goes_on_behind_the_gutter_of_the_next_line() -> None:
    assert places([" │ are always", " │ encoded here"], "always encoded") == [((0, 7, 13), (1, 3, 10))]


def test_a_long_word_that_was_broken_is_found() -> None:
    assert places([" │ abcdef", " │ ghijk"], "defghi") == [((0, 6, 9), (1, 3, 6))]


def test_signs_of_a_pattern_are_letters_like_any_other() -> None:
    assert places(["a.c abc (x|y)*"], "a.c") == [((0, 0, 3),)]
    assert places(["a.c abc (x|y)*"], "(x|y)*") == [((0, 8, 14),)]


@pytest.mark.parametrize("words", ["", "   ", "nowhere"])
def test_nothing_is_found_for_nothing(words: str) -> None:
    assert places(["some text"], words) == []


@given(st.lists(st.text("ab │", max_size=8), max_size=5), st.text("ab ", max_size=4))
def test_every_hit_lies_in_its_line_and_spells_the_words(lines: list[str], words: str) -> None:
    for spans in places(lines, words):
        spelled = "".join(lines[line][start:end] for line, start, end in spans)
        assert "".join(spelled.split()) == "".join(words.split())
        assert all(0 <= start < end <= len(lines[line]) for line, start, end in spans)


def test_a_hit_is_marked_and_the_text_stays_as_it_is() -> None:
    line = marked(styled("one two", "quote"), [(4, 7)], "found")
    assert line.plain == "one two"
    assert [(span.start, span.end) for span in line.spans if span.style == "found"] == [(4, 7)]


def test_a_long_text_says_how_much_is_left_out_and_a_short_one_nothing() -> None:
    text = "word " * 10_000
    lines = quoted(text, 60)
    [cut] = [line for line in lines if is_cut(line)]
    assert cut.plain == f" │ … {len(text) - FIRST_PART:,} more characters"
    assert sum(len(line.plain[3:].split()) for line in lines if not is_cut(line)) <= FIRST_PART // 5 + 1
    with reaching(len(text)):
        assert not any(is_cut(line) for line in quoted(text, 60))
    assert not any(is_cut(line) for line in quoted("x" * FIRST_PART, 60))


def test_memory_that_spells_the_words_of_a_cut_is_no_cut() -> None:
    assert not any(is_cut(line) for line in quoted("… 18,204 more characters", 60))
