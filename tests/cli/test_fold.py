"""Broken lines hold everything that was there and fit the terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.cli.fold import fold
from workbench.text.visible import visible

shown = st.text().map(visible)
runs = st.lists(st.tuples(shown, st.sampled_from(["", "red"])), max_size=4)


@given(runs, st.integers(2, 40))
def test_nothing_is_lost_and_every_line_fits(parts: list[tuple[str, str]], width: int) -> None:
    lines = fold(parts, width)

    assert "".join(text for line in lines for text, _ in line) == "".join(text for text, _ in parts)
    for line in lines:
        assert cell_len("".join(text for text, _ in line).rstrip()) <= width


@given(runs, st.integers(2, 40))
def test_every_run_keeps_its_style(parts: list[tuple[str, str]], width: int) -> None:
    before = [(character, style) for text, style in parts for character in text]

    folded = fold(parts, width)

    assert [(character, style) for line in folded for text, style in line for character in text] == before


def test_words_stay_whole_where_they_fit() -> None:
    assert fold([("reads are faster now", "")], 10) == [[("reads are ", "")], [("faster now", "")]]


def test_wide_characters_count_two_cells() -> None:
    assert fold([("发布前必须先跑迁移", "")], 6) == [[("发布前", "")], [("必须先", "")], [("跑迁移", "")]]


def test_an_empty_line_is_one_line() -> None:
    assert fold([], 10) == [[]]
