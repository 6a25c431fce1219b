"""Runs command lines of the program in forks of one process that has loaded it.

Each is a process of its own that runs the whole program and ends; only its start is saved. It
can be made to die at a call that changes the disk, as by a kill: nothing of it runs any more.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from tests.proof import broken_writer
from tests.proof.program import ROOT, Ran, environment, make_world, words_of
from tests.proof.scenes import SMALL_MERGE, taking_back

DIED = 137
"""The code of a command that was made to die."""

CHANGING = ("write", "fsync", "unlink", "rename", "mkdir", "rmdir", "link")
"""The calls of `os` that change the disk; the exchange of two names is one more."""


class Warm:
    """A process that waits for command lines."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.warm"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, world: Path, *words: str, now: str = "", die_at: int = 0, fault: str = "none") -> Ran:
        """What the program answers in that world.

        ``now`` is another time than that of every world, ``die_at`` the number of the changing call
        before which it dies (0: it does not), ``fault`` a rule of `broken_writer` that it breaks.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with tempfile.TemporaryFile("w+") as out:
            number = out.fileno()
            request = {
                "argv": words_of(world, words),
                "env": environment(world) | ({"WORKBENCH_NOW": now} if now else {}),
                "die_at": die_at,
                "fault": fault,
                "out": f"/proc/{os.getpid()}/fd/{number}",
            }
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            code = int(stdout.readline())
            out.seek(0)
            return Ran(code, out.read(), "")

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


def _serve(requests: IO[str]) -> None:
    _load()
    for line in requests:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _answer(**request)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _load() -> None:
    """Have everything imported that commands import when they are first run."""
    from workbench.cli.main import run

    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        world = make_world(Path(folder) / "w", "l1")
        own, os.environ = os.environ, {**environment(world)}  # type: ignore[assignment]
        out, sys.stdout = sys.stdout, nowhere
        for words in (SMALL_MERGE, ("status",), ("cases",), ("ledger",), ("verify",), ("resume",)):
            run(words_of(world, words))
        for record in (world / "agent/memory/governance/decisions").glob("*.json"):
            run(words_of(world, taking_back(record.stem)))
        os.environ, sys.stdout = own, out


def _answer(argv: Sequence[str], env: dict[str, str], out: str, die_at: int, fault: str) -> None:
    code = 99
    try:
        from workbench.cli.main import run

        os.environ.clear()
        os.environ.update(env)
        target = os.open(out, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(target, number)
        broken_writer.FAULTS[fault]()
        if die_at:
            _die_at(die_at)
        code = run(argv)
        sys.stdout.flush()
    finally:
        os._exit(code)


def _die_at(number: int) -> None:
    from workbench.text import _linux

    turns = itertools.count(1)

    def mortal(call: Callable[..., Any]) -> Callable[..., Any]:
        def or_die(*given: Any, **named: Any) -> Any:
            if next(turns) == number:
                os._exit(DIED)
            return call(*given, **named)

        return or_die

    for name in CHANGING:
        setattr(os, name, mortal(getattr(os, name)))
    _linux.rename = mortal(_linux.rename)


if __name__ == "__main__":
    _serve(sys.stdin)
