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
TICK = 0.03
"""Seconds in which the clock of a file system goes on, so that a later write has another time."""


@pytest.fixture(params=[0, reading_again.MARGIN_NS], ids=["stamps tell", "all is read"])
def margin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_again, "MARGIN_NS", request.param)


def pages(home: Path) -> list[Path]:
    """The pages that are plain files, those of a closed folder too."""
    found = sorted((home / "memory").rglob("*.md"))
    return [path for path in found if is_page(path) and not path.name.startswith(".")]


def is_page(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def words_of(path: Path) -> str:
    return path.read_bytes().decode(errors="surrogateescape")


def write(path: Path, text: str) -> None:
    path.write_bytes(text.encode(errors="surrogateescape"))


def exchanged(pattern: re.Pattern[str], words: Callable[[Random], str]) -> Callable[[Path, Random], None]:
    """An edit that puts other words in the place of one match."""

    def edit(home: Path, draw: Random) -> None:
        path = draw.choice(pages(home))
        text = words_of(path)
        matches = list(pattern.finditer(text))
        if matches:
            match = draw.choice(matches)
            write(path, text[: match.start()] + words(draw) + text[match.end() :])

    return edit


def some_id(home: Path, draw: Random) -> str:
    text = "".join(map(words_of, pages(home)))
    return draw.choice(sorted(set(ID.findall(text))) or ["mem-2026-01-01-001"])


def logged(home: Path, draw: Random) -> None:
    """The agent marks an item."""
    log = home / "memory/log.md"
    line = f"- 2026-08-20T10:00:00Z pending-cleanup {some_id(home, draw)} by agent:dream\n"
    if is_page(log):
        log.write_bytes(log.read_bytes() + line.encode())


def connected(home: Path, draw: Random) -> None:
    """Somebody leaves a pair open, settles one, or takes back what settled it."""
    log = home / "memory/log.md"
    one, other = some_id(home, draw), some_id(home, draw)
    known = re.findall(r"(mem-\S+) (mem-\S+) by user:ada", words_of(log)) if is_page(log) else []
    if known and draw.random() < 0.7:
        one, other = draw.choice(known)
    line = draw.choice(
        [
            f"review left-open {one} {other} by user:ada",
            f"reconcile {one} {other} verdict=open by user:ada memdec-2026-08-20-001-ab12",
            f"reconcile {one} {other} verdict=both by user:ada memdec-2026-08-20-002-ab12",
            "review memdec-2026-08-20-002-ab12 verdict=revert by user:ada memdec-2026-08-20-003-ab12",
            f"pending-cleanup {one} refuted_by={other} by agent:dream",
        ]
    )
    if is_page(log):
        log.write_bytes(log.read_bytes() + f"- 2026-08-20T10:00:00Z {line}\n".encode())


def told_in_the_index(home: Path, draw: Random) -> None:
    """The index tells an item of a topic again, to the letter or with another Status."""
    page, index = draw.choice(pages(home)), home / "memory/index.md"
    found = list(re.finditer(r"(?m)^- .*\n(?:  +- .*\n)*?  - id: (.*)\n(?:  +- .*\n)*", words_of(page)))
    if found and is_page(index):
        copy = draw.choice(found)[0]
        if draw.random() < 0.6:
            copy = STATUS.sub(f"Status: {draw.choice(STATUSES)}", copy)
        write(index, f"{words_of(index).rstrip()}\n\n## Pending Cleanup\n\n{copy}")


def withdrawn(home: Path, draw: Random, item: str | None = None) -> None:
    """Somebody withdraws an item."""
    name = f"memwd-2026-08-20-{draw.randrange(100, 999)}"
    item = item or some_id(home, draw)
    (home / "memory/governance/controls").mkdir(parents=True, exist_ok=True)
    (home / f"memory/governance/controls/{name}.yaml").write_text(
        f"withdrawal_id: {name}\nrecord_type: withdrawal-control-v1\naction: withdraw\n"
        f"scope:\n  memory_item_ids: [{item}]\nreason: owner-decision\n"
        f"decided_by: user:owner\ndecided_at: 2026-08-20T10:00:00+08:00\neffect: exclude-from-influence\n"
    )


def pointed(home: Path, draw: Random) -> None:
    """An item names a successor, of its own subject or of another."""
    path = draw.choice(pages(home))
    text = words_of(path)
    lines = [match.end() for match in re.finditer(r"  - Status: .*\n", text)]
    if lines:
        at = draw.choice(lines)
        write(path, f"{text[:at]}  - superseded_by: {some_id(home, draw)}\n{text[at:]}")


def without(name: str) -> Callable[[Path, Random], None]:
    """An item loses a line: its id, or its subject."""
    return exchanged(re.compile(rf"  - {name}: .*\n"), lambda draw: "")


def rivalled(home: Path, draw: Random) -> None:
    """A subject gets one more row, with an id that stands already or with one of its own."""
    page = home / "memory/topics" / f"more-{draw.randrange(3)}.md"
    text = words_of(page) if is_page(page) else "# More\n\n"
    subjects = sorted(set(SUBJECT.findall("".join(map(words_of, pages(home)))))) or ["subject: door:code"]
    named = draw.choice([some_id(home, draw), f"mem-2026-03-01-{draw.randrange(100, 110)}"])
    pointer = f"  - superseded_by: {some_id(home, draw)}\n" if draw.random() < 0.3 else ""
    if page.parent.is_dir() and (is_page(page) or not os.path.lexists(page)):
        write(
            page,
            f"{text}- [2026-03-01] (state) It is {draw.randrange(10, 99)}.\n  - id: {named}\n"
            f"  - kind: state\n  - {draw.choice(subjects)}\n  - Status: {draw.choice(STATUSES)}\n{pointer}"
            "  - Source: archive/2026-03-11.md\n",
        )


def half_withdrawn(home: Path, draw: Random) -> None:
    """An item that somebody withdraws stands twice, with its subject and without one."""
    rivalled(home, draw)
    page = draw.choice(pages(home))
    found = list(re.finditer(r"(?m)^- .*\n(?:  +- .*\n)*?  - id: (.*)\n(?:  +- .*\n)*", words_of(page)))
    if found:
        match = draw.choice(found)
        other = re.sub(r"  - (?:kind|subject): .*\n", "", match[0])
        write(page, f"{words_of(page)}\n{other}")
        withdrawn(home, Random(0), match[1])


KEPT = ".kept-"


def unreadable(home: Path, draw: Random) -> None:
    """A page gives way to what does not read, and is kept beside it."""
    page = draw.choice(pages(home))
    page.rename(page.with_name(KEPT + page.name))
    put: tuple[Callable[[], object], ...] = (
        lambda: page.write_bytes(b"- [2026-01-01] \0 no text"),
        lambda: page.write_bytes(b"\xff\xfen\0"),
        lambda: os.mkfifo(page),
        lambda: page.mkdir(),
        lambda: page.symlink_to(KEPT + page.name),
    )
    draw.choice(put)()


def mended(home: Path, draw: Random) -> None:
    """What does not read is taken away, or gives way to the page that was there."""
    kept = sorted((home / "memory").rglob(f"{KEPT}*"))
    if kept:
        page = draw.choice(kept)
        spoilt = page.with_name(page.name.removeprefix(KEPT))
        if spoilt.is_dir() and not spoilt.is_symlink():
            spoilt.rmdir()
        else:
            spoilt.unlink(missing_ok=True)
        if draw.random() < 0.5:
            page.rename(spoilt)


FOLDERS = ("memory/topics", "memory/archive", "memory/governance/controls", "proposals", "feedback")


def shut(home: Path, draw: Random) -> None:
    """A folder gives way to a link, which nobody follows: no right closes a folder to every user."""
    folder = home / draw.choice(FOLDERS)
    if folder.is_dir() and not folder.is_symlink():
        folder.rename(folder.with_name(f".{folder.name}"))
        folder.symlink_to(f".{folder.name}")


def opened(home: Path, draw: Random) -> None:
    """Each folder that was closed is there again."""
    for folder in (home / name for name in FOLDERS):
        if folder.is_symlink():
            folder.unlink()
            folder.with_name(f".{folder.name}").rename(folder)


def copied(home: Path, draw: Random) -> None:
    """A page stands twice."""
    page = draw.choice(pages(home))
    if not os.path.lexists(page.with_name(f"more-{page.name}")):
        beside(page)


def on_a_page(edit: Callable[[Path], None]) -> Callable[[Path, Random], None]:
    return lambda home, draw: edit(draw.choice(pages(home)))


EDITS: tuple[Callable[[Path, Random], None], ...] = (
    exchanged(STATUS, lambda draw: f"Status: {draw.choice(STATUSES)}"),
    exchanged(SUBJECT, lambda draw: f"subject: {draw.choice(['door:code', 'cache:size', 'host:port'])}"),
    exchanged(re.compile(r"\b\d+\b"), lambda draw: str(draw.randrange(10, 99))),
    exchanged(ID, lambda draw: f"mem-2026-02-19-00{draw.randrange(1, 6)}"),
    logged, withdrawn, pointed, on_a_page(appended), on_a_page(cut), on_a_page(gone), copied,
    without("id"), without("subject"), rivalled, rivalled, half_withdrawn,
    unreadable, unreadable, mended, mended, shut, opened, connected, connected, told_in_the_index,
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
        time.sleep(TICK)
        assert not read.changed(store, snapshot)
        before = snapshot
        if pages(home):
            EDITS[number](home, draw)
        snapshot, fresh = read.load(store, snapshot), read.load(store)
        assert snapshot == fresh
        assert before == fresh or read.changed(store, before)
        assert dict(snapshot.rows_by_key) == fresh.rows_by_key
        assert dict(snapshot.rows_by_subject) == fresh.rows_by_subject
        assert snapshot.rows_by_path == fresh.rows_by_path
        assert (snapshot.item_count, snapshot.stored_counts) == (fresh.item_count, fresh.stored_counts)
        review, anew = reviewed(snapshot, review), reviewed(fresh, None)
        assert review.cases == anew.cases
        assert review.possible() == anew.possible()
        assert dict(review.exclusions.by_key) == dict(anew.exclusions.by_key)
        assert review.exclusions.rows == anew.exclusions.rows
        for case in anew.cases:
            assert review.open(case.id) == anew.open(case.id)


def state(name: str, subject: str, status: str = "active", pointer: str = "", text: str = "It is 7.") -> str:
    return (
        f"- [2026-03-01] (state) {text}\n  - id: {name}\n  - kind: state\n  - subject: {subject}\n"
        f"  - Status: {status}\n{pointer}  - Source: session:one\n\n"
    )


def small(tmp_path: Path, pages: dict[str, str]) -> Path:
    """A store of these pages alone."""
    memory = tmp_path / "small/memory"
    for name, text in pages.items():
        (memory / name).parent.mkdir(parents=True, exist_ok=True)
        (memory / name).write_text(text)
    return memory.parent


def ids(review: Review, kind: str) -> list[str]:
    return [case.id for case in review.cases if case.kind == kind]


@pytest.mark.parametrize("end", ["gone", "mended"])
def test_what_did_not_read_waits_no_longer_once_it_is_gone_or_reads(tmp_path: Path, end: str) -> None:
    home = small(tmp_path, {"topics/a.md": state("mem-2026-03-01-001", "port")})
    topics = home / "memory/topics"
    (topics / "nul.md").write_bytes(b"a\0")
    os.mkfifo(topics / "fifo.md")
    before = read.load(found(home))
    review = reviewed(before, None)
    assert ids(review, "unreadable") == ["unreadable:topics%2Ffifo.md", "unreadable:topics%2Fnul.md"]
    assert not read.changed(found(home), before)
    for name in ("nul.md", "fifo.md"):
        (topics / name).unlink()
        if end == "mended":
            (topics / name).write_text("# Words\n")
    assert read.changed(found(home), before)
    now = read.load(found(home), before)
    assert now.unreadable == ()
    assert ids(reviewed(now, review), "unreadable") == []
    assert not read.changed(found(home), now)


def test_an_unread_file_with_other_bytes_has_changed(tmp_path: Path) -> None:
    home = small(tmp_path, {"topics/a.md": "# A\n", "topics/nul.md": "a\0"})
    before = read.load(found(home))
    (home / "memory/topics/nul.md").write_bytes(b"ab\0")
    assert read.changed(found(home), before)


def test_a_folder_that_opens_is_seen_though_nothing_lies_in_it(tmp_path: Path) -> None:
    home = small(tmp_path, {"memory.md": "# Inbox\n", "away/kept": ""})
    memory = home / "memory"
    (memory / "topics").symlink_to("away")
    before = read.load(found(home))
    review = reviewed(before, None)
    assert ids(review, "unreadable") == ["unreadable:topics"]
    (memory / "topics").unlink()
    (memory / "topics").mkdir()
    assert read.changed(found(home), before)
    assert ids(reviewed(read.load(found(home), before), review), "unreadable") == []


def test_a_withdrawn_item_may_stand_with_a_subject_and_without_one(tmp_path: Path) -> None:
    name = "mem-2026-03-01-001"
    bare = f"- [2026-03-01] (knowledge) It is 7.\n  - id: {name}\n  - Source: session:one\n"
    home = small(tmp_path, {"topics/a.md": state(name, "port"), "topics/b.md": bare})
    withdrawn(home, Random(0), name)
    before = read.load(found(home))
    review = reviewed(before, None)
    appended(home / "memory/topics/a.md")
    now = read.load(found(home), before)
    assert reviewed(now, review).exclusions.by_key.keys() == {name}


def test_a_conflict_stands_though_the_successor_of_one_of_its_rows_says_something_else(
    tmp_path: Path,
) -> None:
    pointer = "  - superseded_by: mem-2026-03-01-009\n"
    one = state("mem-2026-03-01-001", "port", "pending-cleanup", pointer) + state(
        "mem-2026-03-01-002", "port"
    )
    home = small(tmp_path, {"topics/a.md": one, "topics/b.md": state("mem-2026-03-01-009", "host")})
    before = read.load(found(home))
    review = reviewed(before, None)
    assert ids(review, "conflict") == ["conflict:port"]
    (home / "memory/topics/b.md").write_text(state("mem-2026-03-01-009", "host", text="It is 80."))
    again = reviewed(read.load(found(home), before), review)
    assert ids(again, "conflict") == ["conflict:port"]
    (home / "memory/topics/a.md").write_text(one.replace("active", "superseded"))
    assert ids(reviewed(read.load(found(home), before), review), "conflict") == []


def test_of_rows_that_were_replaced_nothing_is_kept(tmp_path: Path) -> None:
    home = small(tmp_path, {"topics/a.md": "", "topics/b.md": "- [2026-03-01] no id\n"})
    snapshot = read.load(found(home))
    review = reviewed(snapshot, None)
    for number in range(5):
        page = "".join(f"- [2026-03-01] ({number}) line {line}\n" for line in range(100))
        (home / "memory/topics/a.md").write_text(page)
        snapshot = read.load(found(home), snapshot)
        review = reviewed(snapshot, review)
        assert len(ids(review, "drift")) == 101
        assert len(review.reading.lookups.judged) == 101


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
    time.sleep(TICK)
    data = page.read_bytes().replace(b"Status: active", b"Status: actIve", 1)
    page.write_bytes(data)
    os.utime(page, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert (page.stat().st_size, page.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    assert read.load(found(home), snapshot).files["topics/environment.md"].data == data


@pytest.mark.parametrize("reread", [True, False])
@pytest.mark.parametrize("fresh", [True, False])
def test_what_no_stamp_can_tell_is_seen_in_files_that_were_just_written_or_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reread: bool, fresh: bool
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
    now = read.load(found(home), snapshot, reread={page} if reread else ())
    assert (now.files[page].data != before) == (reread or fresh)


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
