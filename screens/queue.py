"""The cases of one kind with the case beside them: read, then a number gives the verdict."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from screens.actions import bindings
from screens.base import ReloadWanted
from screens.browse import BrowseScreen
from screens.decide import Decide
from screens.question import Recorded, about_case, about_decision
from screens.session import Session
from screens.show.case import case_lines
from screens.text import fit, joined, safe, styled
from screens.widgets.verdict_bar import VerdictBar, numbered
from screens.words import age_words, kind_label
from workbench.desk.views import HistoryView
from workbench.store.case import Case, Offer
from workbench.text.errors import WorkbenchError
from workbench.text.visible import LINE_END, hidden


class Queue(BrowseScreen[Case]):
    """What waits, and one case of it."""

    scope = "queue"
    BINDINGS = bindings("queue")

    def __init__(self, session: Session, kind: str | None, label: str = "") -> None:
        super().__init__(session)
        self.kind = kind
        self.label = label or (kind_label(kind) if kind else "Everything that waits")
        self.case: Case | None = None
        self.audit = False
        self.git: HistoryView | str | None = None

    def compose_below(self) -> Iterable[Widget]:
        """The verdicts."""
        yield VerdictBar(id="verdicts")

    def renew(self) -> None:
        """The cases as the desk has them now; the place in the list is kept."""
        self.drop_errand("case")
        self.keep_place(list(self.session.desk.cases(self.kind)), self.case.id if self.case else None)
        if self.focused is None:
            self.rows.focus()

    def key_of(self, row: Case) -> str:
        """A case is known by its id."""
        return row.id

    def title_line(self, width: int) -> Content:
        """The kind, and which of how many."""
        total = len(self.rows.rows)
        place = f"{self.rows.cursor + 1} of {total}" if total else "nothing waits"
        return fit(joined([styled(f" {self.label}", "heading"), styled(f"   {place}", "dim")]), width)

    def draw_row(self, row: Case, width: int) -> Content:
        """Age and text, with a sign for hidden characters and for withdrawn text."""
        age = fit(safe(age_words(row.age_days), "dim"), 6, right=True)
        sign = "⊘" if row.withheld_by else "◆" if hidden(row.title) else " "
        room = max(width - 10, 1)
        title = safe(LINE_END.join(row.title[: room * 4].splitlines()), "dim" if row.deferred else "")
        later = styled("later ", "dim") if row.deferred else styled("")
        return joined([age, "  ", fit(later + title, room), styled(f" {sign}", "mark")])

    def show_row(self, row: Case | None) -> None:
        """Open the case of a row in a thread; what was shown stays until it is there."""
        if row is None:
            self.case = None
            looked = self.session.store.looked_at
            self.show_nothing(safe(f"Nothing waits here. The store was read at {looked}.", "dim"))
            self.query_one(VerdictBar).show_offers((), "there is no case")
            return
        if not self.busy("case"):
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
        wanted, case = self.rows.current, found[1]
        if wanted is None:
            return
        if wanted.id != found[0]:
            self._fetch(wanted.id)
            return
        same = self.case is not None and self.case.id == case.id
        if not same:
            self.audit, self.git = False, None
        self.case = case
        self._draw(keep_place=same)
        closed = case.read_only or ("the workbench is read-only" if self.session.readonly else None)
        self.query_one(VerdictBar).show_offers(case.verdicts, closed)

    def _draw(self, *, keep_place: bool) -> None:
        case, audit, git = self.case, self.audit, self.git
        if case is not None:
            self.page.show(
                lambda width: case_lines(case, width, audit=audit, history=git), keep_place=keep_place
            )

    def may(self, call: str) -> bool | None:
        """Verdicts need a case that is in sight, and a session that may decide."""
        if call in ("verdict", "defer"):
            return self._may_decide()
        if call == "revert":
            return not self.session.readonly and bool(self.session.decided)
        if call == "audit":
            return self.case is not None and (self.audit or self._has_withheld(self.case))
        if call == "open":
            return False if self.focused is self.page else self.case is not None
        return True

    def _may_decide(self) -> bool | None:
        case, row = self.case, self.rows.current
        if case is None or case.read_only or self.session.readonly:
            return False
        shown = row is not None and row.id == case.id and self.text_visible
        return True if shown and self.armed else None

    @staticmethod
    def _has_withheld(case: Case) -> bool:
        return case.withheld_by is not None or any(evidence.withheld_by for evidence in case.evidence)

    def action_verdict(self, number: int) -> None:
        """Open Decide for the verdict of this number."""
        offers = numbered(self.case.verdicts) if self.case else []
        if 0 < number <= len(offers):
            self._decide(offers[number - 1])
        else:
            self.say(f"there is no verdict {number} here")

    def action_defer(self) -> None:
        """Open Decide for leaving the case."""
        offer = self.case.offer("defer") if self.case else None
        if offer is not None:
            self._decide(offer)

    def _decide(self, offer: Offer) -> None:
        case = self.case
        if case is None:
            return
        if not offer.allowed:
            self.say(safe(f"✗ not allowed: {offer.rule or 'no rule is named'}", "bad"))
            return
        question = about_case(self.session.desk, case, offer, frozenset(self.page.unseen()))
        self.app.push_screen(Decide(self.session, question), self._decided)

    def _decided(self, recorded: Recorded | None) -> None:
        """After a decision: say it, and go on at the same place once the store is read again."""
        if recorded is not None:
            self.disarm()
            self.say(recorded.words)
            self.post_message(ReloadWanted(own=True))

    def action_revert(self) -> None:
        """Take back the last decision of this session."""
        if not self.session.decided:
            self.say("nothing was decided in this session; the ledger (L) reverts older decisions")
            return
        question = about_decision(self.session.desk, self.session.decided[-1])
        self.app.push_screen(Decide(self.session, question), self._decided)

    def action_history(self) -> None:
        """Ask git for the history of this case's lines."""
        case = self.case
        if case is None:
            return
        self.git = "asking git… esc cancels"
        self._draw(keep_place=True)
        self.errand(
            "history", lambda: self.session.desk.history(case.id), self._history_came, self._no_history
        )

    def _history_came(self, found: HistoryView) -> None:
        self.git = found
        self._draw(keep_place=True)
        self.say("the history is at the end of the text: G")

    def _no_history(self, error: WorkbenchError) -> None:
        self.git = None
        self._draw(keep_place=True)
        self.say_error(error)

    def action_audit(self) -> None:
        """Show withdrawn text of this case, or hold it back again."""
        if self.case is not None:
            self.audit = not self.audit
            self._fetch(self.case.id)

    def go_back(self) -> None:
        """Cancel what is asked of git, else one step back."""
        if self.drop_errand("history"):
            self.git = None
            self._draw(keep_place=True)
        else:
            super().go_back()
