"""Running a command line in this process, with the clock standing still."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from workbench.cli.main import run

NOW = "2026-08-21T09:14:02Z"


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object on standard output, which is plain ASCII on one line."""
        assert self.out.isascii()
        assert self.out.count("\n") == 1
        found: dict[str, Any] = json.loads(self.out)
        return found


Workbench = Callable[..., Done]


@pytest.fixture
def workbench(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ordinary_disk: None
) -> Workbench:
    """A function that runs one command line from an empty folder."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("WORKBENCH_NOW", NOW)

    def call(*words: object) -> Done:
        capsys.readouterr()
        code = run([str(word) for word in words])
        told = capsys.readouterr()
        return Done(code, told.out, told.err)

    return call
