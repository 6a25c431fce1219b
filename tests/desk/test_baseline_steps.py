"""What is kept of a large store is kept in steps: each as small as what its decision changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.test_since import item, page, seen_file, since
from workbench.desk import Desk, keeping
from workbench.desk.baseline import FilePrint, as_json
from workbench.desk.baseline_steps import _after
from workbench.governance.own import own_dir
from workbench.governance.places import data_home
from workbench.store.decision import Verdict

from .conftest import ADA


@pytest.fixture(autouse=True)
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every store counts as large."""
    monkeypatch.setattr(keeping, "WHOLE", -1)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    root = tmp_path / "memory"
    (root / "topics").mkdir(parents=True)
    (root / "log.md").write_text("# Log\n")
    for number in range(30):
        first = 10 * number + 1
        page(root, f"page-{number:02}.md", item(first, status="pending-cleanup"),
             *map(item, range(first + 1, first + 10)))  # fmt: skip
    return root


def decide(desk: Desk, number: int) -> str:
    case = f"pending-cleanup:mem-2026-08-01-{number:03}"
    (outcome,) = desk.commit(desk.prepare([case], Verdict("keep"), ADA, "it holds"))
    assert outcome.recorded
    return outcome.id


def lines(store: Path) -> bytes:
    file = own_dir(data_home(), store) / "seen.lines"
    return file.read_bytes() if file.exists() else b""


def test_a_decision_adds_what_it_changed_and_leaves_the_whole(store: Path) -> None:
    decide(Desk.open(store), 1)
    whole = seen_file(store).read_bytes()
    assert lines(store) == b""

    decided = decide(Desk.open(store), 11)

    assert seen_file(store).read_bytes() == whole
    (line,) = lines(store).splitlines()
    assert len(line) < len(whole) / 10
    assert line.count(b"mem-2026-08-01-") == 1, "the item that was decided"
    found = since(store)
    assert (found.decision, found.changes, found.items_before) == (decided, (), 300)


def test_steps_come_to_what_a_whole_would_have_told(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk.open(store)
    decide(desk, 1)
    page(store, "page-05.md", *map(item, range(52, 61)))
    (store / "topics/page-06.md").unlink()
    page(store, "new.md", item(900))
    decide(desk.reload(), 11)
    desk = Desk.open(store)
    decide(desk, 21)
    decide(desk, 31)
    assert len(lines(store).splitlines()) == 3
    stepped = keeping.read_kept(data_home(), store)

    monkeypatch.setattr(keeping, "WHOLE", 1 << 30)
    seen_file(store).unlink()
    (own_dir(data_home(), store) / "seen.lines").unlink()
    decide(Desk.open(store), 41)
    whole = keeping.read_kept(data_home(), store)

    assert stepped is not None
    assert whole is not None
    assert since(store).items_before == stepped.baseline.items == whole.baseline.items == 290
    assert as_json(stepped.baseline)["files"].keys() == as_json(whole.baseline)["files"].keys()


def test_what_was_lost_before_a_step_is_told_at_it_and_carried(store: Path) -> None:
    decide(Desk.open(store), 1)
    page(store, "page-05.md", *map(item, range(52, 61)))
    found = since(store)
    assert [(one.how, one.key) for one in found.changes] == [("gone", "mem-2026-08-01-051")]
    decide(Desk.open(store), 11)
    found = since(store)
    assert found.changes == ()
    assert list(found.gone_before) == ["mem-2026-08-01-051"]


@pytest.mark.parametrize("spoil", [b"", b'{"whole"', b"{}\n", b"\xff\n"])
def test_a_step_that_does_not_read_ends_them_and_the_next_begins_anew(store: Path, spoil: bytes) -> None:
    """As a power cut leaves it: the step before counts, and what the lost one told is told again."""
    decide(Desk.open(store), 1)
    first = decide(Desk.open(store), 11)
    kept = lines(store)
    decide(Desk.open(store), 21)
    (own_dir(data_home(), store) / "seen.lines").write_bytes(kept + spoil)

    found = since(store)
    assert found.decision == first
    assert [one.key for one in found.changes] == ["mem-2026-08-01-021"]

    last = decide(Desk.open(store), 31)
    assert (since(store).decision, since(store).changes) == (last, ())
    if spoil:
        assert lines(store) == b"", "the whole was written anew"


def test_what_another_workbench_kept_meanwhile_is_taken_in(store: Path) -> None:
    here, there = Desk.open(store), Desk.open(store)
    decide(here, 1)
    decide(there, 11)
    decide(here, 21)
    last = decide(there, 31)
    found = since(store)
    assert found.decision == last
    assert {one.how for one in found.changes} <= {"changed"}


def test_the_whole_is_written_anew_before_the_steps_outgrow_it(store: Path) -> None:
    desk = Desk.open(store)
    decide(desk, 1)
    sizes = []
    for number in range(1, 16):
        desk = desk.reload()
        decide(desk, 10 * number + 1)
        sizes.append(len(lines(store)))
        assert since(store).changes == ()
    assert max(sizes) <= seen_file(store).stat().st_size


def test_a_pipe_in_place_of_the_steps_keeps_nobody_waiting(store: Path) -> None:
    decide(Desk.open(store), 1)
    os.mkfifo(own_dir(data_home(), store) / "seen.lines")
    decided = decide(Desk.open(store), 11)
    assert since(store).decision == decided


class Counted(list[str]):
    """A list that counts how often it is gone through."""

    passes = 0

    def __iter__(self) -> Iterator[str]:
        self.passes += 1
        return super().__iter__()


def test_what_is_gone_is_gone_through_once_however_many_items_stay() -> None:
    gone = Counted(f"gone-{number}" for number in range(20))
    old = FilePrint(
        "one", dict.fromkeys([*list.copy(gone), *(f"item-{number}" for number in range(20))], ("", "", ""))
    )
    gone.passes = 0
    assert _after(old, ["two", {}, gone]).items.keys() == {f"item-{number}" for number in range(20)}
    assert gone.passes == 1
