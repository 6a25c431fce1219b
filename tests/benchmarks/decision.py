"""What one decision and one reload cost: ``python -m tests.benchmarks.decision [ITEMS …]``.

The desk is open, as in the app. Each size runs in two processes of its own: one takes times, one is
watched by ``strace`` and tells how many files of store and data folder were opened, and how many bytes
were read from these. Pages have a hundred items each, so that they grow in number with the store and not
in size. The index holds no copies of what waits; what it would add is said on the page of figures.
Prints one table; nothing here passes or fails.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.floor import FIELD, ITEM, floor
from workbench.desk import Desk
from workbench.store.decision import Actor, Verdict
from workbench.text.collecting import be_the_program

SIZES = (1_000, 10_000, 100_000)
PAGE_ITEMS = 100
WAITS = 20
"""One item in so many waits for a person."""
ROUNDS = 7
ACTOR = Actor("user:ada", "flag", at_terminal=True)
SETTLED = 2.5
"""Seconds after which the times of files tell a later change."""

Row = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the goal where there is one."""

TIMES = (
    "plan",
    "commit",
    "reload after the decision",
    "reload after one page changed",
    "reload of what stands",
)
COUNTS = (
    "commit: files opened",
    "commit: bytes read",
    "reload after one page changed: files opened",
)
MARK = "/benchmark-mark"
_OPENED = re.compile(r'openat\(.*", (?P<flags>[^,)]*).*\) = \d+<(?P<path>[^>]*)>')
_READ = re.compile(r"\b(?:read|pread64)\(\d+<(?P<path>[^>]*)>.*\) = (?P<size>\d+)")


