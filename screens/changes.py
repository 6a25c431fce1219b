"""Every item that is new, changed, elsewhere or gone since this person's last decision; to read."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from screens.actions import bindings, key_of
from screens.asking import HistoryScreen
from screens.session import Session
from screens.show.case import heading, history_lines
from screens.show.since import how_sign, how_words, since_title
from screens.text import BLANK, fit, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted
from workbench.desk.since import Change, How
from workbench.desk.views import HistoryView
from workbench.text.visible import LINE_END, hidden, visible

LEAST_WORDS = 12
"""Cells that a row keeps for its words, however long the ids are."""


class Changes(HistoryScreen[Change]):
    """What changed since the last decision, what is gone first; begun at one kind of change."""

    scope = "changes"
    BINDINGS = bindings("changes")

    def __init__(self, session: Session, how: How | None = None) -> None:
        super().__init__(session)
        self.change: Change | None = None
        self._begin = how
        self._id_width = 0

    def renew(self) -> None:
        """The changes as the desk has them now."""
        rows = list(self.session.desk.since().changes)
        self._id_width = max((cell_len(visible(row.key)) for row in rows), default=0)
        same = self.key_of(self.change) if self.change else self._first(rows)
        self._begin = None
        self.keep_place(rows, same)
        if self.focused is None:
            self.rows.focus()

    def _first(self, rows: list[Change]) -> str | None:
        return next((self.key_of(row) for row in rows if row.how == self._begin), None)

    def key_of(self, row: Change) -> str:
        """A change is known by its item and what became of it."""
        return f"{row.how}\n{row.key}\n{row.path}"

    def title_line(self, width: int) -> Content:
        """Since when, and which of how many."""
        since = self.session.desk.since()
        total = len(self.rows.rows)
        place = f"row {self.rows.cursor + 1:,} of {total:,}, to read" if total else "nothing changed"
        words = f" {since_title(since)}"
        return fit(joined([styled(words, "heading"), styled(f"   {place}", "dim")]), width)

    def draw_row(self, row: Change, width: int) -> Content:
        """Sign, id, and what became of it."""
        mark = "⊘" if row.withheld_by else "◆" if hidden(row.text) else " "
        wide = max(min(self._id_width, width - LEAST_WORDS - 4), 1)
        room = max(width - wide - 5, 1)
        words = joined([how_line(row), "  ", safe(LINE_END.join(row.text[: room * 4].splitlines()), "dim")])
        return joined(
            [
                how_sign(row.how),
                " ",
                fit(safe(row.key), wide),
                " ",
                fit(words, room),
                styled(f" {mark}", "mark"),
            ]
        )

    def show_row(self, row: Change | None) -> None:
        """One change in full."""
        same = row is not None and self.change is not None and self.key_of(row) == self.key_of(self.change)
        if not same:
            self.git = None
        self.change = row
        if row is None:
            problem = self.session.desk.since().problem
            self.show_nothing(styled(problem or "Nothing changed since your last decision.", "dim"))
        else:
            self._draw(keep_place=same)

    def _draw(self, *, keep_place: bool) -> None:
        change, git = self.change, self.git
        if change is not None:
            self.page.show(lambda width: change_lines(change, width, git), keep_place=keep_place)

    def may(self, call: str) -> bool | None:
        """Nothing can be opened where nothing is."""
        if call == "open":
            return False if self.focused is self.page else self.change is not None
        return super().may(call)

    def history_of(self) -> str | None:
        """The file of the item; what is gone has its file's history."""
        return self.change.path if self.change is not None else None

    def action_history(self) -> None:
        """Ask git for the history of the file."""
        change = self.change
        if change is None:
            self.say("nothing is shown here")
            return
        self.git = "asking git… esc cancels"
        self._draw(keep_place=True)
        desk = self.session.desk
        self.errand("history", lambda: desk.file_history(change), self._history_came, self._no_history)


def how_line(change: Change) -> Content:
    """`active → stale`, `moved from topics/a.md`, `gone`."""
    if change.how == "changed" and change.was != change.status:
        return styled(f"{_status(change.was)} → {_status(change.status)}")
    if change.how == "changed":
        return styled("its text or fields")
    return styled(how_words(change.how))


def change_lines(change: Change, width: int, git: HistoryView | str | None = None) -> list[PageLine]:
    """Every line of a change at a width."""
    at = f"{change.path}:{change.line}" if change.line is not None else f"was in {change.path}"
    name = joined([safe(change.key, "strong"), safe(at, "dim")], "   ")
    lines = [PageLine(line) for line in heading(name, width)]
    for label, value in _facts(change):
        head = joined([styled(" "), fit(styled(label, "dim"), 15), safe(value)])
        lines += [PageLine(line) for line in wrap(head, width, " " * 16)]
    lines.append(PageLine(BLANK))
    if change.withheld_by:
        words = joined(
            [styled(" ⊘ ", "warn"), "withdrawn by ", safe(change.withheld_by), "; its text is held back"]
        )
        lines += [PageLine(line) for line in wrap(words, width, "   ")]
    elif change.text:
        lines += [PageLine(line) for line in quoted(change.text, width)]
        if change.how == "changed":
            words = styled(
                f" What it was before is not kept here; {key_of('changes.history')} asks git.", "dim"
            )
            lines += [PageLine(BLANK), *(PageLine(line) for line in wrap(words, width, " "))]
    else:
        words = styled(" Its text is not kept here; git's history of the file may have it.", "dim")
        lines += [PageLine(line) for line in wrap(words, width, " ")]
    return [*lines, *history_lines(git, width)]


def _facts(change: Change) -> list[tuple[str, str]]:
    facts = [("what happened", how_line(change).plain)]
    if change.came_from:
        facts.append(("came from", change.came_from))
    facts.append(("Status before", _status(change.was) if change.how != "new" else "not there"))
    facts.append(("Status now", _status(change.status) if change.line is not None else "not there"))
    facts.append(("decision", change.decision or "none is behind this"))
    return facts


def _status(status: str) -> str:
    return {"": "no Status", "?": "an unknown word"}.get(status, status)
