"""The real program as a process of its own: terminals, pipes, the demo, the time it takes."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trees import tree_bytes

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "workbench"]
CASE = "pending-cleanup:mem-2026-07-02-002"
ANSWERS = [("Who decides?", "ada\n"), ("Why?", "measured again\n"), ("Record this?", "y\n")]


def program(*words: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the program to its end with no terminal."""
    return subprocess.run(
        [*PROGRAM, *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL, env=env,
    )  # fmt: skip


AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "workbench", *sys.argv[1:]])
"""
"""A process that takes its standard input for its controlling terminal, and becomes the program."""


def at_a_terminal(
    words: list[str], answers: list[tuple[str, str]], *, out: int | None = None
) -> tuple[int, str]:
    """Run the program at a terminal of 80 by 24 and type each answer when its question stands there.

    ``out`` takes its standard output in the place of the terminal.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL, *words], cwd=ROOT, env=environment, start_new_session=True,
        stdin=theirs, stdout=theirs if out is None else out, stderr=theirs,
    ) as child:  # fmt: skip
        os.close(theirs)
        told = b"".join(_conversation(ours, answers))
        os.close(ours)
        return child.wait(timeout=60), told.decode()


def _conversation(terminal: int, answers: list[tuple[str, str]]) -> Iterator[bytes]:
    """What the program writes until it ends or a minute has passed."""
    told, waiting, deadline = b"", list(answers), time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # the last process at the terminal has gone
            return
        yield chunk
        told += chunk
        if waiting and waiting[0][0].encode() in told:
            os.write(terminal, waiting.pop(0)[1].encode())


