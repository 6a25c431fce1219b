"""Every verdict on conflicts of every kind by keyboard, at both sizes, and back again by `z`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.decide import Decide
from screens.queue import Queue
from screens.widgets.recall_input import RecallInput
from tests.screens.conflicting import (
    ALWAYS,
    CASE,
    COPIED,
    LOOKS_LIKE_IT,
    LOST,
    NEVER,
    ROWS,
    SAME,
    SUBJECT,
    conflicting,
)
from tests.screens.conftest import NARROW, WIDE, Opened, page_text, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.pictures import to_row
from tests.screens.stores import HOSTILE
from tests.trees import tree_bytes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])
SAID = ("topics/网关.md", "topics/lessons.md", "index.md", "memory.md", "archive/2026-07-20.md")
"""The files that hold memory; log and ledger keep what was done."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return conflicting(tmp_path / "agent")


def said(store: Path) -> dict[str, bytes]:
    """What the memory files hold."""
    return {name: (store / "memory" / name).read_bytes() for name in SAID}


def decide(pilot: Pilot[Any]) -> Decide:
    screen = pilot.app.screen
    assert isinstance(screen, Decide)
    return screen


def plan_text(pilot: Pilot[Any]) -> str:
    """Every line of the plan that is shown."""
    screen = decide(pilot)
    assert screen.plan is not None, status_of(pilot.app)
    return "\n".join(line.content.plain for line in screen.plan_view._lines)


async def fill(pilot: Pilot[Any], **fields: str) -> None:
    """Put words into fields, the reason last, and go on to the plan."""
    for name, words in {**fields, "reason": "looked at both hosts"}.items():
        field = decide(pilot).query_one(f"#field-{name}", RecallInput)
        field.focus()
        await settle(pilot)
        if words.isascii():
            await write(pilot, words)
        else:
            field.put(words)
        await settle(pilot)
    await press(pilot, "enter")


async def there_and_back(pilot: Pilot[Any], store: Path, before: dict[str, bytes]) -> None:
    """Record the plan that is shown, then take it back by `z`: every byte is as it was, the place too."""
    (about,) = decide(pilot).question.about
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, Queue), status_of(pilot.app)
    after = said(store)
    await press(pilot, "z")
    await fill(pilot)
    await press(pilot, "enter")
    await settle(pilot)
    queue = pilot.app.screen
    assert isinstance(queue, Queue), status_of(pilot.app)
    assert said(store) == before
    assert after != before
    assert queue.rows.current is not None and queue.rows.current.id == about


@SIZES
@pytest.mark.parametrize(
    ("number", "fields", "in_plan"),
    [
        ("1", {"with": "C"}, "- Status: superseded"),
        ("1", {"with": "a"}, "出口网关监听端口 7520。"),
        ("2", {}, "- Status: stale"),
        ("8", {"value": "出口网关监听端口 7999。"}, "7999"),
        ("9", {"condition": "白天 7520,夜里 7611,周末 7700。"}, "白天 7520"),
    ],
)
async def test_a_conflict_of_three_rows_is_settled_and_taken_back(
    store: Path, opened: Opened, size: tuple[int, int], number: str, fields: dict[str, str], in_plan: str
) -> None:
    before = said(store)
    async with opened(store, size=size) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", number)
        await fill(pilot, **fields)
        assert in_plan in plan_text(pilot)
        noted = " ".join(plan_text(pilot).split())
        assert "recorded as a choice of what to act on, not as a confirmed fact (§15.2.1)." in noted
        await there_and_back(pilot, store, before)


