"""The workbench on a terminal: it opens the desk, keeps the session, and moves between screens."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from rich.text import Text
from textual import events, on
from textual.app import App
from textual.command import CommandPalette
from textual.filter import LineFilter, Monochrome, NoColor
from textual.message import Message
from textual.timer import Timer

from screens.actions import bindings, key_of, use
from screens.base import DeskScreen, ReloadWanted
from screens.copying import clipboard_sequence, copied_words
from screens.guard import COLOURLESS, UNPRINTABLE, place_of
from screens.help import Help
from screens.home import Home
from screens.keymap import keymap_of, problems_of, textual_keymap
from screens.leaving import Leaving, leaving
from screens.ledger import Ledger
from screens.loading import Loading
from screens.palette import Commands, Look, Palette
from screens.session import Session
from screens.text import counted, joined, safe, styled
from screens.theme import ANSI_DARK, DARK, NAMES, THEMES, short_name
from screens.turns import KeysInTurn
from workbench.desk import Desk
from workbench.desk.config import Config, config_path, read_config, remember_theme
from workbench.desk.job import can_be_woken, stop_group
from workbench.desk.opening import GivenUp, Opening
from workbench.store.decision import Actor
from workbench.text.errors import UsageError, WorkbenchError
from workbench.text.visible import visible

STYLES = Path(__file__).parent / "styles"
"""One stylesheet a screen, beside the one that all share."""

POLL_SECONDS = 2.0
"""How often the files that were read are looked at for changes."""

LOOK_SECONDS = 0.15
"""How long a look has to be under the cursor of the palette before it is shown: what is typed passes many."""

GIVEN_UP = "Given up while the store was being read. Nothing was written."

SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps others waiting: a key is painted while the store is read."""

KEEPING_SECONDS = 1.0
"""How long screens may take, all together, to keep what was typed when the run ends."""


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


