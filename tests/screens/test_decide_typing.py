"""Reasons, suggestions, drafts, candidates, pastes, the editor: nothing is lost, nothing applies itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from screens.decide import Decide
from screens.queue import Queue
from screens.widgets.diff_view import DiffView
from screens.widgets.recall_input import RecallInput
from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle, status_of, write
from tests.screens.golden import Golden, screen_text
from tests.screens.stores import PENDING, rewrite
from tests.screens.terminal import Terminal, on_a_terminal
from tests.screens.test_batches import SENTENCE, TOPIC, records_of
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.remembered import reasons_given

pytestmark = pytest.mark.slow
QUICK = pytest.mark.usefixtures("quick_keys")
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])


def reason(pilot: Pilot[Any]) -> RecallInput:
    """The field for the reason."""
    return pilot.app.screen.query_one("#field-reason", RecallInput)


def decide(pilot: Pilot[Any]) -> Decide:
    """Decide, which is open."""
    assert isinstance(pilot.app.screen, Decide)
    return pilot.app.screen


async def open_pending(pilot: Pilot[Any]) -> None:
    """From Home to the case of one item, wherever in the list it stands."""
    await press(pilot, "enter")
    rows = pilot.app.screen.query_one(RecordList)
    rows.cursor = [row.id for row in rows.rows].index(f"pending-cleanup:{PENDING}")
    await settle(pilot)
    await press(pilot, "enter")


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An editor with an argument that leaves what stands in a file; no terminal is handed over."""
    wanted, program = tmp_path / "wanted", tmp_path / "ed.py"
    program.write_text(
        "import sys, pathlib\n"
        "wanted = pathlib.Path(sys.argv[1]).read_bytes()\n"
        "sys.exit(3) if wanted == b'fail' else pathlib.Path(sys.argv[2]).write_bytes(wanted)\n"
    )
    monkeypatch.setenv("VISUAL", f"{sys.executable} '{program}' '{wanted}'")

    @contextmanager
    def suspended(self: object) -> Iterator[None]:
        yield

    monkeypatch.setattr("textual.app.App.suspend", suspended)
    yield wanted


@QUICK
async def test_a_routine_decision_is_three_keys_with_the_last_reason(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "read on the host")
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Queue)
        await press(pilot, "1")
        text = screen_text(pilot.app)
        assert "↵ takes your last reason for keep: read on the host" in text
        assert reason(pilot).value == "", "a suggestion is not in the field"
        await press(pilot, "enter")
        assert reason(pilot).value == "read on the host"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
    assert [one["verdict"] for one in records_of(sample_store)] == ["keep", "keep"]


@QUICK
async def test_a_suggestion_is_for_the_same_verdict_and_never_takes_the_place_of_words(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "read on the host")
        await press(pilot, "enter", "enter", "2")
        assert "takes your last reason" not in screen_text(pilot.app)
        await press(pilot, "enter")
        assert decide(pilot).plan is None
        await press(pilot, "escape", "1", "space", "enter")
        assert decide(pilot).plan is None, "blanks are words of the person: nothing is put in their place"
        await press(pilot, "backspace")
        await write(pilot, "x")
        await press(pilot, "enter")
        plan = decide(pilot).plan
        assert plan is not None
        assert plan.prepared[0].reason == "x"


@QUICK
async def test_a_long_suggestion_is_shown_in_whole(sample_store: Path, opened: Opened) -> None:
    words = "measured three times on the new host before and after the night of the move to Marrowick town"
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, words)
        await press(pilot, "enter", "enter", "1")
        text = " ".join(screen_text(pilot.app).split())
        assert words in text


@QUICK
async def test_reasons_come_back_in_another_run_and_what_was_typed_stays_among_them(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "read on the host")
        await press(pilot, "enter", "enter")
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "enter", "1")
        await write(pilot, "half")
        await press(pilot, "down")
        assert reason(pilot).value == "read on the host"
        await press(pilot, "down")
        assert reason(pilot).value == "half"


@QUICK
async def test_a_reason_that_quotes_memory_is_not_remembered(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        pilot.app.post_message(events.Paste(SENTENCE))
        reason(pilot).focus()
        reason(pilot).post_message(events.Paste(SENTENCE))
        await settle(pilot)
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Queue)
    assert reasons_given(Desk.open(sample_store)) == ()


@QUICK
async def test_escape_keeps_a_draft_which_comes_back_in_words_and_decides_nothing(
    sample_store: Path, opened: Opened
) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "half a thought")
        await press(pilot, "escape")
    async with opened(sample_store, NARROW) as pilot:
        await open_pending(pilot)
        await press(pilot, "1")
        assert reason(pilot).value == "half a thought"
        assert status_of(pilot.app) == "your draft from 09:00 UTC; nothing was recorded"
        assert decide(pilot).plan is None
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Queue)
        await press(pilot, "escape", "escape")
    assert len(records_of(sample_store)) == 1
    assert dict(Desk.open(sample_store).own("drafts")) == {}, "a recorded draft is none any more"
    assert tree_bytes(sample_store) != before


