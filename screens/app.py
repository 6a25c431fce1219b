"""The workbench on a terminal: it opens the desk, keeps the session, and moves between screens."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor

from screens.actions import bindings, key_of, use
from screens.base import DeskScreen
from screens.guard import COLOURLESS, UNPRINTABLE
from screens.help import Help
from screens.home import Home
from screens.keymap import keymap_of, problems_of, textual_keymap
from screens.leaving import leaving
from screens.ledger import Ledger
from screens.loading import Loading
from screens.looks import LooksApp
from screens.pacing import screens_first, writing_at_once
from screens.palette import Commands
from screens.text import counted, joined, safe, styled
from screens.theme import ANSI_DARK, DARK, NAMES, THEMES
from workbench.desk.config import Config, read_config
from workbench.desk.opening import Opening
from workbench.text.errors import UsageError

STYLES = Path(__file__).parent / "styles"
"""One stylesheet a screen, beside the one that all share."""

POLL_SECONDS = 2.0
"""How often the files that were read are looked at for changes."""


class WorkbenchApp(LooksApp):
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
        super().__init__(where, readonly=readonly, config=config)
        for one in THEMES:
            self.register_theme(one)
        keymap, _ = keymap_of(self.config)
        use(keymap)
        self.set_keymap(textual_keymap(keymap))
        chosen = theme if theme is not None or self.config.theme not in NAMES else self.config.theme
        self.theme = ANSI_DARK.name if self.no_color else theme_named(chosen)

    def get_driver_class(self) -> type[Driver]:
        """Textual's own; what is painted is on the terminal before anything else is done."""
        return writing_at_once(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, then the last line of defence; no colour leaves where none is wanted."""
        filters = super().get_line_filters()
        if not self.no_color:
            return [*filters, UNPRINTABLE]
        kept = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        return [*kept, UNPRINTABLE, COLOURLESS]

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

    def opened_first(self) -> None:
        """What of the config file is not used, at the start and once."""
        problems = problems_of(self.config, NAMES)
        if problems and self.desk_screen is not None:
            more = f" and {counted(len(problems) - 1, 'more')}" if len(problems) > 1 else ""
            words = safe(f"{self.config.path.name}: {problems[0]}{more}; `workbench config` tells all")
            self.desk_screen.say(joined([styled("! ", "warn"), words]))

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
    with screens_first(), leaving(app.leave, app.keep_all) as app.leaving:
        code = app.run(mouse=config.mouse and not no_mouse)
    if app.leaving.code is not None:
        return app.leaving.code
    if app.trouble is not None:
        raise app.trouble
    return code if code is not None else app.return_code or 0
