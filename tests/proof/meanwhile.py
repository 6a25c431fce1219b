"""A command that is stopped at one of its system calls, something that happens then, and its way on."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.proof.program import Ran, finish, start
from tests.proof.tracing import Call, fault_words


def meanwhile(
    world: Path, call: Call, happens: Callable[[], object], *words: str, program: Sequence[str] | None = None
) -> Ran:
    """Run a command, stop it just behind one call, let something happen, and let it go on."""
    stopped, process = stopped_at(world, call, *words, program=program)
    try:
        happens()
    finally:
        os.kill(process, signal.SIGCONT)
    return finish(stopped)


def stopped_at(
    world: Path, call: Call, *words: str, program: Sequence[str] | None = None
) -> tuple[subprocess.Popen[str], int]:
    """The tracer of a command that has stopped at a call, and the process id of the command."""
    report = world.with_name(world.name + ".trace")
    report.unlink(missing_ok=True)
    stopped = start(world, *words, before=fault_words(report, call, "signal=STOP"), program=program)
    return stopped, _stopped_process(report)


def _stopped_process(report: Path) -> int:
    """Wait until the tracer has seen it stop; its process id."""
    for _ in range(600):
        lines = report.read_text(errors="replace").splitlines() if report.exists() else []
        stops = [line for line in lines if "--- stopped by SIGSTOP" in line]
        if stops:
            return int(stops[0].split()[0])
        time.sleep(0.05)
    raise AssertionError("the writer never stopped")
