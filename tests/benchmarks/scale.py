"""How reading and reviewing grow with a store: ``python -m tests.benchmarks.scale [ITEMS …]``.

Prints one table. Loading, loading with all cases, and opening the first case are ratios to the
floor measured in the same run, the least of several tries, with process start and imports taken
out; the cost of an item is a time, and the peak is all the memory that the process held at its
worst in the first try. Nothing here passes or fails. A machine that does other work meanwhile
makes every figure worse, the ratios less so.

Every size runs in a process of its own, so that its memory is its own. The last row is a store
in which every item of a topic waits for a person.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.benchmarks.floor import FIELD, ITEM, floor
from tests.benchmarks.made import Made
from workbench.desk import Desk
from workbench.text.collecting import be_the_program

SIZES = (1_000, 10_000, 100_000)
TRIES = 5
T = TypeVar("T")


def write_store(root: Path, items: int) -> None:
    """A store of ``items`` rows, the same for the same number."""
    Made(items).write(root)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds that ``work`` took, and its answer."""
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def peak() -> float:
    """The most memory this process has held so far, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmHWM"))


def once(root: Path) -> tuple[tuple[float, float, float, float], int]:
    """Seconds of the floor, of loading, of that and all cases, of opening the first; how many cases."""
    base, _ = timed(lambda: floor(root))
    load, desk = timed(lambda: Desk.open(root))
    cases, found = timed(desk.cases)
    first, _ = timed(lambda: desk.case(found[0].id))
    return (base, load, load + cases, first), len(found)


def measure(root: Path, items: int) -> str:
    """One row of the table."""
    runs, memory = [], 0.0
    for number in range(TRIES):
        figures, found = once(root)
        runs.append(figures)
        memory = memory or peak()
        assert number or found
    base, load, cases, first = map(min, zip(*runs, strict=True))
    ratios = "".join(f"{one / base:>14.2f}" for one in (load, cases, first))
    return f"{items:>9}{found:>9}{base:>9.3f}{ratios}{cases / items * 1e6:>13.1f}{memory:>9.0f}"


def apart(items: int, *, waiting: bool) -> str:
    """The row of one size, measured in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "memory"
        Made(items, waiting=waiting).write(root)
        command = [sys.executable, "-m", "tests.benchmarks.scale", "--at", str(root), str(items)]
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.rstrip("\n")


Row = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the goal where there is one."""

FIGURES = (
    ("cases", "", None),
    ("floor", "s", None),
    ("load", "×", 4.0),
    ("load and cases", "×", 5.0),
    ("first case opened", "×", None),
    ("load and cases, an item", "µs", None),
    ("peak of memory", "MB", 300.0),
)
"""What a row of :func:`measure` tells after the number of items, the units, and the goals at the largest."""


def names(sizes: Sequence[int] = SIZES) -> list[str]:
    """The rows of the table, in order."""
    places = [*(f"{size:,} items" for size in sizes), f"{sizes[-1]:,} items, all waiting"]
    found = [f"{name}, {place}" for place in places for name, _, _ in FIGURES]
    return [*found, "load and cases, an item, largest to smallest"]


def table(sizes: Sequence[int] = SIZES) -> list[Row]:
    """Every figure for stores of these sizes, and the largest once more with all items waiting."""
    runs = [(size, False) for size in sizes] + [(sizes[-1], True)]
    told = [apart(size, waiting=waiting).split()[1:] for size, waiting in runs]
    rows: list[tuple[float, str, float | None]] = []
    for number, values in enumerate(told, start=1):
        largest = number == len(sizes)
        rows += [
            (float(value), unit, goal if largest else None)
            for value, (_, unit, goal) in zip(values, FIGURES, strict=True)
        ]
    at = [name for name, _, _ in FIGURES].index("load and cases, an item")
    rows.append((float(told[len(sizes) - 1][at]) / float(told[0][at]), "×", 1.2))
    return [(name, *row) for name, row in zip(names(sizes), rows, strict=True)]


def main(sizes: tuple[int, ...]) -> None:
    """Print the table."""
    print(f"floor: {ITEM.pattern.decode()}  # and one dict of {FIELD.pattern.decode()} an item")
    names = ("load ×", "load+cases ×", "1st open ×")
    print(
        f"{'items':>9}{'cases':>9}{'floor s':>9}"
        + "".join(f"{name:>14}" for name in names)
        + f"{'µs an item':>13}{'peak MB':>9}"
    )
    for size in sizes:
        print(apart(size, waiting=False), flush=True)
    print(apart(sizes[-1], waiting=True))


if __name__ == "__main__":
    be_the_program()
    if sys.argv[1:2] == ["--at"]:
        print(measure(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        main(tuple(map(int, sys.argv[1:])) or SIZES)
