"""A reviewer by a script: what one does between two decisions, the same for the same number."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable

from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from screens.actions import ACTIONS
from screens.app import WorkbenchApp
from screens.base import DeskScreen
from screens.decide import Decide
from screens.home import Home
from screens.queue import Queue
from screens.theme import THEMES
from tests.benchmarks.measuring import Paint
from tests.screens.conftest import settle

MOVES = ("j", "j", "j", "k", "j", "pagedown", "ctrl+d", "ctrl+u", "G", "g", "J", "K", "right_square_bracket")
SIZES = ((80, 24), (100, 30), (60, 14), (120, 36))
REASONS = ("measured again", "asked the vendor, it holds", "seen on the new host", "no longer so")


def key_of(action: str) -> str | None:
    """The first key of an action, or None where the registry has none of that id."""
    return next((one.keys[0] for one in ACTIONS if one.id == action), None)


class Reviewer:
    """Works with keys alone, and notes how long each took until something was painted."""

    def __init__(self, pilot: Pilot[int], app: WorkbenchApp) -> None:
        self.pilot, self.app = pilot, app
        self.paint = Paint(app)
        self.draw = random.Random(7)
        self.decided = 0
        self.start_anew()

    def start_anew(self) -> None:
        """Forget the times that were noted."""
        self.keys = 0
        self.key_times: list[float] = []
        self.decision_times: list[float] = []

    async def press(self, *keys: str) -> None:
        """Press keys, each after what the one before set off has come to rest."""
        for key in keys:
            await self._press(key)

    async def _press(self, key: str) -> None:
        character = {"space": " "}.get(key, key if len(key) == 1 else None)
        self.keys += 1
        self.paint.last, start = 0.0, time.perf_counter()
        self.app.post_message(events.Key(key, character))
        for _ in range(50):
            await self.pilot.pause(0.001)
            if self.paint.last:
                self.key_times.append(self.paint.last - start)
                break
        await settle(self.pilot)

    async def type(self, words: str) -> None:
        """Type into the field that has the keys."""
        for letter in words:
            self.app.post_message(events.Key("space" if letter == " " else letter, letter))
        await settle(self.pilot)

    async def at_home(self) -> None:
        """Back to the first screen, however deep this is."""
        for _ in range(12):
            if isinstance(self.app.screen, Home):
                return
            await self.press("escape")
        raise RuntimeError(f"no way back from {type(self.app.screen).__name__}")

    async def in_queue(self) -> None:
        """In the list of what waits."""
        for _ in range(12):
            screen = self.app.screen
            if isinstance(screen, Queue):
                return
            at_kinds = isinstance(screen, Home) and self.app.focused is screen.kinds
            await self.press("enter" if at_kinds else "tab" if isinstance(screen, Home) else "escape")
        raise RuntimeError(f"no way to the queue from {type(self.app.screen).__name__}")

    async def work(self, decisions: int) -> None:
        """Make so many decisions, and do between them what a reviewer does."""
        others: list[Callable[[], Awaitable[None]]] = [
            self.look, self.look, self.look, self.narrow, self.mark, self.ledger, self.help, self.records,
            self.palette, self.other_theme, self.other_size, self.reload, self.revert, self.history,
        ]  # fmt: skip
        for _ in range(decisions):
            await self.in_queue()
            await self.look()
            await self.decide("s" if self.decided % 9 == 8 else self.draw.choice("112"))
            await others[self.decided % len(others)]()
            self.decided += 1

    async def look(self) -> None:
        """Walk through some rows, read one, and come back."""
        await self.in_queue()
        await self.press(*self.draw.choices(MOVES, k=4), "enter", "j", "escape")

    async def decide(self, key: str) -> None:
        """Give a verdict on the case at hand."""
        await self.in_queue()
        start = time.perf_counter()
        await self.press(*([] if self.app.size.width >= 100 else ["enter"]), key)
        if await self.record():
            self.decision_times.append(time.perf_counter() - start)

    async def record(self) -> bool:
        """Go through Decide to the end; answers whether something was decided."""
        asked = isinstance(self.app.screen, Decide)
        for _ in range(6):
            if not isinstance(self.app.screen, Decide):
                return asked
            field = self.app.focused
            if isinstance(field, Input) and not field.value:
                await self.type(self.draw.choice(REASONS))
            await self.press("enter")
        await self.press("escape", "escape", "escape")
        return False

    async def revert(self) -> None:
        """Take the last decision back."""
        await self.in_queue()
        await self.press("z")
        await self.record()

    async def narrow(self) -> None:
        """Filter the list, look, and see all of it again."""
        await self.in_queue()
        key = key_of("queue.filter")
        if key is None:
            return
        await self.press(key)
        await self.type(str(self.draw.randrange(97)))
        await self.press("enter", "j", "j", "escape")

    async def mark(self) -> None:
        """Mark two rows and take the marks off."""
        await self.in_queue()
        key = key_of("queue.mark")
        if key is not None:
            await self.press(key, key, "k", "k", key, key)

    async def ledger(self) -> None:
        """Read some decisions."""
        await self.in_queue()
        await self.press("L", "j", "j", "enter", "G", "escape", "escape")

    async def help(self) -> None:
        """Look a key up."""
        await self.press("question_mark", "pagedown", "escape")

    async def records(self) -> None:
        """Look at what else the store holds."""
        await self.at_home()
        home = self.app.screen
        for _ in range(4):
            if isinstance(home, Home) and self.app.focused is not home.held:
                await self.press("tab")
        await self.press("enter", "G", "enter", "escape", "escape")

    async def palette(self) -> None:
        """Open the palette and leave it."""
        await self.press("ctrl+p")
        await self.type("led")
        await self.press("escape")
        for _ in range(3):
            if isinstance(self.app.screen, DeskScreen):
                break
            await self.press("escape")

    async def other_theme(self) -> None:
        """Other colours, by turns."""
        names = [theme.name for theme in THEMES]
        self.app.theme = names[self.decided // 14 % len(names)]
        await settle(self.pilot)

    async def other_size(self) -> None:
        """A smaller window and a larger, back to the first."""
        for size in SIZES:
            await self.pilot.resize_terminal(*size)
            await settle(self.pilot)

    async def reload(self) -> None:
        """Read the store again."""
        await self.press("R")

    async def history(self) -> None:
        """Ask git for a history."""
        await self.in_queue()
        await self.press("H")
