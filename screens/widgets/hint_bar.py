"""The footer: the keys that act here and now, most used first, never more than eight at 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message

from screens.actions import MOVE_HINT, Action, key_name
from screens.text import joined, styled
from screens.widgets.bar import Bar

State = Callable[[Action], "bool | None"]
"""Whether an action acts now: False is left out, None is shown greyed."""


class HintBar(Bar):
    """Hints from the registry; a click on one does what its key does."""

    @dataclass
    class Chosen(Message):
        """A hint was clicked."""

        action: Action

    def show_hints(self, actions: Sequence[Action], state: State, *, moves: bool) -> None:
        """Show what acts now; `moves` when the keys that move do."""
        self._places: list[tuple[int, int, Action]] = []
        self.show(lambda width: [self._line(actions, state, moves, width)])

    def _line(self, actions: Sequence[Action], state: State, moves: bool, width: int) -> Content:
        self._places = []
        limit = 8 if width <= 100 else 12
        line = styled(" ")
        if moves:
            line += joined([styled(MOVE_HINT[0], "key"), styled(f" {MOVE_HINT[1]}", "dim")])
        for action in sorted(self._few(actions, state, limit - moves), key=lambda action: action.rank):
            hint = _hint(action, state(action))
            gap = styled("   " if line.cell_length > 1 else "")
            if line.cell_length + gap.cell_length + hint.cell_length > width - 1:
                break
            start = line.cell_length + gap.cell_length
            self._places.append((start, start + hint.cell_length, action))
            line = line + gap + hint
        return line

    @staticmethod
    def _few(actions: Sequence[Action], state: State, limit: int) -> list[Action]:
        return [action for action in actions if state(action) is not False][:limit]

    def on_click(self, event: events.Click) -> None:
        """Choose the hint under the pointer."""
        event.stop()
        for start, end, action in self._places:
            if start <= event.x < end:
                self.post_message(self.Chosen(action))


def _hint(action: Action, acts: bool | None) -> Content:
    key, word = key_name(action.keys[0]), action.hint
    if not acts:
        return styled(f"{key} {word}", "off")
    return joined([styled(key, "key"), styled(f" {word}", "dim")])
