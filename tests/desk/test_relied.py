"""What a decision rests on is compared by its bytes before it is recorded; of the rest stamps tell."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.test_rechecking import CACHE, PAGE, WITHDRAW, add_twins, door_codes, withdraw
from tests.desk.test_since import item, page
from tests.trees import tree_bytes
from workbench.bindings.filesystem import earlier
from workbench.desk import Desk
from workbench.desk.relied import relied_on
from workbench.store.decision import Verdict
from workbench.text import beneath, durable

from .conftest import ADA, prepare

CONTROL = WITHDRAW.partition("```yaml\n")[2].partition("```")[0]


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> Callable[[Desk], None]:
    """From then on no stamp of a file that a desk has read tells of any change."""
    monkeypatch.setattr(earlier, "MARGIN_NS", -(1 << 62))

    def stop_telling(desk: Desk) -> None:
        stamps = {path: file.stamp for path, file in desk._snapshot.files.items()}
        now = earlier.stamp_now
        monkeypatch.setattr(earlier, "stamp_now", lambda store, path: stamps.get(path) or now(store, path))

    return stop_telling


def test_a_withdrawal_that_no_stamp_tells_of_refuses(l1_store: Path, blind: Callable[[Desk], None]) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    blind(desk)
    withdraw(l1_store, "mem-2026-07-02-002")
    before = tree_bytes(l1_store)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (3, False)
    assert tree_bytes(l1_store) == before


def test_a_control_in_a_new_file_refuses(l1_store: Path, blind: Callable[[Desk], None]) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    blind(desk)
    controls = l1_store / "memory/governance/controls"
    controls.mkdir(parents=True)
    (controls / "memwd-2026-08-20-001.yaml").write_text(
        "withdrawal_id: memwd-2026-08-20-001\nrecord_type: withdrawal-control-v1\naction: withdraw\n"
        "scope:\n  memory_item_ids: [mem-2026-07-02-002]\nreason: owner-decision\n"
        "decided_by: user:owner\ndecided_at: 2026-08-20T10:00:00+08:00\neffect: exclude-from-influence\n"
    )
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (3, False)


def test_a_row_of_the_subject_that_no_stamp_tells_of_refuses(
    l1_store: Path, blind: Callable[[Desk], None]
) -> None:
    case, _ = add_twins(l1_store)
    desk = Desk.open(l1_store)
    prepared = prepare(desk, case, "keep")
    blind(desk)
    file = l1_store / PAGE
    data = file.read_bytes()
    head, twin = data[: data.index(b"Door code is 22.")], data[data.index(b"Door code is 22.") :]
    file.write_bytes(head + twin.replace(b"Status: pending-cleanup", b"Status: active", 1))
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit in (3, 4), outcome.recorded) == (True, False)
    assert door_codes(l1_store) == 1


def test_a_reviewed_record_that_no_stamp_tells_of_refuses(
    l1_store: Path, blind: Callable[[Desk], None]
) -> None:
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    blind(desk)
    (path,) = {one.address.path for one in prepared.plan.reviewed if one.role == "target"} - {"index.md"}
    file = l1_store / "memory" / path
    file.write_bytes(file.read_bytes().replace(b"mem-2026-07-02-002", b"mem-2026-07-02-999"))
    before = tree_bytes(l1_store)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (4, False)
    assert tree_bytes(l1_store) == before


def test_an_active_row_elsewhere_under_the_same_size_and_time_refuses(
    l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a file that the decision does not touch: the time of its change tells, which nobody can set back."""
    monkeypatch.setattr(earlier, "MARGIN_NS", 0)
    case, _ = add_twins(l1_store)
    other = l1_store / "memory/topics/other.md"
    spare = (
        "# Other\n\n## Facts and lessons\n\n- [2026-08-03] (state) Door code is 33.\n"
        "  - id: mem-2026-08-03-703\n  - kind: state\n  - subject: door:{name}\n"
        "  - Status: active\n  - Source: user statement\n"
    )
    other.write_text(spare.format(name="lock"))
    time.sleep(0.02)
    desk = Desk.open(l1_store)
    prepared = prepare(desk, case, "keep")
    assert "topics/other.md" not in relied_on(desk._snapshot, prepared)
    state = other.stat()
    time.sleep(0.02)
    other.write_text(spare.format(name="code"))
    os.utime(other, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert (other.stat().st_size, other.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (3, False)


def test_a_decision_opens_its_own_files_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many pages there are; names and stamps of the others are looked at."""
    monkeypatch.setattr(earlier, "MARGIN_NS", -(1 << 62))
    root = tmp_path / "memory"
    root.mkdir()
    for number in range(40):
        page(root, f"page-{number:02}.md", item(10 * number + 1, status="pending-cleanup"),
             *map(item, range(10 * number + 2, 10 * number + 6)))  # fmt: skip
    (root / "log.md").write_text("# Log\n")
    desk = Desk.open(root)
    (first,) = desk.commit(desk.prepare([desk.cases()[0].id], Verdict("keep"), ADA, "it holds"))
    assert first.exit == 0
    desk = desk.reload()
    (prepared,) = desk.prepare(["pending-cleanup:mem-2026-08-01-101"], Verdict("keep"), ADA, "it holds")
    desk.preview(prepared)
    opened: list[str] = []

    def told(base: Path, relative: str, *, limit: int = beneath.LIMIT) -> beneath.FileImage:
        opened.append(relative)
        return beneath.read_file(base, relative, limit=limit)

    monkeypatch.setattr(durable, "read_file", told)
    (outcome,) = desk.commit([prepared])

    assert outcome.exit == 0
    assert {path for path in opened if path.startswith("topics/")} == {"topics/page-10.md"}
    assert relied_on(desk._snapshot, prepared) == {"log.md", "topics/page-10.md"}


def test_of_a_batch_each_is_planned_on_what_the_one_before_left(l1_store: Path) -> None:
    """The second of two that cannot both be is refused though all of it was written a moment ago."""
    cases = add_twins(l1_store)
    desk = Desk.open(l1_store)
    outcomes = desk.commit(desk.prepare(cases, Verdict("keep"), ADA, "asked the caretaker"))
    assert [outcome.exit == 0 for outcome in outcomes] == [True, False]
    assert door_codes(l1_store) == 1


@pytest.mark.parametrize("folder", ["memory/governance/receipts", "memory/governance/proposals", "feedback"])
def test_a_control_in_any_folder_of_records_is_compared_by_its_bytes(
    folder: str, l1_store: Path, blind: Callable[[Desk], None]
) -> None:
    (l1_store / folder).mkdir(parents=True, exist_ok=True)
    control = l1_store / folder / "control.yaml"
    control.write_text(CONTROL.format(item="mem-2026-07-02-999"))
    desk = Desk.open(l1_store)
    prepared = prepare(desk, CACHE, "keep")
    blind(desk)
    control.write_text(CONTROL.format(item="mem-2026-07-02-002"))
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (3, False)
