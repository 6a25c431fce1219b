"""The person's own editor on a field of Decide: what comes back is a diff, taken by a key or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import SuspendNotSupported
from textual.content import Content

from screens.actions import key_of
from screens.form import FormScreen
from screens.text import BLANK, counted, joined, styled, wrap
from screens.widgets.diff_view import rows_lines
from screens.widgets.page import PageLine
from screens.widgets.recall_input import RecallInput
from screens.words import PARAMETERS
from workbench.desk.editing import Edited, edit
from workbench.desk.editing_run import on_the_terminal
from workbench.text.errors import WorkbenchError

KEPT = "~"
"""Stands before the name of a field in a draft, for what came from an editor and was not taken yet."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What an editor left for a field, until it is taken or dropped."""

    parameter: str
    edited: Edited
    several: bool

    @property
    def label(self) -> str:
        """What the field is called."""
        return PARAMETERS.get(self.parameter, "Why")

    @property
    def problem(self) -> str:
        """Why it cannot be taken as it is; empty where it can."""
        if not self.several and self.edited.lines > 1:
            return f"{self.label} is one line, and this has {self.edited.lines}"
        if not self.several and self.edited.hidden:
            return f"{self.label} takes no hidden characters, and this holds {self.edited.hidden}"
        return ""

    def lines(self, width: int, split: bool) -> list[PageLine]:
        """What was there and what is there now."""
        acts: list[Content | str] = [
            styled(key_of("decide.record"), "key"),
            " takes it   ",
            styled("esc", "key"),
            " drops it   ",
        ]
        head = joined([styled(f" {self.label}, from the editor   ", "heading"), *acts])
        told: list[Content] = [head, styled(" Nothing is taken yet, and nothing is recorded.", "dim")]
        if self.problem:
            told.append(joined([styled(" ✗ ", "bad"), self.problem, "; edit it again or drop it"]))
        elif self.edited.hidden:
            words = f"it holds {counted(self.edited.hidden, 'hidden character')}, shown as marks"
            told.append(joined([styled(" ◆ ", "mark"), words]))
        lines = [PageLine(line) for one in told for line in wrap(one, width, "   ")]
        return [*lines, PageLine(BLANK), *rows_lines(self.edited.rows, width, split)]


class EditorScreen(FormScreen):
    """A form whose prose can be written in an editor."""

    def open_editor(self, field: RecallInput) -> Proposed | None:
        """Hand the terminal to the editor; what it left, or None after saying why there is nothing."""
        before, about = field.text, f"{self.draft_key} {field.parameter}"
        self.keep_draft()
        edited: Edited | None = None
        failure: Exception | None = None
        try:
            with self.app.suspend():
                # Nothing may be raised in here: the screens would not come back.
                try:
                    edited = edit(self.session.store.root, before, on_the_terminal, about=about)
                except Exception as error:
                    failure = error
        except SuspendNotSupported:
            self.say("this terminal cannot be handed to an editor; write in the field", "warn")
            return None
        if isinstance(failure, WorkbenchError):
            self.say_error(failure)
            return None
        if failure is not None:
            raise failure
        if edited is None:
            return None
        if not edited.changed:
            self.say("nothing was changed in the editor; what was there is kept")
            return None
        return Proposed(field.parameter, edited, field.several)

    def kept_proposal(self) -> Proposed | None:
        """What an editor left before the workbench was ended, and was neither taken nor dropped."""
        for field in self.fields:
            after = self.draft.fields.get(KEPT + field.parameter) if self.draft else None
            if after is not None:
                return Proposed(field.parameter, Edited(field.text, after), field.several)
        return None
