"""A line to type in, where up and down take suggestions or earlier words."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.widgets import Input

from workbench.text.visible import visible


class RecallInput(Input):
    """An input without markup, blinking or completion; the arrows go through a list of words."""

    def __init__(
        self, choices: Sequence[str] = (), *, hint: str = "", value: str = "", name: str = ""
    ) -> None:
        super().__init__(
            value=value,
            placeholder=visible(hint),
            id=f"field-{name}",
            compact=True,
            select_on_focus=False,
        )
        self.cursor_blink = False
        self._choices = [choice for choice in choices if choice]
        self._at = -1

    def on_key(self, event: events.Key) -> None:
        """Take the next or the previous of the words; every other key is text."""
        if event.key not in ("down", "up") or not self._choices:
            return
        event.stop()
        event.prevent_default()
        self._at = (self._at + (1 if event.key == "down" else -1)) % len(self._choices)
        self.value = self._choices[self._at]
        self.cursor_position = len(self.value)
