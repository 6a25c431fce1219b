"""How reading and reviewing grow with a store: ``python -m tests.benchmarks.scale [ITEMS …]``.

Prints one table. Every figure is a ratio to the floor measured in the same run, with
process start and imports taken out; nothing here passes or fails.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.benchmarks.floor import ITEM, floor
from workbench.desk import Desk

SIZES = (1_000, 10_000, 100_000)
PAGES = 20
T = TypeVar("T")


def write_store(root: Path, items: int) -> None:
    """A store of ``items`` items over twenty pages, the same for the same number."""
    draw = random.Random(items)
    words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(3, 9))) for _ in range(8_000)]
    pages: list[list[str]] = [["# Topic\n\n## Facts and lessons\n\n"] for _ in range(PAGES)]
    for number in range(items):
        pages[number % PAGES].append(_item(number, draw.choices(words, k=12)))
    (root / "topics").mkdir(parents=True)
    for number, page in enumerate(pages):
        (root / "topics" / f"page-{number:02}.md").write_text("".join(page))
    for name in ("memory.md", "index.md", "log.md"):
        (root / name).write_text("# Empty\n")


def _item(number: int, words: list[str]) -> str:
    day = f"2026-{number % 8 + 1:02}-{number % 28 + 1:02}"
    kind = "state" if number % 4 == 0 else "knowledge"
    subject = f"  - subject: subject:{number}\n" if kind == "state" else ""
    status = "pending-cleanup" if number % 50 == 0 else "active"
    return (
        f"- [{day}] ({kind}) {' '.join(words)} {number % 97}.\n  - id: mem-{day}-{number:06}\n"
        f"  - kind: {kind}\n{subject}  - Status: {status}\n  - Source: user statement on {day}\n"
    )


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds that ``work`` took, and its answer."""
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def measure(items: int) -> str:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "memory"
        write_store(root, items)
        base = min(timed(lambda: floor(root))[0] for _ in range(3))
        load, desk = timed(lambda: Desk.open(root))
        cases, found = timed(desk.cases)
        first, _ = timed(lambda: desk.case(found[0].id))
        second, _ = timed(lambda: desk.case(found[1].id))
    ratios = "".join(f"{one / base:>10.1f}" for one in (load, cases, first, second))
    return f"{items:>9}{base:>10.3f}{ratios}{load / items * 1e6:>14.1f}"


def main(sizes: tuple[int, ...]) -> None:
    """Print the table."""
    print(f"floor: {ITEM.pattern.decode()}  # and one dict of fields an item")
    names = ("load", "cases", "1st open", "2nd open")
    print(f"{'items':>9}{'floor s':>10}" + "".join(f"{name:>10}" for name in names) + f"{'µs an item':>14}")
    for size in sizes:
        print(measure(size))


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
