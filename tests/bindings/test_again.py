"""A chain of readings and reviews, each from the one before, says at every step what a fresh one says."""

from __future__ import annotations

import datetime as dt
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bindings.test_earlier import BINDING, SAMPLE, TODAY, appended, beside, cut, found, gone
from tests.trees import copy_store
from workbench.bindings.filesystem import earlier as reading_again
from workbench.bindings.filesystem import read
from workbench.review.queue import Review, build
from workbench.store.layers import Layered, patched
from workbench.store.snapshot import Snapshot

ID = re.compile(r"\bmem-\d{4}-\d\d-\d\d-\d{3}\b")
STATUS = re.compile(r"Status: [a-z-]+")
STATUSES = ("active", "stale", "pending-cleanup", "superseded")
SUBJECT = re.compile(r"subject: .*")


@pytest.fixture(params=[0, reading_again.MARGIN_NS], ids=["stamps tell", "all is read"])
def margin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_again, "MARGIN_NS", request.param)


def pages(home: Path) -> list[Path]:
    return sorted((home / "memory").rglob("*.md"))


def exchanged(pattern: re.Pattern[str], words: Callable[[Random], str]) -> Callable[[Path, Random], None]:
    """An edit that puts other words in the place of one match."""

    def edit(home: Path, draw: Random) -> None:
        path = draw.choice(pages(home))
        text = path.read_bytes().decode()
        matches = list(pattern.finditer(text))
        if matches:
            match = draw.choice(matches)
            path.write_bytes((text[: match.start()] + words(draw) + text[match.end() :]).encode())

    return edit


def some_id(home: Path, draw: Random) -> str:
    text = "".join(path.read_bytes().decode(errors="replace") for path in pages(home))
    return draw.choice(sorted(set(ID.findall(text))))


def logged(home: Path, draw: Random) -> None:
    """The agent marks an item."""
    log = home / "memory/log.md"
    line = f"- 2026-08-20T10:00:00Z pending-cleanup {some_id(home, draw)} by agent:dream\n"
    log.write_bytes(log.read_bytes() + line.encode())


def withdrawn(home: Path, draw: Random) -> None:
    """Somebody withdraws an item."""
    name = f"memwd-2026-08-20-{draw.randrange(100, 999)}"
    (home / "memory/governance/controls").mkdir(parents=True, exist_ok=True)
    (home / f"memory/governance/controls/{name}.yaml").write_text(
        f"withdrawal_id: {name}\nrecord_type: withdrawal-control-v1\naction: withdraw\n"
        f"scope:\n  memory_item_ids: [{some_id(home, draw)}]\nreason: owner-decision\n"
        f"decided_by: user:owner\ndecided_at: 2026-08-20T10:00:00+08:00\neffect: exclude-from-influence\n"
    )


def pointed(home: Path, draw: Random) -> None:
    """An item names a successor."""
    path = draw.choice(pages(home))
    text = path.read_bytes().decode()
    lines = [match.end() for match in re.finditer(r"  - Status: .*\n", text)]
    if lines:
        at = draw.choice(lines)
        text = f"{text[:at]}  - superseded_by: {some_id(home, draw)}\n{text[at:]}"
        path.write_bytes(text.encode())


def on_a_page(edit: Callable[[Path], None]) -> Callable[[Path, Random], None]:
    return lambda home, draw: edit(draw.choice(pages(home)))


EDITS: tuple[Callable[[Path, Random], None], ...] = (
    exchanged(STATUS, lambda draw: f"Status: {draw.choice(STATUSES)}"),
    exchanged(SUBJECT, lambda draw: f"subject: {draw.choice(['door:code', 'cache:size', 'host:port'])}"),
    exchanged(re.compile(r"\b\d+\b"), lambda draw: str(draw.randrange(10, 99))),
    exchanged(ID, lambda draw: f"mem-2026-02-19-00{draw.randrange(1, 6)}"),
    logged, withdrawn, pointed, on_a_page(appended), on_a_page(cut), on_a_page(gone), on_a_page(beside),
)  # fmt: skip


def reviewed(snapshot: Snapshot, earlier: Review | None, today: dt.date = TODAY) -> Review:
    return build(snapshot, lambda row: BINDING.item(snapshot, row), today=today, earlier=earlier)


