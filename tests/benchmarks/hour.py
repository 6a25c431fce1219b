"""An hour of a reviewer on a large store: ``python -m tests.benchmarks.hour [CASES] [DECISIONS] [BLOCKS]``.

The real app without a terminal works through a queue: it moves, opens, filters, decides, reverts,
goes to ledger, help and records, changes theme and size. Prints one table: a row for each block
of the work, and the last block as a ratio to the first. Nothing here passes or fails.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.measuring import Block, measured, table
from tests.benchmarks.scale import write_store
from tests.screens.stage import a_person_and_a_day

CASES, DECISIONS, BLOCKS = 5_000, 240, 6
SIZE = (120, 36)


def write_waiting(root: Path, cases: int) -> None:
    """A store in which every one of ``cases`` items waits for a person."""
    write_store(root, cases)
    for page in (root / "topics").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("Status: active", "Status: pending-cleanup"), encoding="utf-8")


async def work(store: Path, decisions: int, blocks: int) -> list[Block]:
    """What each block of the hour took and left behind."""
    from screens import base
    from screens.app import WorkbenchApp
    from tests.benchmarks.reviewer import Reviewer
    from tests.screens.conftest import settle

    base.ARM_SECONDS = 0.001
    app = WorkbenchApp(store)
    found = []
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        reviewer = Reviewer(pilot, app)
        for number in range(blocks):
            share = decisions * (number + 1) // blocks - decisions * number // blocks
            await reviewer.work(share)
            await reviewer.at_home()
            found.append(measured(app, reviewer))
            print(f"block {number + 1} of {blocks}: {found[-1].decisions} decisions", file=sys.stderr)
    return found


def main(cases: int, decisions: int, blocks: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        a_person_and_a_day(Path(folder))
        store = Path(folder) / "memory"
        write_waiting(store, cases)
        found = asyncio.run(work(store, decisions, blocks))
    print(f"{cases:,} cases at first, {SIZE[0]}x{SIZE[1]}")
    print(table(found))


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [CASES, DECISIONS, BLOCKS][len(given) :]))
