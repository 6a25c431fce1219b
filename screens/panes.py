"""A list with a text beside it: side by side from 100 columns, else one of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from textual import events, on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from screens.actions import key_of as name_of_key
from screens.base import DeskScreen
from screens.session import Session
from screens.widgets.bar import Bar
from screens.widgets.page import Page
from screens.widgets.record_list import RecordList

WIDE = 100
"""From so many columns the text stands beside the list."""

RowT = TypeVar("RowT")


class PanesScreen(DeskScreen[None], Generic[RowT]):
    """How a list and the text of its row share the room, and which of them has the keys."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.text_open = False
        """Below 100 columns: whether the text is shown in the place of the list."""
        self.zoomed = False
        """From 100 columns: whether the text has the width of the list, too."""
        self._hinted_for: tuple[bool, ...] = ()
        """What of the text the footer was made for."""

    def compose_body(self) -> Iterable[Widget]:
        """Title, list and text, then what a screen puts under them."""
        yield Bar(lambda width: [self.title_line(width)], id="title")
        with Horizontal(id="panes"):
            yield RecordList[RowT](self.draw_row, id="list")
            yield Page(id="text")
        yield from self.compose_below()

    def compose_below(self) -> Iterable[Widget]:
        """What stands under list and text."""
        return ()

    @abstractmethod
    def title_line(self, width: int) -> Content:
        """What is listed, and where in it the cursor stands."""

    @abstractmethod
    def draw_row(self, row: RowT, width: int) -> Content:
        """One row of the list."""

    @abstractmethod
    def show_row(self, row: RowT | None) -> None:
        """Show the text of a row."""

    @property
    def rows(self) -> RecordList[RowT]:
        """The list."""
        return self.query_one("#list", RecordList)

    @property
    def page(self) -> Page:
        """The text."""
        return self.query_one("#text", Page)

    @property
    def wide(self) -> bool:
        """Whether list and text stand side by side."""
        return self.size.width >= WIDE

    @property
    def text_visible(self) -> bool:
        """Whether the text of the row can be read now."""
        return self.wide or self.text_open

    def refresh_title(self) -> None:
        """Make the title anew."""
        self.query_one("#title", Bar).refresh_lines()

    @on(RecordList.Opened)
    def _row_opened(self, event: RecordList.Opened) -> None:
        self.action_open()

    @on(Page.Moved)
    def _text_is_another(self, event: Page.Moved) -> None:
        """Other keys act where the text fits, is cut, or is none."""
        now = (self.page.line_count > 0, self.page.is_cut, self.page.scrolls)
        if now != self._hinted_for:
            self._hinted_for = now
            self.refresh_hints()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the pane that has the keys in sight."""
        if not self.wide and self.focused is self.page:
            self.open_text(True)
        elif self.wide and self.focused is None:
            self.rows.focus()

    def open_text(self, is_open: bool) -> None:
        """Show the text or the list where there is room for one of them, and give it the keys."""
        if not is_open and not self.wide:
            self.end_audit()
        if not is_open:
            self.set_zoom(False)
        self.text_open = is_open
        self.set_class(is_open, "-text-open")
        (self.page if is_open else self.rows).focus()
        self.refresh_hints()

    def end_audit(self) -> None:
        """The text is left: hold back again what an audit showed."""

    def action_open(self) -> None:
        """Go into the text of the row."""
        if self.rows.current is None:
            self.say("there is nothing to open here")
        elif self.focused is self.page:
            self.say("this is open already; esc goes back to the list")
        else:
            self.open_text(True)

    @property
    def _opening_key(self) -> str:
        return name_of_key("list.open")

    def action_pane(self) -> None:
        """From the list to the text, and back."""
        self.open_text(self.focused is not self.page)

    def action_next_row(self) -> None:
        """The next row, wherever the keys are."""
        self.rows.action_down()

    def action_previous_row(self) -> None:
        """The previous row, wherever the keys are."""
        self.rows.action_up()

    def action_scroll_text(self, lines: int) -> None:
        """Scroll the text while the list keeps the keys."""
        if self.text_visible:
            self.page.step(lines)
        else:
            self.say(f"open the text first: {self._opening_key}")

    def action_zoom(self) -> None:
        """Give the text all of the width, or the list its place again."""
        if not self.wide:
            self.say(f"the text has all of the width already where it is open: {self._opening_key}")
        elif self.rows.current is None:
            self.say("there is no text here")
        else:
            self.set_zoom(not self.zoomed)
            self.open_text(self.zoomed)

    def set_zoom(self, zoomed: bool) -> None:
        """Take the list away, or put it back."""
        self.zoomed = zoomed
        self.set_class(zoomed, "-zoomed")

    def action_more(self) -> None:
        """Show more of a text that is left out in part."""
        if not self.text_visible:
            self.say(f"open the text first: {self._opening_key}")
        elif not self.page.more():
            self.say("no part of the text is left out")

    def may(self, call: str) -> bool | None:
        """What the footer offers: what acts on the row, the list and the text as they are now."""
        in_text = self.focused is self.page
        if call == "more":
            return self.page.is_cut and self.text_visible
        if call == "next_row":
            return self.rows.cursor < len(self.rows.rows) - 1
        if call == "scroll_text":
            return self.text_visible and not in_text and self.page.scrolls
        if call == "pane":  # where one of them has all the room, Enter opens the text
            return in_text or (self.wide and self.rows.current is not None)
        return True
