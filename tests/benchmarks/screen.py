"""Keys and paints on a real terminal: ``python -m tests.benchmarks.screen [CASES …]``.

The workbench runs on a pseudo terminal of its own; a time is from the bytes of a key written there
to the bytes that show what it did. Prints one table; nothing here passes or fails.
"""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.floor import ITEM, floor
from tests.benchmarks.made import Made
from tests.screens.stage import a_person_and_a_day
from tests.screens.terminal import OPEN, ROOT, Terminal

SIZES = (20_000, 100_000)
SCREEN = (120, 36)
PATIENCE = 120.0
"""Seconds after which an answer is not waited for any longer."""
PAUSE = (0.02, 0.07)
"""Between an answer and the next key: at least and at most so many seconds."""
SEQUENCE = re.compile(rb"\x1b\[[0-9;:?<>]*[A-Za-z]")
CURSOR = "▸".encode()
HOME = b"Waiting for a person"
ALL_AWAY = "\x15"
"""Empties a field, without the tenth of a second that a terminal waits for what follows an Esc."""
PAGE_DOWN, PAGE_UP = "\x1b[6~", "\x1b[5~"
SETTLED = 3.0
"""Seconds of rest after which what is done in the background is taken to be done."""
DIGITS_OF = tuple(f"{digit} of ".encode() for digit in range(10))
"""How many of how many: told once the rows of a filter are there."""
TICK, PAINT, TYPED = 16.0, 100.0, 100.0
"""Goals in ms: of the median of keys, of the worst key while the store is read, of a filter."""

FILTERS = ("abc", "kind:state", "status:pend", "topic:07", "age:>200", "source:user", "-ab")
ORDERS = ("kind", "Status", "topic", "Source", "age")
ROUNDS = 4
AGAIN = 5.0
"""Seconds after which a second reading is taken to be over: a key may take away what is said of it."""

STAYS = 5.0
"""Seconds after which a program that was told to end is taken to stay."""

Row = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the goal where there is one."""


@dataclass(frozen=True, slots=True)
class Times:
    """Times of one kind of key, in ms."""

    name: str
    all: tuple[float, ...]
    goal: float
    worst: float | None = None
    """The goal of the worst of them, where there is one."""

    def rows(self) -> Iterator[Row]:
        """Median and worst."""
        found = sorted(self.all) or [float("nan")]
        yield f"{self.name}, median", median(found), "ms", self.goal
        yield f"{self.name}, worst", found[-1], "ms", self.worst


class Keyboard:
    """Types on a terminal, and takes the time until the answer is on it."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.draw = random.Random(5)

    def answered(self, keys: str, *words: bytes, patience: float = PATIENCE) -> float:
        """Milliseconds from the last byte of ``keys`` to the last byte of the first of ``words`` that comes.

        Raises:
            TimeoutError: none of them came.
        """
        start = len(self.terminal.received)
        if keys:
            os.write(self.terminal.master, keys.encode())
        begun = time.perf_counter()
        while time.perf_counter() - begun < patience:
            if not select.select([self.terminal.master], [], [], 1.0)[0]:
                continue
            self.take()
            told = SEQUENCE.sub(b"", self.terminal.received[start:])
            if any(word in told for word in words):
                return (time.perf_counter() - begun) * 1e3
        raise TimeoutError(f"{words} did not come after {keys!r}")

    def rest(self) -> None:
        """Wait as a person does between keys, and take what still comes."""
        end = time.perf_counter() + self.draw.uniform(*PAUSE)
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.terminal.master], [], [], left)[0]:
                self.take()

    def take(self) -> None:
        """Take what has come.

        Raises:
            EOFError: the program has ended.
        """
        try:
            self.terminal.received += os.read(self.terminal.master, 65536)
        except OSError as error:
            raise EOFError from error

    def quiet(self, seconds: float = 1.0) -> None:
        """Wait until nothing has come for a while."""
        self.terminal.read_until_quiet(quiet=seconds, first=seconds, limit=PATIENCE)

    def each(self, name: str, keys: Sequence[str], *words: bytes, goal: float = TICK) -> Times:
        """The time of each key, one after the other."""
        found = []
        for key in keys:
            self.rest()
            found.append(self.answered(key, *words))
        return Times(name, tuple(found), goal)


