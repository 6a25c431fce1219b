"""The footer: the keys that act here and now, most used first, never more than eight at 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message

from screens.actions import MOVE_HINT, Action, key_name, move_keys
from screens.text import fit, joined, styled
from screens.widgets.bar import Bar

HELP = "app.help"
GAP = 3
"""Cells between two hints."""

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

    def show_words(self, words: Content) -> None:
        """Show hints that are no actions of this screen; a click on them does nothing."""
        self._places = []
        self.show(lambda width: [fit(words, width)])

    def _line(self, actions: Sequence[Action], state: State, moves: bool, width: int) -> Content:
        """As many hints as fit; the way to help is always among them, last."""
        self._places = []
        limit = 8 if width <= 100 else 12
        act = [action for action in actions if state(action) is not False]
        last = [action for action in act if action.id == HELP]
        room = width - 1 - sum(GAP + _hint(action, True).cell_length for action in last)
        line = styled(" ")
        if moves:
            line += joined([styled(move_keys(), "key"), styled(f" {MOVE_HINT[1]}", "dim")])
        for action in [action for action in act if action.id != HELP][: limit - moves - len(last)]:
            if line.cell_length + GAP + _hint(action, True).cell_length > room:
                break
            line = self._placed(line, action, state)
        for action in last:
            line = self._placed(line, action, state)
        return line

    def _placed(self, line: Content, action: Action, state: State) -> Content:
        hint = _hint(action, state(action))
        gap = styled(" " * GAP if line.cell_length > 1 else "")
        start = line.cell_length + gap.cell_length
        self._places.append((start, start + hint.cell_length, action))
        return line + gap + hint

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
