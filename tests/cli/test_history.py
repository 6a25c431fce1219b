"""`show --history` and `changes --history`: what git tells of an item's lines."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.conftest import Workbench

ITEM = "mem-2026-07-02-002"
PAGE = "memory/topics/operational-pitfalls.md"


def commit(store: Path, author: str, date: str) -> None:
    """Commit everything as somebody, at a time."""
    who = {"GIT_AUTHOR_NAME": author, "GIT_AUTHOR_EMAIL": "a@example.invalid", "GIT_AUTHOR_DATE": date}
    by = {"GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.invalid", "PATH": "/usr/bin:/bin"}
    for words in (["add", "--all"], ["commit", "--quiet", "-m", "change"]):
        subprocess.run(["git", "-C", str(store), *words], check=True, env=who | by)


def test_the_commit_that_an_items_lines_come_from(workbench: Workbench, l1_store: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(l1_store)], check=True)
    commit(l1_store, "Autodream", "2026-08-01T07:40:00+08:00")
    page = l1_store / PAGE
    page.write_text(page.read_text() + "\nMore prose.\n")
    commit(l1_store, "Somebody else", "2026-08-02T09:00:00+08:00")

    told = workbench("show", l1_store, ITEM, "--history", "--json").answer["history"]
    assert told["problem"] is None
    assert [(one["author"], one["date"]) for one in told["commits"]] == [
        ("Autodream", "2026-08-01T07:40:00+08:00"),
        ("Somebody else", "2026-08-02T09:00:00+08:00"),
    ]
    words = workbench("show", l1_store, ITEM, "--history").out
    assert "History" in words
    assert "2026-08-01T07:40:00+08:00  Autodream" in words


def test_no_repository_is_said(workbench: Workbench, l1_store: Path) -> None:
    told = workbench("show", l1_store, ITEM, "--history", "--json").answer["history"]
    assert told == {"commits": [], "problem": "The store is in no git work tree."}


def test_the_file_of_a_changed_item_has_a_history(workbench: Workbench, l1_store: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(l1_store)], check=True)
    commit(l1_store, "Autodream", "2026-08-01T07:40:00+08:00")
    words = (f"pending-cleanup:{ITEM}", "defer", "--as", "ada", "--reason", "not now")
    assert workbench("decide", l1_store, *words).code == 0
    page = l1_store / PAGE
    page.write_text(page.read_text().replace(f"id: {ITEM}", f"id: {ITEM}\n  - Scope: environment"))
    commit(l1_store, "Somebody else", "2026-08-02T09:00:00+08:00")

    answer = workbench("changes", l1_store, "--history", ITEM, "--json").answer

    assert [change["item"] for change in answer["changes"]] == [ITEM]
    assert {(one["author"], one["date"]) for one in answer["history"]["commits"]} == {
        ("Somebody else", "2026-08-02T09:00:00+08:00"),
        ("Autodream", "2026-08-01T07:40:00+08:00"),
    }
    assert "Somebody else" in workbench("changes", l1_store, "--history", ITEM).out
    assert "history" not in workbench("changes", l1_store, "--json").answer
    assert workbench("changes", l1_store, "--history", "mem-2026-01-01-009").code == 2
