"""How the app ends, and how it steps aside: what was typed is kept, and nothing of it is applied."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

from rich.text import Text
from textual.app import App

from screens.base import DeskScreen
from screens.guard import place_of
from screens.leaving import Leaving
from screens.session import Session
from screens.turns import KeysInTurn
from workbench.desk.job import can_be_woken, stop_group
from workbench.desk.opening import Opening

GIVEN_UP = "Given up while the store was being read. Nothing was written."

STOPPED = 130
"""The exit code of a run that the person stopped before there was anything to see."""

KEEPING_SECONDS = 1.0
"""How long screens may take, all together, to keep what was typed when the run ends."""


class EndingApp(KeysInTurn[int]):
    """Holds the session, and lets every screen keep what was typed before the run ends."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.leaving: Leaving | None = None
        """Ends the run when it is told to or the terminal is gone."""
        self._wanted: Opening | None = None
        """The reading of the store that somebody waits for."""
        self._kept = False

    @property
    def desk_screen(self) -> DeskScreen[Any] | None:
        """The screen on top, when it is one of ours."""
        return self.screen if isinstance(self.screen, DeskScreen) else None

    @property
    def _writing(self) -> DeskScreen[Any] | None:
        """The screen that writes the store now, if one does: what it changes is no news."""
        screens = (screen for screen in self.screen_stack if isinstance(screen, DeskScreen))
        return next((screen for screen in screens if screen.writing), None)

    def _fatal_error(self) -> None:
        """Say type and place of an unexpected error; memory text stands in messages and variables."""
        self.keep_all()
        error = self._exception
        words = place_of(error) if error is not None else "an unknown error"
        lines = (
            f"The workbench failed: {words}.\n"
            "What was recorded is in the ledger; `workbench status` shows what is unfinished."
        )
        self.bell()
        self._exit_renderables.append(Text(lines))
        self._close_messages_no_wait()

    def leave(self, code: int) -> None:
        """End the run: what was typed is kept on this machine, and nothing of it is applied."""
        self.keep_all()
        given_up = self._give_up() and self.session is None
        code = STOPPED if given_up and not code else code
        if self.leaving is not None and self._writing is None:
            self.leaving.bound(code)
        self.exit(code, message=Text(GIVEN_UP) if given_up else None)

    def keep_all(self) -> None:
        """Let every screen keep its draft and its place, once and within a second."""
        if self._kept:
            return
        self._kept, end = True, monotonic() + KEEPING_SECONDS
        for screen in reversed(list(self.screen_stack) if self._screen_stacks else []):
            if isinstance(screen, DeskScreen) and monotonic() < end:
                for keep in (screen.keep_draft, screen.keep_place_on_disk):
                    with suppress(Exception):
                        keep()

    def _give_up(self) -> bool:
        """Nobody waits for the reading of the store any longer; answers whether there was one."""
        opening, self._wanted = self._wanted, None
        if opening is not None:
            opening.stop()
        return opening is not None

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell, with nothing left on it, until the shell wakes this."""
        if self._driver is None or not self._driver.can_suspend:
            return
        if can_be_woken():
            with self.suspend():
                stop_group()
        elif self.desk_screen is not None:
            self.desk_screen.say("no shell waits here that could wake the workbench: it is not suspended")

    def _suspended(self, app: App[Any]) -> None:
        """No key decides on what cannot be seen."""
        if self.desk_screen is not None:
            self.desk_screen.hold()

    def _resumed(self, app: App[Any]) -> None:
        """The screen is there again: keys decide once it has been seen."""
        if self.desk_screen is not None:
            self.desk_screen.disarm()
