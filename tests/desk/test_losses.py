"""Losses that are no single gap: files that do not read, texts overwritten, a few at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.conftest import prepare
from tests.desk.test_since import item, page, seen_file, since
from workbench.desk import Desk
from workbench.desk.since import NOT_DECIDED, NOT_MEANT

Decide = Callable[..., str]

THERE = 100
"""Items of the store: three that wait, and 97 that do not. Its other files hold none."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "memory.md").write_text("# Inbox\n")
    (root / "index.md").write_text("# Memory Index\n")
    (root / "log.md").write_text("# Log\n\n- 2026-08-01T08:00:00Z autodream by agent:dream\n")
    (root / "archive").mkdir()
    (root / "archive" / "2026-08-01.md").write_text("# Day\n\n## Day\n\n- [2026-08-01] (knowledge) Old.\n")
    page(root, "a.md", *(item(number, status="pending-cleanup") for number in (1, 2, 3)))
    page(root, "b.md", *map(item, range(4, THERE + 1)))
    return root


def left(store: Path, first: int) -> None:
    """Take the items before ``first`` out of the second page."""
    page(store, "b.md", *map(item, range(first, THERE + 1)))


def rewritten(store: Path, number: int, pattern: str, other: str) -> None:
    path = store / "topics" / "b.md"
    path.write_text(re.sub(pattern, other, path.read_text(), count=number))


def test_every_topic_that_no_longer_reads_is_an_alarm(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    for path in (store / "topics").iterdir():
        path.write_bytes(b"\xff\xfe\x00" + path.read_bytes())

    found = since(store)

    assert (found.counts["unread"], found.mass_unread, found.mass_loss) == (100, True, False)
    assert found.alarm == ("100 of 100 items stand in files that no longer read.",)
    assert found.put_back == NOT_DECIDED


@pytest.mark.parametrize(("number", "loud"), [(24, False), (25, True)])
def test_texts_overwritten_are_an_alarm_from_a_quarter_of_all(
    number: int, loud: bool, store: Path, decide: Decide
) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    rewritten(store, number, r"Lesson number \d+ of the harbour", "(nothing)")

    found = since(store)

    assert (found.counts["changed"], found.mass_change) == (number, loud)
    said = "25 of 100 items were changed by no decision since your last one today."
    assert found.alarm == ((said,) if loud else ())


def test_statuses_that_were_turned_are_an_alarm(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    rewritten(store, 97, "Status: active", "Status: superseded")

    (said,) = since(store).alarm

    assert said.startswith("97 of 100 items were changed by no decision")
    assert said.endswith(", 97 of them to another Status.")


def test_a_few_at_a_time_with_decisions_between_add_up(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    left(store, 9)
    assert (since(store).counts["gone"], since(store).alarm) == (5, ())
    decide(store, "mem-2026-08-01-002", "keep")
    assert (since(store).counts["gone"], since(store).alarm) == (0, ())
    left(store, 14)

    found = since(store)

    assert found.mass_loss
    said = "10 of 100 items are gone: 5 since your last decision today, 5 before it, since 2026-08-21."
    assert found.alarm == (said,)
    assert found.put_back == NOT_MEANT
    assert seen_file(store).read_text().count("harbour") == 0


def test_what_was_put_back_and_what_an_alarm_told_of_is_not_told_again(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    left(store, 9)
    decide(store, "mem-2026-08-01-002", "keep")
    left(store, 4)
    assert not since(store).gone_before
    left(store, 14)
    assert since(store).mass_loss
    decide(store, "mem-2026-08-01-003", "keep")

    assert (since(store).alarm, len(since(store).gone_before)) == ((), 0)


def test_what_was_gone_long_ago_is_not_carried_for_ever(
    store: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    left(store, 9)
    decide(store, "mem-2026-08-01-002", "keep")

    for now, carried in (("2026-09-20T10:00:00Z", 5), ("2026-09-21T10:00:00Z", 0)):
        monkeypatch.setenv("WORKBENCH_NOW", now)
        assert len(since(store).gone_before) == carried, "thirty days after 2026-08-21, and a day more"


def test_decisions_of_ones_own_are_no_loss_and_no_change_however_many(store: Path) -> None:
    page(store, "b.md", *(item(number, status="pending-cleanup") for number in range(4, THERE + 1)))
    desk = Desk.open(store)
    cases = [case.id for case in desk.cases("pending-cleanup")][:12]
    for outcome in desk.commit([prepare(desk, case, "stale") for case in cases[:1]]):
        assert outcome.recorded
    desk = Desk.open(store)
    assert desk.since().alarm == ()
    for case in cases[1:]:
        (outcome,) = desk.commit([prepare(desk, case, "stale")])
        assert outcome.recorded
        desk = desk.reload()

    found = desk.since()

    assert (found.changes, found.alarm, found.gone_before) == ((), (), {})


def test_another_kind_of_line_ending_is_no_change_of_an_item(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    path = store / "topics" / "b.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert since(store).changes == ()


def test_a_baseline_of_before_losses_were_carried_still_reads(store: Path, decide: Decide) -> None:
    decide(store, "mem-2026-08-01-001", "keep")
    kept = json.loads(seen_file(store).read_text())
    del kept["lost"]
    seen_file(store).write_text(json.dumps(kept))

    assert since(store).known
