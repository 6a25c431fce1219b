"""An editor on this terminal, in a group of processes of its own: it is stopped and ended as a whole.

While it runs the terminal is its own, as a shell lends it to a job. What tells the workbench to end
ends the editor first, by SIGHUP and then SIGTERM; what it had written stays in the file that it had.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

ENDS: Final = (signal.SIGHUP, signal.SIGTERM)
"""What tells a program to end."""
GRACE_SECONDS: Final = 0.6
"""How long an editor may take to end by SIGHUP, before SIGTERM."""
_STOPS_FOR_TERMINAL: Final = (signal.SIGTTIN, signal.SIGTTOU)


def on_the_terminal(words: Sequence[str]) -> int:
    """Run a program on this terminal and wait for it; answers its exit code, negative for a signal.

    To be called by the main thread. A signal of :data:`ENDS` ends the program, and has the effect on
    this process that it has without it: at once where a handler is set, else once the program has ended.

    Raises:
        OSError: it could not be started.
    """
    terminal = _terminal()
    with _heard() as heard, _lent(terminal):
        process = subprocess.Popen(list(words), process_group=None if terminal is None else 0)
        heard.end = lambda: _end(process, whole=terminal is not None)
        if heard.told:
            heard.end()
        if terminal is None:
            return process.wait()
        _lend(terminal, process.pid)
        process.returncode = _waited(process.pid, terminal)
        return process.returncode


class _Heard:
    """What was told to this process while the program ran."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.end: Callable[[], None] = lambda: None


@contextmanager
def _heard() -> Iterator[_Heard]:
    """Hear what tells this process to end; what interrupts the program does not end the workbench."""
    found, before = _Heard(), dict[int, Any]()

    def hear(number: int, frame: FrameType | None) -> None:
        found.told.append(number)
        found.end()
        handler = before[number]
        if callable(handler):
            handler(number, frame)

    for one in ENDS:
        before[one] = signal.getsignal(one)
        if before[one] is not signal.SIG_IGN:
            signal.signal(one, hear)
    before[signal.SIGINT] = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield found
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if found.told and before[found.told[0]] is signal.SIG_DFL:
            os.kill(os.getpid(), found.told[0])


@contextmanager
def _lent(terminal: int | None) -> Iterator[None]:
    """Take the terminal back afterwards, with its modes as they were."""
    if terminal is None:
        yield
        return
    modes = None
    with suppress(termios.error):
        modes = termios.tcgetattr(terminal)
    try:
        yield
    finally:
        _lend(terminal, os.getpgrp())
        if modes is not None:
            with suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _lend(terminal: int, group: int) -> None:
    """Make a group the one that the terminal listens to, and go on with it where it waited for that."""
    before = signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        with suppress(OSError):
            os.tcsetpgrp(terminal, group)
    finally:
        signal.signal(signal.SIGTTOU, before)
    if group != os.getpgrp():
        _tell(group, signal.SIGCONT)


def _waited(group: int, terminal: int) -> int:
    """Wait for a program; where it is stopped, stop as well until the shell goes on with us."""
    while True:
        _, status = os.waitpid(group, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            return os.waitstatus_to_exitcode(status)
        if os.WSTOPSIG(status) not in _STOPS_FOR_TERMINAL:
            _stop(terminal, group)
        _lend(terminal, group)


def _stop(terminal: int, group: int) -> None:
    """Stop this job until it has the terminal again; where no shell goes on with jobs, go on at once."""
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        while _owner(terminal) not in (os.getpgrp(), group, None):
            time.sleep(0.1)
            os.killpg(os.getpgrp(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, before)


def _end(process: subprocess.Popen[bytes], *, whole: bool) -> None:
    """Ask the program to end, and ask again when it did not; nothing that it wrote is touched."""
    tell = _tell if whole else _tell_one

    def again() -> None:
        time.sleep(GRACE_SECONDS)
        if process.returncode is None:
            tell(process.pid, signal.SIGTERM)
            tell(process.pid, signal.SIGCONT)

    tell(process.pid, signal.SIGHUP)
    tell(process.pid, signal.SIGCONT)
    threading.Thread(target=again, name="editor", daemon=True).start()


def _tell(group: int, number: int) -> None:
    with suppress(OSError):
        os.killpg(group, number)


def _tell_one(process: int, number: int) -> None:
    with suppress(OSError):
        os.kill(process, number)


def _owner(terminal: int) -> int | None:
    try:
        return os.tcgetpgrp(terminal)
    except OSError:
        return None


def _terminal() -> int | None:
    """The terminal that keys come from, where this process has it now."""
    try:
        number = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
        return number if number >= 0 and os.tcgetpgrp(number) == os.getpgrp() else None
    except (OSError, ValueError):
        return None