@SIZES
async def test_both_hold_under_two_subjects_and_are_taken_back(
    sample_store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    def pages() -> dict[str, bytes]:
        memory = sample_store / "memory"
        found = [*(memory / "topics").iterdir(), memory / "index.md", memory / "memory.md"]
        return {path.name: path.read_bytes() for path in found}

    before = pages()
    async with opened(sample_store, size=size) as pilot:
        await to_row(pilot, "conflict", "branch-vpn")
        await press(pilot, "enter", "9")
        await fill(pilot, **{"with": "A", "subject": "branch-vpn:旧入口"})
        assert "branch-vpn:旧入口" in plan_text(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue), status_of(pilot.app)
        assert pages() != before
        await press(pilot, "z")
        await fill(pilot)
        await press(pilot, "enter")
        assert pages() == before


@SIZES
async def test_with_evidence_it_is_no_choice_of_what_to_act_on(
    store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(store, size=size) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", "1")
        field = decide(pilot).query_one("#field-evidence", RecallInput)
        field.focus()
        await press(pilot, "down")
        assert field.value == "archive/2026-07-20.md#端口"
        await fill(pilot, **{"with": "C"})
        assert "choice of what to act on" not in " ".join(plan_text(pilot).split())


@SIZES
async def test_the_rows_are_listed_by_letter_date_status_and_value(
    store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(store, size=size) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", "1")
        text = screen_text(pilot.app)
        for name, date, value in (
            ("A", "2026-07-20", "7520"), ("B", "2026-08-01", "7611"), ("C", "2026-08-12", "7700"),
        ):  # fmt: skip
            assert any(f" {name}  active  {date}" in line and value in line for line in text.splitlines()), (
                text
            )
        await press(pilot, "down", "down")
        assert decide(pilot).query_one("#field-with", RecallInput).value == "B"
        assert decide(pilot).verdict().with_ids == (ROWS[1],)


@pytest.mark.parametrize(
    ("kind", "row", "name"), [("conflict", CASE, "or its id"), ("copies", COPIED, "or its place")]
)
async def test_a_row_is_named_by_what_tells_it_from_the_others(
    store: Path, opened: Opened, kind: str, row: str, name: str
) -> None:
    async with opened(store, size=NARROW) as pilot:
        await to_row(pilot, kind, row)
        await press(pilot, "enter", "1")
        assert name in screen_text(pilot.app)


async def test_both_hold_says_what_is_missing(store: Path, opened: Opened) -> None:
    async with opened(store, size=NARROW) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", "9")
        await fill(pilot)
        assert "say how both hold" in status_of(pilot.app) and decide(pilot).plan is None
        await fill(pilot, **{"with": "B"})
        assert "give the new subject under which that row starts" in status_of(pilot.app)
        await fill(pilot, condition="by day and by night")
        assert "not both of them" in status_of(pilot.app)


@SIZES
@pytest.mark.parametrize(
    ("kind", "row", "number", "fields", "in_plan"),
    [
        ("contradiction", ALWAYS, "1", {"with": NEVER, "evidence": "archive/2026-07-20.md#端口"}, "stale"),
        ("duplicate", SAME[0], "3", {}, "merged_into"),
        ("copies", COPIED, "1", {"with": "B"}, "three times"),
        ("copies", COPIED, "1", {"with": "A"}, "three times"),
        ("broken-supersede", LOST, "1", {}, "- Status: active"),
    ],
)
async def test_every_other_conflict_is_settled_and_taken_back(
    store: Path, opened: Opened, size: tuple[int, int], kind: str, row: str, number: str,
    fields: dict[str, str], in_plan: str,
) -> None:  # fmt: skip
    before = said(store)
    async with opened(store, size=size) as pilot:
        await to_row(pilot, kind, row)
        await press(pilot, "enter", number)
        await fill(pilot, **fields)
        assert in_plan in plan_text(pilot)
        await there_and_back(pilot, store, before)


@pytest.mark.parametrize(
    ("kind", "row", "key", "fields"),
    [
        ("conflict", CASE, "s", {}),
        ("contradiction", ALWAYS, "s", {}),
        ("contradiction", ALWAYS, "9", {"condition": "only on the old host"}),
        ("duplicate", SAME[0], "9", {}),
        ("broken-supersede", LOST, "2", {}),
    ],
)
async def test_what_changes_no_memory_is_recorded_and_taken_back(
    store: Path, opened: Opened, kind: str, row: str, key: str, fields: dict[str, str]
) -> None:
    before = said(store)
    async with opened(store, size=NARROW) as pilot:
        await to_row(pilot, kind, row)
        await press(pilot, "enter", key)
        await fill(pilot, **fields)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue), status_of(pilot.app)
        assert said(store) == before and len(decisions(store)) == 1
        await press(pilot, "z")
        await fill(pilot)
        await press(pilot, "enter")
        assert said(store) == before and len(decisions(store)) == 2


def decisions(store: Path) -> list[Path]:
    return sorted((store / "memory" / "governance" / "decisions").glob("memdec-*.json"))


@SIZES
async def test_the_passage_behind_a_row_is_one_key_away_and_one_key_back(
    store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(store, size=size) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "A")
        text = screen_text(pilot.app)
        assert "The passage behind A" in text and "session:2026-07-20/turn-1" in text
        await press(pilot, "A")
        assert status_of(pilot.app) == "the rows again" and "▐7520▌" in screen_text(pilot.app)
        await press(pilot, "B")
        assert status_of(pilot.app) == "the Source of B names no passage that is there"
        await press(pilot, "D")
        assert status_of(pilot.app) == "there is no row D here"


async def test_a_subject_that_looks_like_it_is_named_and_is_no_row(store: Path, opened: Opened) -> None:
    async with opened(store) as pilot:
        await to_row(pilot, "conflict", CASE)
        text = page_text(pilot.app)
        assert "Maybe the same subject" in text and LOOKS_LIKE_IT in text
        assert "3 to settle" in text and text.count("7000") == 0


async def test_open_and_none_are_given_to_several_and_what_names_a_row_is_not(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await to_row(pilot, "conflict", "")
        await press(pilot, "space", "space", "space", "1")
        assert isinstance(pilot.app.screen, Queue)
        assert "given to one case at a time" in status_of(pilot.app)
        await press(pilot, "9")
        assert "given to one case at a time" in status_of(pilot.app)
        await press(pilot, "s")
        await fill(pilot)
        assert len(decide(pilot).plan.prepared) == 3  # type: ignore[union-attr]
        await press(pilot, "enter")
        assert len(decisions(sample_store)) == 3


@SIZES
async def test_hostile_text_in_a_row_reaches_no_terminal(
    tmp_path: Path, opened: Opened, size: tuple[int, int]
) -> None:
    store = conflicting(tmp_path / "agent", note=HOSTILE)
    async with opened(store, size=size) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", "1")
        asked = screen_text(pilot.app)
        await fill(pilot, **{"with": "C"})
        for text in (asked, screen_text(pilot.app)):
            assert not any(sign in text for sign in "\x1b\x07\x9b\u202e\u200b\ufeff")
        assert "⟨U+202E⟩" in asked and "superseded" in plan_text(pilot)


async def test_what_was_shown_of_rows_is_recorded_as_seen(store: Path, opened: Opened) -> None:
    async with opened(store, size=(140, 60)) as pilot:
        await to_row(pilot, "conflict", CASE)
        await press(pilot, "enter", "1")
        await fill(pilot, **{"with": "C"})
        reviewed = {one.ref: one.seen for one in decide(pilot).plan.prepared[0].plan.reviewed}  # type: ignore[union-attr]
        assert {ref: seen for ref, seen in reviewed.items() if not seen} == {}


def test_the_made_store_is_one(store: Path) -> None:
    assert tree_bytes(store) and SUBJECT in (store / "memory" / "topics" / "网关.md").read_text("utf-8")
