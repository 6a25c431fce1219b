"""What changed since the last decision, against stores in which it is known by hand what was done."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.conftest import ADA, NOW, git, prepare, take_back
from tests.trees import tree_bytes
from workbench.bindings.filesystem.binding import FilesystemBinding
from workbench.desk import Desk
from workbench.desk.since import Since
from workbench.governance.own import own_dir, write_own
from workbench.governance.places import data_home
from workbench.store.decision import Actor, Verdict
from workbench.text.errors import IoFailed

NEVER = "no decision of yours yet: nothing to compare with"
Decide = Callable[..., str]

TOPIC = """---
title: {title}
---
# {title}

## Facts and lessons

{items}
"""


def item(number: int, text: str = "", status: str = "active") -> str:
    return (
        f"- [2026-08-{number % 20 + 1:02}] (knowledge) {text or f'Lesson number {number} of the harbour.'}\n"
        f"  - id: mem-2026-08-01-{number:03}\n"
        f"  - kind: knowledge\n"
        f"  - Status: {status}\n"
        f"  - Source: archive/2026-08-01.md#day\n"
    )


def page(store: Path, name: str, *items: str) -> Path:
    path = store / "topics" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(TOPIC.format(title=name, items="\n".join(items)), encoding="utf-8")
    return path


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Twelve items in `a.md`, the first of which waits, and eight in `b.md`."""
    root = tmp_path / "memory"
    root.mkdir()
    (root / "memory.md").write_text("# Inbox\n\n- [2026-08-20] (knowledge) An inbox line with no id.\n")
    (root / "index.md").write_text("# Memory Index\n")
    (root / "log.md").write_text(
        "# Log\n\n- 2026-07-30T08:00:00Z bootstrap by agent:dream\n"
        "- 2026-08-01T08:00:00Z autodream by agent:dream\n"
    )
    (root / "archive").mkdir()
    (root / "archive" / "2026-08-01.md").write_text("# Day\n\n## Day\n\n- [2026-08-01] (knowledge) Old.\n")
    page(root, "a.md", item(1, status="pending-cleanup"), *map(item, range(2, 13)))
    page(root, "b.md", *map(item, range(13, 21)))
    return root


@pytest.fixture
def decided(store: Path, decide: Decide) -> str:
    return decide(store, "mem-2026-08-01-001", "keep")


def since(store: Path) -> Since:
    return Desk.open(store).since()


def told(found: Since) -> list[tuple[str, str]]:
    return [(change.how, change.key) for change in found.changes]


def nothing_but(found: Since, **counts: int) -> None:
    assert {how: number for how, number in found.counts.items() if number} == counts


def seen_file(store: Path) -> Path:
    return own_dir(data_home(), store) / "seen.json"


# The first decision, and what is kept


def test_before_the_first_decision_there_is_nothing_to_compare_with(store: Path) -> None:
    assert since(store) == Since(NEVER)
    assert not since(store).known


def test_opening_and_looking_write_nothing_into_store_or_data(
    store: Path, decided: str, a_clean_person: Path
) -> None:
    page(store, "c.md", item(40))
    before = tree_bytes(store), tree_bytes(a_clean_person)

    desk = Desk.open(store)
    desk.status(), desk.since(), desk.rests()

    assert (tree_bytes(store), tree_bytes(a_clean_person)) == before


def test_ones_own_decision_is_no_change(store: Path, decided: str) -> None:
    found = since(store)

    assert (found.known, found.days, found.decision, found.by) == (True, 0, decided, "user:ada")
    assert (found.items_before, found.changes, found.decisions, found.log) == (21, (), (), 0)
    assert (found.today, found.mass_loss, found.alarm) == (1, False, ())


def test_what_is_kept_quotes_nothing_and_cannot_be_guessed(store: Path, decided: str) -> None:
    first = seen_file(store).read_text()
    other = Path(f"{store}-clone")
    other.mkdir()

    assert "harbour" not in first
    assert "Lesson" not in first
    assert "inbox line" not in first
    assert seen_file(store).stat().st_mode & 0o777 == 0o600
    kept = json.loads(first)
    assert len(bytes.fromhex(kept["salt"])) == 32


