"""Nothing that a terminal obeys or a reader cannot see leaves the sanitizer."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.text.visible import cells, cut, decoded_tags, from_bytes, hidden, one_line, visible

# Bidi controls, zero-width and other default-ignorable characters, from the Unicode tables by hand.
UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f"
    "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206f\u2800\u3164\ufe00\ufe0e\ufe0f"
    "\ufeff\uffa0\ufff9\ufffa\ufffb\uffff\U0001d173\U0001d17a\U000e0001\U000e0041\U000e0100\U000e01ef\U0010ffff"
)
hostile = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"]),
        st.sampled_from(UNSEEN),
        st.sampled_from("ab \t\n\r\x1b\x9b漢é"),
    )
)


def is_harmless(text: str, allowed: str = "") -> bool:
    return all(
        character in allowed
        or (
            unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
            and character not in UNSEEN
        )
        for character in text
    )


@pytest.mark.case("BI-11")
@given(hostile)
def test_output_is_harmless_and_stable(text: str) -> None:
    for newlines in (False, True):
        shown = visible(text, newlines=newlines)
        assert is_harmless(shown, "\n" if newlines else "")
        assert visible(shown, newlines=newlines) == shown
        shown.encode("utf-8")


@given(st.binary(max_size=200))
def test_any_bytes_can_be_shown(data: bytes) -> None:
    text = from_bytes(data)
    assert text.encode("utf-8", "surrogateescape") == data
    assert is_harmless(visible(text))


@given(hostile)
def test_newlines_are_kept_only_when_asked(text: str) -> None:
    assert visible(text, newlines=True).count("\n") == text.count("\n")
    assert "\n" not in visible(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("漢字 e\u0301 ⚠ é", "漢字 e\u0301 ⚠ é"),
        ("\x1b]52;c;ZXZpbA==\x07", "␛]52;c;ZXZpbA==␇"),
        ("\x00\x7f\x9b2J", "␀␡⟨U+009B⟩2J"),
        ("a\r\nb", "a␍␊b"),
        ("a\u0085b\u2028c", "a⟨U+0085⟩b⟨U+2028⟩c"),
        ("user:\u202eeve", "user:⟨U+202E⟩eve"),
        ("x\u200by\ufeff", "x⟨U+200B⟩y⟨U+FEFF⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("❤\ufe0f", "❤⟨U+FE0F⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\ue000", "⟨U+E000⟩"),
        ("a\tb", "a    b"),
        ("[red]/[/nope", "[red]/[/nope"),
    ],
)
def test_marks(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_undecodable_bytes_are_named() -> None:
    assert visible(from_bytes(b"ok \xff\xc3(")) == "ok ⟨byte FF⟩⟨byte C3⟩("


@pytest.mark.case("BI-13")
@pytest.mark.parametrize("character", UNSEEN)
def test_every_unseen_character_is_marked_and_counted(character: str) -> None:
    assert visible(f"a{character}b") == f"a⟨U+{ord(character):04X}⟩b"
    assert hidden(f"a{character}b{character}") == 2


def test_line_ends_and_tabs_are_not_hidden() -> None:
    assert hidden("one\r\ntwo\n\tthree 漢") == 0
    assert hidden("over\rwritten") == 1


@pytest.mark.case("BI-13")
def test_tag_characters_are_decoded() -> None:
    payload = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all")
    assert decoded_tags(f"\U000e0001a{payload}b\U000e0041\U000e007f") == "ignore all A"
    assert decoded_tags("nothing") == ""


@given(hostile, st.integers(0, 60))
def test_rows_fit_and_never_cut_in_silence(text: str, width: int) -> None:
    for shown in (cut(text, width), one_line(text, width)):
        assert cell_len(shown) <= width
        assert is_harmless(shown)
        if width and shown != visible(text) and not any(end in text for end in "\r\n"):
            assert "…" in shown


@given(hostile)
def test_what_fits_is_not_cut(text: str) -> None:
    assert cut(text, sum(cells(visible(character)) for character in text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("abcdefghij", 10, "abcdefghij"),
        ("abcdefghijk", 10, "ab… 9 more"),
        ("漢" * 20, 12, "漢… 19 more"),
        ("漢漢漢", 4, "漢…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
        ("\x1b" * 9, 9, "␛" * 9),
    ],
)
def test_cut(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown


def test_one_line_collapses_line_ends() -> None:
    assert one_line("- a\r\n  \n  b\n", 40) == "- a ⏎ b"
    assert one_line("x" * 5_000_000, 15) == "x… 4999999 more"


def test_many_distinct_marks() -> None:
    text = "".join(map(chr, range(0x20))) + "é"
    assert visible(text) == "".join("    " if code == 9 else chr(0x2400 + code) for code in range(0x20)) + "é"


def test_a_skin_tone_is_marked_because_no_two_terminals_agree_on_its_width() -> None:
    assert visible("👍🏻") == "👍⟨U+1F3FB⟩"
    assert hidden("👍🏻") == 1
