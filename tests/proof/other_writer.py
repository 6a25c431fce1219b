"""Another program that writes into a store, as editors, agents and sync programs do.

``other_writer.py HOW PATH BELIEVED STOP BREATH``: until a file STOP is there, and LIMIT turns at most.
BELIEVED lists every line that it believes written, as soon as its call came back. PATH is a file; for
the ways that write several files at once it is the memory folder. BREATH is the longest pause, in
seconds. Only the standard library is imported.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

LIMIT = 20_000
PAUSES = (0.0005, 0.002, 0.02, 0.04)
"""Seconds between two lines in a burst."""

BREATHS = 1 / 20
"""How many of the pauses are of BREATH seconds."""

THINKING = 0.02
"""Seconds between reading a file and writing it back, of a program that works from a stale copy."""

HELD = 6
"""How many lines an editor writes before it closes a file that it holds open."""

DREAMT = ("topics/environment.md", "index.md", "log.md")
"""The files that a pass over the memory writes anew, one after the other."""

Writer = Callable[[Path, str], None]


def append(path: Path, line: str) -> None:
    """One line at the end, in place."""
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(line)


def rewrite(path: Path, line: str) -> None:
    """The whole file anew, under its old name."""
    _rename_over(path, path.read_bytes() + line.encode())


def truncate(path: Path, line: str) -> None:
    """The file emptied where it stands, and written again in two halves."""
    data = path.read_bytes() + line.encode()
    with path.open("wb", buffering=0) as file:
        half = len(data) // 2
        file.write(data[:half])
        file.write(data[half:])


def overwrite(path: Path, line: str) -> None:
    """The whole file from a copy that was read a while ago."""
    data = path.read_bytes()
    time.sleep(THINKING)
    _rename_over(path, data + line.encode())


class Holding:
    """An editor that keeps the file open over several lines, and writes through what it opened."""

    def __init__(self) -> None:
        self.file: IO[bytes] | None = None
        self.left = 0

    def __call__(self, path: Path, line: str) -> None:
        if self.file is None or self.left == 0:
            if self.file is not None:
                self.file.close()
                time.sleep(THINKING)
            self.file, self.left = path.open("ab", buffering=0), HELD
        self.left -= 1
        self.file.write(line.encode())


def dream(memory: Path, line: str) -> None:
    """A pass that reads topic, index and log, and then writes all three anew in one go."""
    read = [(path, path.read_bytes()) for path in (memory / name for name in DREAMT)]
    time.sleep(0.002)
    for path, data in read:
        _rename_over(path, data + line.encode())


def sync(memory: Path, line: str) -> None:
    """A folder synchronised from elsewhere: every page arrives as a hidden copy that takes its name."""
    for path in _pages(memory):
        more = line.encode() if path.name in ("environment.md", "memory.md") else b""
        copy = path.with_name(f".syncthing.{path.name}.tmp")
        copy.write_bytes(path.read_bytes() + more)
        copy.replace(path)


def _pages(memory: Path) -> Iterator[Path]:
    yield from sorted(path for path in memory.rglob("*.md") if not path.name.startswith("."))


def _rename_over(path: Path, data: bytes) -> None:
    copy = path.with_name(path.name + ".agent-copy")
    copy.write_bytes(data)
    copy.replace(path)


WAYS: dict[str, Writer] = {
    "append": append,
    "rewrite": rewrite,
    "truncate": truncate,
    "overwrite": overwrite,
    "hold": Holding(),
    "dream": dream,
    "sync": sync,
}


def main(how: str, path: Path, believed: Path, stop: Path, breath: float) -> None:
    """Write until told to stop."""
    chance = random.Random("pauses")
    with believed.open("w", encoding="ascii", buffering=1) as notes:
        for number in range(LIMIT):
            if stop.exists():
                break
            line = f"Noted by another program as number {number:06d}.\n"
            WAYS[how](path, line)
            notes.write(line)
            time.sleep(breath if chance.random() < BREATHS else chance.choice(PAUSES))


if __name__ == "__main__":
    PATH, BELIEVED, STOP = map(Path, sys.argv[2:5])
    main(sys.argv[1], PATH, BELIEVED, STOP, float(sys.argv[5]))
