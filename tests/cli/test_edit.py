"""`decide --edit`: the reason comes from the person's editor, is shown, and is taken only after a yes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from tests.cli.test_program import CASE, at_a_terminal, plain
from tests.trees import tree_bytes

pytestmark = pytest.mark.slow


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that writes two lines and a hidden character."""
    program = tmp_path / "ed.sh"
    program.write_text('#!/bin/sh\nprintf "measured\\342\\200\\213 again\\non the new host\\n" > "$2"\n')
    program.chmod(0o700)
    monkeypatch.setenv("VISUAL", f"'{program}' --wait")


@pytest.mark.usefixtures("editor")
def test_the_reason_is_shown_as_a_diff_and_recorded_after_two_yeses(l1_store: Path) -> None:
    code, told = at_a_terminal(
        ["decide", str(l1_store), CASE, "keep", "--as", "ada", "--edit", "--reason", "measured"],
        [("Take this as the reason? [y/N]", "y\n"), ("Record this? [y/N]", "y\n")],
    )

    said = plain(told)
    assert code == 0
    assert "│ measured" in said
    assert "│ on the new host" in said
    assert "It holds 1 hidden character." in said
    [record] = (l1_store / "memory/governance/decisions").glob("*.json")
    [written] = (l1_store / "memory/governance/decisions").glob("*.reason.md")
    assert "measured\u200b again\non the new host" in written.read_text(encoding="utf-8")
    assert json.loads(record.read_text(encoding="ascii"))["decided_by"] == "user:ada"


@pytest.mark.usefixtures("editor")
def test_without_a_yes_the_reason_is_not_taken_and_nothing_is_recorded(l1_store: Path) -> None:
    before = tree_bytes(l1_store)
    code, told = at_a_terminal(
        ["decide", str(l1_store), CASE, "keep", "--as", "ada", "--edit"],
        [("Take this as the reason? [y/N]", "\n")],
    )

    assert code == 2
    assert plain(told).splitlines()[-1].endswith("Not recorded.")
    assert tree_bytes(l1_store) == before


def test_without_a_terminal_there_is_no_editor(l1_store: Path, workbench: Workbench) -> None:
    done = workbench("decide", l1_store, CASE, "keep", "--as", "ada", "--edit", "--json")

    assert done.code == 2
    assert done.answer["message"] == "--edit needs a terminal."
