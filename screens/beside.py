"""A list of cases with the case of its row beside it: read in a thread, its evidence counted as seen."""

from __future__ import annotations

from abc import abstractmethod

from screens.actions import key_of as name_of_key
from screens.asking import HistoryScreen
from screens.copying import case_id, case_value
from screens.reconciling import lettered_rows
from screens.seen import changed
from screens.session import Session
from screens.show.case import case_lines
from screens.show.passages import DRAWN, index_of, part_of, passages_of
from screens.text import joined, safe, styled
from workbench.store.case import Case
from workbench.text.errors import WorkbenchError

COMPARED = frozenset({"conflict", "contradiction", "duplicate", "copies"})
"""Kinds of case whose rows are compared: side by side, where there is room."""


class CaseScreen(HistoryScreen[Case]):
    """Which case is shown, what of it has been on the screen, and its audit."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.case: Case | None = None
        self.audit = False
        self._due = False
        """Whether the list is another, and the case under the cursor not asked for yet."""
        self._passage: int | None = None
        """Which passage behind its rows was gone to last, and from where."""
        self._rows_at = 0

    @abstractmethod
    def case_shown(self) -> None:
        """Another case is shown, or the same one anew, or none."""

    def key_of(self, row: Case) -> str:
        """A case is known by its id."""
        return row.id

    def show_row(self, row: Case | None) -> None:
        """Open the case of a row in a thread; what was shown stays until it is there."""
        self._due = False
        if row is None:
            self.note_seen()
            self.case = None
            self.show_nothing(safe(self.nothing_words(), "dim"))
            self.case_shown()
        elif not self.busy("case"):
            self._fetch(row.id)

    def nothing_words(self) -> str:
        """Why no row is there."""
        return f"Nothing waits here. The store was read at {self.session.store.looked_at}."

    def _fetch(self, case_id: str) -> None:
        desk = self.session.desk
        audit = self.audit and self.case is not None and self.case.id == case_id
        self.errand(
            "case", lambda: (case_id, desk.case(case_id, audit=audit)), self._case_came, self._no_case
        )

    def _no_case(self, error: WorkbenchError) -> None:
        self.say_error(error)

    def _case_came(self, found: tuple[str, Case]) -> None:
        """Show a case with its evidence and its verdicts; leaving a case ends its audit."""
        self.found_out("cases")
        wanted, case, before = self.rows.current, found[1], self.case
        if wanted is None:
            return
        if wanted.id != found[0]:
            self._fetch(wanted.id)
            return
        self.note_seen()
        same = before is not None and before.id == case.id
        if not same:
            self.audit, self.git, self._passage = False, None, None
        self.case = case
        self._draw(keep_place=same, changed=changed(before, case) if same and before else frozenset())
        self.case_shown()

    def note_seen(self) -> None:
        """Remember what of the case has been on the screen, with the bytes it had."""
        if self.case is not None:
            self.session.seen.note(self.case, self.page.seen())

    def copy_value(self) -> tuple[str, str] | None:
        """The text of the case that is shown."""
        row, case = self.rows.current, self.case
        if row is None:
            return None
        return (
            case_value(case, audit=self.audit) if case and case.id == row.id else case_value(row, audit=False)
        )

    def copy_id(self) -> tuple[str, str] | None:
        """The id of the case under the cursor, or of its one item."""
        return None if self.rows.current is None else case_id(self.rows.current)

    def _draw(self, *, keep_place: bool, changed: frozenset[str] = frozenset()) -> None:
        case, audit, git = self.case, self.audit, self.git
        if case is not None:
            self.page.show(
                lambda width: case_lines(case, width, audit=audit, history=git),
                keep_place=keep_place,
                changed=changed,
            )

    # Rows and the passages behind them

    def action_open(self) -> None:
        """Go into the case; one whose rows are compared has all of the width."""
        super().action_open()
        row = self.rows.current
        if self.wide and self.text_open and row is not None and row.kind in COMPARED:
            self.set_zoom(True)

    def action_passage(self, name: str = "") -> None:
        """Show the passage behind the row of that letter, or the next one; once more the rows again."""
        case, row = self.case, self.rows.current
        if case is None or row is None or case.id != row.id:
            self.say("there is no case here" if row is None else "the case is still being read")
            return
        number = len(passages_of(case)) if self.may("passage") else 0
        wanted = index_of(case, name) if name else self._next_passage
        if wanted is None:
            self.say(self._no_passage_words(case, name))
        elif wanted >= number or (name and wanted == self._passage):
            self._passage = None
            self.page.scroll_to(y=self._rows_at, animate=False)
            self.say("the rows again" if number else "no passage stands behind these rows")
        else:
            self._to_passage(case, wanted, name)

    def may(self, call: str) -> bool | None:
        """As beside every list; there are passages where a view draws them."""
        if call == "passage":
            case = self.case
            return case is not None and type(case.detail) in DRAWN and bool(passages_of(case))
        return super().may(call)

    @property
    def _next_passage(self) -> int:
        return 0 if self._passage is None else self._passage + 1

    def _to_passage(self, case: Case, wanted: int, name: str) -> None:
        if self._passage is None:
            self._rows_at = self.page.scroll_offset.y
        self._passage = wanted
        if not self.text_visible:
            self.action_open()
        self.page.go_to(part_of(wanted))
        one = passages_of(case)[wanted]
        again = name_of_key(f"queue.passage_{name.lower()}" if name else "queue.passages")
        back = f"{again} {'goes back to the rows' if name else 'goes on'}"
        self.say(joined([safe(one.ref, "accent"), styled(f"   {back}", "dim")]))

    def _no_passage_words(self, case: Case, name: str) -> str:
        known = [one.name for one in lettered_rows(case)]
        if name not in known:
            return f"there is no row {name} here" if known else "the rows of this case have no letters"
        return f"the Source of {name} names no passage that is there"

    # History and audit

    @staticmethod
    def has_withheld(case: Case) -> bool:
        """Whether a withdrawal holds the text of a case or some of its evidence back."""
        return case.withheld_by is not None or any(evidence.withheld_by for evidence in case.evidence)

    def history_of(self) -> str | None:
        """The case that is shown."""
        return self.case.id if self.case is not None else None

    def action_audit(self) -> None:
        """Show withdrawn text of this case, or hold it back again."""
        if self.case is None:
            self.say("there is no case here")
        elif not self.audit and not self.has_withheld(self.case):
            self.say("no withdrawal holds anything of this case back")
        elif not self.text_visible:
            self.say(f"open the case first: {name_of_key('queue.open')}", "warn")
        else:
            self.audit = not self.audit
            self._fetch(self.case.id)

    def end_audit(self) -> None:
        """Hold withdrawn text back again."""
        if self.audit and self.case is not None:
            self.note_seen()
            self.audit = False
            self.page.show(lambda width: [])
            self._fetch(self.case.id)
