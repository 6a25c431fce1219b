"""How the app opens a store, reads it again, and looks whether it is another on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from textual import events, on
from textual.app import App
from textual.message import Message

from screens.base import DeskScreen, ReloadWanted
from screens.ending import EndingApp
from screens.guard import place_of
from screens.home import Home
from screens.session import Session
from workbench.desk import Desk
from workbench.desk.opening import GivenUp, Opening
from workbench.store.decision import Actor
from workbench.text.collecting import no_collecting
from workbench.text.errors import UsageError, WorkbenchError


@dataclass
class Opened(Message):
    """A thread read the store: a session for the screens, or the error that says why not."""

    opening: Opening
    session: Session | None
    error: Exception | None
    own: bool = False


@dataclass
class Polled(Message):
    """Whether a file of this desk is another on disk now."""

    desk: Desk
    changed: bool


class OpeningApp(EndingApp):
    """Reads the store in a thread; only here another desk is put in place."""

    def __init__(self, where: Path | None, *, readonly: bool) -> None:
        super().__init__()
        self.where = where
        self.readonly = readonly
        self.trouble: Exception | None = None
        """Why the store could not be opened; raised again by `run`."""

    def _open(self, desk: Desk | None, opening: Opening, *, own: bool = False) -> None:
        """Read the store in a thread, which ends soon after the reading is given up."""

        def carry() -> None:
            try:
                with no_collecting():
                    found, error = self._read(desk, opening), None
            except GivenUp:
                return
            except Exception as trouble:
                found, error = None, trouble
            self.post_message(Opened(opening, found, error, own))

        self.run_worker(carry, name="open", group="open", thread=True, exclusive=True, exit_on_error=False)

    def _read_again(self, desk: Desk, *, own: bool) -> None:
        self._give_up()
        self._wanted = Opening()
        self._open(desk, self._wanted, own=own)

    def _read(self, desk: Desk | None, opening: Opening) -> Session:
        if desk is not None:
            fresh = desk.reload(opening)
        else:
            fresh = Desk.open(self.where, readonly=self.readonly, progress=opening)
        opening.items = fresh.item_count
        opening.begin("cases")
        fresh.look(opening)
        opening.begin("changes")
        status = fresh.status()
        for kind in status.kinds:  # here it keeps no key waiting
            shelf = fresh.shelf(kind.kind)
            if desk is not None:
                shelf.learn(desk.shelf(kind.kind), opening)
            shelf.get_ready(opening)
        fresh.since()  # known before Home is painted: a mass loss is never added to it later
        actor = self.session.actor if self.session else claimed_actor(fresh)
        return Session(fresh, status.store, status, actor, self.readonly)

    @on(Opened)
    def _opened(self, event: Opened) -> None:
        """Put the desk in place: only here, and only after someone asked for it."""
        if event.opening is not self._wanted:
            return
        self._wanted = None
        if event.session is None:
            self._not_opened(event.error)
        elif self.session is None:
            self.session = event.session
            self.switch_screen(Home(event.session))
            self.call_after_refresh(self.opened_first)
        else:
            self._renew(event.session, own=event.own)

    def _not_opened(self, error: Exception | None) -> None:
        if self.session is None:
            self.trouble = error
            self.exit(1)
        elif isinstance(error, WorkbenchError):
            if self.desk_screen:
                self.desk_screen.say_error(error)
        elif error is not None and self.desk_screen:
            self.desk_screen.say(f"✗ the store could not be read again: {place_of(error)}", "bad")

    def opened_first(self) -> None:
        """The store is open, and the first screen is shown."""

    def _renew(self, fresh: Session, *, own: bool) -> None:
        session = self.session
        if session is None:
            return
        session.desk, session.store, session.status = fresh.desk, fresh.store, fresh.status
        session.changed, session.changed_at = False, None
        for screen in self.screen_stack:
            if isinstance(screen, DeskScreen):
                screen.renewed(own=own)
        if not own and self.desk_screen and self.desk_screen.scope != "decide":
            self.desk_screen.say("the store was read again")

    def poll(self) -> None:
        """Look, in a thread, whether the files that were read have changed."""
        session = self.session
        if session is None or self._wanted is not None or self._writing:
            return
        if session.changed:
            if self.desk_screen is not None:
                self.desk_screen.show_banner()
            return
        desk = session.desk

        def look() -> None:
            self.post_message(Polled(desk, desk.changed()))

        self.run_worker(look, name="poll", group="poll", thread=True, exclusive=True, exit_on_error=False)

    @on(Polled)
    def _polled(self, event: Polled) -> None:
        settled = self._wanted is None and not self._writing
        if self.session is not None and event.desk is self.session.desk and event.changed and settled:
            self.session.changed, self.session.changed_at = True, monotonic()
            if self.desk_screen:
                self.desk_screen.show_banner()

    def on_app_focus(self, event: events.AppFocus) -> None:
        """The person came back: look at once."""
        self.poll()

    @on(ReloadWanted)
    def _reload_wanted(self, event: ReloadWanted) -> None:
        if self.session is not None:
            self._read_again(self.session.desk, own=event.own)

    def _resumed(self, app: App[Any]) -> None:
        """As ever; and the store is looked at."""
        super()._resumed(app)
        self.poll()


def claimed_actor(desk: Desk) -> Actor | None:
    """The person as git knows them on this machine, or None, to be asked when they decide."""
    try:
        return desk.actor(None, at_terminal=True)
    except UsageError:
        return None
