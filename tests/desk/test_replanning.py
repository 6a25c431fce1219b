"""What is planned again under the lock: from the reading before it, and of the one case alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench.bindings.filesystem.binding import FilesystemBinding
from workbench.desk import Desk
from workbench.governance.ledger import read_ledger
from workbench.review import queue
from workbench.store.decision import Verdict
from workbench.store.snapshot import Found, Snapshot

from .conftest import ADA

CASE = "pending-cleanup:mem-2026-02-19-001"


def waiting(store: Path) -> list[str]:
    """Three cases that can be put off."""
    cases = Desk.open(store).cases()
    return [case.id for case in cases if (offer := case.offer("defer")) is not None and offer.allowed][:3]


def test_each_of_a_batch_is_read_from_the_one_before(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch that starts from its first reading each time reads again all that it wrote so far."""
    ids = waiting(sample_store)
    assert len(ids) > 1
    desk = Desk.open(sample_store)
    prepared = desk.prepare(ids, Verdict("defer"), ADA, "not now")
    load, made, given = FilesystemBinding.load, list[Snapshot](), list[Snapshot | None]()

    def told(
        self: FilesystemBinding, found: Found, earlier: Snapshot | None = None, *rest: Any, **named: Any
    ) -> Snapshot:
        made.append(load(self, found, earlier, *rest, **named))
        given.append(earlier)
        return made[-1]

    monkeypatch.setattr(FilesystemBinding, "load", told)
    assert [outcome.exit for outcome in desk.commit(prepared)] == [0] * len(ids)

    assert len(made) == len(ids)
    assert all(one is before for one, before in zip(given[1:], made, strict=False))


def builds(monkeypatch: pytest.MonkeyPatch) -> list[queue.Review]:
    """Every review that is built from now on."""
    build, found = queue.build, list[queue.Review]()

    def told(*given: Any, **named: Any) -> queue.Review:
        found.append(build(*given, **named))
        return found[-1]

    monkeypatch.setattr("workbench.desk.case_pages.build", told)
    return found


def test_under_the_lock_nothing_is_built_where_nothing_changed(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk.open(sample_store)
    prepared = desk.prepare(waiting(sample_store)[:1], Verdict("defer"), ADA, "not now")
    found = builds(monkeypatch)
    assert desk.commit(prepared)[0].exit == 0
    assert found == []


def test_under_the_lock_no_other_case_is_built(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = waiting(sample_store)[:1]
    desk = Desk.open(sample_store)
    prepared = desk.prepare(ids, Verdict("defer"), ADA, "not now")
    inbox = sample_store / "memory/memory.md"
    inbox.write_bytes(inbox.read_bytes() + b"- [2026-08-20] (knowledge) One more line.\n")
    found = builds(monkeypatch)
    assert desk.commit(prepared)[0].exit == 0

    assert [[case.id for case in review.cases] for review in found] == [ids]
    assert found[0].exclusions.by_key == desk._review.exclusions.by_key


def test_a_case_by_the_id_of_its_item_and_of_itself(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    assert desk.case(CASE) == desk.case("mem-2026-02-19-001")
    assert desk.case(CASE) is desk.case(CASE), "a batch opens each case several times"


def test_a_batch_reads_the_ledger_once(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = list[Path]()

    def told(root: Path) -> Any:
        times.append(root)
        return read_ledger(root)

    ids, desk = waiting(sample_store), Desk.open(sample_store)
    monkeypatch.setattr("workbench.desk.deciding.read_ledger", told)
    prepared = desk.prepare(ids, Verdict("defer"), ADA, "not now")

    assert len(times) == 1
    assert len({one.id for one in prepared}) == len(ids)
