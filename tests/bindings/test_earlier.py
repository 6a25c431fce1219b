"""Reading again with an earlier reading at hand gives just what reading anew gives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.trees import copy_store
from workbench.bindings.filesystem import read
from workbench.bindings.filesystem.binding import FilesystemBinding
from workbench.review.queue import build
from workbench.store.snapshot import Found, Snapshot

SAMPLE = Path(__file__).resolve().parents[2] / "sample_store" / "agent"
BINDING = FilesystemBinding()
TODAY = dt.date(2026, 8, 21)

Edit = Callable[[Path], None]


def appended(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n- [2026-08-20] (knowledge) One more. Source: session:x.\n")


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def spoiled(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00 not text")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def closed(path: Path) -> None:
    path.chmod(0o600)


def again(path: Path) -> None:
    path.write_bytes(path.read_bytes())


def beside(path: Path) -> None:
    (path.parent / f"more-{path.name}").write_bytes(path.read_bytes())


EDITS: tuple[Edit, ...] = (appended, cut, spoiled, emptied, gone, closed, again, beside)


def found(home: Path) -> Found:
    store = BINDING.recognise(home / "memory")
    assert store is not None
    return store


def files(home: Path) -> list[Path]:
    return sorted(path for path in home.rglob("*") if path.suffix in {".md", ".yaml"} and path.is_file())


def same(found: Found, earlier: Snapshot) -> Snapshot:
    """The reading with and without the earlier one, which must not differ in anything."""
    fresh, helped = read.load(found), read.load(found, earlier)
    assert helped == fresh
    return helped


@pytest.mark.parametrize("edit", EDITS)
def test_one_edit_of_every_file_in_turn(tmp_path: Path, edit: Edit) -> None:
    home = copy_store(SAMPLE, tmp_path / "agent")
    snapshot = read.load(found(home))
    for path in files(home):
        if path.exists():
            edit(path)
            snapshot = same(found(home), snapshot)


@given(st.lists(st.tuples(st.integers(0, 200), st.sampled_from(EDITS)), max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_edits_between_two_readings(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, Edit]]
) -> None:
    home = copy_store(SAMPLE, tmp_path_factory.mktemp("edited") / "agent")
    earlier = read.load(found(home))
    for number, edit in edits:
        there = files(home)
        edit(there[number % len(there)])

    snapshot = same(found(home), earlier)

    before = build(earlier, lambda row: BINDING.item(earlier, row), today=TODAY)
    fresh = build(snapshot, lambda row: BINDING.item(snapshot, row), today=TODAY)
    helped = build(snapshot, lambda row: BINDING.item(snapshot, row), today=TODAY, earlier=before)
    assert helped.cases == fresh.cases


def test_an_unchanged_file_gives_the_very_same_rows(tmp_path: Path) -> None:
    home = copy_store(SAMPLE, tmp_path / "agent")
    first = read.load(found(home))
    appended(home / "memory" / "memory.md")

    second = read.load(found(home), first)

    kept = {id(row) for row in first.rows}
    anew = {row.address.path for row in second.rows if id(row) not in kept}
    assert anew == {"memory.md"}


def test_what_was_judged_is_not_judged_again(tmp_path: Path) -> None:
    home = copy_store(SAMPLE, tmp_path / "agent")
    snapshot = read.load(found(home))
    asked: list[str] = []

    def item_of(row):
        asked.append(row.key)
        return BINDING.item(snapshot, row)

    before = build(snapshot, item_of, today=TODAY)
    judged = set(asked)
    asked.clear()
    build(snapshot, item_of, today=TODAY, earlier=before)

    assert len(judged) > 20
    assert len(asked) < len(judged) / 4
