"""A line to type in, where up and down take suggestions or earlier words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Input

from screens.actions import bindings
from workbench.text.visible import visible


class RecallInput(Input):
    """An input without markup, blinking or completion; the arrows go through a list of words."""

    BINDINGS = bindings("field")

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

    def action_recall(self, step: int) -> None:
        """Take the next or the previous of the words."""
        if self._choices:
            self._at = (self._at + step) % len(self._choices) if self._at >= 0 or step < 0 else 0
            self.value = self._choices[self._at]
            self.cursor_position = len(self.value)

    @property
    def recalls(self) -> bool:
        """Whether there are words to take."""
        return bool(self._choices)
