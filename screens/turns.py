"""Keys take turns: each is done with before the next is looked at, however fast they come.

Otherwise the letters after `/` reach the list before the filter has the keys, and act there.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from textual import events
from textual.app import App
from textual.command import CommandPalette
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input

from screens.base import DeskScreen

TURN_SECONDS = 0.5
"""How long the next key waits for the one before at the most."""

LOOK_SECONDS = 0.02
"""How often it is looked whether a screen can take keys."""

PATIENCE_SECONDS = 3.0
"""How long keys wait for a screen that has no widget with the keys yet."""

PAUSE_SECONDS = 0.3
"""How long nothing is typed before letters count again that followed a key that was refused."""

GOES_AHEAD = ("escape", "ctrl+q")
"""Keys that give up what keys wait for, and what was typed ahead with it."""

MOST_AHEAD = 200
"""How many keys wait at the most; what is typed beyond that is dropped."""

ReturnT = TypeVar("ReturnT")


@dataclass
class TurnOver(Message):
    """Comes up from the widget that had the keys, behind all that a key set off on the way."""

    turn: object


class KeysInTurn(App[ReturnT]):
    """An app that does what a key asks for before it takes the next key."""

    def __init__(self) -> None:
        super().__init__()
        self.key_time: float | None = None
        """When the key whose turn it is was typed, on the clock that events carry."""
        self._ahead: deque[events.Key | events.Paste] = deque()
        """Keys that were typed, and texts that were pasted, before their turn."""
        self._turn: object | None = None
        """What is being done for the last key, or None."""
        self._turn_ends: Timer | None = None
        self._forgets: float | None = None
        """When the last letter was typed that followed a key that was refused."""
        self._waits_for: tuple[object, float] = (None, 0.0)
        """The screen that keys wait for, and since when."""

    async def on_event(self, event: events.Event) -> None:
        """Take keys and pastes one at a time; everything else as it comes."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self.screen_stack and len(self._ahead) < MOST_AHEAD:
            if _gives_up(event) and _holds(self.screen):
                self._ahead.clear()
            self._ahead.append(event)
            await self._deliver()

    def forget(self) -> None:
        """The key whose turn it is was refused: letters meant for what it did not open do nothing."""
        self._forgets = self.key_time

    def _is_forgotten(self, event: events.Key | events.Paste) -> bool:
        """Whether this is a letter, or a text, that was typed on without a pause after a refusal."""
        if self._forgets is None:
            return False
        if event.time - self._forgets > PAUSE_SECONDS or (
            isinstance(event, events.Key) and not event.is_printable and not _is_enter(event)
        ):
            self._forgets = None
            return False
        self._forgets = event.time
        return True

    async def _deliver(self) -> None:
        """Hand out the keys that wait, as far as there is someone to take them."""
        while self._ahead and self._turn is None and self.screen_stack:
            if self._must_wait(self.screen, self._ahead[0]):
                self.set_timer(LOOK_SECONDS, self._deliver)
                return
            if self._ahead and not self._is_forgotten(event := self._ahead.popleft()):
                await self._take(event)

    def _must_wait(self, screen: Screen[object], event: events.Key | events.Paste) -> bool:
        """Whether what a key is for is not there yet; one that does not come is not waited for again."""
        if not isinstance(screen, DeskScreen | CommandPalette):
            return False
        if _holds(screen) and not _gives_up(event):
            return True
        coming = screen.focused is None
        if coming:
            self._drop_answers()
        elif not isinstance(event, events.Key) or not _reads_for(screen, event.key):
            return False
        if self._waits_for[0] is not screen:
            self._waits_for = (screen, monotonic())
        elif monotonic() - self._waits_for[1] > PATIENCE_SECONDS:
            return False
        return True

    def _drop_answers(self) -> None:
        """An Enter that was typed before a screen is there would answer what nobody has seen."""
        self._ahead = deque(one for one in self._ahead if not _is_enter(one))

    async def _take(self, event: events.Key | events.Paste) -> None:
        """Do what a key asks for. A field takes its letters itself; elsewhere a key is bound or nothing."""
        self._waits_for = (None, 0.0)
        self.key_time = event.time
        here = self.focused
        if (
            isinstance(event, events.Paste)
            or isinstance(here, Input)
            or not isinstance(self.screen, DeskScreen)
        ):
            await super().on_event(event)
        elif not await self._check_bindings(event.key, priority=True):
            await self._check_bindings(event.key)
        if here is not None and here.is_attached:
            turn = self._turn = object()
            here.post_message(TurnOver(turn))
            self._turn_ends = self.set_timer(TURN_SECONDS, lambda: self._over(turn))

    async def on_turn_over(self, event: TurnOver) -> None:
        """Go on with the next key."""
        await self._over(event.turn)

    async def _over(self, turn: object) -> None:
        if self._turn is turn:
            self._turn = None
            if self._turn_ends is not None:
                self._turn_ends.stop()
            await self._deliver()


def _is_enter(event: events.Key | events.Paste) -> bool:
    return isinstance(event, events.Key) and event.key == "enter"


def _gives_up(event: events.Key | events.Paste) -> bool:
    return isinstance(event, events.Key) and event.key in GOES_AHEAD


def _holds(screen: Screen[object]) -> bool:
    return isinstance(screen, DeskScreen) and screen.holds_keys


def _reads_for(screen: Screen[object], key: str) -> bool:
    return isinstance(screen, DeskScreen) and screen.reads_for(key)
