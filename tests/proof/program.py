"""The installed program on a world of its own: an agent's home, a person's home and data, a fixed clock."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.trees import copy_store

PROGRAM = Path(sys.executable).with_name("workbench")
ROOT = Path(__file__).resolve().parents[2]
STORES = {
    "sample": ROOT / "sample_store" / "agent",
    "l1": ROOT / "tests" / "stores" / "protocol-l1",
    "two topics": ROOT / "tests" / "proof" / "stores" / "two_topics",
}
NOW = "2026-08-20T10:00:00Z"
LIMIT = 60.0
"""Seconds after which a run counts as hanging."""


@dataclass(frozen=True)
class Ran:
    """How a command ended: its code (negative for a signal) and what it said."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object of the answer; empty when there is none."""
        return json.loads(self.out) if self.out.strip() else {}

    @property
    def decided(self) -> list[dict[str, Any]]:
        """The decisions that the answer lists."""
        return self.answer.get("decisions", [])


def make_world(where: Path, store: str) -> Path:
    """A fresh world around a copy of a store."""
    where.mkdir(parents=True)
    copy_store(STORES[store], where / "agent")
    (where / "home").mkdir()
    (where / "data").mkdir(mode=0o700)
    return where


def copy_world(source: Path, target: Path) -> Path:
    """A copy of a world, byte for byte and mode for mode."""
    shutil.copytree(source, target, symlinks=True)
    return target


def environment(world: Path) -> dict[str, str]:
    """Everything that the program is told by its environment; counts of system calls do not vary under it."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(world / "home"),
        "XDG_DATA_HOME": str(world / "data"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LANG": "C.UTF-8",
        "WORKBENCH_NOW": NOW,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def words_of(world: Path, words: Sequence[str]) -> list[str]:
    """A command line: the verb, the store, the rest, and JSON for an answer."""
    verb, *rest = words
    return [verb, str(world / "agent"), *rest, "--json"]


def run(world: Path, *words: str, before: Sequence[str] = (), program: Sequence[str] | None = None) -> Ran:
    """Run the program to its end; `before` are words that start it (a tracer), `program` stands in for it."""
    argv = [*before, *(program or [str(PROGRAM)]), *words_of(world, words)]
    done = subprocess.run(
        argv, env=environment(world), cwd=world, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def start(
    world: Path, *words: str, before: Sequence[str] = (), program: Sequence[str] | None = None
) -> subprocess.Popen[str]:
    """Start the program and do not wait."""
    return subprocess.Popen(
        [*before, *(program or [str(PROGRAM)]), *words_of(world, words)],
        env=environment(world), cwd=world, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(process: subprocess.Popen[str]) -> Ran:
    """Wait for a started program."""
    out, err = process.communicate(timeout=LIMIT)
    return Ran(process.returncode, out, err)


@cache
def warm_bytecode() -> None:
    """Have the byte code of the program compiled once, so that later runs only read it."""
    bare = {"PATH": os.environ.get("PATH", os.defpath), "HOME": "/nonexistent"}
    for verb in ("decide", "resume", "revert", "verify"):
        subprocess.run([str(PROGRAM), verb, "--help"], env=bare, capture_output=True, check=True)


def killed(code: int) -> bool:
    """Whether that is the code of a program that was killed, directly or under a tracer."""
    return code in (-signal.SIGKILL, 128 + signal.SIGKILL)
