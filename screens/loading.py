"""The first thing seen: which store is being read, what of that is done, and how far the rest has come."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from screens.actions import key_of
from screens.text import BLANK, counted, fit, fit_middle, flow, joined, styled, wrap
from screens.widgets.bar import Bar
from workbench.desk.opening import STEPS, Opening, Step
from workbench.text.visible import visible

LOOK_SECONDS = 0.1
"""How often it is looked how far the reading has come."""

EIGHTHS = " ▏▎▍▌▋▊▉█"
NAMES: dict[Step, str] = {"files": "files", "cases": "what waits", "changes": "what changed"}
NAME_CELLS = 14
MOST_CELLS = 20
"""Of a bar."""
ROOMY = 52
"""From so many columns a step has room for its bar and its words side by side."""


class Loading(Screen[None]):
    """One line a step of the reading; Esc gives up."""

    def __init__(self, where: Path | None, opening: Opening) -> None:
        super().__init__()
        self.where = where
        self.opening = opening
        self.since = monotonic()
        self._keys_told = False
        self._shown: object = None

    def compose(self) -> ComposeResult:
        """A few words in the middle of nothing."""
        yield Bar(self._lines, id="loading")

    def on_mount(self) -> None:
        """Look from time to time how far the reading has come."""
        self.set_interval(LOOK_SECONDS, self._look)

    def tell_keys(self) -> None:
        """Name the keys that act here, or name them no longer."""
        self._keys_told = not self._keys_told
        self._redraw()

    def _look(self) -> None:
        now, opening = int(monotonic() - self.since), self.opening
        shown = (now, opening.step, opening.done, opening.total)
        if shown != self._shown:
            self._shown = shown
            self._redraw()

    def _redraw(self) -> None:
        for bar in self.query(Bar):
            bar.refresh_lines()

    def _lines(self, width: int) -> list[Content]:
        seconds = int(monotonic() - self.since)
        where = visible(str(self.where)) if self.where else "the store found from here"
        head = joined([styled("Reading ", "strong"), fit_middle(where, max(width - 8, 1))])
        steps = [self._step(step, width) for step in STEPS]
        waited = styled(f"{seconds} s so far" if seconds > 1 else "", "dim")
        return [*wrap(head, width), BLANK, *steps, BLANK, fit(waited, width), *self._keys(width)]

    def _keys(self, width: int) -> list[Content]:
        back, more = key_of("app.back"), key_of("app.help")
        if not self._keys_told:
            gives_up = joined([styled(back, "key"), styled(" gives up; writes nothing", "dim")])
            lines = flow([gives_up, joined([styled(more, "key"), styled(" keys", "dim")])], width)
            return [fit(line, width) for line in lines]
        told = (
            (back, "gives up: nothing was written"),
            (f"{key_of('app.close')} ^q", "quits"),
            (key_of("app.suspend"), "goes back to the shell"),
            (more, "hides these keys"),
        )
        return [fit(joined([fit(styled(key, "key"), 6), styled(words, "dim")]), width) for key, words in told]

    def _step(self, step: Step, width: int) -> Content:
        """Whether a step is done, its name, a bar while it is under way, and what is known of it."""
        now, at = STEPS.index(self.opening.step), STEPS.index(step)
        sign = styled("✓ ", "good") if at < now else styled("▸ " if at == now else "  ", "accent")
        name = fit(styled(NAMES[step], "" if at == now else "dim"), NAME_CELLS)
        told = styled(self._told(step), "dim")
        bar = BLANK
        if at == now and self.opening.total:
            room = width - 2 - NAME_CELLS - (told.cell_length + 2 if width >= ROOMY else 0)
            bar = cells_of(self.opening.done, self.opening.total, min(room, MOST_CELLS))
            told = BLANK if width < ROOMY else styled("  ") + told
        line = joined([sign, name, bar, told])
        if line.cell_length > width and at < now:
            line = joined([sign, name, styled(self._told(step, brief=True), "dim")])
        return fit(line, width)

    def _told(self, step: Step, *, brief: bool = False) -> str:
        """What is known of a step, in words; what was read without its size where there is little room."""
        opening = self.opening
        now, at = STEPS.index(opening.step), STEPS.index(step)
        if at > now:
            return ""
        if step == "files":
            if at < now:
                items = "" if opening.items is None else counted(opening.items, "item")
                size = f"{size_words(opening.read)} read"
                return (items or size) if brief else f"{size}, {items}" if items else size
            if not opening.total:
                return "looking which there are"
            return f"{size_words(opening.done)} of {size_words(opening.total)}"
        if step == "cases":
            return "" if at < now else f"{opening.done} of {opening.total} kinds of case"
        return "since your last decision"


def cells_of(done: int, total: int, width: int) -> Content:
    """A bar of `width` cells, filled as far as the work is done, the rest of it faint."""
    eighths = width * 8 * done // max(total, 1)
    full, part = divmod(max(eighths, 0), 8)
    filled = "█" * full + (EIGHTHS[part] if part else "")
    return styled(filled, "bar") + styled("·" * max(width - len(filled), 0), "faint")


def size_words(number: int) -> str:
    """So many bytes, as people say them: `800 bytes`, `12.3 kB`, `21.4 MB`."""
    if number < 1_000:
        return counted(number, "byte")
    return f"{number / 1e3:,.1f} kB" if number < 1_000_000 else f"{number / 1e6:,.1f} MB"
