"""Work the sample queue to zero by keyboard and count the keys: ``python -m tests.screens.keycount [FILE]``.

The real program at 80x24 on a copy of the sample store, with nothing shortened: keys that decide
wait until they are armed, as they do for a person. Writes `docs/keycount.md`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.screens.stage import a_person_and_a_day
from tests.trees import copy_store

if TYPE_CHECKING:
    from textual.pilot import Pilot

ROOT = Path(__file__).parents[2]
SIZE = (80, 24)
KINDS = {"pending-cleanup": "Pending cleanup", "stale": "Stale"}
REASON = "read it, it holds"
"""Typed where no reason was given before that could be taken."""
SIGNS = {"enter": "↵", "escape": "esc", "pagedown": "PgDn", "down": "↓"}


@dataclass(frozen=True, slots=True)
class Line:
    """One decision: on what, which verdict, the keys to read all of the case, the keys to decide it."""

    kind: str
    case: str
    verdict: str
    reading: tuple[str, ...]
    deciding: tuple[str, ...]

    @property
    def routine(self) -> bool:
        """Whether nothing had to be chosen or typed but the verdict."""
        return not {"↓", "…"} & set(self.deciding)


class Worker:
    """Somebody with a keyboard, whose keys are counted."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot, self.app = pilot, pilot.app
        self.keys: list[str] = []

    async def press(self, *keys: str) -> None:
        """Press keys, each once what the one before set off has come to rest and keys are armed."""
        from screens import base
        from tests.screens.conftest import settle

        for key in keys:
            self.keys.append(SIGNS.get(key, key))
            await self.pilot.press(key)
            await settle(self.pilot)
            await asyncio.sleep(base.ARM_SECONDS + 0.05)

    def counted(self) -> tuple[str, ...]:
        """The keys since this was asked last."""
        found, self.keys = tuple(self.keys), []
        return found

    async def open(self, kind: str) -> None:
        """The first case of a kind, from Home."""
        from screens.home import Home

        home = self.app.screen
        assert isinstance(home, Home)
        place = next(at for at, row in enumerate(home.kinds.rows) if row.kind == kind)
        while home.kinds.cursor != place:
            await self.press("j" if home.kinds.cursor < place else "k")
        await self.press("enter", "enter")
        self.counted()

    async def decide(self, kind: str) -> Line | None:
        """Read the open case to its end and decide it; None where no case is left."""
        from screens.decide import Decide
        from screens.queue import Queue
        from screens.widgets.verdict_bar import numbered

        queue = self.app.screen
        assert isinstance(queue, Queue)
        if queue.rows.current is None or queue.case is None:
            return None
        case = queue.case
        while queue.page.below:
            await self.press("pagedown")
        reading = self.counted()
        allowed = {number: offer for number, offer in numbered(case.verdicts).items() if offer.allowed}
        number, offer = min(allowed.items(), key=lambda one: (bool(one[1].needs), one[0]))
        await self.press(str(number))
        for _ in range(8):
            if isinstance(self.app.screen, Decide):
                await self.press("enter")
                await self.fill()
        assert isinstance(self.app.screen, Queue), "nothing was recorded"
        return Line(kind, case.targets[0].id or case.id, offer.verdict, reading, self.counted())

    async def fill(self) -> None:
        """Where a field still lacks something: what is suggested, else words of one's own."""
        from screens.decide import Decide
        from screens.widgets.recall_input import RecallInput

        field = self.app.focused
        if not isinstance(self.app.screen, Decide) or not isinstance(field, RecallInput) or field.value:
            return
        if field.recalls:
            await self.press("down")
            return
        self.keys.append("…")
        await self.pilot.press(*({" ": "space", ",": "comma"}.get(letter, letter) for letter in REASON))


async def work(store: Path) -> list[Line]:
    """Every case of the two kinds decided, and the keys of each."""
    from screens.app import WorkbenchApp
    from screens.home import Home
    from tests.screens.conftest import settle

    found: list[Line] = []
    app = WorkbenchApp(store)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        worker = Worker(pilot)
        for kind in KINDS:
            await worker.open(kind)
            while (line := await worker.decide(kind)) is not None:
                found.append(line)
            while not isinstance(app.screen, Home):
                await worker.press("escape")
        home = app.screen
        assert isinstance(home, Home)
        left = {row.kind: row.waiting for row in home.kinds.rows if row.kind in KINDS}
        assert set(left.values()) <= {0}, left
    return found


def page(lines: list[Line]) -> str:
    """The document."""
    routine, others = [one for one in lines if one.routine], [one for one in lines if not one.routine]
    most = max(len(one.deciding) for one in routine)
    counts = sorted(len(one.deciding) for one in others)
    return f"""\
# Keys per decision

Written by `python -m tests.screens.keycount`: the real program at {SIZE[0]}x{SIZE[1]} on a copy of the sample
store, worked by keyboard until no case of these kinds is left.

A routine decision takes {most} keys at most: the number of the verdict, `↵` that takes the reason given last
on to the plan, `↵` that records the plan. {len(routine)} of {len(lines)} were routine.
The other {len(others)} took {counts[0]} to {counts[-1]}: a verdict given for the first time has no
reason yet, so one is typed (`…`) or taken from those of other verdicts (`↓`); a topic or a Status
is taken with `↓ ↵`.

Keys that page through a text longer than the screen are told apart: what was not on the screen
is recorded as not seen.

| kind | item | verdict | to read it all | to decide it | keys |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(_row(one) for one in lines)}
"""


def _row(one: Line) -> str:
    reading, deciding = " ".join(one.reading), " ".join(one.deciding)
    return (
        f"| {KINDS[one.kind]} | `{one.case}` | {one.verdict} | {reading} | {deciding} | {len(one.deciding)} |"
    )


def counted_page() -> str:
    """The document as it is true now."""
    with tempfile.TemporaryDirectory() as folder:
        store = copy_store(ROOT / "sample_store" / "agent", Path(folder) / "agent")
        return page(asyncio.run(work(store)))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        a_person_and_a_day(Path(scratch))
        text = counted_page()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "keycount.md"
    target.write_text(text, encoding="utf-8")
