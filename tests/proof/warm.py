"""Runs command lines of the program in forks of one process that has loaded it.

Only for looking again at a store that must not change any more; what is interrupted and
what recovers is always the installed program itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tests.proof.program import ROOT, Ran, environment, words_of


class Warm:
    """A process that waits for command lines."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.warm"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, world: Path, *words: str) -> Ran:
        """What the program answers in that world."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with tempfile.TemporaryFile("w+") as out:
            number = out.fileno()
            request = {
                "argv": words_of(world, words),
                "env": environment(world),
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
    from workbench.cli import main

    for verb in ("resume", "verify", "decide"):
        main.workbench.get_command(None, verb)  # type: ignore[arg-type]
    for line in requests:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _answer(main.run, request["argv"], request["env"], request["out"])
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _answer(run: object, argv: Sequence[str], env: dict[str, str], out: str) -> None:
    code = 99
    try:
        os.environ.clear()
        os.environ.update(env)
        target = os.open(out, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(target, number)
        code = run(argv)  # type: ignore[operator]
        sys.stdout.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    _serve(sys.stdin)
