"""Somebody works with git in the store while a person decides: git keeps its promises, and so do we."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof import git_user
from tests.proof.git_user import BRANCH, git, make_repository
from tests.proof.probe import CONFLICT, LOG, decisions, is_temp, read_tree, shown
from tests.proof.program import NOW, make_world
from tests.proof.scenes import decide, taking_back
from tests.proof.warm import Warm
from workbench.desk.desk import Desk
from workbench.protocol.dates import parse_time
from workbench.store.decision import Actor, Verdict

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]

TOPIC = "memory/topics/environment.md"
ITEM = "mem-2026-04-02-003"
KEEP = decide(f"pending-cleanup:{ITEM}", "keep")
ROUNDS = 16
ADA = Actor("user:ada", "flag", False)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """The sample store as a repository of its own, with a second branch."""
    world = make_world(tmp_path / "w0", "sample")
    make_repository(world / "agent", world / "agent" / TOPIC)
    return world


def lines_kept(agent: Path) -> set[str]:
    """Every line in the page, in what is kept beside it, and in anything that git still lists."""
    pages = [path for path in agent.rglob("*") if path.is_file() and CONFLICT.fullmatch(path.name)]
    texts = [path.read_text("utf-8", "surrogateescape") for path in (agent / TOPIC, *pages) if path.exists()]
    stashed = git(agent, "stash", "list", "--format=%H").stdout.split()
    for commit in (*stashed, *git(agent, "rev-list", "--all").stdout.split()):
        texts.append(git(agent, "show", f"{commit}:{TOPIC}").stdout)
    return {line for text in texts for line in text.splitlines()}


def stamp(path: Path) -> tuple[int, int]:
    """What changes when a file is written or replaced."""
    state = path.stat()
    return state.st_ino, state.st_mtime_ns


@pytest.mark.case("CO-06")
def test_no_line_of_somebody_with_git_is_lost(world: Path, tmp_path: Path, record_property):
    agent, believed, stop = world / "agent", tmp_path / "believed", tmp_path / "stop"
    codes, made = list[int](), set[str]()
    words = [sys.executable, git_user.__file__, *map(str, (agent, agent / TOPIC, believed, stop))]
    warm = Warm()
    user = subprocess.Popen(words)
    try:
        for _ in range(ROUNDS):
            standing = max(made, default="")
            undo = bool(standing) and shown(agent, TOPIC, ITEM) == {"active"}
            ran = warm.run(world, *(taking_back(standing) if undo else KEEP))
            codes.append(ran.code)
            made |= {one["id"] for one in ran.decided if ran.code in (0, 7)}
            if ran.code == 7:
                warm.run(world, "resume")
    finally:
        stop.touch()
        assert user.wait(60) == 0
        warm.run(world, "resume")
        verified = warm.run(world, "verify")
        warm.close()
    kept = lines_kept(agent)
    written = believed.read_text().splitlines()
    lost = [line for line in written if line not in kept]
    after = read_tree(agent)
    record_property(
        "lines", ("commits, stashes and checks out", len(written), len(lost), codes.count(0), len(codes))
    )
    assert len(written) > 10 and codes.count(0) > 0
    assert not lost
    assert set(codes) <= {0, 2, 3, 4, 7}
    assert made == decisions(after)
    assert not [path for path in after if is_temp(path)]
    assert git(agent, "fsck", "--no-dangling").returncode == 0
    assert verified.code in (0, 1), "a store that git took back to an earlier state is told of, not refused"


@pytest.mark.case("CO-06")
@pytest.mark.parametrize("how", ["checkout", "stash"])
def test_what_git_changed_since_it_was_reviewed_is_stale(
    how: str, world: Path, monkeypatch: pytest.MonkeyPatch
):
    """The bytes on the screen are no longer those in the file: nothing is recorded, nothing is written."""
    agent = world / "agent"
    monkeypatch.setenv("XDG_DATA_HOME", str(world / "data"))
    page = agent / TOPIC
    changed = page.read_bytes().replace(b"the relay mail-1", b"the relay mail-9")
    assert changed != page.read_bytes()
    if how == "checkout":
        git(agent, "checkout", "-q", BRANCH)
    page.write_bytes(changed)
    if how == "checkout":
        git(agent, "commit", "-qam", "Another relay")
    desk = Desk.open(agent, now=parse_time(NOW))
    (prepared,) = desk.prepare([f"pending-cleanup:{ITEM}"], Verdict("keep"), ADA, "measured again")
    moved = git(agent, *(("checkout", "-q", "main") if how == "checkout" else ("stash", "push", "-q")))
    assert moved.returncode == 0, moved.stderr
    before, index = read_tree(agent), (agent / ".git/index").stat()
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (4, False)
    assert read_tree(agent) == before
    assert (agent / ".git/index").stat().st_mtime_ns == index.st_mtime_ns
    back = git(agent, *(("checkout", "-q", BRANCH) if how == "checkout" else ("stash", "pop", "-q")))
    assert back.returncode == 0, back.stderr
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (0, True), outcome
    assert shown(agent, TOPIC, ITEM) == {"active"}


@pytest.mark.case("CO-06")
def test_a_decision_whose_effects_git_took_away_is_told_and_not_done_again(world: Path, warm: Warm):
    """The ledger was not committed and stays; the pages go back. That is another hand's change."""
    agent = world / "agent"
    assert warm.run(world, *KEEP).code == 0
    assert git(agent, "stash", "push", "-q").returncode == 0
    before = read_tree(agent)
    assert shown(agent, TOPIC, ITEM) == {"pending-cleanup"}
    assert warm.run(world, "verify").code == 1
    assert warm.run(world, "resume").answer["decisions"] == []
    assert read_tree(agent) == before
    assert git(agent, "stash", "pop", "-q").returncode == 0
    assert shown(agent, TOPIC, ITEM) == {"active"}
    assert warm.run(world, "verify").code == 0


