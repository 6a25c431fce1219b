"""Another program that writes into a file of the store, as agents do, and notes what it believes written.

``other_writer.py HOW FILE BELIEVED STOP``: until a file STOP is there, and LIMIT lines at most.
``append`` opens the file and adds a line; ``rewrite`` reads it, adds a line, and renames a copy over it.
Only the standard library is imported.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

LIMIT = 20_000
PAUSES = (0.0005, 0.002, 0.02, 0.04)
"""Seconds between two lines: both a burst and a breath."""


def append(path: Path, line: str) -> None:
    """One line at the end, in place."""
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(line)


def rewrite(path: Path, line: str) -> None:
    """The whole file anew, under its old name."""
    text = path.read_bytes() + line.encode()
    copy = path.with_name(path.name + ".agent-copy")
    copy.write_bytes(text)
    copy.replace(path)


WAYS: dict[str, Callable[[Path, str], None]] = {"append": append, "rewrite": rewrite}


def main(how: str, path: Path, believed: Path, stop: Path) -> None:
    """Write until told to stop."""
    pauses = random.Random("pauses")
    with believed.open("w", encoding="ascii", buffering=1) as notes:
        for number in range(LIMIT):
            if stop.exists():
                break
            line = f"Noted by another program as number {number:06d}.\n"
            WAYS[how](path, line)
            notes.write(line)
            time.sleep(pauses.choice(PAUSES))


if __name__ == "__main__":
    main(sys.argv[1], *(Path(word) for word in sys.argv[2:5]))
