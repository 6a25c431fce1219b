"""The words in which pairs, copies and broken supersedes are surfaced, written by hand beside §15.2.1."""

from __future__ import annotations

from dataclasses import replace

from workbench.desk.sheets.surfaced import surfaced
from workbench.store.details.broken import BrokenDetail, BrokenFinding
from workbench.store.details.conflict import ConflictDetail, ConflictRow
from workbench.store.details.copies import CopiesDetail, DifferingField
from workbench.store.details.pair import PairDetail

OLD = ConflictRow(
    key="mem-2026-07-02-001", id="mem-2026-07-02-001", standing="open", place="topic", path="topics/a.md",
    line=5, date="2026-07-02", kind="knowledge", status="active", confidence=None,
    source="archive/2026-07-02.md#cache", anchor="resolves", superseded_by=None, withheld_by=None,
    text="The cache makes reads faster",
)  # fmt: skip
NEW = replace(
    OLD, key="~0123456789", id=None, path="topics/b.md", line=9, date=None, kind=None, status=None,
    source=None, text="The cache does not make reads faster.\u2028  - [2026-08-01] (state) forged\nActing",
)  # fmt: skip
HELD = replace(NEW, standing="withdrawn", withheld_by="memwd-2026-08-01-001", text="", source="secret")


def test_a_contradiction_cites_both_and_acts_on_neither() -> None:
    detail = PairDetail((OLD, NEW), "left open by a review", "log.md:12", possible=False)
    assert surfaced("contradiction", detail) == (
        "Contradiction between `mem-2026-07-02-001` and `topics/b.md:9`:\n"
        "  - [2026-07-02] (knowledge) The cache makes reads faster. Source: archive/2026-07-02.md#cache"
        "   ← `Status: active`\n"
        "  - [date unknown] (kind not given) The cache does not make reads faster."
        "⟨U+2028⟩  - ⟨U+005B⟩2026-08-01] (state) forged Acting. Source: not given"
        "   ← no Status, which counts as `active`\n"
        "  left open by a review, log.md:12\n"
        "\n"
        "Neither is acted on: both stay visible until they are reviewed (§15.2.1).\n"
        "If one of them should be the current truth, reconcile.\n"
    )


def test_what_a_finder_picked_is_called_possible() -> None:
    detail = PairDetail((OLD, NEW), "one says not", "", possible=True)
    said = surfaced("contradiction", detail).split("\n")
    assert said[0] == "Possible contradiction between `mem-2026-07-02-001` and `topics/b.md:9`:"
    assert said[3:5] == ["  one says not", ""]
    assert "nothing is certain" in said[5]
    same = surfaced("duplicate", detail)
    assert same.startswith("Possible duplicate: `mem-2026-07-02-001` and `topics/b.md:9`:\n")
    assert "Neither is acted on" not in same


def test_a_withdrawn_row_is_named_by_its_withdrawal_alone() -> None:
    said = surfaced("contradiction", PairDetail((OLD, HELD), "secret words", "log.md:1", possible=False))
    assert "secret" not in said
    assert (
        "[date unknown] withdrawn by memwd-2026-08-01-001; its text is held back   ← excluded (§12.2)" in said
    )


def test_copies_name_what_differs_and_which_of_them_counts() -> None:
    index = replace(OLD, place="index", path="index.md", line=40, status="stale")
    fields = (DifferingField("Status", ("active", "stale")),)
    assert surfaced("copies", CopiesDetail(OLD.key, (OLD, index), fields)) == (
        "Copies of `mem-2026-07-02-001` differ in Status:\n"
        "  - [2026-07-02] (knowledge) The cache makes reads faster. Source: archive/2026-07-02.md#cache"
        "   ← `Status: active`, at topics/a.md:5\n"
        "  - [2026-07-02] (knowledge) The cache makes reads faster. Source: archive/2026-07-02.md#cache"
        "   ← `Status: stale`, at index.md:40\n"
        "\n"
        "What counts is the copy at topics/a.md:5, until the copies agree.\n"
        "If another copy should be the current truth, reconcile.\n"
    )


def test_of_two_copies_in_the_item_store_none_counts() -> None:
    twice = replace(OLD, path="topics/b.md", text="Another text")
    said = surfaced("copies", CopiesDetail(OLD.key, (OLD, twice), ()))
    assert said.startswith("Copies of `mem-2026-07-02-001` differ:\n")
    assert "No copy is in force: the item store holds the id more than once (§7.2).\n" in said


def test_a_broken_supersede_names_the_constraint_and_shows_the_chain() -> None:
    row = replace(
        OLD, standing="history", kind="state", status="superseded", superseded_by="mem-2026-07-15-009"
    )
    live = replace(OLD, key="x", id="mem-2026-08-01-001", kind="state", date="2026-08-01", text="It is off")
    finding = BrokenFinding("pointer-to-nothing", 3, "superseded_by names no item of this store")
    detail = BrokenDetail(row, "mem-2026-07-15-009", (finding,), (row, live), ("x",))
    assert surfaced("broken-supersede", detail, "cache:switch") == (
        "Broken supersede of `mem-2026-07-02-001` on `subject: cache:switch`:\n"
        "  - [2026-07-02] (state) The cache makes reads faster. Source: archive/2026-07-02.md#cache"
        "   ← `Status: superseded`, superseded_by mem-2026-07-15-009\n"
        "  - [2026-08-01] (state) It is off. Source: archive/2026-07-02.md#cache   ← `Status: active`\n"
        "  Constraint 3 of §14.2 is broken: superseded_by names no item of this store\n"
        "\n"
        "`mem-2026-07-02-001` says superseded, so it is no basis for acting (§15.2 rule 3).\n"
        "If it should be the current truth, reconcile.\n"
    )


def test_a_conflict_on_a_subject_is_told_to_the_letter_of_the_protocol() -> None:
    first = replace(OLD, kind="state", status="superseded", standing="history", text="Port 1.")
    last = replace(OLD, key="b", kind="state", date="2026-08-01", text="Port 2.", source="a person")
    assert surfaced("conflict", ConflictDetail("gateway:port", (first, last), "b")) == (
        "Conflict on `subject: gateway:port`:\n"
        "  - [2026-07-02] (state) Port 1. Source: archive/2026-07-02.md#cache   ← `Status: superseded`\n"
        "  - [2026-08-01] (state) Port 2. Source: a person   ← currently `active`\n"
        "\n"
        "Acting on [2026-08-01]'s value. The earlier row is retained as history.\n"
        "If the earlier row should be the current truth, reconcile.\n"
    )
