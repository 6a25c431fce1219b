"""A list whose rows stand in files that git may know: history is asked for on demand, in a thread."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from screens.actions import key_of
from screens.browse import BrowseScreen
from screens.session import Session
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
        self.git = found
        self._draw(keep_place=True)
        self.say(f"the history is at the end of the text: {key_of('page.bottom')}")

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
