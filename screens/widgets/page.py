"""A text that scrolls: lines made for the width at hand, drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from screens.actions import bindings
from screens.text import BLANK
from screens.widgets.finding import Hit, hits, marked
from screens.widgets.painted import Painted
from screens.widgets.quote import FIRST_PART, is_cut, reaching

MORE = 8
"""How many times as much of each text is laid out when a person asks for more."""
AT_ONCE = 150_000
"""Characters up to which that is done at once; more of a text is laid out in a thread."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line; `ref` names the evidence it belongs to, `base` the role under all of it.

    Where pieces of evidence stand side by side, `also` names the others on the line.
    """

    content: Content = field(repr=False)
    ref: str | None = None
    base: str = ""
    also: tuple[str, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """All evidence that the line belongs to."""
        return self.also if self.ref is None else (self.ref, *self.also)


PageBuild = Callable[[int], Sequence[PageLine]]
"""The lines for a width in cells."""


class Page(Painted, ScrollView, can_focus=True):
    """A text by the line; it knows which refs have had all their lines on the screen."""

    BINDINGS = bindings("page")

    class Moved(Message):
        """Other lines of the page are in view."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._build: PageBuild = _nothing
        self._lines: list[PageLine] = []
        self._width = -1
        self._shown: set[int] = set()
        self._seen: set[str] = set()
        """Refs that were seen in whole at another width."""
        self.is_cut = False
        """Whether a part of some text is left out."""
        self._reach = FIRST_PART
        self._words = ""
        self._hits: list[Hit] = []
        self._hit = -1
        self._found: dict[int, list[tuple[int, int, int]]] = {}
        """For each line that holds hits: which hit, from which column to which."""

    def show(
        self, build: PageBuild, *, keep_place: bool = False, changed: frozenset[str] = frozenset()
    ) -> None:
        """Draw other lines from now on, from the top unless the place is kept.

        What is `changed` of a text that stays in its place has not been seen.
        """
        self._build = build
        self._width = -1
        if keep_place:
            self._seen |= self._whole()
            self._seen -= changed
            self._shown = set()
        else:
            self._seen, self._shown, self._lines, self._reach = set(), set(), [], FIRST_PART
            self._words, self._hits, self._hit, self._found = "", [], -1, {}
            self.scroll_to(0, 0, animate=False)
        self._lay_out()

    def on_resize(self, event: events.Resize) -> None:
        """Make the lines anew when the width is another, and stay at the same part of the text."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if width < 1:
            return
        if width != self._width:
            before = len(self._lines)
            share = self.scroll_offset.y / before if before else 0
            resized, self._width = self._width > 0, width
            self._seen |= self._whole() if resized else set()
            self._put(_lines(self._build, width, self._reach))
            if resized and before:
                self.scroll_to(0, round(share * len(self._lines)), animate=False)
        self.refresh()
        self.call_after_refresh(self.post_message, self.Moved())

    def _put(self, lines: list[PageLine]) -> None:
        self._lines = lines
        self.is_cut = any(is_cut(line.content) for line in lines)
        self._shown = set()
        self.virtual_size = Size(self._width, len(lines))
        self._look_again()

    @property
    def line_count(self) -> int:
        """How many lines the text has at this width."""
        return len(self._lines)

    @property
    def below(self) -> int:
        """How many lines are out of view further down."""
        return max(0, len(self._lines) - self.scroll_offset.y - self.scrollable_content_region.height)

    def unseen(self) -> set[str]:
        """The refs of which some line has not been on the screen yet."""
        return self._partly() - self._seen

    def seen(self) -> frozenset[str]:
        """The refs all of whose lines have been on the screen, at this width or at another."""
        return frozenset(self._seen | self._whole())

    def more(self) -> bool:
        """Lay out more of each text that is left out in part; answers whether any was."""
        if not self.is_cut:
            return False
        self._reach *= MORE
        build, width, reach = self._build, self._width, self._reach
        if reach <= AT_ONCE:
            self._take_more(build, width, _lines(build, width, reach))
        else:
            self.run_worker(
                lambda: self.app.call_from_thread(self._take_more, build, width, _lines(build, width, reach)),
                group="more",
                thread=True,
                exclusive=True,
                exit_on_error=False,
            )
        return True

    def _take_more(self, build: PageBuild, width: int, lines: list[PageLine]) -> None:
        """Show lines that go on where those before them ended, if the text is still the same."""
        if self._build is build and self._width == width:
            self._seen |= self._whole()
            self._put(lines)
            self.refresh()
            self.post_message(self.Moved())

    # Words looked for

    def look_for(self, words: str) -> int:
        """Mark words wherever they stand and go to the first in view or below; answers how many."""
        self._words = words
        self._look_again()
        top = self.scroll_offset.y
        below = next((at for at, hit in enumerate(self._hits) if hit.line >= top), 0)
        self._hit = below if self._hits else -1
        self._go_to_hit()
        return len(self._hits)

    @property
    def looked_for(self) -> tuple[str, int, int]:
        """The words, which hit is the one that is gone to (from 1), and how many there are."""
        return self._words, self._hit + 1, len(self._hits)

    def next_hit(self, step: int) -> None:
        """Go to another hit; after the last comes the first."""
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._go_to_hit()

    def _look_again(self) -> None:
        self._hits = hits([line.content for line in self._lines], self._words) if self._words else []
        self._hit = min(max(self._hit, 0), len(self._hits) - 1)
        self._found = {}
        for at, hit in enumerate(self._hits):
            for line, start, end in hit.spans:
                self._found.setdefault(line, []).append((at, start, end))
        self.refresh()

    def _go_to_hit(self) -> None:
        if self._hits:
            line, height = self._hits[self._hit].line, self.scrollable_content_region.height
            if not self.scroll_offset.y <= line < self.scroll_offset.y + height - 1:
                self.scroll_to(y=max(line - height // 3, 0), animate=False)
        self.refresh()

    def _partly(self) -> set[str]:
        """The refs with a line that has not been drawn as the lines stand now."""
        return {
            ref
            for at, line in enumerate(self._lines)
            if at not in self._shown or is_cut(line.content)
            for ref in line.refs
        }

    def _whole(self) -> set[str]:
        """The refs all of whose lines have been drawn as the lines stand now."""
        return {ref for line in self._lines for ref in line.refs} - self._partly()

    def render_line(self, y: int) -> Strip:
        """One line of the text, at its place under the scroll."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if index >= len(self._lines):
            return self.paint(BLANK, width)
        self._shown.add(index)
        line = self._lines[index]
        return self.paint(self._with_hits(index, line.content), width, line.base)

    def _with_hits(self, index: int, content: Content) -> Content:
        for at, start, end in self._found.get(index, ()):
            content = marked(content, [(start, end)], "found-here" if at == self._hit else "found")
        return content

    def notify_style_update(self) -> None:
        """Roles look different now."""
        super().notify_style_update()
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Say that other lines are in view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.Moved())

    def step(self, lines: int) -> None:
        """Scroll by some lines at once."""
        self.scroll_to(y=self.scroll_offset.y + lines, animate=False)

    def action_down(self) -> None:
        """One line down."""
        self.step(1)

    def action_up(self) -> None:
        """One line up."""
        self.step(-1)

    def action_top(self) -> None:
        """To the first line."""
        self.scroll_to(y=0, animate=False)

    def action_bottom(self) -> None:
        """To the last line."""
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def action_half_down(self) -> None:
        """Half a page down."""
        self.step(max(1, self.size.height // 2))

    def action_half_up(self) -> None:
        """Half a page up."""
        self.step(-max(1, self.size.height // 2))

    def action_page_down(self) -> None:
        """A page down, one line kept."""
        self.step(max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """A page up, one line kept."""
        self.step(-max(1, self.size.height - 1))


def _lines(build: PageBuild, width: int, reach: int) -> list[PageLine]:
    """The lines of a text at a width, so many characters of each of its parts."""
    with reaching(reach):
        return list(build(width))


def _nothing(width: int) -> Sequence[PageLine]:
    return ()
