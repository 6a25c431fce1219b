"""A command starts quickly: what it does not need it does not load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LOADED = """
import sys
from workbench.cli.main import run
run(sys.argv[1:])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded_by(*words: str) -> set[str]:
    """Top-level modules that are loaded once a command has run."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], cwd=ROOT, capture_output=True, text=True, timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["decide", "--help"]])
def test_help_loads_no_model_and_no_store(words: list[str]) -> None:
    assert loaded_by(*words) & {"textual", "git", "pydantic", "yaml", "screens", "asyncio"} == set()


@pytest.mark.slow
def test_reading_a_store_loads_no_screen_and_no_git_library(l1_store: Path) -> None:
    for words in (["status"], ["cases", "--json"], ["verify"]):
        loaded = loaded_by(*words, str(l1_store))
        assert "workbench" in loaded
        assert loaded & {"textual", "git", "screens"} == set()
