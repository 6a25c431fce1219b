"""Every decision, newest first: who, when, why, how identity was claimed, and what became of it."""

from __future__ import annotations

from textual.content import Content

from screens.actions import bindings
from screens.base import ReloadWanted
from screens.browse import BrowseScreen
from screens.decide import Decide
from screens.question import Recorded, about_decision
from screens.session import Session
from screens.show.decision import STATES, decision_lines
from screens.text import counted, fit, joined, safe, styled
from screens.words import verdict_label
from workbench.desk.views import LedgerEntry
from workbench.text.errors import WorkbenchError

ROOMY = 60
"""Cells from which a row holds the year and the time."""


class Ledger(BrowseScreen[LedgerEntry]):
    """The decisions of a store, each with its record and its revert."""

    scope = "ledger"
    BINDINGS = bindings("ledger")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.entry: LedgerEntry | None = None
        self.record: tuple[str, str] | None = None
        """Id and text of the record that has been read."""
        self.takes_back: dict[str, str] = {}
        """The decision that each revert takes back."""

    def renew(self) -> None:
        """The ledger as the desk has it now."""
        entries = list(self.session.desk.ledger())
        self.takes_back = {entry.reverted_by: entry.id for entry in entries if entry.reverted_by}
        self.keep_place(entries, self.entry.id if self.entry else None)
        if self.focused is None:
            self.rows.focus()

    def key_of(self, row: LedgerEntry) -> str:
        """A decision is known by its id."""
        return row.id

    def title_line(self, width: int) -> Content:
        """Which of how many."""
        total = len(self.rows.rows)
        place = (
            f"{self.rows.cursor + 1} of {counted(total, 'decision')}, newest first"
            if total
            else "no decision yet"
        )
        return fit(joined([styled(" Ledger", "heading"), styled(f"   {place}", "dim")]), width)

    def draw_row(self, row: LedgerEntry, width: int) -> Content:
        """State, day, who, verdict, on what."""
        sign = "↶" if row.reverted_by else STATES[row.state]
        role = "dim" if row.reverted_by else {"done": "good", "unreadable": "bad"}.get(row.state, "warn")
        when = safe(_day(row.decided_at, width), "dim")
        who = fit(safe(row.decided_by.removeprefix("user:")), 12 if width > ROOMY else 6)
        verdict = fit(safe(verdict_label(row.verdict), "strong"), 14 if width > ROOMY else 9)
        taken = self.takes_back.get(row.id)
        words = f"of {taken}" if taken else ", ".join(dict.fromkeys(row.targets)) or row.case
        on = safe(words, "dim")
        line = joined([styled(f"{sign} ", role), when, "  ", who, " ", verdict, " ", on])
        return fit(line, width)

    def show_row(self, row: LedgerEntry | None) -> None:
        """A decision in full; its record is read in a thread."""
        self.entry = row
        if row is None:
            self.show_nothing(styled("Nothing has been decided here yet.", "dim"))
            return
        self._draw(row)
        if self.record is None or self.record[0] != row.id:
            desk = self.session.desk
            self.errand(
                "record", lambda: (row.id, desk.decision_record(row.id)), self._record_came, self._no_record
            )

    def _draw(self, row: LedgerEntry) -> None:
        text = self.record[1] if self.record is not None and self.record[0] == row.id else None
        taken = self.takes_back.get(row.id)
        self.page.show(lambda width: decision_lines(row, text, width, taken))

    def _record_came(self, found: tuple[str, str]) -> None:
        self.record = found
        if self.entry is not None:
            self._draw(self.entry)

    def _no_record(self, error: WorkbenchError) -> None:
        self.say_error(error)

    def may(self, call: str) -> bool | None:
        """A revert needs a decision that stands."""
        if call == "revert":
            return self._may_revert()
        if call == "open":
            return False if self.focused is self.page else self.entry is not None
        return True

    def _may_revert(self) -> bool:
        return self._no_revert() is None

    def _no_revert(self) -> str | None:
        """Why this decision cannot be taken back now, or None."""
        entry = self.entry
        if entry is None:
            return "there is no decision here"
        if self.session.readonly:
            return "the workbench is read-only: nothing is reverted"
        if entry.reverted_by is not None:
            return f"already taken back by {entry.reverted_by}"
        if entry.state not in ("done", "unverifiable here"):
            return f"this decision is {entry.state}, so it cannot be taken back now"
        return None

    def action_revert(self) -> None:
        """Open Decide for taking this decision back."""
        why = self._no_revert()
        if why is not None:
            self.say(safe(why, "warn"))
        elif self.entry is not None:
            question = about_decision(self.session.desk, self.entry.id)
            self.app.push_screen(Decide(self.session, question), self._decided)

    def _decided(self, recorded: Recorded | None) -> None:
        if recorded is not None:
            self.say(recorded.words)
            self.post_message(ReloadWanted(own=True))


def _day(decided_at: str, width: int) -> str:
    """Day and minute, or month and day where there is little room; the text beside has all of it."""
    return decided_at[:16].replace("T", " ") if width > ROOMY else decided_at[5:10]
