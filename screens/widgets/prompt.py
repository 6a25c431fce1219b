"""One line over the hints to type in: it filters a list or searches a text as one types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from textual import on
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import bindings
from screens.text import safe, styled
from screens.widgets.bar import Bar
from screens.widgets.focusing import took_keys
from workbench.text.visible import visible


class PromptInput(Input):
    """The field itself; up and down go through what was found."""

    BINDINGS = bindings("prompt")

    virtual_size = Reactive(Size(0, 0))
    """How much was typed. It has one line and all of the width: no letter moves what is around it."""

    @dataclass
    class Moved(Message):
        """The person goes on among what was found without leaving the line."""

        step: int

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the keys now."""
        return self if took_keys(self, scroll_visible) else super().focus(scroll_visible)

    def action_move(self, step: int) -> None:
        """To the next row or hit, or to the one before."""
        self.post_message(self.Moved(step))


class Prompt(Horizontal):
    """Not there until it is opened. What it is for is a word before the field."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.display = False
        self.purpose = ""
        """What it was opened for; empty while it is closed."""

    def compose(self) -> Iterable[Widget]:
        """A word and a field."""
        yield Bar(classes="label")
        field = PromptInput(id="prompt-field", compact=True, select_on_focus=False)
        field.cursor_blink = False
        yield field

    @property
    def field(self) -> PromptInput:
        """Where the words are typed."""
        return self.query_one(PromptInput)

    def begin(self, purpose: str, word: str, value: str, hint: str) -> None:
        """Show the line with the keys in it."""
        self.purpose = purpose
        self.display = True
        self.query_one(Bar).show(lambda width: [styled(" ") + safe(f"{word} ", "key")])
        with self.prevent(Input.Changed):
            self.field.value = value
        self.field.placeholder = visible(hint)
        self.field.cursor_position = len(value)
        self.field.focus()

    def close(self) -> None:
        """Take the line away; the screen gives the keys to another widget."""
        self.purpose = ""
        self.display = False

    @on(Input.Changed)
    def _own_change(self, event: Input.Changed) -> None:
        """What is typed after the line was closed is of no use to anyone."""
        if not self.purpose:
            event.stop()
