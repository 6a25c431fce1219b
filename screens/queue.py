"""The cases of one kind with the case beside them: read, then a number gives the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget

from screens.actions import bindings
from screens.asking import HistoryScreen
from screens.base import ReloadWanted
from screens.copying import case_id, case_value
from screens.decide import Decide
from screens.question import Recorded, about_case, about_decision
from screens.session import Session
from screens.show.case import case_lines
from screens.text import fit, joined, safe, styled
from screens.widgets.verdict_bar import VerdictBar, numbered
from screens.words import age_words, kind_label
from workbench.store.case import Case, Offer
from workbench.text.errors import WorkbenchError
from workbench.text.visible import LINE_END, hidden


class Queue(HistoryScreen[Case]):
    """What waits, and one case of it."""

    scope = "queue"
    BINDINGS = bindings("queue")

    def __init__(self, session: Session, kind: str | None, label: str = "") -> None:
        super().__init__(session)
        self.kind = kind
        self.label = label or (kind_label(kind) if kind else "Everything that waits")
        self.case: Case | None = None
        self.audit = False

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
        """Age, a letter for the kind of item, text, a sign for hidden characters and for withdrawn text."""
        age = fit(safe(age_words(row.age_days), "dim"), 6, right=True)
        sign = "⊘" if row.withheld_by else "◆" if hidden(row.title) else " "
        letter = styled(f"{kind_letter(row)} ", "dim")
        room = max(width - 12, 1)
        title = safe(LINE_END.join(row.title[: room * 4].splitlines()), "dim" if row.deferred else "")
        later = styled("later ", "dim") if row.deferred else styled("")
        return joined([age, "  ", letter, fit(later + title, room), styled(f" {sign}", "mark")])

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

    def offers(self) -> Sequence[Offer]:
        """The verdicts of the case that is shown, where one can be given now."""
        return self.case.verdicts if self.case is not None and self._no_verdict_now() is None else ()

    def copy_value(self) -> tuple[str, str] | None:
        """The text of the case that is shown."""
        row, case = self.rows.current, self.case
        return None if row is None else case_value(case or row, audit=self.audit)

    def copy_id(self) -> tuple[str, str] | None:
        """The id of the case under the cursor, or of its one item."""
        return None if self.rows.current is None else case_id(self.rows.current)

    def may(self, call: str) -> bool | None:
        """What the footer offers: a revert of something, an audit of something, a row to open."""
        if call == "revert":
            return not self.session.readonly and bool(self.session.decided)
        if call == "audit":
            return self.case is not None and (self.audit or self._has_withheld(self.case))
        if call == "open":
            return False if self.focused is self.page else self.case is not None
        return True

    def _no_verdict_now(self) -> str | None:
        """Why no verdict can be given at this moment, or None."""
        case, row = self.case, self.rows.current
        if row is None:
            return "there is no case here"
        if self.session.readonly:
            return "no verdict here: the workbench is read-only"
        if row.read_only:
            return f"no verdict here: {row.read_only}"
        if not self.text_visible:
            return "open the case first: ↵"
        if case is None or case.id != row.id:
            return "the case is still being read; once more in a moment"
        return f"no verdict here: {case.read_only}" if case.read_only else None

    @staticmethod
    def _has_withheld(case: Case) -> bool:
        return case.withheld_by is not None or any(evidence.withheld_by for evidence in case.evidence)

    def action_verdict(self, number: int) -> None:
        """Open Decide for the verdict of this number."""
        offer = numbered(self.case.verdicts).get(number) if self.case else None
        self._take(offer, f"there is no verdict {number} on this case")

    def action_defer(self) -> None:
        """Open Decide for leaving the case."""
        self._take(self.case.offer("defer") if self.case else None, "this case cannot be left for later")

    def _take(self, offer: Offer | None, none: str) -> None:
        why = self._no_verdict_now()
        if why is not None:
            self.say(safe(why, "warn"))
        elif offer is None:
            self.say(none)
        else:
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
            if recorded.verdict == "defer":
                self.case = None  # a case that is left stays in the list: do not follow it there
            self.say(recorded.words)
            self.post_message(ReloadWanted(own=True))

    def action_revert(self) -> None:
        """Take back the last decision of this session."""
        if self.session.readonly:
            self.say("the workbench is read-only: nothing is reverted", "warn")
            return
        if not self.session.decided:
            self.say("nothing was decided in this session; the ledger (L) reverts older decisions")
            return
        question = about_decision(self.session.desk, self.session.decided[-1])
        self.app.push_screen(Decide(self.session, question), self._decided)

    def history_of(self) -> str | None:
        """The case that is shown."""
        return self.case.id if self.case is not None else None

    def action_audit(self) -> None:
        """Show withdrawn text of this case, or hold it back again."""
        if self.case is None:
            self.say("there is no case here")
        elif not self.audit and not self._has_withheld(self.case):
            self.say("no withdrawal holds anything of this case back")
        elif not self.text_visible:
            self.say("open the case first: ↵", "warn")
        else:
            self.audit = not self.audit
            self._fetch(self.case.id)

    def end_audit(self) -> None:
        """Hold withdrawn text back again."""
        if self.audit and self.case is not None:
            self.audit = False
            self.page.show(lambda width: [])
            self._fetch(self.case.id)


def kind_letter(case: Case) -> str:
    """`K` for knowledge, `S` for state, a blank where the item says neither or it is no item."""
    kind = next((target.item_kind for target in case.targets if target.item_kind), None)
    return {"knowledge": "K", "state": "S"}.get(kind or "", " ")