def test_two_people_have_two_salts(store: Path, decided: str, decide: Decide) -> None:
    first = json.loads(seen_file(store).read_text())
    seen_file(store).unlink()
    page(store, "b.md", item(13, status="pending-cleanup"), *map(item, range(14, 21)))
    decide(store, "mem-2026-08-01-013", "keep")
    second = json.loads(seen_file(store).read_text())

    assert first["salt"] != second["salt"]
    kept = {one["files"]["index.md"][0] for one in (first, second)}
    assert len(kept) == 2


def test_a_dry_run_a_refusal_and_a_read_only_session_keep_nothing(store: Path) -> None:
    desk = Desk.open(store)
    prepared = prepare(desk, "mem-2026-08-01-001", "keep")
    desk.preview(prepared)
    assert not seen_file(store).exists()
    page(store, "a.md", item(1, "Rewritten meanwhile.", "pending-cleanup"), *map(item, range(2, 13)))

    (outcome,) = desk.commit([prepared])

    assert not outcome.recorded
    assert not seen_file(store).exists()


def test_data_that_cannot_be_written_fails_no_decision(
    store: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise OSError("no room")

    monkeypatch.setattr("workbench.desk.keeping.write_own", fail)

    decide(store, "mem-2026-08-01-001", "keep")

    assert since(store).problem == "no decision of yours from this machine yet: nothing to compare with"


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"schema": "workbench.seen/1"}', '{"schema": "x/2"}'])
def test_what_was_kept_and_does_not_read_is_said_and_replaced_by_the_next_decision(
    content: str, store: Path, decided: str
) -> None:
    seen_file(store).write_text(content)

    found = since(store)
    assert not found.known
    assert found.problem == "what was kept at your last decision does not read: nothing to compare with"
    assert found.alarm[0].startswith("What was kept at your last decision does not read"), "as loud as a loss"
    assert not found.mass_loss
    take_back(store, decided)
    assert since(store).changes == ()


NO_NUMBERS = (
    '[Infinity, "ab"]', '[-5, "ab"]', '[1e308, "x"]', '[true, "ab"]', '[3, "x"]', f'[3, "{"ab" * 70}"]',
    '[3, ""]', "3",
)  # fmt: skip


@pytest.mark.parametrize("log", NO_NUMBERS)
def test_a_number_that_was_never_kept_does_not_read(log: str, store: Path, decided: str) -> None:
    kept = json.loads(seen_file(store).read_text())
    seen_file(store).write_text(json.dumps({**kept, "log": "HERE"}).replace('"HERE"', log))
    assert (
        since(store).problem == "what was kept at your last decision does not read: nothing to compare with"
    )


def test_a_number_of_log_entries_beyond_all_bounds_is_no_end_of_the_program(
    store: Path, decided: str
) -> None:
    kept = json.loads(seen_file(store).read_text())
    seen_file(store).write_text(json.dumps({**kept, "log": [10**30, "ab" * 10]}))
    assert since(store).log is None


def test_taking_a_decision_back_is_no_change_either(store: Path, decided: str) -> None:
    take_back(store, decided)

    assert told(since(store)) == []
    assert since(store).today == 0


def refuse(*_: object, **__: object) -> object:
    raise IoFailed("no space", errno=28)


