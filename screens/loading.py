"""The first thing seen: which store is being read, in words, until it is."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from screens.text import joined, safe, styled, wrap
from screens.widgets.bar import Bar


class Loading(Screen[None]):
    """Says what is being done and for how long; Esc gives up."""

    def __init__(self, where: Path | None) -> None:
        super().__init__()
        self.where = where
        self.since = monotonic()

    def compose(self) -> ComposeResult:
        """A few words in the middle of nothing."""
        yield Bar(self._words, id="loading")

    def on_mount(self) -> None:
        """Say every second how long it has taken."""
        self.set_interval(1.0, lambda: self.query_one(Bar).refresh_lines())

    def _words(self, width: int) -> list[Content]:
        seconds = int(monotonic() - self.since)
        where = safe(str(self.where)) if self.where else styled("the store found from here")
        waited = f", {seconds} s so far" if seconds > 1 else ""
        words = joined([styled("Reading ", "strong"), where, styled(waited, "dim")])
        return [*wrap(words, width), styled("esc gives up; nothing is written", "dim")]
