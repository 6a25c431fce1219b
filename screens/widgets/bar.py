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
    """Lines made anew for every width, as high as they are many."""

    DEFAULT_CSS = """
    Bar { height: auto; width: 1fr; }
    """

    def __init__(self, build: Build | None = None, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._build: Build = build or _nothing
        self._made: tuple[int, list[Content]] = (-1, [])
        self._high: int | None = None
        """How many lines it had when room was made for them, while it is asked whether it needs more."""

    def show(self, build: Build) -> None:
        """Draw other lines from now on. Only where they are more or fewer is room made anew."""
        self._build = build
        width, lines = self._made
        self._made = (-1, [])
        if self._high is None and (width < 1 or width != self.size.width or not self.is_mounted):
            self.refresh(layout=True)
            return
        self.refresh()
        if self._high is None:
            self._high = len(lines)
            self.call_next(self._make_room)

    def _make_room(self) -> None:
        """What changed the lines is done with: as high as they are now."""
        before, self._high = self._high, None
        if self.size.width < 1 or len(self.lines(self.size.width)) != before:
            self.refresh(layout=True)

    def refresh_lines(self) -> None:
        """Make the same lines anew: what they tell of has changed."""
        self.show(self._build)

    def lines(self, width: int) -> list[Content]:
        """The lines at a width; made once for each."""
        if self._made[0] != width:
            self._made = (width, list(self._build(width)) if width > 0 else [])
        return self._made[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as there are."""
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        """One line of the bar."""
        width = self.size.width
        lines = self.lines(width)
        return self.paint(lines[y] if y < len(lines) else BLANK, width)


def _nothing(width: int) -> Sequence[Content]:
    return ()
