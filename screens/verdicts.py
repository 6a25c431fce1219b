"""Verdicts on the case that is shown, or on all that are marked: asked, decided, and on to the next case."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import chain

from screens.actions import actions_of
from screens.actions import key_of as name_of_key
from screens.base import ReloadWanted
from screens.decide import Decide
from screens.marking import Marking, not_shown_yet
from screens.marks import Marks
from screens.picked import PickedScreen
from screens.question import Unseen, about_case, about_cases, about_decision
from screens.recorded import Recorded
from screens.session import Session
from screens.text import counted, safe
from screens.widgets.record_list import RecordList
from screens.widgets.verdict_bar import numbered
from screens.words import verdict_label
from workbench.store.case import LEAVES_OPEN, Offer

ON_ROWS = ("verdict", "defer", "mark", "range", "open")
"""How the calls of the actions begin that act on the rows of the list."""
STILL_CHOOSING = "the rows of the filter are still looked for; once more in a moment"
NOT_ASKED = "the verdict on what was marked is not asked: give it again"
MERGES_ALONE = (
    "merge is given to one case at a time: it takes in items that wait for nobody (§14.3), and each that is"
    " marked waits; open the case and name the others there"
)
ALONE = frozenset({"current", "both", "confirm"})
ALONE_ON = {"new-value": "conflict", "merge": "duplicate"}
"""Verdicts that are given to one case at a time, always or on a kind of case."""
ALONE_WORDS = (
    "given to one case at a time, as it names a row or a value of that case; open the case and give it there."
    " To leave all that are marked open, or to say that none holds, is one verdict for them together"
)
UNDER_THE_TEXT = "no verdict here; why is said above"
"""Where the verdicts of a case stand, there stands why it takes none: said once is enough."""


class VerdictScreen(PickedScreen):
    """Which verdicts can be given now, and what becomes of the list when one was."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.done: set[str] = set()
        """Cases that were decided on and are listed until the store is read again."""
        self.given_back: str | None = None
        """The case whose decision was just taken back: the list goes to it once the store was read again."""
        self.marking = Marking(lambda: self.choice, lambda: self.rows.cursor, self.done)

    @property
    def marks(self) -> Marks:
        """What is marked."""
        return self.marking.marks

    @abstractmethod
    def marks_changed(self, words: str = "") -> None:
        """Show the marks as they are; a verdict that is on its way to others is given up."""

    @abstractmethod
    def end_range(self) -> None:
        """Mark the range that was begun."""

    def offers(self) -> Sequence[Offer]:
        """The verdicts of the case, or of all that is marked, for the palette."""
        if self.marking:
            return self.marking.offers()
        return self.case.verdicts if self.case is not None else ()

    def reads_for(self, key: str) -> bool:
        """A verdict waits for the case under the cursor, and for a batch that is being looked at.

        What acts on rows waits for those of a filter that was typed: the ones before are no answer to it.
        """
        if self.typing:
            return False
        if self.choosing:
            return any(key in one.keys for one in actions_of("queue") if one.call.startswith(ON_ROWS))
        row, case = self.rows.current, self.case
        coming = self.busy("case") and (case is None or row is None or case.id != row.id)
        if not (self._due or coming or self.busy("batch")):
            return False
        return any(
            key in one.keys for one in actions_of("queue") if one.call.startswith(("verdict", "defer"))
        )

    def _no_verdict_now(self) -> str | None:
        """Why no verdict can be given at this moment, or None."""
        case, row = self.case, self.rows.current
        if self.session.readonly:
            return "no verdict here: the workbench is read-only"
        if self.choosing:
            return STILL_CHOOSING
        if self.marking:
            return None
        if row is None:
            return "there is no case here"
        if row.id in self.done:
            return "this case is decided already; it goes when the store is read again"
        if row.read_only:
            return UNDER_THE_TEXT if self.text_visible else f"no verdict here: {row.read_only}"
        if not self.text_visible:
            return f"open the case first: {name_of_key('queue.open')}"
        if self._due or case is None or case.id != row.id:
            return "the case is still being read; once more in a moment"
        return f"no verdict here: {case.read_only}" if case.read_only else None

    def action_verdict(self, number: int) -> None:
        """Open Decide for the verdict of this number."""
        what = "any marked case" if self.marking else "this case"
        self._take(numbered(self.offers()).get(number), f"there is no verdict {number} on {what}")

    def action_defer(self) -> None:
        """Open Decide for leaving the case."""
        offers = sorted(self.offers(), key=lambda one: one.verdict)
        offer = next((one for one in offers if one.verdict in LEAVES_OPEN), None)
        self._take(offer, "no marked case can be left for later" if self.marking else
                   "this case cannot be left for later")  # fmt: skip

    def _take(self, offer: Offer | None, none: str) -> None:
        why = self._no_verdict_now()
        if why is not None:
            self.say(safe(why, "warn"))
        elif offer is None:
            self.say(none)
        elif not offer.allowed:
            self.say(safe(f"✗ not allowed: {offer.rule or 'no rule is named'}", "bad"))
        elif self.marking and self._alone(offer.verdict):
            if self._is_the_one_marked():
                self._decide(offer)
            else:
                self.say(f"{verdict_label(offer.verdict)}: {ALONE_WORDS}")
        elif self.marking and offer.verdict == "merge" and self.marking.count > 1:
            self.say(MERGES_ALONE)
        elif self.marking:
            self._decide_all(offer)
        else:
            self._decide(offer)

    def _alone(self, verdict: str) -> bool:
        """Whether a verdict names something of one case, so that it is given to no batch."""
        kind = ALONE_ON.get(verdict)
        return verdict in ALONE or (kind is not None and any(one.kind == kind for one in self.marking.all()))

    def _is_the_one_marked(self) -> bool:
        """Whether the case that can be read now is all that is marked."""
        row, case = self.rows.current, self.case
        shown = row is not None and case is not None and case.id == row.id and self.text_visible
        return shown and [one.id for one in self.marking.all()] == [row.id if row is not None else ""]

    def _decide(self, offer: Offer) -> None:
        case = self.case
        if case is not None:
            self.note_seen()
            question = about_case(self.session.desk, case, offer, self.session.seen.unseen(case))
            self.app.push_screen(Decide(self.session, question), self._decided)

    def _decide_all(self, offer: Offer) -> None:
        """Look up, in a thread, what of the marked cases was never shown; then ask."""
        self.note_seen()
        if self.marking.begun:
            self.end_range()
        cases, desk, seen = tuple(self.marking.all()), self.session.desk, self.session.seen
        self.say(f"Looking at {counted(len(cases), 'marked case')}… {name_of_key('app.back')} cancels")

        def ask(unseen: Unseen) -> None:
            if self.is_active:
                question = about_cases(self.session.desk, cases, offer.verdict, unseen)
                self.app.push_screen(Decide(self.session, question), self._decided)
            else:
                self.say(f"something else was open when the marked cases had been read; {NOT_ASKED}", "warn")

        self.errand("batch", lambda: not_shown_yet(desk, cases, seen), ask)

    def _decided(self, recorded: Recorded | None) -> None:
        """After a decision: say it, and go on to the next case at once; the store is read again meanwhile."""
        if recorded is None:
            return
        if recorded.verdict == "revert":
            self.given_back = next(iter(recorded.done), None)
        else:
            self.done.update(recorded.done)
            self.marks.drop(recorded.done)
            self._go_on()
            self.marks_changed()
        self.keep_place_on_disk()
        self.say(recorded.words)
        self.post_message(ReloadWanted(own=True))

    def _go_on(self) -> None:
        """To the next case that is not decided, else to the last one before; the list keeps its rows."""
        rows, at = self.rows.rows, self.rows.cursor
        order = chain(range(at, len(rows)), range(at - 1, -1, -1))
        place = next((one for one in order if rows[one].id not in self.done), None)
        if place is not None and place != at:
            with self.rows.prevent(RecordList.Highlighted):
                self.rows.cursor = place
            self.show_row(self.rows.current)

    def action_revert(self) -> None:
        """Take back the last decision of this session."""
        if self.session.readonly:
            self.say("the workbench is read-only: nothing is reverted", "warn")
            return
        if not self.session.decided:
            ledger = name_of_key("app.ledger")
            self.say(f"nothing was decided in this session; the ledger ({ledger}) reverts older decisions")
            return
        question = about_decision(self.session.desk, self.session.decided[-1])
        self.app.push_screen(Decide(self.session, question), self._decided)
