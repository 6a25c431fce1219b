"""What a block of work took and left behind: times of keys and decisions, memory, objects alive."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from textual.screen import Screen
from textual.widget import Widget

from screens.app import WorkbenchApp
from screens.base import DeskScreen
from workbench.desk import Desk
from workbench.store.case import Case
from workbench.store.snapshot import Snapshot

if TYPE_CHECKING:
    from tests.benchmarks.reviewer import Reviewer

PAGE = os.sysconf("SC_PAGE_SIZE")


class Paint:
    """The moment when an app last painted something."""

    def __init__(self, app: WorkbenchApp) -> None:
        self.last = 0.0
        shown = app._display

        def display(screen: Screen[Any], renderable: Any) -> None:
            shown(screen, renderable)
            self.last = time.perf_counter()

        app._display = display  # type: ignore[method-assign]


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the table; times in milliseconds, memory in MB, the rest are counts."""

    keys: int
    decisions: int
    key_median: float
    key_95th: float
    key_worst: float
    decision_median: float
    decision_worst: float
    rss: float
    objects: int
    desks: int
    snapshots: int
    cases: int
    screens: int
    gone: int
    """Screens that are alive and not on the stack."""
    widgets: int
    tasks: int
    threads: int


def alive() -> Counter[type]:
    """How many objects of each type are alive once what is unreachable is gone."""
    for _ in range(3):
        gc.collect()
    return Counter(type(one) for one in gc.get_objects())


def of_kind(counts: Counter[type], kind: type) -> int:
    """How many of a type and of what derives from it."""
    return sum(number for one, number in counts.items() if issubclass(one, kind))


def measured(app: WorkbenchApp, reviewer: Reviewer) -> Block:
    """What the block took that ends now; the reviewer's stopwatch starts anew."""
    keys, decisions = sorted(reviewer.key_times) or [0.0], reviewer.decision_times or [0.0]
    counts = alive()
    screens = of_kind(counts, DeskScreen)
    block = Block(
        keys=reviewer.keys,
        decisions=len(reviewer.decision_times),
        key_median=median(keys) * 1e3,
        key_95th=keys[int(len(keys) * 0.95)] * 1e3,
        key_worst=keys[-1] * 1e3,
        decision_median=median(decisions) * 1e3,
        decision_worst=max(decisions) * 1e3,
        rss=int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6,
        objects=counts.total(),
        desks=of_kind(counts, Desk),
        snapshots=of_kind(counts, Snapshot),
        cases=of_kind(counts, Case),
        screens=screens,
        gone=screens - sum(isinstance(one, DeskScreen) for one in app.screen_stack),
        widgets=of_kind(counts, Widget),
        tasks=len(asyncio.all_tasks()),
        threads=threading.active_count(),
    )
    reviewer.start_anew()
    return block


def table(blocks: list[Block]) -> str:
    """A row a figure, a column a block, and the last block as a ratio to the first."""
    lines = [
        "".ljust(18) + "".join(f"{f'block {at + 1}':>11}" for at in range(len(blocks))) + f"{'ratio':>8}"
    ]
    for one in fields(Block):
        values = [float(getattr(block, one.name)) for block in blocks]
        ratio = f"{values[-1] / values[0]:8.2f}" if values[0] else f"{'':>8}"
        cells = "".join(f"{value:>11,.{0 if value >= 100 or value.is_integer() else 1}f}" for value in values)
        lines.append(f"{one.name.replace('_', ' '):<18}{cells}{ratio}")
    return "\n".join(lines)
