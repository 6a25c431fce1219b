"""What the app offers beside its screens: the palette, looks, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from textual import on
from textual.command import CommandPalette
from textual.timer import Timer

from screens.base import DeskScreen
from screens.copying import clipboard_sequence, copied_words
from screens.opening import OpeningApp
from screens.palette import Look, Palette
from screens.text import safe
from screens.theme import short_name
from workbench.desk.config import Config, config_path, remember_theme
from workbench.text.errors import WorkbenchError
from workbench.text.visible import visible

LOOK_SECONDS = 0.15
"""How long a look has to be under the cursor of the palette before it is shown: what is typed passes many."""


class LooksApp(OpeningApp):
    """Shows a look while it is only looked at, and keeps the one that is taken."""

    def __init__(self, where: Path | None, *, readonly: bool, config: Config | None) -> None:
        super().__init__(where, readonly=readonly)
        self.config = config or Config(config_path())
        self._look_before: str | None = None
        """The theme to go back to when a look is only looked at."""
        self._look_soon: Timer | None = None

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
