"""What a store rests on, counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.test_since import page
from tests.desk.test_since import store as store
from workbench.desk import Desk
from workbench.desk.rests import Ages, ages_of

TODAY = "2026-08-21"


def item(
    number: int,
    *,
    day: str = "2026-08-20",
    kind: str | None = "knowledge",
    status: str | None = "active",
    source: str | None = "archive/2026-08-01.md#day",
    confidence: str | None = None,
    scheme: str | None = "epistemic-status-v1",
) -> str:
    fields = {
        "id": f"mem-2026-07-01-{number:03}",
        "kind": kind,
        "Status": status,
        "Source": source,
        "Confidence-Scheme": scheme if confidence else None,
        "Confidence": confidence,
    }
    lines = [
        f"- [{day}] Lesson {number}.",
        *(f"  - {name}: {value}" for name, value in fields.items() if value),
    ]
    return "\n".join(lines) + "\n"


@pytest.fixture
def counted(store: Path) -> Path:
    """Eight items in one page, and an inbox line that says nothing of itself but kind and day."""
    (store / "topics" / "a.md").unlink()
    page(
        store,
        "b.md",
        item(1, confidence="confirmed", day="2026-08-21"),
        item(2, confidence="confirmed", source="archive/2026-08-01.md#nowhere"),
        item(3, confidence="observed-once", source="user statement on 2026-08-12"),
        item(4, confidence="unknown", status="stale"),
        item(5, confidence="confirmed", scheme=None),
        item(6, confidence="certain", kind=None),
        item(7, source=None, status="superseded", day="2026-07-22"),
        item(8, status="odd", kind="state", day="2025-08-21"),
    )
    return store


def numbers(found: tuple[tuple[str, int], ...]) -> dict[str, int]:
    return {word: number for word, number in found if number}


def test_each_item_counts_once_by_what_it_says(counted: Path) -> None:
    (counted / "index.md").write_text(f"# Memory Index\n\n## Pending Cleanup\n\n{item(4, status='active')}\n")

    rests = Desk.open(counted).rests()

    assert (rests.items, rests.withdrawn) == (9, 0)
    assert numbers(rests.confidence) == {
        "confirmed": 2, "observed-once": 1, "unknown": 1, "not given": 3, "not a word of the protocol": 2,
    }  # fmt: skip
    assert [word for word, _ in rests.confidence][:4] == ["confirmed", "observed-once", "inferred", "unknown"]
    assert numbers(rests.status) == {
        "active": 6, "superseded": 1, "stale": 1, "not a word of the protocol": 1,
    }  # fmt: skip
    assert numbers(rests.kinds) == {"knowledge": 7, "state": 1, "not given": 1}
    assert numbers(rests.sources) == {
        "resolves": 5, "does not resolve": 1, "names no file": 1, "not given": 2,
    }  # fmt: skip
    assert (rests.resolved, rests.ages.oldest, rests.ages.undated) == (5, 365, 0)


def test_a_withdrawn_item_is_in_no_count_but_its_own(counted: Path) -> None:
    controls = counted / "governance" / "controls"
    controls.mkdir(parents=True)
    (controls / "memwd-2026-08-20-001.yaml").write_text(
        "withdrawal_id: memwd-2026-08-20-001\nrecord_type: withdrawal-control-v1\naction: withdraw\n"
        "effect: exclude-from-influence\nscope:\n  memory_item_ids: [mem-2026-07-01-008]\n"
        "reason: failed-exploration\ndecided_by: user:ada\ndecided_at: 2026-08-20T10:00:00Z\n"
    )

    rests = Desk.open(counted).rests()

    assert (rests.items, rests.withdrawn) == (8, 1)
    assert dict(rests.kinds)["state"] == 0
    assert rests.ages.oldest == 30


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], Ages((0, 0, 0, 0), 1, None, 0)),
        ([None, None], Ages((0, 0, 0, 0), 1, None, 2)),
        ([0, 0, None], Ages((2, 0, 0, 0), 1, 0, 1)),
        ([0, 1, 2, 3], Ages((1, 1, 1, 1), 1, 3, 0)),
        ([0, 1, 2, 4], Ages((2, 1, 1, 0), 2, 4, 0)),
        ([400, 0, 100, 101], Ages((2, 1, 0, 1), 101, 400, 0)),
    ],
)
def test_ages_are_counted_in_bins_of_equal_width(days: list[int | None], expected: Ages) -> None:
    assert ages_of(days, 4) == expected


@pytest.mark.parametrize("oldest", range(0, 500, 7))
def test_every_dated_item_is_in_one_bin(oldest: int) -> None:
    ages = ages_of(range(oldest + 1))

    assert sum(ages.bins) == oldest + 1
    assert ages.width * len(ages.bins) > oldest
