"""The workbench on a terminal: it opens the desk, keeps the session, and moves between screens."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text
from textual import events, on
from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen

from screens.actions import actions_of, bindings, grouped
from screens.base import DeskScreen, ReloadWanted
from screens.guard import Unprintable, place_of
from screens.help import Help
from screens.home import Home
from screens.leaving import Leaving, leaving
from screens.ledger import Ledger
from screens.loading import Loading
from screens.session import Session
from screens.theme import DARK, LIGHT, THEMES
from workbench.desk import Desk
from workbench.store.decision import Actor
from workbench.text.errors import UsageError, WorkbenchError

STYLES = Path(__file__).parent / "styles"
"""One stylesheet a screen, beside the one that all share."""

POLL_SECONDS = 2.0
"""How often the files that were read are looked at for changes."""


@dataclass
class Opened(Message):
    """A thread read the store: a session for the screens, or the error that says why not."""

    token: object
    session: Session | None
    error: Exception | None
    own: bool = False


@dataclass
class Polled(Message):
    """Whether a file of this desk is another on disk now."""

    desk: Desk
    changed: bool


class WorkbenchApp(App[int]):
    """Owns the session; every screen is given it and none of them opens a file."""

    TITLE = "workbench"
    CSS_PATH = [Path("workbench.tcss"), *sorted(Path("styles") / path.name for path in STYLES.glob("*.tcss"))]
    BINDINGS = bindings("app")
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (40, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (12, "-short"), (30, "-tall")]

    def __init__(
        self, where: Path | None = None, *, readonly: bool = False, theme: str | None = None
    ) -> None:
        super().__init__()
        self.where = where
        self.readonly = readonly
        self.session: Session | None = None
        self.trouble: Exception | None = None
        """Why the store could not be opened; raised again by `run`."""
        self.leaving: Leaving | None = None
        """Ends the run when it is told to or the terminal is gone."""
        self._wanted: object | None = None
        for one in THEMES:
            self.register_theme(one)
        self.theme = theme_named(theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, then the last line of defence."""
        return [*super().get_line_filters(), Unprintable()]

    def _fatal_error(self) -> None:
        """Say type and place of an unexpected error; memory text stands in messages and variables."""
        error = self._exception
        words = place_of(error) if error is not None else "an unknown error"
        lines = (
            f"The workbench failed: {words}.\n"
            "What was recorded is in the ledger; `workbench status` shows what is unfinished."
        )
        self.bell()
        self._exit_renderables.append(Text(lines))
        self._close_messages_no_wait()

    def on_mount(self) -> None:
        """Read the store while the person sees that it is being read."""
        if self.leaving is not None:
            self.leaving.started(asyncio.get_running_loop())
        self.push_screen(Loading(self.where))
        self._open(None, own=False)
        self.set_interval(POLL_SECONDS, self.poll)

    def _open(self, desk: Desk | None, *, own: bool) -> None:
        token = self._wanted = object()

        def carry() -> None:
            try:
                found, error = self._read(desk), None
            except Exception as trouble:
                found, error = None, trouble
            self.post_message(Opened(token, found, error, own))

        self.run_worker(carry, name="open", group="open", thread=True, exclusive=True, exit_on_error=False)

    def _read(self, desk: Desk | None) -> Session:
        fresh = desk.reload() if desk is not None else Desk.open(self.where, readonly=self.readonly)
        status = fresh.status()
        actor = self.session.actor if self.session else claimed_actor(fresh)
        return Session(fresh, status.store, status, actor, self.readonly)

    @on(Opened)
    def _opened(self, event: Opened) -> None:
        """Put the desk in place: only here, and only after someone asked for it."""
        if event.token is not self._wanted:
            return
        self._wanted = None
        if event.session is None:
            self._not_opened(event.error)
        elif self.session is None:
            self.session = event.session
            self.switch_screen(Home(event.session))
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

    def _renew(self, fresh: Session, *, own: bool) -> None:
        session = self.session
        if session is None:
            return
        session.desk, session.store, session.status = fresh.desk, fresh.store, fresh.status
        session.changed = False
        for screen in self.screen_stack:
            if isinstance(screen, DeskScreen):
                screen.renewed()
        if not own and self.desk_screen and self.desk_screen.scope != "decide":
            self.desk_screen.say("the store was read again")

    @property
    def desk_screen(self) -> DeskScreen[Any] | None:
        """The screen on top, when it is one of ours."""
        return self.screen if isinstance(self.screen, DeskScreen) else None

    def poll(self) -> None:
        """Look, in a thread, whether the files that were read have changed."""
        session = self.session
        if session is None or session.changed or self._wanted is not None:
            return
        desk = session.desk

        def look() -> None:
            self.post_message(Polled(desk, desk.changed()))

        self.run_worker(look, name="poll", group="poll", thread=True, exclusive=True, exit_on_error=False)

    @on(Polled)
    def _polled(self, event: Polled) -> None:
        if self.session is not None and event.desk is self.session.desk and event.changed:
            self.session.changed = True
            if self.desk_screen:
                self.desk_screen.show_banner()

    def on_app_focus(self, event: events.AppFocus) -> None:
        """The person came back: look at once."""
        self.poll()

    @on(ReloadWanted)
    def _reload_wanted(self, event: ReloadWanted) -> None:
        if self.session is not None:
            self._open(self.session.desk, own=event.own)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What acts on this screen now."""
        screen = self.desk_screen
        return screen is not None if action in ("ledger", "help", "reload") else True

    def acts(self, call: str) -> bool:
        """Whether the footer names an action here: a key that only says why it does nothing is left out."""
        scope = self.desk_screen.scope if self.desk_screen else ""
        here = {"ledger": ("ledger", "decide", "help"), "help": ("help",), "reload": ("help",)}
        return self.check_action(call, ()) is not False and scope not in here.get(call, ())

    def action_help(self) -> None:
        """Show the keys of this screen."""
        screen = self.desk_screen
        if self.session is not None and screen is not None:
            if screen.scope == "help":
                screen.say("this is the help; esc goes back")
            else:
                self.push_screen(Help(self.session, screen.scope))

    def action_ledger(self) -> None:
        """Show every decision."""
        screen = self.desk_screen
        if self.session is not None and screen is not None:
            if screen.scope == "ledger":
                screen.say("this is the ledger")
            elif screen.scope in ("decide", "help"):
                screen.say("go back first: esc")
            else:
                self.push_screen(Ledger(self.session))

    def action_reload(self) -> None:
        """Read the store from disk again."""
        if self.session is not None and self.desk_screen is not None:
            self.desk_screen.say("Reading the store again… esc keeps what is shown")
            self._open(self.session.desk, own=False)

    async def action_back(self) -> None:
        """Cancel a reading of the store, else one step back; before the first screen, leave."""
        if self.session is None:
            self.exit(0)
        elif self._wanted is not None and self.desk_screen is not None:
            self._wanted = None
            self.desk_screen.say("kept what was shown; the store was not read again")
        elif self.desk_screen is not None:
            self.desk_screen.go_back()

    def action_close(self) -> None:
        """Close this screen; on Home, quit."""
        if self.desk_screen is None or isinstance(self.screen, Home):
            self.exit(0)
        else:
            self.desk_screen.go_back()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette holds what the registry holds for this screen, and the themes."""
        scopes = ("app", screen.scope) if isinstance(screen, DeskScreen) else ("app",)
        for action, *others in grouped(actions_of(*scopes)):
            if action.call != "command_palette" and not others:
                owner = self if action.scope == "app" else screen
                yield SystemCommand(action.title, action.tooltip, _caller(owner, action.call))
        for theme in THEMES:
            yield SystemCommand(f"Theme: {theme.name}", "Change the colours", _theme_setter(self, theme.name))


