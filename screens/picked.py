"""A list of cases of which a finder picks some: looked for when the list is opened, until it is stopped."""

from __future__ import annotations

from screens.actions import key_of
from screens.beside import CaseScreen
from screens.possible import KINDS
from screens.session import Session
from screens.show.kinds import NOT_LOOKED
from screens.text import counted, styled
from workbench.desk import Desk

TELL_SECONDS = 0.25
"""How often it is said how far a search is."""


class PickedScreen(CaseScreen):
    """Which cases were picked, and how far the search for them is."""

    kind: str | None = None

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._given_up_for: Desk | None = None
        """The reading of which the person stopped the search."""
        self._told = False
        """Whether it was said that a search is on its way."""

    @property
    def picks(self) -> bool:
        """Whether a finder picks some of these cases and did not yet."""
        return self.kind in KINDS and not self.session.possible.known(self.session.desk)

    def look_for_possible(self) -> bool:
        """Begin the search where there was none. Answers whether rows of before wait for what it finds."""
        desk = self.session.desk
        if not self.picks or self._given_up_for is desk:
            return False
        possible = self.session.possible
        self.errand("possible", lambda: possible.look(desk), self._looked)
        self._tell()
        return any(row.possible for row in self.rows.rows)

    def _looked(self, found: bool) -> None:
        desk, possible = self.session.desk, self.session.possible
        if not found and not possible.known(desk):
            self._given_up_for = desk
        self.renew()
        number = possible.count(desk, self.kind or "")
        if number is not None and self._told:
            self.say(
                f"{counted(number, 'possible case')} found by what the items say; nothing of it is certain"
            )

    def _tell(self) -> None:
        def tell() -> None:
            if not self.busy("possible"):
                timer.stop()
            else:
                self._told = True
                far = self.session.possible.looking.words
                self.say(f"Looking for possible cases… {far}   {key_of('app.back')} stops")

        self._told = False
        timer = self.set_interval(TELL_SECONDS, tell)

    def nothing_words(self) -> str:
        """Why no row is there; what was not looked for may still be there."""
        if not self.picks:
            return super().nothing_words()
        state = "being looked for…" if self.busy("possible") else f"{NOT_LOOKED}: open this list again"
        return f"No certain case waits here. Possible ones are {state}"

    def go_back(self) -> None:
        """Stop the search, else one step back."""
        if self.drop_errand("possible"):
            self.session.possible.stop()
            self._given_up_for = self.session.desk
            self.say(styled("stopped: possible cases were not looked for in all of the store", "warn"))
            self.renew()
        else:
            super().go_back()
