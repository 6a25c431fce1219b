"""The list for anything that grows with the store: rows are drawn when they come into view, and only then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from screens.actions import bindings
from screens.text import BLANK, styled, wrap
from screens.widgets.painted import Scrolled

RowT = TypeVar("RowT")

DrawRow = Callable[[RowT, int], Content]
"""One row as literal content, for a width in cells."""

CACHED_STRIPS = 512


@dataclass(frozen=True)
class _Chosen(Message):
    list: RecordList[Any]
    index: int
    went: int = -1
    """Of which showing of rows it is that the cursor went to another, if it did."""

    @property
    def moved(self) -> bool:
        """Whether the cursor went to another row, and the rows are still those it went through."""
        return self.went == self.list.showing

    @property
    def control(self) -> RecordList[Any]:
        """The list it came from."""
        return self.list


class RecordList(Scrolled, Generic[RowT], can_focus=True):
    """A list with a cursor. Its cost does not grow with the number of rows."""

    BINDINGS = bindings("list")

    cursor: reactive[int] = reactive(0, repaint=False)
    """Index of the row under the cursor."""

    class Highlighted(_Chosen):
        """The cursor stands on another row; `moved` when it went there, and not the rows under it."""

    class Opened(_Chosen):
        """A row was opened with Enter or a click on the row under the cursor."""

    def __init__(self, draw: DrawRow[RowT], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw = draw
        self._rows: Sequence[RowT] = ()
        self._skip: frozenset[int] = frozenset()
        self._empty = BLANK
        self.keep_below = 0
        """Rows between the cursor and the lower end, where something will stand in a moment."""
        self.showing = 0
        """How often rows were put up: another number, other rows."""
        self._strips: dict[tuple[int, int, str], Strip] = {}

    def show(
        self,
        rows: Sequence[RowT],
        cursor: int = 0,
        *,
        skip: frozenset[int] = frozenset(),
        steady: bool = False,
    ) -> None:
        """Show other rows with the cursor on one of them; rows in `skip` are headings it never stands on.

        `steady` keeps the cursor at its height on the screen, whatever came or went above it.
        """
        height = self.cursor - self.scroll_offset.y
        self._rows, self._skip = rows, skip
        self.showing += 1
        self._strips.clear()
        self._resize_content()
        place = self._landing(min(max(cursor, 0), max(len(rows) - 1, 0)), 1)
        self.set_reactive(RecordList.cursor, place)
        if steady:
            self.scroll_to(y=max(place - height, 0), animate=False)
        self._keep_in_view(place)
        self.refresh()
        self.call_after_refresh(self._say_highlighted)

    def redraw(self) -> None:
        """Draw the same rows anew: what they show beside their own values has changed."""
        self._strips.clear()
        self.refresh()

    def redraw_rows(self, first: int, last: int) -> None:
        """Draw some rows anew; those that are not in view when they come into it."""
        for key in [key for key in self._strips if first <= key[0] <= last]:
            del self._strips[key]
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        start, end = max(first, top), min(last + 1, top + height)
        if start < end:
            self.refresh_lines(start, end - start)

    def show_empty(self, words: Content) -> None:
        """What stands in the place of rows while there are none."""
        self._empty = words
        self.refresh()

    @property
    def rows(self) -> Sequence[RowT]:
        """The rows that are shown."""
        return self._rows

    @property
    def current(self) -> RowT | None:
        """The row under the cursor, or None in an empty list."""
        return self._rows[self.cursor] if 0 <= self.cursor < len(self._rows) else None

    def render_line(self, y: int) -> Strip:
        """One row, with a mark and a shade for the cursor: `▸` with the focus, `▹` without."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if not self._rows:
            words = wrap(self._empty, max(width - 4, 1))
            return self.paint(styled("   ") + words[y] if y < len(words) else BLANK, width)
        if index >= len(self._rows) or width < 1:
            return self.paint(BLANK, width)
        state = ("focus" if self.has_focus else "idle") if index == self.cursor else ""
        key = (index, width, state)
        if key not in self._strips:
            if len(self._strips) > CACHED_STRIPS:
                self._strips.clear()
            self._strips[key] = self._paint_row(index, width, state)
        return self._strips[key]

    def _paint_row(self, index: int, width: int, state: str) -> Strip:
        mark = {"focus": styled(" ▸ ", "accent"), "idle": styled(" ▹ ", "dim"), "": styled("   ")}[state]
        base = {"focus": "cursor", "idle": "cursor-idle", "": ""}[state]
        return self.paint(mark + self._draw(self._rows[index], max(width - 4, 0)), width, base)

    def notify_style_update(self) -> None:
        """Rows look different now."""
        super().notify_style_update()
        self._strips.clear()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the row under the cursor in view."""
        self._resize_content()
        self._keep_in_view(self.cursor)

    def on_focus(self) -> None:
        """The cursor's mark shows where the keys go."""
        self.refresh_line(self.cursor)

    def on_blur(self) -> None:
        """The cursor's mark shows that the keys go elsewhere."""
        self.refresh_line(self.cursor)

    def validate_cursor(self, cursor: int) -> int:
        """Stay inside the list and off the headings."""
        inside = min(max(cursor, 0), max(len(self._rows) - 1, 0))
        return self._landing(inside, 1 if inside >= self.cursor else -1)

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the two rows that changed, and no other."""
        if old == new:
            return
        self.refresh_line(old)
        self.refresh_line(new)
        self._keep_in_view(new)
        self._say_highlighted(moved=True)

    def _landing(self, index: int, step: int) -> int:
        """The nearest row that is no heading: on in the direction of the move, else back."""
        for direction in (step, -step):
            place = index
            while 0 <= place < len(self._rows):
                if place not in self._skip:
                    return place
                place += direction
        return 0

    def _keep_in_view(self, index: int) -> None:
        height = self.scrollable_content_region.height
        top = self.scroll_offset.y
        first = index
        while first - 1 in self._skip:
            first -= 1
        room = height - min(self.keep_below, height // 2)
        if height > 0 and not (top <= first and index < top + room):
            self.scroll_to(y=first if first < top else index - room + 1, animate=False)

    def _resize_content(self) -> None:
        self.resize_content(Size(self.scrollable_content_region.width, len(self._rows)))

    def _say_highlighted(self, *, moved: bool = False) -> None:
        if self._rows:
            self.post_message(self.Highlighted(self, self.cursor, self.showing if moved else -1))

    def on_click(self, event: events.Click) -> None:
        """A click puts the cursor on a row; a click on the cursor opens it."""
        event.stop()
        index = event.y + self.scroll_offset.y
        if index >= len(self._rows) or index in self._skip:
            return
        if index == self.cursor:
            self.action_open()
        self.cursor = index

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if self._rows:
            self.post_message(self.Opened(self, self.cursor))

    def action_down(self) -> None:
        """To the next row."""
        self.cursor += 1

    def action_up(self) -> None:
        """To the previous row."""
        self.cursor -= 1

    def action_top(self) -> None:
        """To the first row."""
        self.cursor = 0

    def action_bottom(self) -> None:
        """To the last row."""
        self.cursor = len(self._rows) - 1

    def action_half_down(self) -> None:
        """Half a page down."""
        self.cursor += max(1, self.size.height // 2)

    def action_half_up(self) -> None:
        """Half a page up."""
        self.cursor -= max(1, self.size.height // 2)

    def action_page_down(self) -> None:
        """A page down."""
        self.cursor += max(1, self.size.height - 1)

    def action_page_up(self) -> None:
        """A page up."""
        self.cursor -= max(1, self.size.height - 1)