@contextmanager
def workbench(store: Path) -> Iterator[Keyboard]:
    """A workbench that is being started on a terminal; ended by its process id."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SCREEN[1], SCREEN[0], 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen(
        [sys.executable, "-c", OPEN, str(store)],
        stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environment, start_new_session=True,
    )  # fmt: skip
    terminal = Terminal(master, program)
    try:
        os.close(slave)
        yield Keyboard(terminal)
    finally:
        terminal.end()


def while_it_is_read(
    keyboard: Keyboard,
    name: str,
    keys: Sequence[str],
    end: bytes,
    *words: bytes,
    start: int | None = None,
    limit: float = PATIENCE,
) -> Times:
    """The time of each key until ``end`` is shown after ``start``, or for ``limit`` seconds."""
    found: list[float] = []
    start = len(keyboard.terminal.received) if start is None else start
    until = time.perf_counter() + limit
    while time.perf_counter() < until and end not in SEQUENCE.sub(b"", keyboard.terminal.received[start:]):
        keyboard.rest()
        took = keyboard.answered(keys[len(found) % len(keys)], end, *words)
        told = SEQUENCE.sub(b"", keyboard.terminal.received[start:])
        if end not in told:
            found.append(took)
    return Times(name, tuple(found), TICK, PAINT)


def starting(keyboard: Keyboard) -> Iterator[Row]:
    """From nothing to Home, with keys on the way."""
    begun = time.perf_counter()
    yield "first paint", keyboard.answered("", b"Reading"), "ms", None
    reading = while_it_is_read(keyboard, "key while the store is read", "?", HOME, b"hides these", b"? keys")
    yield "Home", since(begun), "ms", None
    yield from reading.rows()
    keyboard.quiet()
    os.write(keyboard.terminal.master, b"\x1b")  # the last key was for Home, and opened its help
    keyboard.quiet(SETTLED)


def moving(keyboard: Keyboard) -> Iterator[Row]:
    """Through the cases, with marks and without."""
    yield "queue opened", keyboard.answered("\r", b"row 1 of"), "ms", None
    keyboard.quiet(SETTLED)
    for name, keys in (
        ("row", "jjkj" * 10),
        ("page", (PAGE_DOWN, PAGE_DOWN, PAGE_UP) * 7),
        ("end, top", "Gg" * 8),
        ("mark", " " * 20),
        ("row with marks", "jjkj" * 5),
    ):
        yield from keyboard.each(f"key: {name}", list(keys), CURSOR).rows()
    yield from ranges(keyboard)


def ranges(keyboard: Keyboard) -> Iterator[Row]:
    """A range begun, moved and given up, and all marked and unmarked, some times."""
    begun, moved, ends, marked, rows = (
        list[float](),
        list[float](),
        list[float](),
        list[float](),
        list[float](),
    )
    for _ in range(ROUNDS):
        begun += keyboard.each("", "v", b"range of 1").all
        moved += keyboard.each("", "jjkj", b"range of").all
        ends += keyboard.each("", "Gg", b"range of").all
        away(keyboard)
        marked += keyboard.each("", "*", b"shown are marked", b"are not").all
        rows += keyboard.each("", "jjkj", CURSOR).all
        away(keyboard)
    told = {"range": begun, "row of a range": moved, "end, top of a range": ends}
    told |= {"mark all": marked, "row with all marked": rows}
    for name, times in told.items():
        yield from Times(f"key: {name}", tuple(times), TICK).rows()


def away(keyboard: Keyboard) -> None:
    """Give up what was begun or marked."""
    os.write(keyboard.terminal.master, b"\x1b")
    keyboard.quiet(0.4)


def filtering(keyboard: Keyboard) -> Iterator[Row]:
    """Filters as they are typed, each letter, and cleared; then each order."""
    for words in FILTERS:
        os.write(keyboard.terminal.master, b"/")
        keyboard.quiet(0.4)
        typed = keyboard.each(f"filter {words}", list(words), *DIGITS_OF, goal=TYPED)
        yield f"filter {words}, worst letter", max(typed.all), "ms", TYPED
        keyboard.quiet(0.4)
        yield f"filter {words}, cleared", keyboard.answered(ALL_AWAY, b"row "), "ms", TYPED
        away(keyboard)
    for order in ORDERS:
        yield f"sorted by {order}", keyboard.answered("o", f"sorted by {order}".encode()), "ms", TYPED
        keyboard.quiet(0.4)


def reading_again(keyboard: Keyboard) -> Iterator[Row]:
    """Keys in the list while the store is read again, some times."""
    found, took = list[float](), list[float]()
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        start = len(keyboard.terminal.received)
        os.write(keyboard.terminal.master, b"R")
        found += while_it_is_read(
            keyboard, "", "jjkj", b"was read again", CURSOR, start=start, limit=AGAIN
        ).all
        took.append(since(begun))
        keyboard.quiet(SETTLED)
    yield from Times("key while it is read again", tuple(found), TICK, PAINT).rows()
    yield "read again", median(took), "ms", None


def giving_up(store: Path) -> Iterator[Row]:
    """From Esc in the middle of the reading to the end of the program."""
    with workbench(store) as keyboard:
        keyboard.answered("", b"Reading")
        time.sleep(0.3)
        begun = time.perf_counter()
        os.write(keyboard.terminal.master, b"\x1b")
        took = ended(keyboard, begun)
        yield "given up while it is read, until the program has ended", took, "ms", None


def ended(keyboard: Keyboard, begun: float) -> float:
    """When the program had ended, in ms; no number where it stays, as the store was read by then."""
    with suppress(EOFError):
        while since(begun) < STAYS * 1e3 and keyboard.terminal.program.poll() is None:
            if select.select([keyboard.terminal.master], [], [], 0.005)[0]:
                keyboard.take()
    with suppress(subprocess.TimeoutExpired):
        keyboard.terminal.program.wait(STAYS)
        return since(begun)
    return float("nan")


def since(begun: float) -> float:
    """Milliseconds since a moment."""
    return (time.perf_counter() - begun) * 1e3


def measure(store: Path) -> Iterator[Row]:
    """Every figure of one store."""
    yield from giving_up(store)
    with workbench(store) as keyboard:
        yield from starting(keyboard)
        yield from moving(keyboard)
        yield from filtering(keyboard)
        yield from reading_again(keyboard)


ONE = ("given up while it is read, until the program has ended", "first paint", "Home")
KEYS = ("row", "page", "end, top", "mark", "row with marks")
KEYS_ON_MARKS = ("range", "row of a range", "end, top of a range", "mark all", "row with all marked")
RATIOS = ("first paint", "key: row, median", "key: range, median", "key: mark all, median")
"""Told as the largest store to the smallest as well."""


def of_one() -> list[str]:
    """The names of what :func:`measure` tells."""

    def both(name: str) -> list[str]:
        return [f"{name}, median", f"{name}, worst"]

    found = [*ONE, *both("key while the store is read"), "queue opened"]
    found += [told for name in (*KEYS, *KEYS_ON_MARKS) for told in both(f"key: {name}")]
    found += [
        told for words in FILTERS for told in (f"filter {words}, worst letter", f"filter {words}, cleared")
    ]
    found += [f"sorted by {order}" for order in ORDERS]
    return [*found, *both("key while it is read again"), "read again"]


def names(sizes: Sequence[int] = SIZES) -> list[str]:
    """The rows of the table, in order."""
    found = [f"{name}, {size:,} items" for size in sizes for name in ("floor", *of_one())]
    found += [f"{name}, floors, {sizes[-1]:,} items" for name in ("Home", "read again")]
    return found + [f"{name}, largest to smallest" for name in RATIOS]


def figures(size: int) -> dict[str, Row]:
    """Every figure of a store of one size, and its floor."""
    with tempfile.TemporaryDirectory() as folder:
        a_person_and_a_day(Path(folder))
        store = Path(folder) / "memory"
        Made(size, waiting=True).write(store)
        begun = time.perf_counter()
        floor(store)
        base: Row = ("floor", since(begun), "ms", None)
        return {row[0]: row for row in (base, *measure(store))}


def table(sizes: Sequence[int] = SIZES) -> list[Row]:
    """Every row: what was measured, the value, its unit, and the goal where there is one."""
    by_size = [figures(size) for size in sizes]
    rows = [one[name][1:] for one in by_size for name in ("floor", *of_one())]
    first, last = by_size[0], by_size[-1]
    rows += [(last[name][1] / last["floor"][1], "×", None) for name in ("Home", "read again")]
    rows += [(last[name][1] / first[name][1], "×", None) for name in RATIOS]
    return [(name, *row) for name, row in zip(names(sizes), rows, strict=True)]


def main(sizes: Sequence[int]) -> None:
    """Print the table."""
    print(f"floor: {ITEM.pattern.decode()}  # and one dict of fields an item")
    for name, value, unit, goal in table(sizes):
        within = "" if goal is None else f"{goal:>8,.0f} {'' if value <= goal else 'missed'}"
        print(f"{name:<74}{value:>10,.1f} {unit}{within}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or SIZES)
