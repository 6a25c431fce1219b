"""A text of megabytes is compared by its first part: a suggestion is worth no stall."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.review.words import COMPARED, said, words_of

SENTENCE = "Supplier records from Northvale are always encoded in UTF-8."


def test_words_beyond_the_first_part_are_not_compared() -> None:
    long = "gateway " * (COMPARED // 8) + "printer"
    assert words_of(long) == ("gateway",)
    assert said(long).words == ("gateway",)
    assert words_of("gateway printer") == ("gateway", "printer")


@pytest.mark.case("BI-10")
def test_a_case_of_five_megabytes_opens_with_its_evidence(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    name = next(case.id for case in desk.cases() if case.title.startswith(SENTENCE))
    before = [one.ref for one in desk.case(name).evidence if one.role == "refuter"]
    topic = sample_store / "memory" / "topics" / "catalogue-imports.md"
    text = topic.read_text(encoding="utf-8")
    topic.write_text(
        text.replace(SENTENCE, f"{SENTENCE} {'words without end, ' * 270_000}", 1), encoding="utf-8"
    )
    desk = Desk.open(sample_store)
    desk.cases()
    case = desk.case(name)
    assert len(case.text) > 5_000_000
    assert set(before) <= {one.ref for one in case.evidence if one.role == "refuter"}
    assert before