@pytest.mark.case("CO-06")
def test_a_ledger_that_git_took_away_with_the_pages_comes_back_whole(world: Path, warm: Warm):
    """Record, pages and log go together, so nothing is half decided meanwhile, and come back together."""
    agent = world / "agent"
    made = warm.run(world, *KEEP).decided[0]["id"]
    assert git(agent, "stash", "push", "-qu").returncode == 0
    assert decisions(read_tree(agent)) == set()
    assert made not in (agent / LOG).read_text()
    assert shown(agent, TOPIC, ITEM) == {"pending-cleanup"}
    assert warm.run(world, "resume").answer["decisions"] == []
    assert git(agent, "stash", "pop", "-q").returncode == 0
    assert decisions(read_tree(agent)) == {made}
    assert warm.run(world, "verify").code == 0


@pytest.mark.case("CO-09")
def test_a_lock_that_a_dead_git_left_is_neither_broken_nor_minded(world: Path, warm: Warm):
    """Only git, or a person, may take it away; what we do needs no lock of git's."""
    agent = world / "agent"
    locks = [agent / ".git/index.lock", agent / ".git/refs/heads/main.lock", agent / ".git/HEAD.lock"]
    for lock in locks:
        lock.write_bytes(b"left by a dead git")
        os.utime(lock, (1, 1))
    before = read_tree(agent / ".git")
    stamps = [*map(stamp, (*locks, agent / ".git/index"))]
    made = warm.run(world, *KEEP)
    assert made.code == 0, made
    for words in (("status",), ("changes",), ("show", f"pending-cleanup:{ITEM}"), ("records", ITEM)):
        assert warm.run(world, *words).code in (0, 2)
    assert warm.run(world, "verify").code == 0
    assert warm.run(world, *taking_back(made.decided[0]["id"])).code == 0
    assert read_tree(agent / ".git") == before
    assert stamps == [
        (path.stat().st_ino, path.stat().st_mtime_ns) for path in (*locks, agent / ".git/index")
    ]
    assert git(agent, "commit", "-qam", "Refused").returncode == 128
