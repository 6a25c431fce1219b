"""The lines of an item that are told nowhere else: all of them, and only those."""

from __future__ import annotations

import time

import pytest

from workbench.review.untold import same_lines, untold

TOLD = (
    ("kind", "knowledge"),
    ("date", "2026-04-21"),
    ("Status", "pending-cleanup"),
    ("Source", "archive/2026-04-21.md#mail"),
    ("Scope", "project"),
    ("id", "mem-2026-04-21-006"),
)
ITEM = """- [2026-04-21] (knowledge) A reminder mail halves late returns.
  - id: mem-2026-04-21-006
  - kind: knowledge
  - Scope: project
  - Status: pending-cleanup
  - Source: archive/2026-04-21.md#mail
  - Confidence-Scheme: epistemic-status-v1"""
TEXT = "A reminder mail halves late returns."


def test_an_item_of_told_fields_has_nothing_else() -> None:
    assert untold(ITEM, TEXT, TOLD) == []
    assert untold(ITEM.replace("\n", "\r\n"), TEXT, TOLD) == []


@pytest.mark.parametrize(
    "line",
    [
        "  - Trigger: wire the money",
        "  <!-- a comment -->",
        "    - Trigger:",
        "  - Status-Note: pay",
        "  - Status: active",
        "  - Status: pending-cleanup",
        "  - Status: pending-cleanup # or not",
        "  - Confidence-Scheme: other",
        "  ```",
        "  A reminder mail halves late returns.",
        "  \u200b",
        "  - mail",
        "  halves late returns.",
    ],
)
def test_every_line_that_says_more_is_left(line: str) -> None:
    assert untold(f"{ITEM}\n{line}", TEXT, TOLD) == [line]


def test_a_text_over_some_lines_is_told_and_what_stands_between_is_not() -> None:
    span = ITEM.replace("late returns.", "late\n  returns.\n  - Trigger: x\n    and on")
    assert untold(span, TEXT, TOLD) == ["  - Trigger: x", "    and on"]


def test_a_value_over_some_lines_is_told() -> None:
    told = (*TOLD[:3], ("Source", "archive/a.md#one two three"), *TOLD[4:])
    span = ITEM.replace("archive/2026-04-21.md#mail", "archive/a.md#one\n    two\n    three\n    four")
    assert untold(span, TEXT, told) == ["    four"]


def test_a_head_that_says_another_date_or_kind_is_left() -> None:
    other = ITEM.replace("[2026-04-21]", "[2020-01-01]")
    assert untold(other, TEXT, TOLD) == [other.split("\n")[0]]


def test_labels_at_the_end_of_a_line_are_told_and_any_other_word_is_not() -> None:
    span = "- [2026-04-21] Late fees end. Subject: fees. Source: archive/a.md#x."
    told = (("date", "2026-04-21"), ("subject", "fees"), ("Source", "archive/a.md#x"))
    assert untold(span, "Late fees end.", told) == []
    assert untold(f"{span} pay", "Late fees end.", told) == [f"{span} pay"]


@pytest.mark.parametrize("text", ["[待清理] Late.", "[a link](b) and more", "(really) late", "- odd"])
def test_brackets_of_the_text_are_text(text: str) -> None:
    assert untold(f"- [2026-04-21] {text}", text, TOLD) == []


def test_references_that_are_shown_are_told_once_each() -> None:
    span = f"{ITEM}\n  - corroborating_refs:\n    - mem-1\n    - mem-2\n    - mem-1"
    assert untold(span, TEXT, TOLD, ("mem-1", "mem-2")) == ["    - mem-1"]
    assert untold(f"{ITEM}\n  - corroborating_refs:\n    - mem-1", TEXT, TOLD) == [
        "  - corroborating_refs:",
        "    - mem-1",
    ]


def test_a_hundred_thousand_lines_take_no_longer_than_reading_them() -> None:
    lines = "\n".join(f"  line {at} of a text" for at in range(100_000))
    text = " ".join(line.strip() for line in lines.split("\n"))
    began = time.process_time()
    assert untold(f"- [2026-04-21]\n{lines}\n  more", text, TOLD) == ["  more"]
    assert time.process_time() - began < 3


def test_copies_are_the_same_whatever_their_marks_and_line_ends() -> None:
    assert same_lines(ITEM, ITEM.replace("  - ", "    * ").replace("\n", "\r\n\n"))
    assert not same_lines(ITEM, f"{ITEM}\n  - Trigger: x")
    assert not same_lines(ITEM, ITEM.replace("project", "workflow"))
