"""The diff is right for every pair of texts and bounded for every shape of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text import diff
from workbench.text.diff import Budget, DiffRow, diff_rows, spans_of, split_lines, word_pieces
from workbench.text.visible import visible

few_lines = st.lists(st.sampled_from(["a\n", "b\n", "c d e f\n", "c d x f\n", "漢字\n", "\n"]), max_size=25)


def marked(row: DiffRow) -> str:
    """The row with its changed pieces in braces."""
    return row.sign + "".join(f"{{{p.text}}}" if p.changed else p.text for p in row.pieces)


def test_equal_texts_have_no_rows() -> None:
    assert diff_rows("a\n", "a\n") == []
    assert diff_rows("", "") == []


def test_a_changed_word_is_marked() -> None:
    rows = diff_rows("- Status: pending-cleanup now\n", "- Status: active now\n")
    assert [marked(row) for row in rows] == ["-- Status: {pending-cleanup }now", "+- Status: {active }now"]


def test_words_without_spaces_are_compared_by_character() -> None:
    rows = diff_rows("用户喜欢红茶和咖啡\n", "用户喜欢绿茶和咖啡\n")
    assert [marked(row) for row in rows] == ["-用户喜欢{红}茶和咖啡", "+用户喜欢{绿}茶和咖啡"]


def test_numbers_context_and_gaps() -> None:
    before = "".join(f"line {n}\n" for n in range(1, 13))
    after = before.replace("line 6\n", "something else\n")
    rows = diff_rows(before, after, first_line=101, context=1)
    assert [(r.sign, r.old, r.new, r.text) for r in rows] == [
        ("@", 101, 101, "… 4 unchanged lines"),
        (" ", 105, 105, "line 5"),
        ("-", 106, None, "line 6"),
        ("+", None, 106, "something else"),
        (" ", 107, 107, "line 7"),
        ("@", 108, 108, "… 5 unchanged lines"),
    ]


def test_lines_that_have_little_in_common_are_marked_whole() -> None:
    rows = diff_rows("the quick brown fox\n", "a totally different the\n")
    assert [marked(row) for row in rows] == ["-{the quick brown fox}", "+{a totally different the}"]


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ("end of file", "end of file\n", ["-end of file{⟨no newline at end⟩}", "+end of file"]),
        ("one two\n", "one two  \n", ["-one {two}", "+one {two··}"]),
        ("key value\n", "key\tvalue\n", ["-{key }value", "+{key→   }value"]),
        ("a b c d\n", "a b c d\r\n", ["-a b c {d}", "+a b c {d␍}"]),
        ("", "x\n", ["+{x}"]),
        ("x\n", "", ["-{x}"]),
    ],
)
def test_changes_of_blanks_can_be_seen(before: str, after: str, rows: list[str]) -> None:
    assert [marked(row) for row in diff_rows(before, after)] == rows


@pytest.mark.case("BI-11")
def test_hostile_text_is_made_visible() -> None:
    rows = diff_rows("a\n", "a \x1b[2J\u202e\n")
    assert "".join(row.text for row in rows) == "aa ␛[2J⟨U+202E⟩"


def test_representation_hides_the_text() -> None:
    assert "secret" not in repr(diff_rows("", "secret\n"))


@given(few_lines, few_lines)
def test_rows_tell_both_texts(old: list[str], new: list[str]) -> None:
    rows = diff_rows("".join(old), "".join(new), context=100)
    if old == new:
        assert rows == []
        return
    removed = [(r.old, r.text) for r in rows if r.sign in " -"]
    added = [(r.new, r.text) for r in rows if r.sign in " +"]
    assert removed == [(n, visible(line.rstrip("\n"))) for n, line in enumerate(old, 1)]
    assert added == [(n, visible(line.rstrip("\n"))) for n, line in enumerate(new, 1)]
    assert all(not piece.changed for row in rows if row.sign == " " for piece in row.pieces)


@given(few_lines, few_lines, st.integers(0, 200))
def test_spans_cover_both_sides_with_any_budget(a: list[str], b: list[str], limit: int) -> None:
    budget = Budget(limit)
    spans = spans_of(a, b, budget)
    assert budget.spent <= limit
    assert [line for s in spans for line in a[s.i1 : s.i2]] == a
    assert [line for s in spans for line in b[s.j1 : s.j2]] == b
    assert all(a[s.i1 : s.i2] == b[s.j1 : s.j2] for s in spans if s.equal)


LINES = [f"{n}\n" for n in range(20_000)]
SHAPES = {
    "one line repeated": (["a\n"] * 20_000, ["a\n", "b\n"] * 10_000),
    "reversed": (LINES, LINES[::-1]),
    "rotated by halves": (LINES, [line for n in range(0, 20_000, 2) for line in (LINES[n + 1], LINES[n])]),
    "few kinds": ([f"{n % 7}\n" for n in range(20_000)], [f"{n % 11}\n" for n in range(20_000)]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_adversarial_lines_stay_in_the_budget(shape: str) -> None:
    a, b = SHAPES[shape]
    budget = Budget(diff.LINE_STEPS)
    spans = spans_of(a, b, budget)
    assert budget.spent <= diff.LINE_STEPS
    assert sum(s.i2 - s.i1 for s in spans) == len(a)
    assert sum(s.j2 - s.j1 for s in spans) == len(b)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a " * 1_900, "a b " * 950),
        ("a " * 9_000, "a b " * 4_500),
        (" ".join(map(str, range(1_900))), " ".join(map(str, reversed(range(1_900))))),
    ],
)
def test_adversarial_words_stay_in_the_budget(before: str, after: str) -> None:
    budget = Budget(diff.WORD_STEPS)
    left, right = word_pieces(before + "\n", after + "\n", budget)
    assert budget.spent <= diff.PAIR_STEPS
    assert "".join(p.text for p in left).replace("·", " ") == before
    assert "".join(p.text for p in right).replace("·", " ") == after


def test_word_steps_are_shared_by_all_pairs() -> None:
    budget = Budget(diff.PAIR_STEPS)
    for _ in range(50):
        word_pieces("a b " * 150 + "x\n", "b a " * 150 + "y\n", budget)
    assert budget.spent <= budget.limit


@pytest.mark.case("BI-10")
def test_a_huge_line_shows_its_change_and_counts_the_rest() -> None:
    same = "x" * 1_000_000
    rows = diff_rows(f"{same}OLD{same}\n", f"{same}NEW{same}\n")
    assert [[p.text for p in row.pieces if p.changed] for row in rows] == [["OLD"], ["NEW"]]
    assert all("999800 unchanged characters" in row.text for row in rows)
    assert all(len(row.text) < 1_000 for row in rows)
    added = diff_rows("", "y" * 1_000_000 + "\n")
    assert added[0].text.endswith("… 980000 more characters")


@pytest.mark.case("BI-10")
def test_too_many_rows_end_in_a_count() -> None:
    rows = diff_rows("", "z\n" * (diff.MAX_ROWS + 500))
    assert len(rows) == diff.MAX_ROWS + 1
    assert (rows[-1].sign, rows[-1].text) == ("@", "… not shown: 0 more lines before, 500 more lines after")


def test_too_many_characters_end_in_a_count() -> None:
    line = "w" * 10_000 + "\n"
    rows = diff_rows("", line * 1_000)
    shown = diff.MAX_CHARACTERS // 10_000
    assert len(rows) == shown + 1
    assert rows[-1].text == f"… not shown: 0 more lines before, {1_000 - shown} more lines after"


def test_only_a_line_feed_ends_a_line() -> None:
    assert split_lines("a\u2028b\x0bc\rd\ne") == ["a\u2028b\x0bc\rd\n", "e"]
    assert split_lines("a\n") == ["a\n"]
