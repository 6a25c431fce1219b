"""Giving the terminal back to the shell: all that was started with the workbench stops, as the shell expects.

A shell waits for the process that it started. Where that is `make` or a script, stopping the workbench
alone leaves it waiting, before a screen on which nothing moves.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def stop_group() -> None:
    """Stop every process of this job until the shell wakes it; returns then."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(os.getpgrp(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, before)


def can_be_woken() -> bool:
    """Whether a shell stands over this job: a process of the same session that is no part of it.

    Where there is none, the system stops nobody, for nobody could wake them. Unknown counts as yes.
    """
    group, session, process = os.getpgrp(), os.getsid(0), os.getpid()
    with suppress(OSError, ValueError, IndexError):
        while True:
            parent = _parent(process)
            if parent <= 0 or os.getsid(parent) != session:
                return False
            if os.getpgid(parent) != group:
                return True
            process = parent
    return True


def _parent(process: int) -> int:
    """The process that started another.

    Raises:
        OSError: this system does not tell.
    """
    if process == os.getpid():
        return os.getppid()
    told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    return int(told.rpartition(")")[2].split()[1])