def _caller(owner: App[Any] | Screen[Any], call: str) -> Any:
    """Does what the key of an action does, if it may be done."""
    target = call if "(" in call else f"{call}()"

    async def run_it() -> None:
        await owner.run_action(target)

    return run_it


def _theme_setter(app: WorkbenchApp, name: str) -> Any:
    def set_it() -> None:
        app.theme = name

    return set_it


def claimed_actor(desk: Desk) -> Actor | None:
    """The person as git knows them on this machine, or None, to be asked when they decide."""
    try:
        return desk.actor(None, at_terminal=True)
    except UsageError:
        return None


def theme_named(name: str | None) -> str:
    """The theme of a name, or of `dark` and `light`.

    Raises:
        UsageError: there is none of that name.
    """
    known = {theme.name: theme.name for theme in THEMES} | {"dark": DARK.name, "light": LIGHT.name}
    if name is None:
        return DARK.name
    if name not in known:
        raise UsageError(f"no theme of that name; there are {', '.join(sorted(known))}")
    return known[name]


def run(
    where: Path | None, *, readonly: bool = False, no_mouse: bool = False, theme: str | None = None
) -> int:
    """Open the screens on a store; answers the exit code.

    Raises:
        WorkbenchError: no store is there, or there is no such theme.
    """
    app = WorkbenchApp(where, readonly=readonly, theme=theme)
    with leaving(app.exit) as app.leaving:
        code = app.run(mouse=not no_mouse)
    if app.leaving.code is not None:
        return app.leaving.code
    if app.trouble is not None:
        raise app.trouble
    return code if code is not None else app.return_code or 0
