"""How the search for possible pairs grows with a store: ``python -m tests.benchmarks.finding``.

The store is that of ``scale``, in which of a hundred items in topics two repeat an earlier one. Process
start, imports and the reading of the store are taken out; the search is of the rows as they were read, the
least of several tries, as a ratio to the floor measured in the same run. The last row is a store of items
that say nearly the same, all with the same rare words: the most that a search can be burdened with.
Nothing here passes or fails.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.floor import floor
from tests.benchmarks.made import Made
from tests.benchmarks.scale import SIZES, TRIES, peak, timed
from workbench.bindings.filesystem import binding
from workbench.review.possible import Found, find
from workbench.text.collecting import be_the_program

CROWD = 10_000
"""Items of the store that say nearly the same."""

Row = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the goal where there is one."""

FIGURES = (
    ("pairs found", "", None),
    ("crowded items", "", None),
    ("floor", "s", None),
    ("search", "×", 6.0),
    ("search, an item", "µs", None),
    ("memory before", "MB", None),
    ("peak of memory", "MB", 300.0),
)
"""What a row of :func:`measure` tells, the units, and the goals at the largest size."""


def write_crowd(root: Path, items: int) -> None:
    """A store of items that differ in one number and in one word of few."""
    draw = random.Random(items)
    (root / "topics").mkdir(parents=True)
    for page, first in enumerate(range(0, items, 400)):
        lines = [
            f"- [2026-01-01] (knowledge) Gateway {draw.choice(['red', 'blue', 'green'])} answers on port "
            f"{draw.randrange(9_000)} after a restart.\n  - id: mem-2026-01-01-{number:06}\n"
            "  - kind: knowledge\n  - Status: active\n  - Source: user statement\n"
            for number in range(first, min(first + 400, items))
        ]
        text = f"---\ntitle: Page {page}\nlayer: warm\ntriggers:\n  - page\n---\n\n# Page\n\n## Facts\n\n"
        (root / "topics" / f"page-{page:03}.md").write_text(text + "".join(lines))


def measure(root: Path, items: int) -> str:
    """The figures of one store, one after the other."""
    place = binding.recognise(root)
    assert place is not None
    rows = binding.load(place).rows
    before, times, bases = peak(), [], []
    found, memory = Found(), 0.0
    for _ in range(TRIES):
        base, _count = timed(lambda: floor(root))
        spent, found = timed(lambda: find(rows))
        bases.append(base)
        times.append(spent)
        memory = memory or peak()
    least, base = min(times), min(bases)
    values = (len(found), found.crowded, base, least / base, least / items * 1e6, before, memory)
    return " ".join(f"{value:.6g}" for value in values)


def apart(items: int, *, crowd: bool) -> list[float]:
    """The figures of one store, measured in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "memory"
        if crowd:
            write_crowd(root, items)
        else:
            Made(items, alike=True).write(root)
        command = [sys.executable, "-m", "tests.benchmarks.finding", "--at", str(root), str(items)]
        told = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    return [float(value) for value in told.split()]


def places(sizes: Sequence[int]) -> list[str]:
    """What each store is called."""
    return [*(f"{size:,} items" for size in sizes), f"{CROWD:,} items that say nearly the same"]


def names(sizes: Sequence[int] = SIZES) -> list[str]:
    """The rows of the table, in order."""
    found = [f"{name}, {place}" for place in places(sizes) for name, _, _ in FIGURES]
    return [*found, "search, an item, largest to smallest"]


def table(sizes: Sequence[int] = SIZES) -> list[Row]:
    """Every figure for stores of these sizes, and for the crowd."""
    told = [apart(size, crowd=False) for size in sizes] + [apart(CROWD, crowd=True)]
    rows: list[tuple[float, str, float | None]] = []
    for number, values in enumerate(told, start=1):
        rows += [
            (value, unit, goal if number == len(sizes) else None)
            for value, (_, unit, goal) in zip(values, FIGURES, strict=True)
        ]
    at = [name for name, _, _ in FIGURES].index("search, an item")
    rows.append((told[len(sizes) - 1][at] / told[0][at], "×", 1.2))
    return [(name, *row) for name, row in zip(names(sizes), rows, strict=True)]


if __name__ == "__main__":
    be_the_program()
    if sys.argv[1:2] == ["--at"]:
        print(measure(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        for told in table():
            print(*told)
