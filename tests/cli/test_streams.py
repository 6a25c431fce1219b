"""Standard streams that are closed: nothing is told through them, and nothing else goes wrong."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from tests.trees import tree_bytes
from workbench.cli.emit import Emit, is_open, is_terminal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
ITEM = "mem-2026-07-02-002"


def in_a_shell(words: list[str], closed: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The program with standard streams closed by the shell, as ``>&-`` closes them."""
    script = f'exec "$0" -m workbench "$@" {closed}'
    return subprocess.run(
        ["sh", "-c", script, sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=120,
        env={**os.environ, "WORKBENCH_NOW": "2026-08-21T09:00:00Z", **more},
    )  # fmt: skip


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("words", [["status", "STORE"], ["cases", "--json", "STORE"], ["STORE"], ["--help"]])
def test_a_verb_ends_as_it_would(l1_store: Path, words: list[str], closed: str) -> None:
    done = in_a_shell([str(l1_store) if word == "STORE" else word for word in words], closed)

    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (">&-" not in closed.split())


def test_the_demo_needs_no_input(tmp_path: Path) -> None:
    done = in_a_shell(["demo"], "<&-", TMPDIR=str(tmp_path))

    assert (done.returncode, done.stderr) == (0, "")
    assert "Waiting for a person" in done.stdout


def test_nobody_can_be_asked_without_input(l1_store: Path) -> None:
    done = in_a_shell(["decide", str(l1_store), ITEM, "keep", "--as", "ada"], "<&-")

    assert done.returncode == 2
    assert "A decision needs a reason." in done.stderr


def test_a_decision_with_every_stream_closed_writes_what_it_writes_otherwise(
    l1_store: Path, tmp_path: Path
) -> None:
    words = ["decide", str(l1_store), ITEM, "keep", "--as", "ada", "--reason", "measured again"]

    done = in_a_shell(words, ">&- 2>&- <&-")

    assert done.returncode == 0
    files = {path: entry[1] for path, entry in tree_bytes(l1_store).items() if isinstance(entry[1], bytes)}
    assert b"  - Status: active\n  - Source: archive/2026-07-02.md#cache" in (
        files["memory/topics/operational-pitfalls.md"] or b""
    )
    assert [path for path in files if path.endswith(".json")]
    assert not [path for path, data in files.items() if b"Recorded memdec" in data or b"Traceback" in data]


def test_streams_that_are_not_there_or_closed_take_everything() -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed):
        emit = Emit(closed, closed)
        emit.line("one")
        emit.quote("two")
        emit.complain("three")
        emit.flush()
        assert emit.lost is None
        assert not is_open(stream)
        assert not is_terminal(stream)


def test_no_answer_comes_from_a_standard_input_that_is_not_there(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)

    assert Emit(io.StringIO(), io.StringIO()).ask("Why?") is None
    assert workbench("status", l1_store).code == 0
    assert workbench(l1_store).code == 0
