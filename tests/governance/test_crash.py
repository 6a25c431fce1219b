"""Killed or refused at any system call of a commit: before or after, never an effect without its decision.

The judge reads bytes and knows nothing of the code under test.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.governance.deciding import CACHE, GATEWAY, HIDES, INBOX_GATEWAY, decide, prepare
from tests.trees import Entry, copy_store, tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.resume import resume
from workbench.governance.verify import verify
from workbench.store.decision import Prepared, Verdict
from workbench.text import _linux
from workbench.text.errors import WorkbenchError

pytestmark = pytest.mark.slow

CALLS = ("write", "fsync", "unlink", "rename", "mkdir", "rmdir", "link")
KEEP = (CACHE, Verdict("keep"))
SUPERSEDE = (GATEWAY, Verdict("supersede", with_ids=(INBOX_GATEWAY,)))
COOL = (HIDES, Verdict("cool", status="stale"))


class Killed(BaseException):
    """The process is dead; nothing it does afterwards reaches the disk."""


class Failing:
    """Counts changing system calls, and makes the ``at``-th one fail: once with an errno, or for ever."""

    def __init__(self, at: int, number: int | None) -> None:
        self.at, self.number, self.count = at, number, 0

    def wrap(self, call: Callable[..., object]) -> Callable[..., object]:
        def failing(*args: object, **more: object) -> object:
            self.count += 1
            if self.number is None and self.count >= self.at:
                raise Killed
            if self.count == self.at and self.number is not None:
                raise OSError(self.number, os.strerror(self.number))
            return call(*args, **more)

        return failing


@contextmanager
def failing(at: int, number: int | None = None) -> Iterator[Failing]:
    fault = Failing(at, number)
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, fault.wrap(getattr(os, name)))
        patch.setattr(_linux, "rename", fault.wrap(_linux.rename))
        yield fault


def memory(root: Path) -> dict[str, Entry]:
    """What an agent reads: everything but the ledger and the log."""
    return {
        path: entry for path, entry in tree_bytes(root).items()
        if not path.startswith("governance") and path != "log.md"
    }  # fmt: skip


def decided(root: Path, decision: str) -> bool:
    """Whether a whole decision is there: its record as JSON, its salt and its reason."""
    base = root / "governance" / "decisions"
    if not (base / f"{decision}.json").exists():
        return False
    assert json.loads((base / f"{decision}.json").read_bytes())["id"] == decision
    assert (base / f"{decision}.salt").stat().st_size == 65
    assert (base / f"{decision}.reason.md").stat().st_size > 0
    return True


def active_gateways(root: Path) -> int:
    """How many active rows of one subject stand in the item store."""
    text = (root / "topics" / "environment.md").read_text()
    rows = ["- [" + row for row in text.split("\n- [")]
    return sum("subject: staging-gateway:port" in row and "Status: active" in row for row in rows)


def temps(*folders: Path) -> list[Path]:
    found = [path for folder in folders for path in folder.rglob("*")]
    return [path for path in found if ".wb-tmp" in path.name or "conflict" in path.name]


class Stage:
    """A store, a decision prepared on it, and the memory before and after it."""

    def __init__(self, store: Path, tmp_path: Path, what: tuple[str, Verdict]) -> None:
        self.store, self.tmp_path, self.what = store, tmp_path, what
        self.before = memory(store / "memory")
        done = self.fresh("done")
        assert commit(done[0], binding, done[2], private_home=done[1]).exit == 0
        self.after = memory(done[0])
        assert self.before != self.after

    def fresh(self, name: str) -> tuple[Path, Path, Prepared]:
        root = copy_store(self.store, self.tmp_path / name / "agent") / "memory"
        return root, self.tmp_path / name / "data" / "workbench", prepare(root, *self.what)

    def judge(self, root: Path, decision: str) -> None:
        """Looked at before any reopening."""
        now = memory(root)
        if {path for path in now if ".wb-tmp" not in path and now[path] != self.before.get(path)}:
            assert decided(root, decision), "an effect without its decision"
        assert active_gateways(root) <= 1

    def finish(self, root: Path, home: Path, decision: str) -> None:
        """After ``resume``: before or after, no temps, and a second run changes nothing."""
        was_decided = decided(root, decision)
        resume(root, binding, private_home=home)
        assert memory(root) == (self.after if was_decided else self.before)
        assert decided(root, decision) == was_decided
        log = (root / "log.md").read_text()
        assert log.count(decision) == (log.count(f"by user:ada {decision}") if was_decided else 0)
        assert bool(log.count(decision)) == was_decided
        assert temps(root, home) == []
        assert (root / "governance").exists() == was_decided
        if was_decided:
            assert verify(root, binding, home).findings == ()
        twice = tree_bytes(root), tree_bytes(home) if home.exists() else {}
        assert resume(root, binding, private_home=home) == ()
        assert (tree_bytes(root), tree_bytes(home) if home.exists() else {}) == twice


@pytest.fixture(
    params=[
        pytest.param(SUPERSEDE, id="supersede"),
        pytest.param(KEEP, id="keep", marks=pytest.mark.slow),
        pytest.param(COOL, id="cool", marks=pytest.mark.slow),
    ]
)
def stage(request: pytest.FixtureRequest, l1_store: Path, tmp_path: Path) -> Stage:
    return Stage(l1_store, tmp_path, request.param)


def test_killed_at_any_call_of_a_commit(stage: Stage) -> None:
    points = 0
    for at in range(1, 500):
        root, home, prepared = stage.fresh(f"kill-{at}")
        with failing(at):
            try:
                commit(root, binding, prepared, private_home=home)
            except Killed:
                points += 1
            else:
                break
        stage.judge(root, prepared.id)
        stage.finish(root, home, prepared.id)
    assert points > 30


@pytest.mark.slow
def test_killed_at_any_call_of_a_second_decision(stage: Stage) -> None:
    """With a ledger there already, whose first decision stays as it was."""
    for at in range(1, 500):
        root, home, _ = stage.fresh(f"second-{at}")
        first = decide(root, home, "mem-2026-08-01-004", Verdict("defer"))
        prepared = prepare(root, *stage.what)
        with failing(at):
            try:
                commit(root, binding, prepared, private_home=home)
            except Killed:
                pass
            else:
                assert at > 20
                break
        stage.judge(root, prepared.id)
        was_decided = decided(root, prepared.id)
        resume(root, binding, private_home=home)
        assert memory(root) == (stage.after if was_decided else stage.before)
        assert [entry.id for entry in read_ledger(root).entries] == [first.id] + [prepared.id] * was_decided
        assert verify(root, binding, home).findings == ()
        assert temps(root, home) == []


def test_resume_killed_at_any_call(stage: Stage) -> None:
    points = 0
    for at in range(1, 500):
        root, home, prepared = stage.fresh(f"resume-{at}")
        _stop_after_the_record(root, home, prepared)
        with failing(at):
            try:
                resume(root, binding, private_home=home)
            except Killed:
                points += 1
            else:
                break
        stage.judge(root, prepared.id)
        stage.finish(root, home, prepared.id)
    assert points > 5


def _stop_after_the_record(root: Path, home: Path, prepared: Prepared) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setattr("workbench.governance.commit.carry_out", _killed)
        commit(root, binding, prepared, private_home=home)
    assert decided(root, prepared.id)


def _killed(*_: object, **__: object) -> None:
    raise Killed


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_an_error_at_any_call_is_told_as_it_is(stage: Stage, number: int) -> None:
    """An exception means nothing recorded and not a byte changed; exit 7 means resume finishes it."""
    ends = set()
    for at in range(1, 500):
        root, home, prepared = stage.fresh(f"error-{at}")
        untouched = tree_bytes(root)
        with failing(at, number) as fault:
            try:
                outcome = commit(root, binding, prepared, private_home=home)
            except WorkbenchError as error:
                assert error.exit_code in (4, 5), error
                assert not decided(root, prepared.id)
                assert tree_bytes(root) == untouched, "the error says nothing was recorded"
                assert not list(home.rglob("*.*"))
                ends.add(error.exit_code)
                continue
        if fault.count < at:
            assert outcome.exit == 0
            break
        ends.add(outcome.exit)
        assert decided(root, prepared.id)
        if outcome.exit == 0:
            assert memory(root) == stage.after
        else:
            assert outcome.exit == 7 and outcome.recorded
            stage.judge(root, prepared.id)
            stage.finish(root, home, prepared.id)
    assert {5, 7} <= ends