@pytest.mark.parametrize("by_the_next_decision", [False, True])
def test_what_is_carried_out_later_is_no_change(
    by_the_next_decision: bool, store: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(store, "b.md", item(13, status="pending-cleanup"), *map(item, range(14, 21)))
    desk = Desk.open(store)
    with monkeypatch.context() as patch:
        patch.setattr("workbench.text.durable.replace", refuse)
        (outcome,) = desk.commit([prepare(desk, "mem-2026-08-01-001", "keep")])
    assert (outcome.exit, outcome.recorded) == (7, True)
    assert since(store).changes == ()

    if by_the_next_decision:
        decide(store, "mem-2026-08-01-013", "keep")
    else:
        assert [done.exit for done in Desk.open(store).resume()] == [0]

    assert "Status: pending-cleanup" not in (store / "topics" / "a.md").read_text()
    assert since(store).changes == ()


# Items


def test_a_new_item(store: Path, decided: str) -> None:
    page(store, "b.md", *map(item, range(13, 22)))

    (change,) = since(store).changes

    assert (change.how, change.key) == ("new", "mem-2026-08-01-021")
    assert (change.path, change.line) == ("topics/b.md", 56)
    assert (change.was, change.status, change.came_from, change.decision) == ("", "active", None, None)
    assert change.text == "Lesson number 21 of the harbour."


def test_a_status_that_somebody_else_set(store: Path, decided: str) -> None:
    page(store, "b.md", item(13, status="stale"), *map(item, range(14, 21)))

    (change,) = since(store).changes

    assert (change.how, change.key, change.was, change.status) == (
        "changed", "mem-2026-08-01-013", "active", "stale",
    )  # fmt: skip


def test_a_text_that_somebody_else_changed(store: Path, decided: str) -> None:
    page(store, "b.md", item(13, "Another lesson."), *map(item, range(14, 21)))

    (change,) = since(store).changes

    assert (change.how, change.was, change.status, change.text) == (
        "changed", "active", "active", "Another lesson.",
    )  # fmt: skip


def test_an_unknown_status_is_told_as_unknown(store: Path, decided: str) -> None:
    page(store, "b.md", item(13, status="secret-word"), *map(item, range(14, 21)))

    (change,) = since(store).changes

    assert (change.was, change.status) == ("active", "?")


def test_an_item_in_another_file(store: Path, decided: str) -> None:
    page(store, "b.md", *map(item, range(13, 20)))
    page(store, "c.md", item(20))

    (change,) = since(store).changes

    assert (change.how, change.key, change.path, change.came_from) == (
        "moved", "mem-2026-08-01-020", "topics/c.md", "topics/b.md",
    )  # fmt: skip


def test_a_file_that_was_renamed_is_no_loss(store: Path, decided: str) -> None:
    (store / "topics" / "b.md").rename(store / "topics" / "z.md")

    found = since(store)

    nothing_but(found, moved=8)
    assert (found.mass_loss, found.files_gone) == (False, ())


def test_an_item_that_is_gone(store: Path, decided: str) -> None:
    page(store, "b.md", *map(item, range(14, 21)))

    (change,) = since(store).changes

    assert (change.how, change.key, change.path, change.line, change.was, change.text) == (
        "gone", "mem-2026-08-01-013", "topics/b.md", None, "active", "",
    )  # fmt: skip


def test_an_item_that_only_the_index_still_names_is_gone(store: Path, decide: Decide) -> None:
    (store / "index.md").write_text(f"# Memory Index\n\n## Pending Cleanup\n\n{item(13)}\n")
    decide(store, "mem-2026-08-01-001", "keep")
    page(store, "b.md", *map(item, range(14, 21)))

    assert told(since(store)) == [("gone", "mem-2026-08-01-013")]


def test_an_inbox_line_that_went_to_the_archive_is_not_lost(store: Path, decided: str) -> None:
    (store / "memory.md").write_text("# Inbox\n")
    archive = store / "archive" / "2026-08-20.md"
    archive.write_text("# Day\n\n## Evening\n\n- [2026-08-20] (knowledge) An inbox line with no id.\n")

    nothing_but(since(store), archived=1)


def test_an_item_with_no_id_is_found_again_by_its_bytes(store: Path, decided: str) -> None:
    (store / "memory.md").write_text("# Inbox\n")
    page(store, "c.md", "- [2026-08-20] (knowledge) An inbox line with no id.\n")

    (change,) = since(store).changes

    assert (change.how, change.came_from, change.path) == ("moved", "memory.md", "topics/c.md")


def test_a_file_that_no_longer_reads_has_lost_nothing_yet(store: Path, decided: str) -> None:
    (store / "topics" / "b.md").unlink()
    (store / "topics" / "b.md").symlink_to("/nowhere/b.md")

    found = since(store)

    assert [path for path, _ in Desk.open(store).status().unreadable] == ["topics/b.md"]
    nothing_but(found, unread=8)
    assert not found.mass_loss


def test_white_space_between_items_is_no_change(store: Path, decided: str) -> None:
    path = store / "topics" / "b.md"
    path.write_text(path.read_text().replace("## Facts", "Some prose.\n\n\n## Facts"))

    assert told(since(store)) == []


def test_what_an_agent_changed_before_the_decision_was_recorded_still_counts(store: Path) -> None:
    desk = Desk.open(store)
    prepared = prepare(desk, "mem-2026-08-01-001", "keep")
    page(
        store, "a.md",
        item(1, status="pending-cleanup"), item(2, "Rewritten behind your back."), *map(item, range(3, 13)),
    )  # fmt: skip
    page(store, "b.md", *map(item, range(14, 21)))

    (outcome,) = desk.commit([prepared])

    assert outcome.recorded
    assert told(since(store)) == [("gone", "mem-2026-08-01-013"), ("changed", "mem-2026-08-01-002")]


def test_withdrawn_text_is_held_back(store: Path, decided: str) -> None:
    page(store, "b.md", item(13, "A secret thing."), *map(item, range(14, 21)))
    controls = store / "governance" / "controls"
    controls.mkdir(parents=True, exist_ok=True)
    (controls / "memwd-2026-08-20-001.yaml").write_text(
        "withdrawal_id: memwd-2026-08-20-001\nrecord_type: withdrawal-control-v1\naction: withdraw\n"
        "effect: exclude-from-influence\nscope:\n  memory_item_ids: [mem-2026-08-01-013]\n"
        "reason: failed-exploration\ndecided_by: user:ada\ndecided_at: 2026-08-20T10:00:00Z\n"
    )

    (change,) = since(store).changes

    assert change.withheld_by == "memwd-2026-08-20-001"
    assert "secret" not in change.text
    assert "memwd-2026-08-20-001" in change.text


# Decisions and the log


def test_decisions_of_others_are_counted_and_named_at_the_item(store: Path, decided: str) -> None:
    kept = seen_file(store).read_text()
    page(store, "b.md", item(13, status="pending-cleanup"), *map(item, range(14, 21)))
    desk = Desk.open(store)
    bo = Actor("user:bo", "flag", False)
    prepared = desk.prepare(["mem-2026-08-01-013"], Verdict("stale"), bo, "refuted on site")
    assert desk.commit(prepared)[0].recorded
    seen_file(store).write_text(kept)

    found = since(store)

    assert found.others == (("user:bo", 1),)
    assert found.yours == 0
    (change,) = found.changes
    assert (change.key, change.was, change.status, change.decision) == (
        "mem-2026-08-01-013", "active", "stale", prepared[0].id,
    )  # fmt: skip


def test_a_decision_of_ones_own_on_another_machine_is_told_apart(store: Path, decided: str) -> None:
    kept = seen_file(store).read_text()
    page(store, "b.md", item(13, status="pending-cleanup"), *map(item, range(14, 21)))
    desk = Desk.open(store)
    assert desk.commit([prepare(desk, "mem-2026-08-01-013", "keep")])[0].recorded
    seen_file(store).write_text(kept)

    assert (since(store).yours, since(store).others, since(store).today) == (1, (), 2)


def test_entries_of_the_log_by_others_are_counted(store: Path, decided: str) -> None:
    with (store / "log.md").open("a") as log:
        log.write("- 2026-08-21T11:00:00Z autodream by agent:dream\n")
        log.write("- 2026-08-21T11:00:01Z cool mem-2026-08-01-009 by agent:dream\n")

    assert since(store).log == 2


def test_a_log_that_was_cut_at_its_top_still_tells(store: Path, decided: str) -> None:
    log = store / "log.md"
    kept = [line for line in log.read_text().splitlines(keepends=True) if "bootstrap" not in line]
    assert len(kept) == len(log.read_text().splitlines()) - 1
    log.write_text("".join(kept) + "- 2026-08-21T11:00:00Z autodream by agent:dream\n")

    assert since(store).log == 1


def test_a_log_that_was_written_anew_does_not(store: Path, decided: str) -> None:
    (store / "log.md").write_text("# Log\n\n- 2026-08-21T11:00:00Z autodream by agent:dream\n")

    assert since(store).log is None


# Mass loss


def many(store: Path, number: int) -> None:
    page(store, "a.md", item(1, status="pending-cleanup"), *map(item, range(2, 13)))
    page(store, "b.md", *map(item, range(13, 13 + number)))


@pytest.mark.parametrize(
    ("there", "gone", "loud"),
    [
        (87, 9, False),  # 9 of 100: fewer than ten
        (87, 10, True),  # 10 of 100: ten, and a tenth
        (88, 10, False),  # 10 of 101: less than a tenth
        (187, 20, True),  # 20 of 200
        (187, 19, False),  # 19 of 200
    ],
)
def test_mass_loss_is_ten_items_and_a_tenth_of_all(
    there: int, gone: int, loud: bool, store: Path, decide: Decide
) -> None:
    many(store, there)
    decide(store, "mem-2026-08-01-001", "keep")
    page(store, "b.md", *map(item, range(13 + gone, 13 + there)))

    found = since(store)

    assert found.items_before == there + 13
    nothing_but(found, gone=gone)
    assert found.mass_loss is loud
    assert bool(found.alarm) is loud


def test_a_file_that_took_its_items_with_it_is_mass_loss_however_few(store: Path, decide: Decide) -> None:
    page(store, "c.md", item(30), item(31))
    decide(store, "mem-2026-08-01-001", "keep")
    (store / "topics" / "c.md").unlink()

    found = since(store)

    assert found.files_gone == (("topics/c.md", 2),)
    assert found.alarm == (
        "2 of 23 items are gone since your last decision today.",
        "Whole files are gone: topics/c.md (2 items).",
    )


def test_an_archive_day_that_vanished_is_told(store: Path, decided: str) -> None:
    (store / "archive" / "2026-08-01.md").unlink()

    assert since(store).files_gone == (("archive/2026-08-01.md", 0),)
    assert since(store).mass_loss


def test_an_older_state_checked_out_is_told_as_what_it_is(store: Path, decide: Decide) -> None:
    git(store, "init", "-q")
    git(store, "add", "-A")
    git(store, "commit", "-q", "-m", "before")
    page(store, "c.md", *map(item, range(30, 42)))
    decide(store, "mem-2026-08-01-001", "keep")
    git(store, "add", "-A")
    git(store, "commit", "-q", "-m", "after")
    git(store, "checkout", "-q", "HEAD~1")

    found = since(store)

    nothing_but(found, gone=12, changed=1)
    assert found.decisions is None
    assert found.files_gone[0] == ("topics/c.md", 12)
    assert found.mass_loss


def test_what_was_kept_is_reused_for_files_that_did_not_change(store: Path, decided: str) -> None:
    first = json.loads(seen_file(store).read_text())
    page(store, "b.md", item(13, status="pending-cleanup"), *map(item, range(14, 21)))
    desk = Desk.open(store)
    assert desk.commit([prepare(desk, "mem-2026-08-01-013", "keep")])[0].recorded
    second = json.loads(seen_file(store).read_text())

    assert first["salt"] == second["salt"]
    assert first["files"]["memory.md"] == second["files"]["memory.md"]
    assert first["files"]["topics/b.md"] != second["files"]["topics/b.md"]
    assert dataclasses.replace(since(store), at=None, decision=None).changes == ()
    assert (ADA.name, NOW[:10]) == (second["by"], second["at"][:10])


def test_another_store_at_the_same_place_is_said_and_not_compared(store: Path, decided: str) -> None:
    """A store that was put back or put there by somebody has its own id, and nothing of it was seen."""
    (store / "governance" / "store.yaml").write_bytes(b"version: 1\nstore_id: store-" + b"0" * 32 + b"\n")
    page(store, "b.md")

    found = since(store)

    assert (found.known, found.changes) == (False, ())
    assert found.alarm == (
        "Another store stood here at your last decision: nothing to compare with.",
        "What was lost since then is not noticed here; git may tell.",
    )


def test_what_is_kept_is_on_disk_before_the_decision_is_over(
    store: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alarm rests on it: a power cut must not leave an empty file in its place."""
    asked: list[bool] = []
    keep = write_own

    def told(*given: object, sure: bool = False) -> bool:
        asked.append(sure)
        return keep(*given, sure=sure)  # type: ignore[arg-type]

    monkeypatch.setattr("workbench.desk.keeping.write_own", told)
    decide(store, "mem-2026-08-01-001", "keep")

    assert asked == [True]


def test_only_files_of_rows_are_places_of_rows(store: Path) -> None:
    """By what the format says of its folders (a note of the archive is a copy, rules are no rows)."""
    binding = FilesystemBinding()
    assert [binding.place(path) for path in ("topics/a.md", "index.md", "memory.md")] == [
        "topic",
        "index",
        "inbox",
    ]
    for path in ("conventions.md", "log.md", "archive/2026-08-01.md", "../proposals/a.yaml", "notes.md"):
        assert binding.place(path) is None
