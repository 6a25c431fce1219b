"""One decision by command: its words, its plan as it was, and what does not hold of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from tests.screens.stores import PENDING, plant

CASE = "pending-cleanup:mem-2026-07-02-002"
PAGE = "memory/topics/operational-pitfalls.md"


def kept(workbench: Workbench, store: Path, case: str = CASE) -> str:
    done = workbench("decide", store, case, "keep", "--as", "ada", "--reason", "measured again", "--json")
    [decision] = done.answer["decisions"]
    assert decision["exit"] == 0
    found: str = decision["id"]
    return found


def test_the_plan_is_told_in_words_and_to_a_program(workbench: Workbench, l1_store: Path) -> None:
    decision = kept(workbench, l1_store)

    told = workbench("ledger", l1_store, decision, "--plan").out
    answer = workbench("ledger", l1_store, decision, "--plan", "--json").answer

    assert "Status: pending-cleanup" in told
    assert "✓ changed mem-2026-07-02-002  topics/operational-pitfalls.md  it stands" in told
    signs = {
        (row["sign"], row["text"].strip())
        for one in answer["plan"]["files"]
        for row in one["rows"]
        if one["path"] == "topics/operational-pitfalls.md" and row["sign"] in "+-"
    }
    assert signs == {("-", "- Status: pending-cleanup"), ("+", "- Status: active")}
    assert answer["plan"]["origin"] == "kept here"
    assert "plan" not in workbench("ledger", l1_store, decision, "--json").answer


def test_what_does_not_hold_comes_first(workbench: Workbench, l1_store: Path) -> None:
    decision = kept(workbench, l1_store)
    page = l1_store / PAGE
    page.write_text(page.read_text("utf-8").replace("makes reads faster", "makes reads slower"), "utf-8")

    told = workbench("ledger", l1_store, decision).out.splitlines()
    answer = workbench("ledger", l1_store, decision, "--json").answer

    assert told[1].startswith("  ✗ verify, foreign change: topics/operational-pitfalls.md was changed since")
    assert [one["check"] for one in answer["findings"] if one["failed"]] == ["foreign change"]
    assert "changed since" in {one["now"] for one in answer["decision"]["effects"]}


def test_without_the_bytes_the_plan_is_null_and_words_say_why(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decision = kept(workbench, l1_store)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))

    done = workbench("ledger", l1_store, decision, "--plan", "--json")

    assert done.code == 0
    plan = done.answer["plan"]
    assert (plan["origin"], plan["files"], plan["log"]) == ("not here", None, None)
    assert plan["words"] in workbench("ledger", l1_store, decision, "--plan").out


@pytest.mark.parametrize("option", ["--plan", "--record"])
def test_a_plan_needs_a_decision(option: str, workbench: Workbench, l1_store: Path) -> None:
    done = workbench("ledger", l1_store, option)
    assert (done.code, done.out) == (2, "")


def test_a_hostile_decision_is_told_without_a_raw_byte(workbench: Workbench, sample_store: Path) -> None:
    plant(sample_store)
    decision = kept(workbench, sample_store, f"pending-cleanup:{PENDING}")

    done = workbench("ledger", sample_store, decision, "--plan", "--record")

    assert done.code == 0
    assert "Supplier records" in done.out
    assert not set(done.out) & set("\x1b\x07\x08\x7f\x9b\u202e\u200b\U000e0065")
