"""Many rows: exclusions and the queue grow with the number of rows, not with its square."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.review.build import TODAY, held_control, withdrawal
from workbench.protocol.items import Item
from workbench.protocol.words import Form
from workbench.review.controls import resolve
from workbench.review.exclusions import Exclusions
from workbench.review.queue import build
from workbench.store.snapshot import Address, FileBytes, Row, Snapshot

ITEM = Item.from_fields(
    {"date": "2026-07-02", "text": "It moved.", "id": "mem-2026-07-02-001", "kind": "knowledge",
     "Status": "active", "Source": "user statement"}, form=Form.STRUCTURED,
)  # fmt: skip


def many(count: int, withdrawn: int) -> Snapshot:
    rows = tuple(
        Row(
            key=f"mem-2026-07-02-{number:06d}",
            id=f"mem-2026-07-02-{number:06d}",
            kind="state" if number % 3 else "knowledge",
            subject=f"host-{number}:port" if number % 3 else None,
            status="pending-cleanup" if number % 1000 == 0 else "active",
            date="2026-07-02",
            source=f"user statement on 2026-07-02; session:{number}",
            superseded_by=None,
            merged_into=None,
            place="topic",
            section="",
            ordinal=0,
            address=Address("topics/a.md", 0, 9, number + 1),
            text=f"Host {number} in hall {number % 77} listens on port {7000 + number}.",
        )
        for number in range(count)
    )
    controls = tuple(
        held_control(
            withdrawal(
                f"memwd-2026-08-05-{number:06d}", {"memory_item_ids": [f"mem-2026-07-02-{number:06d}"]}
            ),
            Address("log.md", number, number, 1),
        )
        for number in range(withdrawn)
    )
    files = {
        "topics/a.md": FileBytes("topics/a.md", b"- a store"),
        "log.md": FileBytes("log.md", b"x" * withdrawn),
    }
    return Snapshot(Path("memory"), None, files, rows, (), (), (), (), controls)


def seconds(count: int) -> float:
    snapshot = many(count, count // 100)
    start = time.perf_counter()
    found = Exclusions.of(snapshot, resolve(snapshot.controls))
    assert len(found.keys) == count // 100
    return time.perf_counter() - start


def test_exclusions_are_near_linear() -> None:
    small, large = min(seconds(5_000) for _ in range(3)), seconds(50_000)

    assert large < 40 * small


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_reviewed_in_seconds() -> None:
    snapshot = many(100_000, 500)
    start = time.perf_counter()
    review = build(snapshot, lambda row: ITEM, today=TODAY)
    listed = time.perf_counter() - start
    start = time.perf_counter()
    review.open(review.cases[-1].id)
    opened = time.perf_counter() - start

    assert len(review.cases) == 100
    assert listed < 10
    assert opened < 20
