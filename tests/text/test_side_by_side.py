"""Rows of a diff in two columns, and what bounds their number."""

from __future__ import annotations

from workbench.text.diff import MAX_ROWS, DiffRow, diff_rows, side_by_side

BEFORE = "a\nb one\nc\nd\ne\nf\ng\nh\n"
AFTER = "a\nb two\nb three\nc\nd\ne\nf\ng\n"


def shown(before: str, after: str) -> list[tuple[str, str]]:
    """Each line of the two columns with its sign."""
    pairs = side_by_side(diff_rows(before, after, context=1))
    return [(_signed(left), _signed(right)) for left, right in pairs]


def _signed(row: DiffRow | None) -> str:
    return "" if row is None else row.sign + row.text


def test_removed_lines_stand_opposite_the_added_ones() -> None:
    assert shown(BEFORE, AFTER) == [
        (" a", " a"),
        ("-b one", "+b two"),
        ("", "+b three"),
        (" c", " c"),
        ("@… 3 unchanged lines", "@… 3 unchanged lines"),
        (" g", " g"),
        ("-h", ""),
    ]


def test_every_row_stands_in_a_column_once_and_in_order() -> None:
    rows = diff_rows(BEFORE, AFTER)
    pairs = side_by_side(rows)

    assert [left for left, _ in pairs if left is not None] == [row for row in rows if row.sign != "+"]
    assert [right for _, right in pairs if right is not None] == [row for row in rows if row.sign != "-"]


def test_words_are_marked_in_both_columns() -> None:
    [(left, right)] = side_by_side(diff_rows("keep the old port\n", "keep the new port\n"))

    assert left is not None
    assert right is not None
    assert [piece.text for piece in left.pieces if piece.changed] == ["old "]
    assert [piece.text for piece in right.pieces if piece.changed] == ["new "]


def test_twenty_thousand_changed_lines_and_repetition_are_bounded() -> None:
    many = "".join(f"line {at} alpha beta\n" for at in range(20_000))
    rows = diff_rows(many, many.replace("beta", "gamma"))
    long = diff_rows("a " * 50_000 + "\n", "a " * 49_999 + "b a\n")
    pairs = side_by_side(rows)

    assert len(rows) <= MAX_ROWS + 1
    assert "not shown" in rows[-1].text
    assert max(len(row.text) for row in long) < 21_000
    assert len(pairs) <= len(rows)