def plain(text: str) -> str:
    """What is left when our own colours are taken away."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_what_is_printed_to_no_terminal_is_recorded_as_not_seen(l1_store: Path) -> None:
    code, told = at_a_terminal(["decide", str(l1_store), CASE, "keep"], ANSWERS, out=subprocess.DEVNULL)

    assert code == 0
    assert "the record will say that it was not seen" in " ".join(plain(told).split())
    [record] = (l1_store / "memory/governance/decisions").glob("*.json")
    reviewed = json.loads(record.read_text(encoding="ascii"))["reviewed"]
    assert reviewed
    assert not [one for one in reviewed if one["seen"]]


def test_a_person_at_a_terminal_sees_the_case_and_is_asked_who_and_why(l1_store: Path) -> None:
    code, told = at_a_terminal(["decide", str(l1_store), CASE, "keep"], ANSWERS)

    said = plain(told)
    assert code == 0
    order = (
        "│ Caching the timetable",
        "Why?",
        "by user:ada (asked)",
        "Record this? [y/N]",
        "Recorded memdec-",
    )
    assert sorted(order, key=said.index) == list(order)
    [record] = (l1_store / "memory/governance/decisions").glob("*.json")
    written = json.loads(record.read_text(encoding="ascii"))
    assert written["decided_by"] == "user:ada"
    assert all(one["seen"] for one in written["reviewed"] if one["role"] == "target")


@pytest.mark.parametrize("answer", ["\n", "n\n", "what?\n", "\x04"])
def test_without_a_yes_nothing_is_recorded(l1_store: Path, answer: str) -> None:
    before = tree_bytes(l1_store)
    answers = [*ANSWERS[:2], ("Record this?", answer)]

    code, told = at_a_terminal(["decide", str(l1_store), CASE, "keep"], answers)

    assert code == 2
    assert plain(told).splitlines()[-1].endswith("Not recorded.")
    assert tree_bytes(l1_store) == before


def test_a_reason_on_the_line_is_recorded_without_a_question(l1_store: Path) -> None:
    words = ["decide", str(l1_store), CASE, "keep", "--as", "ada", "--reason", "measured again"]
    code, told = at_a_terminal(words, [])

    assert code == 0
    assert "Record this?" not in told
    assert "Recorded memdec-" in plain(told)


def test_several_are_one_question_and_a_revert_asks_as_well(sample_store: Path) -> None:
    cases = ["pending-cleanup:mem-2026-02-19-001", "pending-cleanup:mem-2026-03-11-005"]
    code, told = at_a_terminal(
        ["decide", str(sample_store), *cases, "keep", "--as", "ada"],
        [("Why?", "measured again\n"), ("Record these 2? [y/N]", "yes\n")],
    )
    assert code == 0
    [decision, _] = re.findall(r"Recorded (memdec-\S+)", plain(told))
    words = ["revert", str(sample_store), decision, "--as", "ada"]
    assert at_a_terminal(words, [("Why?", "the wrong one\n"), ("Record this?", "\n")])[0] == 2
    assert at_a_terminal(words, [("Why?", "the wrong one\n"), ("Record this?", "y\n")])[0] == 0


def test_at_a_terminal_it_opens_the_screens(l1_store: Path) -> None:
    code, told = at_a_terminal([str(l1_store)], [("Pending cleanup", "q")])

    assert code == 0
    assert "\x1b[?1049h" in told, "the other screen of the terminal"
    assert "Traceback" not in told


def test_ctrl_c_at_the_question_records_nothing(l1_store: Path) -> None:
    code, told = at_a_terminal(["decide", str(l1_store), CASE, "keep", "--as", "ada"], [("Why?", "\x03")])

    assert code == 130
    assert "Nothing was recorded." in told
    assert "Traceback" not in told
    assert not (l1_store / "memory/governance").exists()


def test_the_end_of_input_at_the_question_records_nothing(l1_store: Path) -> None:
    code, told = at_a_terminal(["decide", str(l1_store), CASE, "keep", "--as", "ada"], [("Why?", "\x04")])

    assert code == 2
    assert "Nothing was recorded." in told


def test_a_terminal_gets_colour_and_obeys_nothing_else(sample_store: Path) -> None:
    code, told = at_a_terminal(["cases", str(sample_store)], [])

    assert code == 0
    assert "\x1b[" in told
    assert "\x1b" not in plain(told)
    lines = plain(told).splitlines()
    assert max(len(line) for line in lines if "│" in line) <= 80
    first = next(number for number, line in enumerate(lines) if "  pending-cleanup:mem-" in line)
    assert (
        lines[first].endswith("pending-cleanup:mem-2026-02-19-001") or " d  pending-cleanup:" in lines[first]
    )
    assert lines[first + 1].startswith("         │ ")


def test_no_line_at_a_terminal_ends_in_a_blank_or_is_longer_than_it(sample_store: Path) -> None:
    for case in ("pending-cleanup:mem-2026-02-19-001", "stale:mem-2026-07-07-005"):
        code, told = at_a_terminal(["show", str(sample_store), case], [])
        lines = plain(told).splitlines()
        assert code == 0
        assert [line for line in lines if line != line.rstrip()] == []
        assert [line for line in lines if len(line) > 80 and "workbench decide" not in line] == []


@pytest.mark.parametrize("words", [["cases", "--json"], ["records"], ["--help"]])
def test_a_reader_that_went_away_is_no_error(sample_store: Path, words: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    store = [] if words == ["--help"] else [str(sample_store)]
    done = subprocess.run(
        [*PROGRAM, *words, *store], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        timeout=60,
    )  # fmt: skip
    os.close(write)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_an_answer_that_cannot_be_written_is_not_called_done(l1_store: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "cases", str(l1_store)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            text=True,
        )

    assert done.returncode == 5
    assert "could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_stream_that_knows_no_unicode_gets_marks(sample_store: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}

    done = program("cases", sample_store, env=environment)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_the_demo_without_a_terminal_prints_status_and_queue(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    data = tmp_path / "my-own-data"
    done = program("demo", env={**os.environ, "TMPDIR": str(scratch), "XDG_DATA_HOME": str(data)})

    assert (done.returncode, done.stderr) == (0, "")
    [folder] = scratch.glob("workbench-demo-*")
    assert f"rm -rf {folder}" in done.stdout
    assert "Waiting for a person" in done.stdout
    assert "pending-cleanup:mem-2026-02-19-001" in done.stdout
    agent = folder / "agent"
    *_, export, first = done.stdout.splitlines()
    assert export == f"  export XDG_DATA_HOME={folder / 'data'} WORKBENCH_STORE={agent}"
    again = subprocess.run(
        ["/bin/sh", "-c", f"{export}\n{first}"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert "Waiting for a person" in again.stdout, "what it says to run does run, from anywhere"
    log = subprocess.run(
        ["git", "log", "--format=%ae %as"], cwd=folder / "agent", capture_output=True, text=True, check=True
    )
    assert log.stdout.splitlines() == ["demo@example.invalid 2026-08-18", "demo@example.invalid 2026-08-14"]
    status = subprocess.run(
        ["git", "status", "--short"], cwd=folder / "agent", capture_output=True, text=True, check=True
    )
    assert status.stdout == ""
    assert not data.exists()


def test_the_demo_holds_the_sample_byte_for_byte(tmp_path: Path) -> None:
    done = program("demo", "--json", env={**os.environ, "TMPDIR": str(tmp_path)})

    answer = json.loads(done.stdout)
    assert answer["schema"] == "workbench.demo/1"
    environment = {
        "XDG_DATA_HOME": answer["scratch"] + "/data",
        "WORKBENCH_STORE": answer["scratch"] + "/agent",
    }
    assert answer["environment"] == environment
    status = program("status", "--json", env={**os.environ, **environment})
    assert json.loads(status.stdout)["store"] == answer["store"]
    packed = ROOT / "sample_store" / "agent"
    copied = Path(answer["scratch"]) / "agent"
    files = [path.relative_to(packed) for path in packed.rglob("*") if path.is_file()]
    assert files
    assert all((copied / name).read_bytes() == (packed / name).read_bytes() for name in files)