def write_pages(root: Path, items: int) -> None:
    """A store of ``items`` items in pages of a hundred."""
    (root / "topics").mkdir(parents=True)
    for page in range(-(-items // PAGE_ITEMS)):
        numbers = range(page * PAGE_ITEMS, min((page + 1) * PAGE_ITEMS, items))
        text = "".join(map(_item, numbers))
        (root / "topics" / f"page-{page:04}.md").write_text(
            f"# Page {page}\n\n## Facts and lessons\n\n{text}"
        )
    for name in ("memory.md", "index.md", "log.md"):
        (root / name).write_text("# Empty\n")


def _item(number: int) -> str:
    day = f"2026-{number % 8 + 1:02}-{number % 28 + 1:02}"
    kind = "state" if number % 4 == 0 else "knowledge"
    subject = f"  - subject: subject:{number}\n" if kind == "state" else ""
    status = "pending-cleanup" if number % WAITS == 0 else "active"
    said = " ".join(f"w{(number * step) % 7919}" for step in range(3, 15))
    return (
        f"- [{day}] ({kind}) {said} {number % 97}.\n  - id: mem-{day}-{number:06}\n"
        f"  - kind: {kind}\n{subject}  - Status: {status}\n  - Source: user statement on {day}\n"
    )


def opened(root: Path) -> Desk:
    """A desk as the app holds it: all that it shows was asked for, and one decision was made."""
    time.sleep(SETTLED)
    desk = looked_at(Desk.open(root))
    decide(desk)
    return looked_at(desk.reload())


def looked_at(desk: Desk) -> Desk:
    """What the app asks of a desk before it paints."""
    desk.status()
    desk.since()
    desk.case(desk.cases("pending-cleanup")[0].id)
    return desk


def plan(desk: Desk) -> Any:
    """A plan of the first case, and what it would change."""
    prepared = desk.prepare([desk.cases("pending-cleanup")[0].id], Verdict("keep"), ACTOR, "measured again")
    desk.preview(prepared[0])
    return prepared


def decide(desk: Desk) -> None:
    """One decision, to its end."""
    assert desk.commit(plan(desk))[0].exit == 0


def read_again(desk: Desk) -> Desk:
    """What the app does on a reload."""
    return looked_at(desk.reload())


def _noted(times: list[float], work: Callable[..., Any], *given: Any) -> Any:
    took, answer = timed(lambda: work(*given))
    times.append(took)
    return answer


def change(root: Path, number: int) -> None:
    """What an agent does to one page."""
    page = root / "topics" / f"page-{number:04}.md"
    page.write_text(page.read_text() + _item(900_001 + number))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds that ``work`` took, and its answer."""
    start = time.perf_counter()
    answer = work()
    return (time.perf_counter() - start) * 1e3, answer


def take_times(root: Path) -> dict[str, float]:
    """The median of each step in ms, and the floor."""
    desk = opened(root)
    found: dict[str, list[float]] = {name: [] for name in TIMES}
    for number in range(ROUNDS):
        prepared = _noted(found["plan"], plan, desk)
        outcomes = _noted(found["commit"], desk.commit, prepared)
        assert outcomes[0].exit == 0
        desk = _noted(found["reload after the decision"], read_again, desk)
        change(root, number % 5 + 3)
        desk = _noted(found["reload after one page changed"], read_again, desk)
        time.sleep(SETTLED)
        desk = read_again(desk)
        desk = _noted(found["reload of what stands"], read_again, desk)
    base = min(timed(lambda: floor(root))[0] for _ in range(5))
    return {"floor": base, **{name: median(values) for name, values in found.items()}}


def be_watched(root: Path) -> None:
    """The steps that are counted, between marks that the trace shows."""
    desk = opened(root)
    time.sleep(SETTLED)
    prepared = plan(desk)
    with _marked("commit"):
        desk.commit(prepared)
    desk = read_again(desk)
    time.sleep(SETTLED)
    desk = read_again(desk)
    change(root, 3)
    with _marked("reload"):
        read_again(desk)


@contextmanager
def _marked(name: str) -> Iterator[None]:
    Path(f"{MARK}-{name}").exists()
    yield
    Path(f"{MARK}-end").exists()


def counted(trace: str, *places: Path) -> dict[str, float]:
    """Different files opened below some folders, and bytes read from these, between the marks of a trace."""
    files: dict[str, set[str]] = {"commit": set(), "reload": set()}
    sizes: Counter[str] = Counter()
    below = tuple(f"{place}/" for place in places)
    step = ""
    for line in trace.splitlines():
        opened, read = _OPENED.search(line), _READ.search(line)
        if MARK in line:
            step = line.partition(f"{MARK}-")[2].partition('"')[0].replace("end", "")
        elif step and opened and opened["path"].startswith(below) and "O_DIRECTORY" not in opened["flags"]:
            files[step].add(opened["path"])
        elif step and read and read["path"].startswith(below):
            sizes[step] += int(read["size"])
    values = (len(files["commit"]), sizes["commit"], len(files["reload"]))
    return dict(zip(COUNTS, map(float, values), strict=True))


def apart(step: str, root: Path, home: Path, *before: str) -> str:
    """What a process of its own says of a step."""
    command = [*before, sys.executable, "-m", "tests.benchmarks.decision", step, str(root)]
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    done = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=environment)
    return done.stdout


def figures(items: int) -> dict[str, float]:
    """Everything that is measured at one size."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        for name in ("timed", "watched"):
            write_pages(place / name / "memory", items)
        times: dict[str, float] = json.loads(apart("--times", place / "timed" / "memory", place / "one"))
        trace = place / "trace"
        strace = ("strace", "-f", "-y", "-e", "trace=openat,read,pread64,stat,newfstatat", "-o", str(trace))
        apart("--watched", place / "watched" / "memory", place / "two", *strace)
        return times | counted(trace.read_text(errors="replace"), place / "watched", place / "two")


GOALS: dict[str, float | None] = {
    "plan": 3.0,
    "commit": 3.0,
    "commit: files opened": 1.5,
    "commit: bytes read": 1.5,
    "reload after one page changed: files opened": 1.5,
}
"""The largest store to the smallest: a time is flat within the noise of syncs, a count but for its ledger."""


def names(sizes: Sequence[int] = SIZES) -> list[str]:
    """The rows of the table, in order."""
    found = [f"{name}, {size:,} items" for name in (*TIMES, *COUNTS) for size in sizes]
    found += [f"{name}, floors, {sizes[-1]:,} items" for name in TIMES]
    return found + [f"{name}, largest to smallest" for name in (*TIMES, *COUNTS)]


def table(sizes: Sequence[int] = SIZES) -> list[Row]:
    """Every row: what was measured, the value, its unit, and the goal where there is one."""
    by_size = [figures(size) for size in sizes]
    values: list[Row] = []
    for name in (*TIMES, *COUNTS):
        unit = "ms" if name in TIMES else "B" if "bytes" in name else "files"
        values += [("", one[name], unit, None) for one in by_size]
    last = by_size[-1]
    values += [("", last[name] / last["floor"], "×", None) for name in TIMES]
    values += [("", last[name] / by_size[0][name], "×", GOALS.get(name)) for name in (*TIMES, *COUNTS)]
    return [(name, *value[1:]) for name, value in zip(names(sizes), values, strict=True)]


def main(sizes: Sequence[int]) -> None:
    """Print the table."""
    print(f"floor: {ITEM.pattern.decode()}  # and one dict of {FIELD.pattern.decode()} an item")
    for name, value, unit, goal in table(sizes):
        told = "" if goal is None else f"  goal {goal:g}"
        print(f"{name:<64}{value:>12,.1f} {unit}{told}")


if __name__ == "__main__":
    be_the_program()
    if sys.argv[1:2] == ["--times"]:
        print(json.dumps(take_times(Path(sys.argv[2]))))
    elif sys.argv[1:2] == ["--watched"]:
        be_watched(Path(sys.argv[2]))
    else:
        main(tuple(map(int, sys.argv[1:])) or SIZES)
