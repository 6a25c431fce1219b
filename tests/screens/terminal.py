"""A workbench on a pseudo terminal of its own, and its end, whatever becomes of the test."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPEN = """
import sys
from pathlib import Path
from screens.app import run
from workbench.text.collecting import be_the_program
be_the_program()
sys.exit(run(Path(sys.argv[1])))
"""


SHELL = """
import os, signal, sys
job = os.fork()
if not job:
    os.setpgid(0, 0)
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
signal.signal(signal.SIGCONT, lambda number, frame: os.killpg(job, signal.SIGCONT))
while os.WIFSTOPPED(ended := os.waitpid(job, os.WUNTRACED)[1]):
    pass
sys.exit(os.waitstatus_to_exitcode(ended))
"""
"""A shell as far as stopping goes: it starts a job in a group of its own and passes on what wakes it."""


class Terminal:
    """The master side of a pseudo terminal that a workbench runs on."""

    def __init__(self, master: int, program: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.program = program
        self.received = b""

    def read_until_quiet(self, quiet: float = 0.15, first: float = 0.5, limit: float = 20.0) -> bytes:
        """Everything that arrives until nothing has for a while and the program has nothing left to do.

        On a busy machine a program that wants to go on is told from one that waits for a key.
        """
        start, since = len(self.received), time.monotonic()
        while time.monotonic() - since < limit:
            ready, _, _ = select.select([self.master], [], [], quiet if len(self.received) > start else first)
            if not ready and is_at_work(self.program.pid):
                continue
            if not ready:
                break
            try:
                found = os.read(self.master, 65536)
            except OSError:
                break
            if not found:
                break
            self.received += found
        return self.received[start:]

    def hang_up(self) -> None:
        """Take the terminal away."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def end(self) -> None:
        """End the program and what it started, whatever it is doing."""
        for group in (*_children(self.program.pid), self.program.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        self.program.wait()
        self.hang_up()

    def send(self, keys: str, *, quick: bool = False) -> None:
        """Type keys, and wait until the screen has come to rest; `quick` waits less."""
        os.write(self.master, keys.encode("utf-8", "surrogatepass"))
        if quick:
            self.read_until_quiet(quiet=0.04, first=0.15)
        else:
            self.read_until_quiet()


def is_at_work(process: int) -> bool:
    """Whether a process, or one that it started, runs, wants to run, or waits for a disk."""
    return any(map(_goes_on, _threads(process))) or any(map(is_at_work, _children(process)))


def _threads(process: int) -> list[Path]:
    with suppress(OSError):
        return list(Path(f"/proc/{process}/task").iterdir())
    return []


def _goes_on(thread: Path) -> bool:
    with suppress(OSError):
        return (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD"
    return False


def _children(process: int) -> list[int]:
    """The processes that a process started itself."""
    with suppress(OSError):
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


@contextmanager
def on_a_terminal(store: Path, size: tuple[int, int], *, shell: bool = False) -> Iterator[Terminal]:
    """A workbench on a pseudo terminal of that size, ended by its process id.

    With ``shell`` it is the job of a shell, which is then the program: what stops can be woken.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    named = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    environment = {**named, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen(
        [sys.executable, *(["-c", SHELL] if shell else []), "-c", OPEN, str(store)],
        stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment, start_new_session=True,
    )  # fmt: skip
    terminal = Terminal(master, program)
    try:
        os.close(slave)
        terminal.read_until_quiet(quiet=1.5, first=20)
        yield terminal
    finally:
        terminal.end()
