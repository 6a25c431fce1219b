"""Other programs write while decisions are made: nothing that one of them wrote goes without a word."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.proof import other_writer
from tests.proof.probe import CONFLICT, Tree, decisions, is_temp, read_tree, rows
from tests.proof.program import Ran, make_world, run
from tests.proof.scenes import Words, decide
from workbench.text import _linux, durable, staging, swap
from workbench.text.errors import StoreChanged

pytestmark = pytest.mark.slow

TOPIC = "memory/topics/environment.md"
FIRST, SECOND = "mem-2026-04-02-003", "mem-2026-06-04-006"
"""Two items of one topic that wait for a person, each with a copy in the index."""

ROUNDS = 12
REPORTED = (0, 2, 4, 7)
"""Done; no such case while an earlier decision on it is unfinished; changed or busy; unfinished."""


def taking_back(decision: str) -> Words:
    """The words that take a decision back."""
    return ("revert", decision, "--as", "ada", "--reason", "a mistake")


def keep_and_take_back(world: Path, item: str) -> list[Ran]:
    """Decide on one item and take it back, in turn, finishing whatever is said to be unfinished."""
    ran: list[Ran] = []
    standing: str | None = None
    for _ in range(ROUNDS):
        words = taking_back(standing) if standing else decide(f"pending-cleanup:{item}", "keep")
        ran.append(run(world, *words))
        if ran[-1].code == 7:
            run(world, "resume")
        if ran[-1].code in (0, 7):
            standing = None if standing else ran[-1].decided[0]["id"]
    return ran


@contextmanager
def another_program(how: str, path: Path, where: Path) -> Iterator[Path]:
    """Another program at work on a file; the file that lists the lines it believes written."""
    believed, stop = where / "believed", where / "stop"
    process = subprocess.Popen([sys.executable, other_writer.__file__, how, path, believed, stop])
    try:
        yield believed
    finally:
        stop.touch()
        assert process.wait(60) == 0


def lost_lines(agent: Tree, path: str, believed: Path) -> list[str]:
    """Lines that the other program believes written, and that stand in no file where a person finds them."""
    kept = [data for name, (_, data) in agent.items() if name == path or CONFLICT.fullmatch(name)]
    found = {line for data in kept for line in data.decode("utf-8", "surrogateescape").splitlines()}
    return [line for line in believed.read_text("ascii").splitlines() if line not in found]


@pytest.mark.parametrize(
    ("how", "path"),
    [("append", TOPIC), ("rewrite", TOPIC), ("append", "memory/log.md")],
    ids=["appends to the topic", "rewrites the topic", "appends to the log"],
)
def test_no_line_of_another_program_is_lost(how: str, path: str, tmp_path: Path, record_property):
    world = make_world(tmp_path / "w0", "sample")
    before = read_tree(world / "agent")
    with another_program(how, world / "agent" / path, tmp_path) as believed:
        ran = keep_and_take_back(world, FIRST)
    run(world, "resume")
    after = read_tree(world / "agent")
    lost = lost_lines(after, path, believed)
    written = len(believed.read_text().splitlines())
    codes = [one.code for one in ran]
    record_property("lines", (f"{how} {path}", written, len(lost), codes.count(0), len(codes)))
    assert written > 100
    assert not lost
    assert set(codes) <= set(REPORTED), [one for one in ran if one.code not in REPORTED]
    assert codes.count(0) > 0
    assert [one for one in after if is_temp(one)] == []
    assert {row.id for row in rows(before)} == {row.id for row in rows(after)}
    said = 0 if how == "append" or _stands(after, FIRST) == {_wanted(ran)} else 1
    assert run(world, "verify").code == said


def test_a_file_replaced_while_ours_was_prepared_is_never_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Our bytes must not be seen under the name even for a moment: who reads them then drops a line later."""
    page = tmp_path / "page.md"
    page.write_bytes(b"first\n")
    prepare = staging.stage
    exchanges: list[object] = []

    def slowly(*given, **named):
        temp = prepare(*given, **named)
        other_writer.rewrite(page, "another program's\n")
        return temp

    monkeypatch.setattr(swap, "stage", slowly)
    monkeypatch.setattr(_linux, "rename", lambda *given: exchanges.append(given))
    with pytest.raises(StoreChanged):
        durable.replace(tmp_path, "page.md", b"first\n", b"first\nours\n")
    assert exchanges == []
    assert page.read_bytes() == b"first\nanother program's\n"
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]


def test_what_another_program_overwrites_with_a_stale_copy_is_found_by_verify(tmp_path: Path):
    world = make_world(tmp_path / "w0", "sample")
    topic = world / "agent" / TOPIC
    stale = topic.read_bytes()
    assert run(world, *decide(f"pending-cleanup:{FIRST}", "keep")).code == 0
    topic.write_bytes(stale + b"Noted from a stale copy.\n")
    checked = run(world, "verify")
    assert checked.code == 1
    assert any(finding["failed"] for finding in checked.answer["findings"])


def test_two_people_deciding_at_once_lose_no_decision(tmp_path: Path, record_property):
    world = make_world(tmp_path / "w0", "sample")
    with ThreadPoolExecutor(2) as both:
        futures = [both.submit(keep_and_take_back, world, item) for item in (FIRST, SECOND)]
        ran = [future.result() for future in futures]
    run(world, "resume")
    agent = read_tree(world / "agent")
    made = {entry["id"] for runs in ran for one in runs for entry in one.decided if one.code in (0, 7)}
    codes = [one.code for runs in ran for one in runs]
    record_property(
        "lines", ("two people", len(made), len(made - decisions(agent)), codes.count(0), len(codes))
    )
    assert set(codes) <= set(REPORTED), [one for runs in ran for one in runs if one.code not in REPORTED]
    assert made and made == decisions(agent)
    for item, runs in zip((FIRST, SECOND), ran, strict=True):
        assert _stands(agent, item) == {_wanted(runs)}
    checked = run(world, "verify")
    assert checked.code == 0, checked.answer


def _stands(agent: Tree, item: str) -> set[str | None]:
    """The Status that the topic shows for an item."""
    return {row.status for row in rows(agent) if row.id == item and row.path == TOPIC}


def _wanted(ran: list[Ran]) -> str:
    """The Status that decisions and reverts, one after the other, leave."""
    return "active" if sum(one.code in (0, 7) for one in ran) % 2 else "pending-cleanup"
