"""The history of whatever has an id: cases, items, records, rules and entries of the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.text.errors import UnknownId

from .conftest import git


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("memwd-2026-08-05-001", "first"),
        ("memerase-2026-08-09-001", "first"),
        ("mempolicy-2026-08-10-001", "first"),
        ("hyp-2026-07-28-001", "first"),
        ("mem-2026-08-01-001", "first"),
        ("pending-cleanup:mem-2026-07-02-002", "first"),
        ("log.md:3", "first"),
        ("memwd-2026-08-20-001", "second"),
    ],
)
def test_each_has_the_commit_its_lines_come_from(l1_store: Path, name: str, last: str) -> None:
    log = l1_store / "memory/log.md"
    git(l1_store, "init", "--quiet")
    git(l1_store, "add", "--all")
    git(l1_store, "commit", "--quiet", "-m", "first", "--author", "first <a@example.invalid>")
    text = log.read_text(encoding="utf-8")
    record = text[text.index("```yaml") : text.index("```\n") + 4].replace(
        "memwd-2026-08-05", "memwd-2026-08-20"
    )
    log.write_text(f"{text}\n{record}", encoding="utf-8")
    git(l1_store, "commit", "--quiet", "--all", "-m", "second", "--author", "second <b@example.invalid>")

    told = Desk.open(l1_store).history(name)

    assert told.problem is None
    assert told.commits[0][1] == last


def test_every_case_and_every_record_of_the_sample_has_an_answer(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    names = {case.id for case in desk.cases()} | {record.id for record in desk.records()}
    assert {desk.history(name).problem for name in names} == {"The store is in no git work tree."}


def test_a_file_that_cannot_be_read_has_one_too(l1_store: Path) -> None:
    (l1_store / "memory/topics/broken.md").symlink_to("nowhere.md")
    desk = Desk.open(l1_store)
    (case,) = desk.cases("unreadable")
    assert desk.history(case.id).problem == "The store is in no git work tree."


def test_an_id_of_nothing_is_said_to_be_of_nothing(l1_store: Path) -> None:
    with pytest.raises(UnknownId, match="No case and no record"):
        Desk.open(l1_store).history("memwd-2020-01-01-001")