class WorkbenchApp(KeysInTurn[int]):
    """Owns the session; every screen is given it and none of them opens a file."""

    TITLE = "workbench"
    CSS_PATH = [Path("workbench.tcss"), *sorted(Path("styles") / path.name for path in STYLES.glob("*.tcss"))]
    BINDINGS = bindings("app")
    COMMANDS = {Commands}
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (40, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (12, "-short"), (30, "-tall")]

    def __init__(
        self,
        where: Path | None = None,
        *,
        readonly: bool = False,
        theme: str | None = None,
        config: Config | None = None,
    ) -> None:
        if not os.environ.get("NO_COLOR", "-"):
            del os.environ["NO_COLOR"]  # empty says nothing
        super().__init__()
        self.where = where
        self.readonly = readonly
        self.session: Session | None = None
        self.trouble: Exception | None = None
        """Why the store could not be opened; raised again by `run`."""
        self.leaving: Leaving | None = None
        """Ends the run when it is told to or the terminal is gone."""
        self._wanted: Opening | None = None
        """The reading of the store that somebody waits for."""
        self._kept = False
        self._look_before: str | None = None
        """The theme to go back to when a look is only looked at."""
        self._look_soon: Timer | None = None
        for one in THEMES:
            self.register_theme(one)
        self.config = config or Config(config_path())
        keymap, _ = keymap_of(self.config)
        use(keymap)
        self.set_keymap(textual_keymap(keymap))
        chosen = theme if theme is not None or self.config.theme not in NAMES else self.config.theme
        self.theme = ANSI_DARK.name if self.no_color else theme_named(chosen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, then the last line of defence; no colour leaves where none is wanted."""
        filters = super().get_line_filters()
        if not self.no_color:
            return [*filters, UNPRINTABLE]
        kept = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        return [*kept, UNPRINTABLE, COLOURLESS]

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

    def on_mount(self) -> None:
        """Read the store while the person sees that it is being read."""
        if self.leaving is not None:
            self.leaving.started(asyncio.get_running_loop())
        opening = self._wanted = Opening()
        self.push_screen(Loading(self.where, opening))
        self.call_after_refresh(self._open, None, opening)
        self.set_interval(POLL_SECONDS, self.poll)
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)

    def _suspended(self, app: App[Any]) -> None:
        """No key decides on what cannot be seen."""
        if self.desk_screen is not None:
            self.desk_screen.hold()

    def _resumed(self, app: App[Any]) -> None:
        """The screen is there again: keys decide once it has been seen, and the store is looked at."""
        if self.desk_screen is not None:
            self.desk_screen.disarm()
        self.poll()

    def _open(self, desk: Desk | None, opening: Opening, *, own: bool = False) -> None:
        """Read the store in a thread, which ends soon after the reading is given up."""

        def carry() -> None:
            try:
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

    def _give_up(self) -> bool:
        """Nobody waits for the reading of the store any longer; answers whether there was one."""
        opening, self._wanted = self._wanted, None
        if opening is not None:
            opening.stop()
        return opening is not None

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
        for kind in status.kinds:
            fresh.shelf(kind.kind).get_ready()  # here it keeps no key waiting
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
            self.call_after_refresh(self._say_problems)
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

    def _say_problems(self) -> None:
        """What of the config file is not used, at the start and once."""
        problems = problems_of(self.config, NAMES)
        if problems and self.desk_screen is not None:
            more = f" and {counted(len(problems) - 1, 'more')}" if len(problems) > 1 else ""
            words = safe(f"{self.config.path.name}: {problems[0]}{more}; `workbench config` tells all")
            self.desk_screen.say(joined([styled("! ", "warn"), words]))

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

    @property
    def desk_screen(self) -> DeskScreen[Any] | None:
        """The screen on top, when it is one of ours."""
        return self.screen if isinstance(self.screen, DeskScreen) else None

    @property
    def _writing(self) -> DeskScreen[Any] | None:
        """The screen that writes the store now, if one does: what it changes is no news."""
        screens = (screen for screen in self.screen_stack if isinstance(screen, DeskScreen))
        return next((screen for screen in screens if screen.writing), None)

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What acts on this screen now."""
        if action == "help" and isinstance(self.screen, Loading):
            return True
        screen = self.desk_screen
        return screen is not None if action in ("ledger", "help", "reload", "copy", "copy_id") else True

    def acts(self, call: str) -> bool:
        """Whether the footer names an action here: a key that only says why it does nothing is left out."""
        scope = self.desk_screen.scope if self.desk_screen else ""
        here = {"ledger": ("ledger", "decide", "help"), "help": ("help",), "reload": ("help",)}
        here |= {"copy": ("home", "help"), "copy_id": ("home", "help", "decide")}
        return self.check_action(call, ()) is not False and scope not in here.get(call, ())

    def action_help(self) -> None:
        """Show the keys of this screen."""
        if isinstance(self.screen, Loading):
            self.screen.tell_keys()
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
            self._read_again(self.session.desk, own=False)

    async def action_back(self) -> None:
        """Cancel a reading of the store, else one step back; before the first screen, leave."""
        if self.session is None:
            self.leave(0)
        elif self.desk_screen is not None and self._give_up():
            self.desk_screen.say("kept what was shown; the store was not read again")
        elif self.desk_screen is not None:
            self.desk_screen.go_back()

    def action_close(self) -> None:
        """Close this screen; on Home, quit."""
        if self.desk_screen is None or isinstance(self.screen, Home):
            self.leave(0)
        else:
            self.desk_screen.go_back()

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell, with nothing left on it, until the shell wakes this."""
        if self._driver is None or not self._driver.can_suspend:
            return
        if can_be_woken():
            with self.suspend():
                stop_group()
        elif self.desk_screen is not None:
            self.desk_screen.say("no shell waits here that could wake the workbench: it is not suspended")

    async def action_quit(self) -> None:
        """Quit from anywhere; what was typed is kept."""
        self.leave(0)

    def action_help_quit(self) -> None:
        """Say how to quit: a key that stops other programs stops nothing here."""
        if self.desk_screen is None:
            self.leave(0)
        else:
            self.desk_screen.say(
                f"{key_of('app.close')} closes a screen and quits on Home; ^q quits from anywhere"
            )

    def leave(self, code: int) -> None:
        """End the run: what was typed is kept on this machine, and nothing of it is applied."""
        self.keep_all()
        given_up = self._give_up() and self.session is None
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

    def go_to(self, screen: DeskScreen[Any] | None) -> None:
        """Go to a screen one step from Home, or to Home itself; not while a decision is being recorded."""
        if self._writing is not None:
            self._writing.say("this is being written and cannot be left in the middle", "warn")
            return
        while isinstance(self.screen, DeskScreen) and not isinstance(self.screen, Home):
            self.screen.keep_place_on_disk()
            self.pop_screen()
        if screen is not None:
            self.push_screen(screen)

    def action_copy(self) -> None:
        """Copy the text of what is under the cursor."""
        self._copy(lambda screen: screen.copy_value())

    def action_copy_id(self) -> None:
        """Copy the id of what is under the cursor."""
        self._copy(lambda screen: screen.copy_id())

    def _copy(self, asked: Callable[[DeskScreen[Any]], tuple[str, str] | None]) -> None:
        screen = self.desk_screen
        if screen is None:
            return
        try:
            found = asked(screen)
        except WorkbenchError as error:
            screen.say_error(error)
            return
        if found is None:
            screen.say("there is nothing to copy here")
            return
        self.copy_to_clipboard(found[1])
        screen.say(copied_words(*found))

    def copy_to_clipboard(self, text: str) -> None:
        """Ask the terminal to take a text as it is."""
        self._clipboard = text
        if self._driver is not None:
            self._driver.write(clipboard_sequence(text))

    def action_command_palette(self) -> None:
        """Open the palette over this screen."""
        if self.desk_screen is not None and not self._in_palette:
            self.push_screen(Palette(placeholder="An action, a place or a look"))

    @property
    def _in_palette(self) -> bool:
        return isinstance(self.screen, CommandPalette)

    @on(CommandPalette.Opened)
    def _palette_opened(self) -> None:
        """The footer under the palette names what acts in it."""
        self._look_before = self.theme
        self._hint_for_palette(True)

    def _hint_for_palette(self, over: bool) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, DeskScreen) and screen.is_mounted:
                screen.covered = over
                screen.refresh_hints()

    @on(CommandPalette.OptionHighlighted)
    def _show_look(self, event: CommandPalette.OptionHighlighted) -> None:
        """Show a look once it has been under the cursor of the palette for a moment."""
        does = getattr(getattr(event.highlighted_event.option, "hit", None), "command", None)
        if self._look_soon is not None:
            self._look_soon.stop()
        self._look_soon = self.set_timer(LOOK_SECONDS, partial(self._look_at, does))

    def _look_at(self, does: object) -> None:
        if self._look_before is not None:
            self.theme = does.name if isinstance(does, Look) else self._look_before

    @on(CommandPalette.Closed)
    def _palette_closed(self, event: CommandPalette.Closed) -> None:
        """A look that was only looked at is gone again."""
        self._hint_for_palette(False)
        if self._look_before is not None:
            self.theme, self._look_before = self._look_before, None

    def keep_theme(self, name: str) -> None:
        """Take a look, and keep it for the next time where this run may write."""
        self.theme, screen = name, self.desk_screen
        words = f"theme {short_name(name)}"
        try:
            root = self.session.store.root if self.session is not None else None
            kept = None if self.readonly else remember_theme(short_name(name), self.config.path, root=root)
        except WorkbenchError as error:
            if screen is not None:
                screen.say_error(error)
            return
        if screen is not None:
            tail = f"kept in {visible(str(kept))}" if kept else "for this run: the workbench is read-only"
            screen.say(safe(f"{words}, {tail}"))


def claimed_actor(desk: Desk) -> Actor | None:
    """The person as git knows them on this machine, or None, to be asked when they decide."""
    try:
        return desk.actor(None, at_terminal=True)
    except UsageError:
        return None


def theme_named(name: str | None) -> str:
    """The theme of a name that a person writes, or its own name.

    Raises:
        UsageError: there is none of that name.
    """
    known = {theme.name: theme.name for theme in THEMES} | NAMES
    if name is None:
        return DARK.name
    if name not in known:
        raise UsageError(f"no theme of that name; there are {', '.join(sorted(NAMES))}")
    return known[name]


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let threads take turns oftener than Python has them do, for as long as this lasts."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def run(
    where: Path | None, *, readonly: bool = False, no_mouse: bool = False, theme: str | None = None
) -> int:
    """Open the screens on a store, as the person's config says; answers the exit code.

    Raises:
        WorkbenchError: no store is there, or there is no such theme.
    """
    config = read_config()
    wanted = theme or os.environ.get("WORKBENCH_THEME") or None
    app = WorkbenchApp(where, readonly=readonly, theme=wanted, config=config)
    with quick_switches(), leaving(app.leave, app.keep_all) as app.leaving:
        code = app.run(mouse=config.mouse and not no_mouse)
    if app.leaving.code is not None:
        return app.leaving.code
    if app.trouble is not None:
        raise app.trouble
    return code if code is not None else app.return_code or 0
