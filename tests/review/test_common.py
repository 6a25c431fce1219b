"""What is taken for granted of plain and of common items is what looking at each of them finds."""

from __future__ import annotations

import datetime as dt
import gc
import threading
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.benchmarks.made import Made
from tests.bindings.test_lane import one_line, pages, structured
from tests.trees import copy_store
from workbench.bindings.filesystem import read
from workbench.bindings.filesystem.binding import FilesystemBinding
from workbench.bindings.filesystem.skim import Skim
from workbench.protocol.items import Item
from workbench.review import waiting
from workbench.review.queue import KIND_ORDER, Review, build
from workbench.store.case import NO_DATE, Case
from workbench.store.snapshot import Found, Row
from workbench.text.collecting import no_collecting

BINDING = FilesystemBinding()
TODAY = dt.date(2026, 8, 21)
REPO = Path(__file__).resolve().parents[2]
CONTROL = """
- 2026-01-05T10:00:00Z withdraw mem-2026-01-02-001
```yaml
record_type: withdrawal-control-v1
control_id: memwd-2026-01-05-001
action: withdraw
scope:
  memory_item_ids: [mem-2026-01-02-002]
  archive_anchors: [archive/2026-01-02.md#port]
effect: exclude-from-influence
decided_by: user:ada
decided_at: 2026-01-05T10:00:00Z
source_ref: session:2026-01-05
```
"""


def review(root: Path, *, wary: bool = False) -> Review:
    """The review of a store; a wary one takes nothing for granted."""
    with pytest.MonkeyPatch.context() as patch:
        if wary:
            patch.setattr(read, "Skim", partial(Skim, lane=False))
            patch.setattr(waiting, "is_common", lambda reading, rows: False)
        snapshot = read.load(Found("filesystem", root, None))
        return build(snapshot, lambda row: BINDING.item(snapshot, row), today=TODAY)


def check(root: Path) -> Review:
    quick, slow = review(root), review(root, wary=True)
    assert quick.cases == slow.cases
    assert (quick.exclusions.by_key, quick.exclusions.rows) == (slow.exclusions.by_key, slow.exclusions.rows)
    assert list(quick.cases) == sorted(quick.cases, key=order)
    for case in quick.cases[:40]:
        assert quick.open(case.id) == slow.open(case.id)
    return quick


def order(case: Case) -> tuple[int, bool, int, str, int]:
    age = -case.age_days if case.age_days is not None else 1
    line = case.targets[0].line if case.targets else 0
    return KIND_ORDER.index(case.kind), case.deferred is not None, age, case.id, line


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(structured(), max_size=8).map(
        lambda parts: "## Facts and lessons\n\n" + "".join(parts) + "# End\n"
    ),
    st.lists(one_line(), max_size=4).map(lambda parts: "# Inbox\n\n" + "".join(parts) + "# End\n"),
    pages(),
    st.booleans(),
)
def test_made_up_stores(
    tmp_path_factory: pytest.TempPathFactory, topic: str, inbox: str, page: bytes, withdrawn: bool
) -> None:
    root = tmp_path_factory.mktemp("store")
    for folder in ("topics", "archive"):
        (root / folder).mkdir()
    encode = partial(str.encode, encoding="utf-8", errors="surrogatepass")
    (root / "topics" / "a.md").write_bytes(encode(topic))
    (root / "topics" / "b.md").write_bytes(page)
    (root / "memory.md").write_bytes(encode(inbox))
    (root / "index.md").write_bytes(b"## Pending Cleanup\n\n" + page)
    (root / "archive" / "2026-01-02.md").write_bytes(b"# 2026-01-02\n\n## port\n" + encode(inbox))
    (root / "log.md").write_text("# Log\n" + (CONTROL if withdrawn else ""))
    check(root)


@pytest.mark.parametrize(
    "store", ["sample_store/agent", "tests/stores/protocol-l1", "tests/stores/protocol-legacy"]
)
def test_stores_that_are_kept(store: str, tmp_path: Path) -> None:
    assert check(copy_store(REPO / store, tmp_path / "agent") / "memory").cases


def test_a_store_like_those_that_speed_is_measured_on(tmp_path: Path) -> None:
    """Nearly every item is plain, so nothing that is measured there would be unlike elsewhere."""
    for number, waits in enumerate((False, True)):
        root = tmp_path / str(number)
        Made(1_500, waiting=waits).write(root)
        found = check(root)
        rows = found.reading.snapshot.rows
        assert len(rows) == 1_500
        assert sum(row.plain for row in rows) > 1_450
        kinds = {case.kind for case in found.cases}
        assert kinds >= ({"pending-cleanup"} if waits else {"pending-cleanup", "stale"})


def test_cases_left_for_later_come_last_of_their_kind(tmp_path: Path) -> None:
    Made(1_500).write(tmp_path / "memory")
    snapshot = read.load(Found("filesystem", tmp_path / "memory", None))
    ids = [case.id for case in review(tmp_path / "memory").cases][:9:2]
    later: dict[str, str | None] = {ids[0]: None} | dict.fromkeys(ids[1:], "2027-01-01")
    found = build(snapshot, lambda row: BINDING.item(snapshot, row), today=TODAY, deferred=later)
    assert list(found.cases) == sorted(found.cases, key=order)
    assert {case.id: case.deferred for case in found.cases if case.deferred} == {
        id_: until or NO_DATE for id_, until in later.items()
    }


def test_reviewing_tells_progress_and_may_be_stopped(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    Made(1_500, waiting=True).write(tmp_path / "memory")
    snapshot = read.load(Found("filesystem", tmp_path / "memory", None))
    told: list[tuple[int, int]] = []

    def item_of(row: Row) -> Item:
        return BINDING.item(snapshot, row)

    found = build(snapshot, item_of, today=TODAY, progress=lambda *step: told.append(step))
    assert told == sorted(told)
    assert told[0] < told[-1]
    assert len(told) > len(found.cases) // 40

    def stop(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        build(snapshot, item_of, today=TODAY, progress=stop)
    assert gc.isenabled()


def test_loading_tells_progress_of_all_bytes(tmp_path: Path) -> None:
    Made(1_500).write(tmp_path / "memory")
    size = sum(path.stat().st_size for path in (tmp_path / "memory").rglob("*.md"))
    told: list[tuple[int, int]] = []
    read.load(Found("filesystem", tmp_path / "memory", None), progress=lambda *step: told.append(step))
    assert {total for _, total in told} == {size}
    done = [one for one, _ in told]
    assert done == sorted(done)
    assert done[-1] == size
    assert max(later - one for one, later in pairwise(done)) < 12_000


def test_the_collector_is_as_before_after_work_beside_work() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def other() -> None:
        with no_collecting():
            begun.set()
            go_on.wait(30)

    thread = threading.Thread(target=other)
    with no_collecting():
        assert not gc.isenabled()
        thread.start()
        assert begun.wait(30)
    assert not gc.isenabled()
    go_on.set()
    thread.join()
    assert gc.isenabled()
    with pytest.raises(KeyError), no_collecting(), no_collecting():
        raise KeyError
    assert gc.isenabled()
    gc.disable()
    try:
        with no_collecting():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
