"""Every decision, newest first: who, when, why, how identity was claimed, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from screens.actions import bindings
from screens.actions import key_of as name_of_key
from screens.base import ReloadWanted
from screens.browse import BrowseScreen
from screens.decide import Decide
from screens.question import about_decision
from screens.recorded import Recorded
from screens.session import Session
from screens.show.decision import STATE_ROLES, STATES, Told, decision_lines
from screens.text import counted, fit, fit_middle, joined, safe, styled
from screens.widgets.bar import Bar
from screens.words import verdict_label
from workbench.desk import Desk
from workbench.desk.views import DecisionView, LedgerEntry, PlanWas, VerifyFinding, VerifyReport
from workbench.desk.words import TAKEN_BACK
from workbench.text.errors import WorkbenchError
from workbench.text.visible import visible

WHOLE_DATE = 60
"""Cells from which a row holds the year and the time."""

AT_ONCE = 500
"""A ledger of at most so many decisions is verified without being asked for."""

KEPT = 64
"""How many decisions that were read are kept, so that going back and forth reads nothing twice."""

Read = tuple[DecisionView, PlanWas]


class Ledger(BrowseScreen[LedgerEntry]):
    """The decisions of a store, each with its record, its plan as it was, and its revert."""

    scope = "ledger"
    BINDINGS = bindings("ledger")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.entry: LedgerEntry | None = None
        self.raw = False
        """Whether the record's own JSON is shown."""
        self.takes_back: dict[str, str] = {}
        """The decision that each revert takes back."""
        self.findings: dict[str, list[VerifyFinding]] = {}
        """What a verification found about each decision."""
        self.report: VerifyReport | None = None
        self._read: dict[str, Read | None] = {}
        """Decisions that have been read; None for one that could not be."""
        self._of: Desk | None = None
        """The desk whose ledger is shown."""
        self._entries: frozenset[str] = frozenset()
        """The entries of the ledger by name, those that no verification added."""
        self._listed: frozenset[str] = frozenset()
        """Those of them that are decisions."""

    def renew(self) -> None:
        """The ledger as the desk has it now; read in a thread, and once for each desk."""
        if self.focused is None:
            self.rows.focus()
        desk = self.session.desk
        if desk is self._of:
            return
        self._of = desk
        if not self.all_rows:
            self.rows.show_empty(styled("reading the ledger…", "dim"))
        self.errand("ledger", desk.ledger, self._ledger_came)

    def _ledger_came(self, entries: Sequence[LedgerEntry]) -> None:
        self.takes_back = {entry.reverted_by: entry.id for entry in entries if entry.reverted_by}
        self._entries = frozenset(entry.id for entry in entries)
        self._listed = frozenset(entry.id for entry in entries if entry.id.startswith("memdec-"))
        self._read, self.findings, self.report = {}, {}, None
        self.keep_place(list(entries), self.entry.id if self.entry else None)
        if entries and len(entries) <= AT_ONCE:
            self._verify()

    def _verify(self, *, asked: bool = False) -> None:
        self.errand("verify", self.session.desk.verify, lambda report: self._verified(report, asked))

    def _verified(self, report: VerifyReport, asked: bool) -> None:
        """Say on every entry what does not hold of it, and list what no entry stands for."""
        self.report, self.findings = report, {}
        for finding in report.findings:
            self.findings.setdefault(finding.decision or "", []).append(finding)
        rows = [row for row in self.all_rows if row.id in self._entries]
        known = {row.id for row in rows}
        lost = [
            _lost(id_, found)
            for id_, found in self.findings.items()
            if id_ not in known and any(one.failed for one in found)
        ]
        self.keep_place([*lost, *rows], self.entry.id if self.entry else None)
        if asked:
            failed = sum(one.failed for one in report.findings)
            words = counted(failed, "thing does not hold", "things do not hold")
            self.say(f"✗ {words}" if failed else f"✓ it holds: {counted(report.checked, 'decision')} checked")

    def key_of(self, row: LedgerEntry) -> str:
        """A decision is known by its id."""
        return row.id

    def title_line(self, width: int) -> Content:
        """Which of how many, by which filter, and whether it holds."""
        parts = [styled(" Ledger", "heading"), *self.place_words("no decision yet"), *self._holds()]
        return fit(joined(parts, "   "), width)

    def _holds(self) -> list[Content]:
        """What the verification of the whole ledger says."""
        if self.busy("verify"):
            return [styled("checking…", "dim")]
        if self.report is None:
            return [styled(f"{name_of_key('ledger.check')} checks them all", "dim")] if self.all_rows else []
        failed = sum(one.failed for one in self.report.findings)
        if failed:
            words = counted(failed, "thing does not hold", "things do not hold")
            return [styled(f"✗ {words}", "bad")]
        return [styled("✓ it holds", "good")]

    def draw_row(self, row: LedgerEntry, width: int) -> Content:
        """State, day, who, verdict, on what; what does not hold is marked before anything else."""
        sign, role = self._sign(row)
        when = safe(_day(row.decided_at, width), "dim")
        who = fit(safe(row.decided_by.removeprefix("user:")), 12 if width > WHOLE_DATE else 6)
        verdict = fit(safe(verdict_label(row.verdict), "strong"), 14 if width > WHOLE_DATE else 9)
        taken = self.takes_back.get(row.id)
        words = f"of {taken}" if taken else ", ".join(dict.fromkeys(row.targets)) or row.case
        if row.decided_by == "unknown":
            what = " does not read" if row.id in self._entries else " is not here"
            return fit(joined([styled(f"{sign} ", role), safe(row.id, "strong"), what]), width)
        head = joined([styled(f"{sign} ", role), when, "  ", who, " ", verdict, " "])
        room = max(width - head.cell_length, 0)
        return fit(head + styled(fit_middle(visible(words), room), "dim"), width)

    def _sign(self, row: LedgerEntry) -> tuple[str, str]:
        if any(one.failed for one in self.findings.get(row.id, ())):
            return "✗", "bad"
        if row.reverted_by:
            return "↶", "dim"
        return STATES[row.state], STATE_ROLES.get(row.state, "warn")

    def show_row(self, row: LedgerEntry | None) -> None:
        """A decision in full; its record and its plan are read in a thread."""
        same = row is not None and self.entry is not None and row.id == self.entry.id
        self.entry = row
        if row is None:
            self.show_nothing(styled("Nothing has been decided here yet.", "dim"))
            return
        self._draw(keep_place=same)
        self._look()

    def _draw(self, *, keep_place: bool) -> None:
        row = self.entry
        if row is None:
            return
        read = self._read.get(row.id)
        told = Told(
            entry=row,
            takes_back=self.takes_back.get(row.id),
            detail=read[0] if read else None,
            plan=read[1] if read else None,
            findings=self.findings.get(row.id, ()),
            raw=self.raw,
            reading=row.id in self._listed and row.id not in self._read,
            lost=row.id not in self._entries,
        )
        self.page.show(lambda width: decision_lines(told, width), keep_place=keep_place)

    def _look(self) -> None:
        """Read the decision under the cursor, one at a time however fast the cursor moves."""
        row = self.entry
        if row is None or row.id not in self._listed or row.id in self._read or self.busy("decision"):
            return
        desk, id_ = self.session.desk, row.id

        def failed(error: WorkbenchError) -> None:
            self.say_error(error)
            self._came(id_, None)

        self.errand(
            "decision",
            lambda: (desk.decision(id_), desk.plan_of(id_)),
            lambda read: self._came(id_, read),
            failed,
        )

    def _came(self, id_: str, read: Read | None) -> None:
        self._read[id_] = read
        while len(self._read) > KEPT:
            del self._read[next(iter(self._read))]
        if self.entry is not None and self.entry.id == id_:
            self._draw(keep_place=True)
        self._look()

    def copy_value(self) -> tuple[str, str] | None:
        """The record of the decision under the cursor, as it stands on disk."""
        read = self._read.get(self.entry.id) if self.entry is not None else None
        return None if self.entry is None or read is None else (self.entry.id, read[0].text)

    def copy_id(self) -> tuple[str, str] | None:
        """The id of the decision under the cursor."""
        return None if self.entry is None else ("the decision's id", self.entry.id)

    def may(self, call: str) -> bool | None:
        """A revert needs a decision that stands, the other decision one that is tied to it."""
        if call == "revert":
            return self._may_revert()
        if call == "other":
            return self._other() is not None
        if call == "record":
            return self.entry is not None
        if call == "open":
            return False if self.focused is self.page else self.entry is not None
        return super().may(call)

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
            return f"already {TAKEN_BACK} {entry.reverted_by}"
        if entry.state not in ("done", "unverifiable here"):
            return f"this decision is {entry.state}, so it cannot be taken back now"
        return None

    def _other(self) -> str | None:
        """The decision that took this one back, or that this one takes back."""
        entry = self.entry
        return None if entry is None else entry.reverted_by or self.takes_back.get(entry.id)

    def action_other(self) -> None:
        """Go to the decision at the other end of a revert."""
        other = self._other()
        if other is not None and self.filter_text and all(row.id != other for row in self.rows.rows):
            self.set_filter("")
        places = [at for at, row in enumerate(self.rows.rows) if row.id == other]
        if places:
            self.rows.cursor = places[0]
        else:
            self.say("this decision takes nothing back, and nothing has taken it back")

    def action_check(self) -> None:
        """Verify the whole ledger, each decision against the store and what this machine remembers."""
        if self.busy("verify"):
            self.say("the ledger is being checked already")
            return
        self.say("checking every decision against the store; go on meanwhile")
        self._verify(asked=True)
        self.query_one("#title", Bar).refresh_lines()

    def action_record(self) -> None:
        """Show the record as it was written, or hide it again."""
        if self.entry is None:
            self.say("there is no decision here")
            return
        self.raw = not self.raw
        self._draw(keep_place=True)
        hides = f"the record is below the plan; {name_of_key('ledger.record')} hides it"
        self.say(hides if self.raw else "")

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


def _lost(id_: str, found: Sequence[VerifyFinding]) -> LedgerEntry:
    """A row for what does not hold of a decision that is not in the list, or of the ledger as a whole."""
    said = "unknown"
    problem = " ".join(one.message for one in found if one.failed)
    name = id_ or "the ledger as a whole"
    return LedgerEntry(name, said, said, said, said, said, (), None, None, "unreadable", problem)


def _day(decided_at: str, width: int) -> str:
    """Day and minute, or month and day where there is little room; the text beside has all of it."""
    return decided_at[:16].replace("T", " ") if width > WHOLE_DATE else decided_at[5:10]
