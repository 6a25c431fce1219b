"""The ledger: a decision in words, its plan as it was, its record on demand, and what does not hold of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.content import Content

from screens.ledger import AT_ONCE, Ledger
from tests.screens.conftest import NARROW, Opened, page_text, press, status_of
from tests.screens.decisions import COOLED, KEPT, PAGE, decided, record_of, taken_back
from tests.screens.golden import screen_text
from tests.screens.stores import HOSTILE
from workbench.desk import Desk
from workbench.desk.views import DecisionView, LedgerEntry
from workbench.store.decision import Verdict
from workbench.text.errors import UnknownId

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]


async def test_a_decision_is_told_in_words_then_its_plan(sample_store: Path, opened: Opened) -> None:
    decision = decided(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        told = page_text(pilot.app)
    assert told.startswith(f"{decision} keep ✓ done Decided by user:ada (by git, at a terminal)")
    for words in (
        "At 2026-08-21 09:00:00 UTC",
        "Under owner by their own word (no roster was in force)",
        "On mem-2026-02-19-001 in topics/catalogue-imports.md, index.md",
        "Why │ measured again",
        "Reviewed 4 of 5 were on the screen",
        "· not seen archive/2026-02-19.md#encoding archive",
        "✓ it stands changed mem-2026-02-19-001 topics/catalogue-imports.md",
        "✓ it stands took out mem-2026-02-19-001 index.md",
        "From the bytes kept on this machine",
        "− - Status: pending-cleanup",
        "+ - Status: active",
        "log.md + 1 line at the end",
        "v shows it: 94 lines",
    ):
        assert words in told
    assert told.index("Why") < told.index("The plan as it was") < told.index("Record, as it was written")


async def test_the_record_is_shown_on_demand_and_hidden_again(sample_store: Path, opened: Opened) -> None:
    decided(sample_store)
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "L", "enter")
        assert '"schema"' not in page_text(pilot.app)
        await press(pilot, "v")
        assert '│ "schema": "workbench.decision/1",' in page_text(pilot.app)
        assert "v hides it" in status_of(pilot.app)
        await press(pilot, "v")
        assert '"schema"' not in page_text(pilot.app)


async def test_a_revert_and_what_it_takes_back_lead_to_each_other(sample_store: Path, opened: Opened) -> None:
    first = decided(sample_store)
    decided(sample_store, COOLED, Verdict("cool", status="stale"))
    revert = taken_back(sample_store, first)
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        ledger = pilot.app.screen
        assert isinstance(ledger, Ledger)
        assert f"Takes back {first} (o goes there)" in page_text(pilot.app)
        await press(pilot, "o")
        assert ledger.entry is not None
        assert ledger.entry.id == first
        assert f"Taken back by {revert} (o goes there)" in page_text(pilot.app)
        assert "taken back changed mem-2026-02-19-001 topics/catalogue-imports.md" in page_text(pilot.app)
        await press(pilot, "o")
        assert ledger.entry.id == revert
        await press(pilot, "right_square_bracket", "o")
        assert "takes nothing back" in status_of(pilot.app)


async def test_a_foreign_change_is_said_on_its_decision_and_in_the_list(
    sample_store: Path, opened: Opened
) -> None:
    decision = decided(sample_store)
    page = sample_store / PAGE
    page.write_text(page.read_text("utf-8").replace("Supplier records", "No supplier records"), "utf-8")
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        told = page_text(pilot.app)
        lines = screen_text(pilot.app).splitlines()
    wrong = "✗ verify, foreign change: topics/catalogue-imports.md was changed since, and by no decision."
    assert told.startswith(f"{decision} keep ✓ done {wrong}")
    assert "! reads otherwise now changed mem-2026-02-19-001 topics/catalogue-imports.md" in told
    assert any("✗ 1 thing does not hold" in line for line in lines)
    assert any(line.startswith(" ▸ ✗ 08-21") for line in lines)


async def test_a_forged_record_is_said_to_be_forged(sample_store: Path, opened: Opened) -> None:
    decision = decided(sample_store)
    record = record_of(sample_store, decision)
    record.write_bytes(record.read_bytes().replace(b'"user:ada"', b'"user:bob"'))
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        told = page_text(pilot.app)
    assert "✗ verify, digest: The record is not the one this machine saw." in told
    assert "The bytes are not on this machine" in told


async def test_a_decision_that_is_gone_has_a_row_that_says_so(sample_store: Path, opened: Opened) -> None:
    first = decided(sample_store)
    gone = decided(sample_store, COOLED, Verdict("cool", status="stale"))
    for suffix in (".json", ".salt", ".reason.md"):
        (sample_store / f"memory/governance/decisions/{gone}{suffix}").unlink()
    async with opened(sample_store) as pilot:
        await press(pilot, "L", "g")
        ledger = pilot.app.screen
        assert isinstance(ledger, Ledger)
        assert [row.id for row in ledger.rows.rows] == [gone, first]
        told = page_text(pilot.app)
        assert "✗ verify, head: This machine saw this decision, and it is gone" in told
        assert "Next: Get its file under memory/governance/ back" in told
        await press(pilot, "c")
        assert [row.id for row in ledger.rows.rows] == [gone, first]
        assert status_of(pilot.app).startswith("✗ 2 things do not hold")


async def test_a_record_that_does_not_read_says_why_and_shows_its_text(
    sample_store: Path, opened: Opened
) -> None:
    decision = decided(sample_store)
    record_of(sample_store, decision).write_text('{"id": \x1b[2J', encoding="utf-8")
    async with opened(sample_store) as pilot:
        await press(pilot, "L", "v")
        told = page_text(pilot.app)
        await press(pilot, "z")
        assert "unreadable" in status_of(pilot.app)
    assert "✗ It does not read:" in told
    assert "The record does not read, so nothing can be held against it." in told
    assert '│ {"id": ␛[2J' in told


async def test_without_the_bytes_the_ledger_says_what_was_touched(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decided(sample_store)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        told = page_text(pilot.app)
    assert "The bytes are not on this machine, and git history does not hold them all." in told
    assert "took out mem-2026-02-19-001 index.md" in told


async def test_a_hostile_reason_and_plan_arrive_as_marks(sample_store: Path, opened: Opened) -> None:
    page = sample_store / PAGE
    sentence = "Supplier records from Northvale are always encoded in UTF-8."
    for path in (page, sample_store / "memory/index.md"):
        path.write_text(path.read_text("utf-8").replace(sentence, f"{sentence} {HOSTILE}"), "utf-8")
    decided(sample_store, reason=f"because {HOSTILE}")
    async with opened(sample_store) as pilot:
        await press(pilot, "L", "v")
        told = page_text(pilot.app)
    assert "hidden characters" in told
    assert not set(told) & set("\x1b\x07\x08\x7f\u202e\u200b\U000e0065")


async def test_going_back_and_forth_reads_no_decision_twice(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided(sample_store)
    decided(sample_store, COOLED, Verdict("cool", status="stale"))
    read: list[str] = []
    of = Desk.decision

    def noted(self: Desk, id_: str) -> DecisionView:
        read.append(id_)
        return of(self, id_)

    monkeypatch.setattr(Desk, "decision", noted)
    async with opened(sample_store) as pilot:
        await press(pilot, "L", "j", "k", "j", "k")
    assert len(read) == len(set(read)) == 2


async def test_a_long_ledger_is_checked_when_asked(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided(sample_store)
    monkeypatch.setattr("screens.ledger.AT_ONCE", 0)
    assert AT_ONCE >= 1
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        assert "c checks them all" in screen_text(pilot.app)
        await press(pilot, "c")
        assert "✓ it holds" in screen_text(pilot.app)
        assert status_of(pilot.app) == "✓ it holds: 1 decision checked"


async def test_a_filter_narrows_the_ledger_and_the_way_to_the_other_decision_opens_it(
    sample_store: Path, opened: Opened
) -> None:
    first = decided(sample_store)
    decided(sample_store, COOLED, Verdict("cool", status="stale"))
    taken_back(sample_store, first)
    async with opened(sample_store) as pilot:
        await press(pilot, "L", "slash", *"keep", "enter")
        ledger = pilot.app.screen
        assert isinstance(ledger, Ledger)
        assert [row.id for row in ledger.rows.rows] == [first]
        assert "1 of 3 shown   filter: keep   ✓ it holds" in screen_text(pilot.app)
        await press(pilot, "c")
        assert len(ledger.all_rows) == 3
        await press(pilot, "o")
        assert ledger.entry is not None
        assert ledger.entry.verdict == "revert"


async def test_of_five_thousand_decisions_only_those_in_sight_are_drawn_and_read(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided(sample_store)
    [one] = Desk.open(sample_store).ledger()
    many = tuple(replace(one, id=f"memdec-2026-08-20-{number:04d}-5a5a") for number in range(5000, 0, -1))
    read: list[str] = []
    drawn: list[str] = []
    of = Ledger.draw_row

    def noted(self: Ledger, row: LedgerEntry, width: int) -> Content:
        drawn.append(row.id)
        return of(self, row, width)

    def told(self: Desk, id_: str) -> DecisionView:
        read.append(id_)
        raise UnknownId("it is made up")

    monkeypatch.setattr(Desk, "ledger", lambda self: many)
    monkeypatch.setattr(Desk, "decision", told)
    monkeypatch.setattr(Ledger, "draw_row", noted)
    async with opened(sample_store) as pilot:
        await press(pilot, "L")
        ledger = pilot.app.screen
        assert isinstance(ledger, Ledger)
        assert "1 of 5,000" in screen_text(pilot.app)
        await press(pilot, "G")
        assert ledger.entry == many[-1]
        await press(pilot, "g")
    assert len(set(drawn)) < 100
    assert set(read) == {many[0].id, many[-1].id}


async def test_in_an_empty_ledger_every_key_says_why_it_does_nothing(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "L")
        for key, words in (("v", "no decision here"), ("o", "takes nothing back"), ("z", "no decision here")):
            await press(pilot, key)
            assert words in status_of(pilot.app)


def test_the_kept_case_is_what_the_tests_are_about(sample_store: Path) -> None:
    assert Desk.open(sample_store).case(KEPT).kind == "pending-cleanup"
