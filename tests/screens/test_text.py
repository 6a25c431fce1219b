"""Strings become literal, visible content; lines keep their cells."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from screens.guard import Unprintable, place_of
from screens.text import fit, fit_middle, flow, hidden_words, safe, safe_lines, styled, wrap
from screens.widgets.quote import quoted
from tests.screens.stores import HOSTILE
from workbench.text.visible import visible

ROOT = Path(__file__).resolve().parents[2]
ANY = st.text(alphabet=st.characters(exclude_categories=[]), max_size=80)
WORDS = st.text(alphabet="ab 你好é-\u0301", max_size=120)


@given(ANY)
def test_safe_is_the_sanitizer_and_nothing_else(text: str) -> None:
    assert safe(text).plain == visible(text)


@given(ANY)
def test_nothing_unseen_is_in_a_safe_line(text: str) -> None:
    for line in safe_lines(text):
        assert {unicodedata.category(character) for character in line.plain} & {
            "Cc",
            "Cf",
            "Zl",
            "Zp",
        } == set()


def test_markup_stays_letters_and_hidden_characters_stand_out() -> None:
    content = safe("[red]x[/nope [@click=app.quit]\u202ey")

    assert content.plain == "[red]x[/nope [@click=app.quit]⟨U+202E⟩y"
    assert [(content.plain[span.start : span.end], span.style) for span in content.spans] == [
        ("⟨U+202E⟩", "mark")
    ]


def test_a_spelled_out_mark_is_not_taken_for_a_real_one() -> None:
    assert safe("⟨U+202E⟩").spans == []


def test_hidden_characters_are_counted_and_tags_decoded() -> None:
    assert hidden_words("plain") == ""
    assert hidden_words("a\u200bb") == "1 hidden character"
    assert hidden_words("x\U000e0065\U000e0076") == "2 hidden characters; tags spell: ev"
    assert "tags spell: evil" in quoted(HOSTILE, 60)[-1].plain


@given(WORDS, st.integers(2, 40))
def test_wrapping_loses_no_word_and_no_line_is_too_wide(text: str, width: int) -> None:
    lines = wrap(styled(text), width)

    assert all(cell_len(line.plain) <= width for line in lines)
    assert "".join("".join(line.plain.split()) for line in lines) == "".join(text.split())


@given(WORDS, st.integers(0, 40))
def test_a_fitted_text_takes_exactly_its_cells(text: str, width: int) -> None:
    assert fit(styled(text), width).cell_length == width
    assert fit(styled(text), width, right=True).cell_length == width


@pytest.mark.parametrize("width", range(0, 24))
def test_an_id_is_shortened_in_its_middle(width: int) -> None:
    short = fit_middle("mem-2026-07-02-002", width)

    assert cell_len(short) <= width
    assert width < 18 or short == "mem-2026-07-02-002"


def test_parts_flow_onto_as_many_lines_as_they_need() -> None:
    lines = flow([styled("one"), styled("two"), styled("three")], 10)

    assert [line.plain for line in lines] == ["one   two", "three"]


def test_a_quote_says_what_it_leaves_out() -> None:
    lines = quoted("a\nb\nc\nd", 20, limit=2)

    assert [line.plain for line in lines] == [" │ a", " │ b", " │ … 2 more lines"]


def test_the_last_line_of_defence_keeps_the_width_in_characters() -> None:
    [segment] = Unprintable().apply([Segment(HOSTILE)], Color(0, 0, 0))

    assert segment.text.isprintable()
    assert len(segment.text) == len(HOSTILE)


def test_a_crash_is_told_without_its_message() -> None:
    secret = "the text of a memory"
    try:
        try:
            raise ValueError(secret)
        except ValueError as error:
            raise KeyError(secret) from error
    except KeyError as error:
        words = place_of(error)

    assert words.startswith("KeyError at test_text.py:")
    assert "ValueError at test_text.py:" in words
    assert secret not in words


FORBIDDEN = {
    "Static(": "our own painted widgets draw everything",
    "Label(": "our own painted widgets draw everything",
    ".notify(": "the status line takes content, toasts take markup",
    "from_markup": "no markup anywhere",
    "Text.from_": "no markup anywhere",
    ".border_title": "parsed as markup",
    ".border_subtitle": "parsed as markup",
    "open(": "screens open no file",
    "read_text": "screens open no file",
    "read_bytes": "screens open no file",
}


@pytest.mark.parametrize("path", sorted((ROOT / "screens").rglob("*.py")), ids=lambda path: path.name)
def test_no_screen_has_a_way_around_the_sanitizer(path: Path) -> None:
    source = path.read_text(encoding="utf-8").replace("Desk.open(", "").replace("self._open(", "")
    source = source.replace("def _open(", "")
    found = {words: why for words, why in FORBIDDEN.items() if words in source.replace("action_open(", "")}

    assert found == {}