@QUICK
async def test_a_draft_says_when_its_text_changed(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "half")
        decide(pilot).keep_draft()
    rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
    async with opened(sample_store, NARROW) as pilot:
        await open_pending(pilot)
        await press(pilot, "1")
        assert reason(pilot).value == "half"
        assert "what it is about has changed since" in status_of(pilot.app)


@QUICK
async def test_typing_is_kept_by_itself_after_a_rest(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "half")
        await pilot.pause(0.7)
        await settle(pilot)
        kept = Desk.open(sample_store).own("drafts")
        assert kept[f"keep pending-cleanup:{PENDING}"]["fields"] == {"reason": "half"}


@QUICK
@pytest.mark.parametrize(
    ("pasted", "kept"), [("a\nb\r\nc", "a\nb\nc"), ("\n\n", ""), ("a\u200bb", "a\u200bb")]
)
async def test_a_paste_into_the_reason_keeps_every_line_and_makes_no_plan(
    pasted: str, kept: str, sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        reason(pilot).post_message(events.Paste(pasted))
        await settle(pilot)
        assert reason(pilot).text == kept
        assert decide(pilot).plan is None
        if "\u200b" in pasted:
            assert "1 hidden character" in status_of(pilot.app)
        if "\r" in pasted:
            assert "3 lines were pasted" in status_of(pilot.app)
            await press(pilot, "enter")
            plan = decide(pilot).plan
            assert plan is not None
            assert plan.prepared[0].reason == kept


@QUICK
async def test_a_field_of_one_line_says_what_became_of_several(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "3")
        field = pilot.app.screen.query_one("#field-text", RecallInput)
        field.focus()
        field.post_message(events.Paste("one\ntwo"))
        await settle(pilot)
        assert field.text == "one two"
        assert "Text is one line" in status_of(pilot.app)


@QUICK
async def test_candidates_are_shown_narrowed_and_taken_without_typing_an_id(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "3")
        assert "mem-2026-06-04-002  active  2026-06-04 │ About 3 percent" in screen_text(pilot.app)
        await write(pilot, "kiosk")
        await settle(pilot)
        field = pilot.app.screen.query_one("#field-with", RecallInput)
        assert field.choices
        assert PENDING not in field.choices, "an item is not merged with itself"
        first = field.choices[0]
        await press(pilot, "down")
        assert field.value == first
        assert f"▸ {first}" in screen_text(pilot.app)


@QUICK
async def test_the_plan_stands_side_by_side_from_120_columns_and_d_changes_that(
    sample_store: Path, opened: Opened
) -> None:
    both = "48 −   - Status: pending-cleanup"
    async with opened(sample_store, WIDE) as pilot:
        await press(pilot, "enter", "j", "1")
        await write(pilot, "why")
        await press(pilot, "enter")
        [line] = [line for line in screen_text(pilot.app).splitlines() if both in line]
        assert "48 +   - Status: active" in line
        await press(pilot, "d")
        assert "48 −    - Status: pending-cleanup" in screen_text(pilot.app)
        assert both not in screen_text(pilot.app)
        await press(pilot, "vertical_line")
        assert both in screen_text(pilot.app)


@QUICK
async def test_brackets_go_from_change_to_change(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "why")
        await press(pilot, "enter")
        view = pilot.app.screen.query_one(DiffView)

        def top() -> str:
            return view._lines[view.scroll_offset.y].content.plain

        await press(pilot, "right_square_bracket")
        assert "topics/catalogue-imports.md" in top()
        await press(pilot, "right_square_bracket")
        assert "− " in top()
        await press(pilot, "left_square_bracket", "left_square_bracket", "left_square_bracket")
        assert view.scroll_offset.y == 0
        assert "no change further up" in status_of(pilot.app)


@QUICK
async def test_what_was_not_on_screen_is_said_and_counts_as_seen_once_it_was(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "why")
        await press(pilot, "enter")
        words = "3 of 3 pieces of evidence were not on screen; the record will say so"
        assert words in screen_text(pilot.app)
        await press(pilot, "v")
        assert "Evidence, the passage its Source names" in screen_text(pilot.app)
        await press(pilot, "pagedown", "pagedown", "pagedown", "v")
        assert "✓ the text and 3 pieces of evidence were on screen" in screen_text(pilot.app)
        await press(pilot, "enter")
    [record] = records_of(sample_store)
    assert all(one["seen"] for one in record["reviewed"])


@QUICK
async def test_a_changed_text_is_shown_as_a_difference(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await press(pilot, "enter", "j", "1")
        await write(pilot, "why")
        await press(pilot, "enter")
        rewrite(sample_store, TOPIC, "always encoded", "seldom encoded")
        await press(pilot, "enter", "R")
        lines = screen_text(pilot.app).splitlines()
        assert any("−" in line and "always encoded" in line for line in lines)
        assert any("+" in line and "seldom encoded" in line for line in lines)
    assert records_of(sample_store) == []


@QUICK
async def test_what_the_editor_left_is_a_diff_until_a_key_takes_it(
    sample_store: Path, opened: Opened, editor: Path
) -> None:
    before = tree_bytes(sample_store)
    editor.write_text("first\nsecond\n")
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "first")
        await press(pilot, "ctrl+e")
        text = screen_text(pilot.app)
        assert "Why, from the editor   ↵ takes it   esc drops it" in text
        assert "Nothing is taken yet" in text
        assert "+  second" in text
        assert reason(pilot).text == "first"
        await press(pilot, "escape")
        assert reason(pilot).text == "first"
        await press(pilot, "ctrl+e", "enter")
        assert reason(pilot).text == "first\nsecond"
        assert decide(pilot).plan is None
        await press(pilot, "enter", "e")
        assert "nothing was changed in the editor" in status_of(pilot.app)
    assert tree_bytes(sample_store) == before
    folder = Path(os.environ["XDG_DATA_HOME"])
    assert [path for path in folder.rglob("*") if "editing" in path.parts and path.is_file()] == []


@QUICK
@pytest.mark.parametrize(
    ("left", "words"),
    [
        ("fail", "ended with exit code 3"),
        ("one\ntwo", "Text is one line, and this has 2"),
        ("a\u200bb", "takes no hidden characters, and this holds 1"),
    ],
)
async def test_what_an_editor_leaves_and_cannot_be_taken_is_said(
    left: str, words: str, sample_store: Path, opened: Opened, editor: Path
) -> None:
    editor.write_text(left)
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "3")
        field = pilot.app.screen.query_one("#field-text", RecallInput)
        field.focus()
        await press(pilot, "ctrl+e")
        assert words in " ".join(screen_text(pilot.app).split())
        await press(pilot, "enter")
        assert field.text == ""


