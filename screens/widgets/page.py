"""A text that scrolls: lines made for the width at hand, drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

from screens.actions import bindings
from screens.text import BLANK
from screens.widgets.finding import Hit, hits, marked
from screens.widgets.painted import Scrolled
from screens.widgets.quote import FIRST_PART, is_cut, reaching
from screens.widgets.standing import Standing

MORE = 8
"""How many times as much of each text is laid out when a person asks for more."""
AT_ONCE = 150_000
"""Characters up to which that is done at once; more of a text is laid out in a thread."""

NOWHERE = (0.0, -1)
"""No change of width has put the text anywhere yet."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line; `ref` names the evidence it belongs to, `base` the role under all of it.

    Where pieces of evidence stand side by side, `also` names the others on the line. `part` names what
    begins at the line.
    """

    content: Content = field(repr=False)
    ref: str | None = None
    base: str = ""
    also: tuple[str, ...] = ()
    part: str = ""

    @property
    def refs(self) -> tuple[str, ...]:
        """All evidence that the line belongs to."""
        return self.also if self.ref is None else (self.ref, *self.also)


LEAST_WAIT = 0.01
"""A timer that has no time to run ends the program, so that a moment which is just over is looked at soon."""

PageBuild = Callable[[int], Sequence[PageLine]]
"""The lines for a width in cells."""


class Page(Scrolled, can_focus=True):
    """A text by the line; it knows which refs have had all their lines on the screen.

    A line counts once it stood for a moment, laid out for the width it has, on a screen that nothing covers.
    """

    BINDINGS = bindings("page")

    class Moved(Message):
        """Other lines of the page are in view, or more of them count as shown."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._build: PageBuild = _nothing
        self._lines: list[PageLine] = []
        self._width = -1
        self._standing = Standing()
        self._uncovered = False
        """Whether nothing hid the lines when that was last looked at."""
        self._confirming: Timer | None = None
        self._anchor = NOWHERE
        """Which part of the text stands at the top, and the line at which a change of width put it."""
        self._part = ""
        """The part to go to once the text is laid out."""
        self._laying_out = False
        """Whether a thread lays the text out for another width."""
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
        whole = self._whole() if keep_place else set()
        self._build, self._width = build, -1
        self._standing.restart()
        self._anchor = NOWHERE
        if keep_place:
            self._seen = (self._seen | whole) - changed
        else:
            self._seen, self._lines, self._reach = set(), [], FIRST_PART
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
            if self._width > 0 and self._reach > AT_ONCE:
                self._lay_out_in_thread(width)
                return
            self._take_width(width, _lines(self._build, width, self._reach))
        if self._part:
            self.go_to(self._part)
        self._keep_in_view(self.scroll_offset.y)
        self.refresh()
        self.call_after_refresh(self.post_message, self.Moved())

    def _take_width(self, width: int, lines: list[PageLine]) -> None:
        """Show the same text at another width, at the same part of it."""
        resized, before, top = self._width > 0, len(self._lines), self.scroll_offset.y
        self._seen |= self._whole() if resized else set()
        if before and self._anchor[1] != top:
            self._anchor = (top / before, top)
        self._width = width
        self._put(lines)
        if resized and before:
            self.scroll_to(0, round(self._anchor[0] * len(lines)), animate=False, immediate=True)
            self._anchor = (self._anchor[0], self.scroll_offset.y)

    def _lay_out_in_thread(self, width: int) -> None:
        """Lay a very long text out for a width, one width at a time; until then the old lines stand."""
        if self._laying_out:
            return
        self._laying_out = True
        build, reach = self._build, self._reach

        def work() -> None:
            self.app.call_from_thread(self._laid_out, build, width, reach, _lines(build, width, reach))

        self.run_worker(work, group="width", thread=True, exit_on_error=False)

    def _laid_out(self, build: PageBuild, width: int, reach: int, lines: list[PageLine]) -> None:
        """Take the lines, if they are still those of this text; go on if the width is another by now."""
        self._laying_out = False
        if self._build is build and self._reach == reach and self._width != width:
            self._take_width(width, lines)
        self._lay_out()

    def _put(self, lines: list[PageLine]) -> None:
        self._lines = lines
        self.is_cut = any(is_cut(line.content) for line in lines)
        self._standing.restart()
        self.resize_content(Size(self._width, len(lines)))
        self._look_again()

    @property
    def line_count(self) -> int:
        """How many lines the text has at this width."""
        return len(self._lines)

    @property
    def below(self) -> int:
        """How many lines are out of view further down."""
        return max(0, len(self._lines) - self.scroll_offset.y - self.scrollable_content_region.height)

    @property
    def scrolls(self) -> bool:
        """Whether the text is longer than its room."""
        return len(self._lines) > self.scrollable_content_region.height

    def go_to(self, part: str) -> bool:
        """Put the beginning of a part at the top, as far as the text goes; once it is laid out.

        Answers whether it is there already.
        """
        at = next((at for at, line in enumerate(self._lines) if line.part == part), None)
        self._part = part if self._width < 1 else ""
        if at is not None:
            self.call_after_refresh(self.scroll_to, y=at, animate=False)
        return at is not None

    # What was shown

    def seen(self) -> frozenset[str]:
        """The refs all of whose lines have stood on the screen, at this width or at another."""
        return frozenset(self._seen | self._whole())

    @property
    def counting(self) -> bool:
        """Whether lines in view will count as shown in a moment."""
        return self._confirming is not None

    def _partly(self) -> set[str]:
        """The refs with a line that has not stood on the screen as the lines are now."""
        self._confirm()
        shown = self._standing.shown
        return {
            ref
            for at, line in enumerate(self._lines)
            if at not in shown or is_cut(line.content)
            for ref in line.refs
        }

    def _whole(self) -> set[str]:
        """The refs all of whose lines have stood on the screen as the lines are now."""
        return {ref for line in self._lines for ref in line.refs} - self._partly()

    def on_mount(self) -> None:
        """Know when something covers the lines, and when it is gone."""
        self.watch(self.screen, "stack_updates", self._begin_again, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._look_whether_covered, immediate=True)
        for signal in (self.app.app_suspend_signal, self.app.app_resume_signal):
            signal.subscribe(self, self._begin_again, immediate=True)

    def on_unmount(self) -> None:
        """Let go of the app, which would hold on to the lines."""
        for signal in (self.app.app_suspend_signal, self.app.app_resume_signal):
            signal.unsubscribe(self)

    def _can_be_seen(self) -> bool:
        """Whether the lines stand as they were laid out, on the screen on top, with no card over them."""
        laid_out = self.scrollable_content_region.width == self._width
        return laid_out and self.app.screen is self.screen and not getattr(self.screen, "too_small", False)

    def _begin_again(self, _: object = None) -> None:
        """Something covers the lines, or has gone: what is painted from now on is what can be seen."""
        self._standing.interrupt()
        self.refresh()

    def _look_whether_covered(self, _: object = None) -> None:
        before, self._uncovered = self._uncovered, self._can_be_seen()
        if before != self._uncovered:
            self._begin_again()

    def _note_painted(self, index: int) -> None:
        if index in self._standing.shown or not self._can_be_seen():
            return
        self._standing.painted(index)
        if self._confirming is None and (wait := self._standing.wait) is not None:
            self._confirming = self.set_timer(max(wait, LEAST_WAIT), self._moment_is_over)

    def _moment_is_over(self) -> None:
        self._confirming = None
        if self._confirm():
            self.post_message(self.Moved())
        if (wait := self._standing.wait) is not None:
            self._confirming = self.set_timer(max(wait, LEAST_WAIT), self._moment_is_over)

    def _keep_in_view(self, top: int) -> None:
        self._standing.keep(top, top + self.scrollable_content_region.height)

    def _confirm(self) -> bool:
        """Count the lines that stood for a moment until now, unless something hides them."""
        if self._can_be_seen():
            return self._standing.confirm()
        self._standing.interrupt()
        return False

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
            self._anchor = NOWHERE
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

    def render_line(self, y: int) -> Strip:
        """One line of the text, at its place under the scroll."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if index >= len(self._lines):
            return self.paint(BLANK, width)
        self._note_painted(index)
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
        if round(old_value) != round(new_value):
            self._confirm()
            self._keep_in_view(round(new_value))
            self.post_message(self.Moved())
        super().watch_scroll_y(old_value, new_value)

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
