"""A line to type in, where up and down take suggestions or earlier words; a paste keeps all its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from textual import events
from textual.message import Message
from textual.widgets import Input

from screens.actions import bindings
from screens.widgets.focusing import took_keys
from workbench.text.visible import hidden, visible

LINE_MARK = "⏎"
"""Stands for the end of a line in a field that takes several."""


class RecallInput(Input):
    """An input without markup, blinking or completion; the arrows go through a list of words.

    A field with `several` takes several lines, shown in one with a mark between them.
    In a field of `words` the arrows take the place of the last word alone.
    """

    BINDINGS = bindings("field")

    @dataclass
    class Pasted(Message):
        """Something was pasted that is not plainly one visible line."""

        field: RecallInput
        lines: int
        hidden: int

    @dataclass
    class EditWanted(Message):
        """The person wants this text in their editor."""

        field: RecallInput

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the keys now."""
        return self if took_keys(self, scroll_visible) else super().focus(scroll_visible)

    def __init__(
        self,
        choices: Sequence[str] = (),
        *,
        hint: str = "",
        value: str = "",
        name: str = "",
        several: bool = False,
        words: bool = False,
    ) -> None:
        super().__init__(
            value="", placeholder=visible(hint), id=f"field-{name}", compact=True, select_on_focus=False
        )
        self.parameter = name
        """The parameter of the verdict that is typed here."""
        self.several = several
        self.cursor_blink = False
        self._by_word = words
        self._choices = [choice for choice in choices if choice]
        self._at = -1
        self._typed = ""
        """What stood here before the arrows were used."""
        self._taken: str | None = None
        if value:
            self.put(value)

    @property
    def text(self) -> str:
        """What is typed, with its line ends."""
        return self.value.replace(LINE_MARK, "\n") if self.several else self.value

    def put(self, text: str) -> None:
        """Let this text stand here."""
        self.value = text.replace("\n", LINE_MARK if self.several else " ")
        self.cursor_position = len(self.value)

    @property
    def typed_word(self) -> str:
        """What the person typed last: the word that the arrows would complete."""
        typed = self._typed if self.value == self._taken else self.value
        return typed.rpartition(" ")[2] if self._by_word else typed

    @property
    def choices(self) -> Sequence[str]:
        """What the arrows go through."""
        return self._choices

    @property
    def chosen(self) -> int:
        """Which of the choices stands here, or -1."""
        return self._at if self.value == self._taken else -1

    def offer(self, choices: Sequence[str]) -> None:
        """Go through other words from now on."""
        if list(choices) != self._choices:
            self._choices, self._at, self._taken = list(choices), -1, None

    def action_recall(self, step: int) -> None:
        """Take the next or the previous of the words; beyond the last comes what was typed."""
        if not self._choices:
            return
        if self.value != self._taken:
            self._at, self._typed = -1, self.value
        places = len(self._choices) + 1
        self._at = (self._at + 1 + step) % places - 1
        kept = self._typed.rpartition(" ") if self._by_word else ("", "", "")
        taken = self._typed if self._at < 0 else "".join(kept[:2]) + self._choices[self._at]
        self.put(taken)
        self._taken = self.value

    def action_edit(self) -> None:
        """Ask for the person's editor."""
        self.post_message(self.EditWanted(self))

    def _on_paste(self, event: events.Paste) -> None:
        """Put all lines of a paste here; a paste is text, whatever keys it holds."""
        event.prevent_default()
        event.stop()
        text = event.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        if not text:
            return
        lines = text.split("\n")
        pasted = (LINE_MARK if self.several else " ").join(lines)
        selection = self.selection
        if selection.is_empty:
            self.insert_text_at_cursor(pasted)
        else:
            self.replace(pasted, *selection)
        if len(lines) > 1 or hidden(pasted):
            self.post_message(self.Pasted(self, len(lines), hidden(pasted)))

    @property
    def recalls(self) -> bool:
        """Whether there are words to take."""
        return bool(self._choices)
