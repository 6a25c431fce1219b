"""A list of cases with the case of its row beside it: read in a thread, its evidence counted as seen."""

from __future__ import annotations

from abc import abstractmethod

from screens.actions import key_of as name_of_key
from screens.asking import HistoryScreen
from screens.copying import case_id, case_value
from screens.seen import changed
from screens.session import Session
from screens.show.case import case_lines
from screens.text import safe
from workbench.store.case import Case
from workbench.text.errors import WorkbenchError


class CaseScreen(HistoryScreen[Case]):
    """Which case is shown, what of it has been on the screen, and its audit."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.case: Case | None = None
        self.audit = False
        self._due = False
        """Whether the list is another, and the case under the cursor not asked for yet."""

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
            looked = self.session.store.looked_at
            self.show_nothing(safe(f"Nothing waits here. The store was read at {looked}.", "dim"))
            self.case_shown()
        elif not self.busy("case"):
            self._fetch(row.id)

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
            self.audit, self.git = False, None
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