@given(st.integers(0, 1 << 30), st.lists(st.sampled_from(range(len(EDITS))), min_size=1, max_size=6))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_step_says_what_a_fresh_reading_says(
    margin: None, tmp_path_factory: pytest.TempPathFactory, seed: int, edits: list[int]
) -> None:
    draw = Random(seed)
    home = copy_store(SAMPLE, tmp_path_factory.mktemp("chain") / "agent")
    store = found(home)
    snapshot = read.load(store)
    review = reviewed(snapshot, None)
    review.open(review.cases[0].id)
    assert snapshot.item_count
    for number in edits:
        time.sleep(0.01)
        EDITS[number](home, draw)
        snapshot, fresh = read.load(store, snapshot), read.load(store)
        assert snapshot == fresh
        assert dict(snapshot.rows_by_key) == fresh.rows_by_key
        assert dict(snapshot.rows_by_subject) == fresh.rows_by_subject
        assert snapshot.rows_by_path == fresh.rows_by_path
        assert (snapshot.item_count, snapshot.stored_counts) == (fresh.item_count, fresh.stored_counts)
        review, anew = reviewed(snapshot, review), reviewed(fresh, None)
        assert review.cases == anew.cases
        assert dict(review.exclusions.by_key) == dict(anew.exclusions.by_key)
        assert review.exclusions.rows == anew.exclusions.rows
        for case in anew.cases:
            assert review.open(case.id) == anew.open(case.id)


def test_another_day_finds_everything_anew(tmp_path: Path) -> None:
    snapshot = read.load(found(copy_store(SAMPLE, tmp_path / "agent")))
    later = TODAY + dt.timedelta(days=3)
    assert reviewed(snapshot, reviewed(snapshot, None), later).cases == reviewed(snapshot, None, later).cases


def test_of_what_stands_the_very_same_cases_are_kept(tmp_path: Path) -> None:
    home = copy_store(SAMPLE, tmp_path / "agent")
    first = read.load(found(home))
    before = reviewed(first, None)
    appended(home / "memory/memory.md")
    after = reviewed(read.load(found(home), first), before)
    kept = {id(case) for case in before.cases}
    items = [case for case in after.cases if case.kind in ("pending-cleanup", "stale", "drift")]
    anew = [case for case in items if id(case) not in kept]
    assert len(anew) < len(items) / 2
    assert all(any(target.path == "memory.md" for target in case.targets) for case in anew)


def test_nothing_that_changed_is_the_very_same_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_again, "MARGIN_NS", -(1 << 62))
    home = copy_store(SAMPLE / "memory/topics", tmp_path / "memory/topics").parent.parent
    store = BINDING.recognise(home / "memory")
    assert store is not None
    snapshot = read.load(store)
    assert snapshot.unreadable == ()
    assert read.load(store, snapshot) is snapshot


def test_a_change_under_the_same_size_and_time_is_seen_by_the_time_of_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`utime` sets back when a file was written, and not when that was done."""
    monkeypatch.setattr(reading_again, "MARGIN_NS", 0)
    home = copy_store(SAMPLE, tmp_path / "agent")
    page = home / "memory/topics/environment.md"
    snapshot = read.load(found(home))
    state = page.stat()
    time.sleep(0.02)
    data = page.read_bytes().replace(b"Status: active", b"Status: actIve", 1)
    page.write_bytes(data)
    os.utime(page, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert (page.stat().st_size, page.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    assert read.load(found(home), snapshot).files["topics/environment.md"].data == data


@pytest.mark.parametrize("sure", [True, False])
@pytest.mark.parametrize("fresh", [True, False])
def test_what_no_stamp_can_tell_is_seen_in_files_that_were_just_written_or_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sure: bool, fresh: bool
) -> None:
    if not fresh:
        monkeypatch.setattr(reading_again, "MARGIN_NS", -(1 << 62))
    home = copy_store(SAMPLE, tmp_path / "agent")
    page = "topics/environment.md"
    snapshot = read.load(found(home))
    stamps = {path: file.stamp for path, file in snapshot.files.items()}
    monkeypatch.setattr(reading_again, "stamp_now", lambda store, path: stamps.get(path))
    before = snapshot.files[page].data
    (home / "memory" / page).write_bytes(before.replace(b"Status: active", b"Status: actIve", 1))
    now = read.load(found(home), snapshot, sure={page} if sure else ())
    assert (now.files[page].data != before) == (sure or fresh)


@given(
    st.dictionaries(st.integers(0, 40), st.integers(), max_size=40),
    st.lists(st.dictionaries(st.integers(0, 40), st.none() | st.integers(), max_size=3), max_size=6),
)
def test_layers_say_what_a_dict_says(base: dict[int, int], changes: list[dict[int, int | None]]) -> None:
    expected, layered = dict(base), Layered[int, int](base, {})
    thick = patched(base, {})
    for change in changes:
        for key, value in change.items():
            if value is None:
                expected.pop(key, None)
            else:
                expected[key] = value
        layered, thick = Layered(layered, change), patched(thick, change)
        for one in (layered, thick):
            assert dict(one) == expected
            assert len(one) == len(expected)
            assert [key in one for key in range(42)] == [key in expected for key in range(42)]
            assert [one.get(key, -1) for key in range(42)] == [expected.get(key, -1) for key in range(42)]
