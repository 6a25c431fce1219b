"""Text made to be slow or to slip through: long runs, look-alikes, references in odd places."""

from __future__ import annotations

import pytest

from tests.review.build import Store
from workbench.review.anchors import refs_in
from workbench.review.words import said

SIZE = 200_000


@pytest.mark.case("BI-10")
@pytest.mark.parametrize(
    "unit",
    ["a", " ", "a/", "archive/", ".", "-", "一", "1", "1.", "'", "a;", "#", "见archive/2026-07-02.md#", "不"],
)
def test_long_text_is_reviewed(unit: str) -> None:
    text = unit * (SIZE // len(unit)) + " .md"
    store = Store()
    store.passage("cache", (None, text, ""), text)
    store.item("mem-2026-07-02-001", text, Status="pending-cleanup", Source=text)
    store.item("mem-2026-07-02-002", "It moved.", Source=text)
    store.withdraw(1, memory_item_ids=["mem-2026-07-02-002"])
    refs_in(text)
    said(text)
    store.open("pending-cleanup:mem-2026-07-02-001")


@pytest.mark.parametrize(
    "source",
    [
        "见archive/2026-07-02.md#cache。",
        "(archive/2026-07-02.md#cache)",
        "`archive/2026-07-02.md#cache`",
        "[there](archive/2026-07-02.md#cache)",
        "memory/archive/2026-07-02.md#cache",
        "archive/2026-07-02.md#cache, archive/2026-07-03.md#b",
        "archive/2026-07-02.md#c%61che",
        "ARCHIVE; archive/2026-07-02.md#cache.",
    ],
)
def test_a_withdrawn_segment_is_found_wherever_a_source_names_it(source: str) -> None:
    store = Store()
    row = store.item("mem-2026-07-02-001", "Reads are faster.", Source=source)
    store.withdraw(1, archive_refs=["archive/2026-07-02.md#cache"])

    assert store.review().exclusions.withheld_by(row) == "memwd-2026-08-05-001"