@QUICK
async def test_a_missing_editor_and_a_terminal_that_cannot_be_handed_over_are_said(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "1", "ctrl+e")
        assert "cannot be handed to an editor" in status_of(pilot.app)
        monkeypatch.setenv("VISUAL", "no-such-editor")

        @contextmanager
        def suspended(self: object) -> Iterator[None]:
            yield

        monkeypatch.setattr("textual.app.App.suspend", suspended)
        await press(pilot, "ctrl+e")
        assert "no-such-editor could not be started" in status_of(pilot.app)


async def test_a_burst_after_a_reason_decides_nothing(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        for key in ("1", "y", *["enter"] * 10):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await settle(pilot)
        assert isinstance(pilot.app.screen, Decide)
    assert {path for path in tree_bytes(sample_store)} == set(before)


def until(terminal: Terminal, words: str) -> None:
    """Wait until the program has written these words."""
    for _ in range(60):
        if words in terminal.received.decode("utf-8", "replace"):
            return
        terminal.read_until_quiet(first=0.5)
    tail = ascii(terminal.received[-600:])
    raise AssertionError(f"the program never wrote {words!r}; its last words: {tail}")


@pytest.mark.parametrize(
    "burst",
    ["1sure\r\r\r\r\r\r\r\r\r\r", "1\x1b[200~sure\r\r\r\n\n\x1b[201~", "1sure\r\x1b[200~\r\r\r\x1b[201~\r\r"],
    ids=["keys", "paste", "paste-on-the-plan"],
)
def test_a_burst_on_a_real_terminal_decides_nothing(burst: str, sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, (120, 36)) as terminal:
        terminal.send("\r")
        until(terminal, " cool")
        terminal.send(burst)
        until(terminal, "decided by")
        terminal.read_until_quiet(quiet=1.0, first=2)
    assert tree_bytes(sample_store) == before


def test_an_editor_on_a_real_terminal_gives_it_back(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "ed.sh"
    program.write_text('#!/bin/sh\nprintf "in the editor\\n"\nprintf "from outside\\n" > "$1"\n')
    program.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(program))
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, (120, 36)) as terminal:
        terminal.send("\r")
        until(terminal, " cool")
        terminal.send("1")
        until(terminal, "decided by")
        terminal.send("\x05")
        until(terminal, "in the editor")
        until(terminal, "from outside")
    assert tree_bytes(sample_store) == before


@QUICK
@SIZES
async def test_a_draft_that_came_back_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "half a thought")
        await press(pilot, "escape", "1")
        golden(pilot.app, f"decide-draft-{size[0]}x{size[1]}")


@QUICK
@SIZES
async def test_two_columns_look_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "why")
        await press(pilot, "enter", *(["d"] if size == NARROW else []))
        golden(pilot.app, f"decide-side-by-side-{size[0]}x{size[1]}")


@QUICK
@SIZES
async def test_what_the_editor_left_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden, editor: Path
) -> None:
    editor.write_text("measured on the new host\nand once more\u200b\n")
    async with opened(sample_store, size) as pilot:
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "measured on the host")
        await press(pilot, "ctrl+e")
        golden(pilot.app, f"decide-editor-{size[0]}x{size[1]}")
