"""Other programs write while decisions are made: nothing that one of them wrote goes without a word."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.proof import other_writer
from tests.proof.probe import CONFLICT, LOG, Tree, decisions, is_temp, parse_record, read_tree, rows, shown
from tests.proof.program import Ran, make_world, run
from tests.proof.scenes import decide, taking_back
from tests.proof.warm import Warm
from workbench.text import _linux, durable, staging, swap
from workbench.text.errors import StoreChanged

pytestmark = pytest.mark.slow

TOPIC = "memory/topics/environment.md"
INDEX = "memory/index.md"
FIRST, SECOND = "mem-2026-04-02-003", "mem-2026-06-04-006"
"""Two items of one topic that wait for a person, each with a copy in the index."""

ROUNDS, MOST = 16, 160
"""Decisions beside another program, and how many at most until one was done and enough was written."""
ENOUGH = 50
"""Lines of another program that make a run worth looking at."""
REPORTED = (0, 2, 3, 4, 7)
"""Done; no such case while an earlier decision on it is unfinished; no rule allows it on half a file;
changed or busy; unfinished. In all but the first and the last nothing was recorded."""


def case(name: str, value: object, told: str) -> ParameterSet:
    """A parameter that proves a named case."""
    return pytest.param(value, id=told, marks=pytest.mark.case(name))


def keep_and_take_back(
    warm: Warm, world: Path, *items: str, enough: Callable[[list[Ran]], bool] = bool
) -> list[Ran]:
    """Keep each item where it waits, and take that back where it does not, finishing what is unfinished.

    What another program undid from a stale copy waits again, and is decided again. On a slow machine
    it goes on beyond `ROUNDS` until what was done is ``enough``.
    """
    run, ran = partial(warm.run, world), list[Ran]()
    standing: dict[str, str] = {}
    for item in islice(cycle(items), MOST):
        if len(ran) >= ROUNDS and enough(ran):
            break
        kept = item in standing and shown(world / "agent", TOPIC, item) == {"active"}
        words = taking_back(standing[item]) if kept else decide(f"pending-cleanup:{item}", "keep")
        ran.append(run(*words))
        if ran[-1].code == 7:
            run("resume")
        if ran[-1].code in (0, 7):
            standing.pop(item, None)
            standing |= {} if kept else {item: ran[-1].decided[0]["id"]}
    return ran


@contextmanager
def another_program(how: str, path: Path, where: Path, breath: float) -> Iterator[Path]:
    """Another program at work on a file; the file that lists the lines it believes written.

    Its longest pause is ``breath`` seconds, in which a decision has room on this machine.
    """
    believed, stop = where / "believed", where / "stop"
    believed.touch()
    words: list[str | Path] = [sys.executable, other_writer.__file__, how, path, believed, stop, str(breath)]
    process = subprocess.Popen(words)
    try:
        yield believed
    finally:
        stop.touch()
        assert process.wait(60) == 0


def _written(believed: Path) -> int:
    return len(believed.read_text().splitlines())


def breath_of(warm: Warm, world: Path) -> float:
    """Seconds that a decision and what undoes it take here with nobody else at work."""
    began = time.monotonic()
    kept = warm.run(world, *decide(f"pending-cleanup:{FIRST}", "keep"))
    warm.run(world, *taking_back(kept.decided[0]["id"]))
    return time.monotonic() - began


def lost_lines(agent: Tree, paths: Sequence[str], believed: Path) -> list[tuple[str, str]]:
    """Lines that the other program believes written, and that stand in no file where a person finds them.

    Those are the file that it wrote into, and what is kept beside it as ``NAME.conflict-…``.
    """
    lost: list[tuple[str, str]] = []
    for path in paths:
        own = [data for name, (_, data) in agent.items() if name == path or _is_kept(name, path)]
        found = {line for data in own for line in data.decode("utf-8", "surrogateescape").splitlines()}
        lost += [(path, line) for line in believed.read_text("ascii").splitlines() if line not in found]
    return lost


def _is_kept(name: str, path: str) -> bool:
    return CONFLICT.fullmatch(name) is not None and name.startswith(f"{path}.conflict-")


@dataclass(frozen=True)
class Other:
    """How another program writes: the word for `other_writer`, what it is told, where its lines stand."""

    how: str
    told: str = TOPIC
    lines_in: tuple[str, ...] = (TOPIC,)


DREAMT = tuple(f"memory/{name}" for name in other_writer.DREAMT)
OTHERS = [
    case("CO-01", Other("rewrite"), "reads the topic and renames a copy over it"),
    case("CO-02", Other("append"), "appends to the topic"),
    case("CO-02", Other("append", LOG, (LOG,)), "appends to the log"),
    case("CO-03", Other("truncate"), "empties the topic and writes it again"),
    case("CO-04", Other("hold"), "holds the topic open and writes on"),
    case("CO-05", Other("overwrite"), "overwrites the topic from a stale copy"),
    case("CO-08", Other("dream", "memory", DREAMT), "passes over topic, index and log"),
    case("CO-13", Other("sync", "memory", (TOPIC, "memory/memory.md")), "syncs every page by rename"),
]


@pytest.mark.parametrize("other", OTHERS)
def test_no_line_of_another_program_is_lost(
    other: Other, tmp_path: Path, record_property, warm: Warm, request: pytest.FixtureRequest
):
    world = make_world(tmp_path / "w0", "sample")
    breath = breath_of(warm, make_world(tmp_path / "alone", "sample"))
    before = read_tree(world / "agent")
    with another_program(other.how, world / "agent" / other.told, tmp_path, breath) as believed:
        ran = keep_and_take_back(
            warm, world, FIRST, SECOND,
            enough=lambda ran: any(one.code == 0 for one in ran) and _written(believed) > ENOUGH,
        )  # fmt: skip
    run(world, "resume")
    after = read_tree(world / "agent")
    lost = lost_lines(after, other.lines_in, believed)
    written = _written(believed) * len(other.lines_in)
    codes = [one.code for one in ran]
    record_property("lines", (request.node.callspec.id, written, len(lost), codes.count(0), len(codes)))
    print([(one.code, one.answer.get("message", "")) for one in ran])
    assert written > ENOUGH
    assert not lost
    assert set(codes) <= set(REPORTED), [one for one in ran if one.code not in REPORTED]
    assert codes.count(0) > 0
    assert [one for one in after if is_temp(one)] == []
    assert {row.id for row in rows(before)} == {row.id for row in rows(after)}
    assert {entry["id"] for one in ran for entry in one.decided if one.code in (0, 7)} == decisions(after)
    verified = warm.run(world, "verify")
    failed = [finding for finding in verified.answer["findings"] if finding["failed"]]
    stands = all(_is_as_decided(after, item) for item in (FIRST, SECOND))
    assert (verified.code, not failed) == (0 if stands else 1, stands), failed


@pytest.mark.case("CO-04")
def test_what_is_written_late_through_a_held_file_is_carried(tmp_path: Path):
    """While somebody has the file open for writing it is not replaced, and the decision says so."""
    world = make_world(tmp_path / "w0", "sample")
    with (world / "agent" / TOPIC).open("ab", buffering=0) as held:
        first = run(world, *decide(f"pending-cleanup:{FIRST}", "keep"))
        meanwhile = shown(world / "agent", TOPIC, FIRST)
        held.write(b"Written late.\n")
    assert first.code == 7 and meanwhile == {"pending-cleanup"}
    assert run(world, "resume").code == 0
    after = read_tree(world / "agent")
    assert all(_shows(after, path, FIRST, "active") for path in (TOPIC, INDEX))
    assert after[TOPIC][1].endswith(b"Written late.\n")
    assert run(world, "verify").code == 0


@pytest.mark.case("CO-01")
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


@pytest.mark.case("CO-05")
def test_what_another_program_overwrites_with_a_stale_copy_is_found_by_verify(tmp_path: Path):
    world = make_world(tmp_path / "w0", "sample")
    topic = world / "agent" / TOPIC
    stale = topic.read_bytes()
    assert run(world, *decide(f"pending-cleanup:{FIRST}", "keep")).code == 0
    topic.write_bytes(stale + b"Noted from a stale copy.\n")
    checked = run(world, "verify")
    assert checked.code == 1
    assert any(finding["failed"] for finding in checked.answer["findings"])


@pytest.mark.case("CO-07")
def test_two_people_deciding_at_once_lose_no_decision(tmp_path: Path, record_property):
    world = make_world(tmp_path / "w0", "sample")
    with ThreadPoolExecutor(2) as both, closing(Warm()) as one, closing(Warm()) as other:
        pairs = ((one, FIRST), (other, SECOND))
        futures = [both.submit(keep_and_take_back, warm, world, item) for warm, item in pairs]
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
        done = sum(one.code in (0, 7) for one in runs)
        status = "active" if done % 2 else "pending-cleanup"
        assert all(_shows(agent, path, item, status) for path in (TOPIC, INDEX))
    checked = run(world, "verify")
    assert checked.code == 0, checked.answer


def _is_as_decided(agent: Tree, item: str) -> bool:
    """Whether topic and index each show an item as the last decision left it that changed it there.

    What was undone from a stale copy in one of the two is decided again in that one alone.
    """
    numbered = sorted(decisions(agent), key=lambda decision: int(decision.split("-")[4]))
    left: dict[str, str] = {}
    for record in (parse_record(agent, decision) for decision in numbered):
        effects = record["effects"]
        assert isinstance(effects, list)
        status = "pending-cleanup" if record["verdict"] == "revert" else "active"
        left |= {f"memory/{effect['path']}": status for effect in effects if effect["record"] == item}
    return all(_shows(agent, path, item, status) for path, status in left.items())


def _shows(agent: Tree, path: str, item: str, status: str) -> bool:
    """Whether a page shows an item of this Status; only one that waits has a copy in the index."""
    copies = [row.status for row in rows(agent) if row.id == item and row.path == path]
    return copies == ([] if path == INDEX and status == "active" else [status])
