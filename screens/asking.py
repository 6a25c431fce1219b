"""A list whose rows stand in files that git may know: history is asked for on demand, in a thread."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from screens.browse import BrowseScreen
from screens.session import Session
from screens.show.parts import HISTORY
from workbench.desk.views import HistoryView
from workbench.text.errors import WorkbenchError

RowT = TypeVar("RowT")


class HistoryScreen(BrowseScreen[RowT], Generic[RowT]):
    """Queue and records ask git for the lines they show."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.git: HistoryView | str | None = None
        """What git told of the row that is shown, or that it is being asked."""

    @abstractmethod
    def history_of(self) -> str | None:
        """The id of what is shown, or None where nothing is."""

    def may(self, call: str) -> bool | None:
        """As on every list; there is history of what is shown."""
        return self.history_of() is not None if call == "history" else super().may(call)

    @abstractmethod
    def _draw(self, *, keep_place: bool) -> None:
        """Draw the text anew."""

    def action_history(self) -> None:
        """Ask git for the history of the lines that are shown."""
        name = self.history_of()
        if name is None:
            self.say("nothing is shown here")
            return
        self.git = "asking git… esc cancels"
        self._draw(keep_place=True)
        desk = self.session.desk
        self.errand("history", lambda: desk.history(name), self._history_came, self._no_history)

    def _history_came(self, found: HistoryView) -> None:
        """Show it, with its beginning at the top, and say where it stands in the text."""
        self.git = found
        self._draw(keep_place=True)
        if not self.text_visible:
            self.open_text(True)
        self.page.go_to(HISTORY)
        self.say("the history is shown; it stands at the end of the text")

    def _no_history(self, error: WorkbenchError) -> None:
        self.git = None
        self._draw(keep_place=True)
        self.say_error(error)

    def go_back(self) -> None:
        """Cancel what is asked of git, else one step back."""
        if self.drop_errand("history"):
            self.git = None
            self._draw(keep_place=True)
        else:
            super().go_back()
