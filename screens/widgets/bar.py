"""A few fixed lines: header, banner, status, hints. It grows to the lines it is given and takes no focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from screens.text import BLANK
from screens.widgets.painted import Painted

Build = Callable[[int], Sequence[Content]]
"""The lines for a width in cells."""


class Bar(Painted):
    """Lines made anew for every width, as high as they are many, or as they once were."""

    DEFAULT_CSS = """
    Bar { height: auto; width: 1fr; }
    """

    def __init__(self, build: Build | None = None, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._build: Build = build or _nothing
        self._made: tuple[int, list[Content]] = (-1, [])
        self._high: int | None = None
        """How many lines it had room for, while it is asked whether it needs more."""
        self.keeps_room = False
        """Whether it stays as high as it once was, so that nothing around it moves for fewer lines."""
        self._room = (-1, 0)
        """The width, and the most lines it had at it."""

    def show(self, build: Build) -> None:
        """Draw other lines from now on. Only where they are more or fewer is room made anew."""
        self._build = build
        width, high = self._made[0], self.rows_at(self._made[0])
        self._made = (-1, [])
        if self._high is None and (width < 1 or width != self.size.width or not self.is_mounted):
            self.refresh(layout=True)
            return
        self.refresh()
        if self._high is None:
            self._high = high
            self.call_next(self._make_room)

    def _make_room(self) -> None:
        """What changed the lines is done with: as high as they are now."""
        before, self._high = self._high, None
        if self.size.width < 1 or self.rows_at(self.size.width) != before:
            self.refresh(layout=True)

    def refresh_lines(self) -> None:
        """Make the same lines anew: what they tell of has changed."""
        self.show(self._build)

    def lines(self, width: int) -> list[Content]:
        """The lines at a width; made once for each."""
        if self._made[0] != width:
            self._made = (width, list(self._build(width)) if width > 0 else [])
        return self._made[1]

    def rows_at(self, width: int) -> int:
        """How high it is at a width: as many lines as there are, or as there were where it keeps room."""
        needed = len(self.lines(width))
        if self.keeps_room and self._room[0] == width:
            needed = max(needed, self._room[1])
        self._room = (width, needed)
        return needed

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes."""
        return self.rows_at(width)

    def render_line(self, y: int) -> Strip:
        """One line of the bar."""
        width = self.size.width
        lines = self.lines(width)
        return self.paint(lines[y] if y < len(lines) else BLANK, width)


def _nothing(width: int) -> Sequence[Content]:
    return ()
