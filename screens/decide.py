"""One verdict, its reason, and exactly what it would change. Nothing is written before Enter on the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textual import on
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import bindings
from screens.base import DeskScreen
from screens.copying import plan_text
from screens.question import LeftOut, Question, Recorded
from screens.session import Session, claim_words
from screens.text import counted, fit, joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.diff_view import DiffView
from screens.widgets.page import Page, PageLine
from screens.widgets.quote import quoted, withheld
from screens.widgets.recall_input import RecallInput
from screens.words import MISSING, OPTIONAL, PARAMETERS, PLACEHOLDERS
from workbench.desk.views import Outcome, Preview
from workbench.store.decision import Actor, Prepared, Verdict
from workbench.text.errors import WorkbenchError

FIRST = "The plan is shown here once there is a reason: ↵. Nothing has been written yet."


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as it was made and as it is shown."""

    prepared: tuple[Prepared, ...]
    previews: tuple[Preview, ...]
    left_out: tuple[LeftOut, ...] = ()


class Decide(DeskScreen[Recorded]):
    """Verdict, reason, plan; Enter in a field goes on to the plan, Enter on the plan records it."""

    scope = "decide"
    BINDINGS = bindings("decide")

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session)
        self.question = question
        self.plan: Plan | None = None
        self._asked = False
        self._missing = ""
        """The parameter that was said to be missing last."""
        self.stale = False
        """Whether the store turned out to be another, so that the plan must be made anew."""

    def compose_body(self) -> Iterable[Widget]:
        """Title, the text decided on, the form, the plan."""
        yield Bar(lambda width: [self._title(width)], id="title")
        yield Page(id="quote")
        with Container(id="form"):
            for need in PARAMETERS:
                if need in self.question.needs:
                    yield from self._field(
                        need, PARAMETERS[need], self.question.choices.get(need, ()), PLACEHOLDERS[need]
                    )
            yield Bar(self._candidates, id="candidates")
            if self.session.actor is None:
                yield from self._field("who", "You", (), "your name; it is recorded as asked, at a terminal")
            last = self.session.reasons[:1]
            hint = f"why, in your own words; ↓ takes: {last[0]}" if last else "why, in your own words"
            yield from self._field("reason", "Why", self.session.reasons, hint)
        yield DiffView(id="plan")
        yield Bar(id="summary")

    def _field(self, name: str, label: str, choices: Iterable[str], hint: str) -> Iterable[Widget]:
        words = list(choices)
        if words and name not in ("reason", "who"):
            hint = f"{hint}; ↓ takes one of {len(words)}"
        value = self.session.drafts.get(self.question.about[0], "") if name == "reason" else ""
        with Horizontal(classes="field"):
            yield Bar(lambda width: [styled(fit_label(label, width), "dim")], classes="label")
            yield RecallInput(words, hint=hint, value=value, name=name)

    def renew(self) -> None:
        """Show what is decided on; after a reload, ask again with what the store holds now."""
        before, self._asked = (self.question.text if self._asked else None), True
        if before is not None and not self._ask_again():
            return
        changed = before is not None and before != self.question.text
        self._show_quote(before if changed else None)
        self._no_plan(FIRST)
        self._first_field().focus()
        if before is not None:
            self.say(
                "the store was read again: "
                + ("the text changed, look again" if changed else "the text is the same")
            )

    def _ask_again(self) -> bool:
        """Put the same question to the desk as it is now; False where it cannot be asked any more."""
        again = self.question.renew(self.session.desk)
        if again is None or again.needs != self.question.needs:
            self._no_plan(
                "This can no longer be decided as it was asked. Nothing has been written; esc goes back."
            )
            self.stale = True
            self.query_one(DiffView).focus()
            return False
        self.question, self.stale = again, False
        return True

    def _title(self, width: int) -> Content:
        actor = self.session.actor
        who = (
            "you say who you are below"
            if actor is None
            else f"decided by {actor.name} ({claim_words(actor.claimed)})"
        )
        left, right = self.question.title, safe(f"{who} ", "dim")
        gap = width - left.cell_length - right.cell_length
        return fit(joined([left, " " * max(gap, 2), right]), width)

    def _show_quote(self, before: str | None) -> None:
        question = self.question

        def build(width: int) -> list[PageLine]:
            held = question.shown[0].withheld_by
            if held:
                lines = withheld(question.name, held, width)
            elif before is not None:
                was, now = styled(" It was", "heading"), styled(" It is now", "heading")
                lines = [was, *quoted(before, width), now, *quoted(question.text, width)]
            else:
                lines = quoted(question.text, width)
            return [PageLine(line) for line in lines]

        self.query_one("#quote", Page).show(build)

    def _candidates(self, width: int) -> list[Content]:
        """What can be taken for `With`, each with its first words."""
        if "with" not in self.question.needs or not self.question.candidates:
            return []
        lines = []
        for evidence in self.question.candidates[:4]:
            words = safe(" ".join(evidence.text.split())[: 4 * width], "quote")
            status = safe(f" {evidence.status or ''}", "dim")
            lines.append(
                joined([styled("   ↓ "), safe(evidence.key or ""), status, styled(" │ ", "gutter"), words])
            )
        return [fit(line, width) for line in lines]

    def _fields(self) -> list[RecallInput]:
        return list(self.query(RecallInput))

    def _first_field(self) -> RecallInput:
        fields = self._fields()
        return next((field for field in fields if not field.value and not _optional(field)), fields[-1])

    def _value(self, name: str) -> str:
        try:
            return self.query_one(f"#field-{name}", RecallInput).value.strip()
        except NoMatches:
            return ""

    def copy_value(self) -> tuple[str, str] | None:
        """The plan that is shown."""
        return None if self.plan is None else ("the plan", plan_text(self.plan.previews))

    def may(self, call: str) -> bool | None:
        """Recording needs a plan that has been on the screen for a moment, and the keys on it."""
        if call == "record":
            if not isinstance(self.focused, DiffView):
                return False
            return True if self.plan and self.armed and not self.busy("commit") else None
        if call.startswith("recall"):
            return isinstance(self.focused, RecallInput) and self.focused.recalls
        return True

    @on(Input.Changed)
    def _words_changed(self) -> None:
        """A plan of other words is no plan; what is there now is not missing."""
        if self._missing and self._value(self._missing):
            self._missing = ""
            self.say("")
        if self.plan is not None or self.busy("plan"):
            self._no_plan(FIRST)

    @on(Input.Submitted)
    def _field_done(self, event: Input.Submitted) -> None:
        """On to the next field that is needed, else to the plan."""
        if not self._ask_for_missing():
            self.make_plan()

    def _ask_for_missing(self) -> bool:
        """Go to the first field that is needed and empty, and say what it takes."""
        field = next((one for one in self._fields() if not _optional(one) and not one.value.strip()), None)
        if field is None:
            return False
        self._missing = _name(field)
        field.focus()
        takes = " (↓ takes a suggestion)" if field.recalls and self._missing in self.question.needs else ""
        self.say(f"{MISSING.get(self._missing, f'{self._missing} is needed first')}{takes}")
        return True

    def make_plan(self) -> None:
        """Ask the desk what the verdict would change; nothing is written."""
        desk, question, verdict, reason = (
            self.session.desk,
            self.question,
            self._verdict(),
            self._value("reason"),
        )
        actor = self._actor()
        self._no_plan("Making the plan… esc cancels")

        def work() -> Plan:
            prepared, left = question.prepare(desk, verdict, actor(), reason, question.unseen)
            return Plan(prepared, tuple(desk.preview(one) for one in prepared), left)

        self.errand("plan", work, self._plan_made, self._plan_failed)

    def _actor(self) -> Callable[[], Actor]:
        known, name, desk = self.session.actor, self._value("who"), self.session.desk
        return lambda: known or desk.actor(None, at_terminal=True, ask=lambda: name)

    def _verdict(self) -> Verdict:
        return Verdict(
            name=self.question.verdict,
            with_ids=tuple(self._value("with").replace(",", " ").split()),
            value=self._value("value") or None,
            text=self._value("text") or None,
            status=self._value("status") or None,
            until=self._value("until") or None,
            topic=self._value("topic") or None,
        )

    def _no_plan(self, words: str) -> None:
        self.drop_errand("plan")
        self.plan = None
        self.query_one(DiffView).show(
            lambda width: [PageLine(line) for line in wrap(styled(f" {words}", "dim"), width)]
        )
        self._summarise()
        self.refresh_hints()

    def _plan_made(self, plan: Plan) -> None:
        self.plan = plan
        view = self.query_one(DiffView)
        view.show_preview(plan.previews[0])
        view.focus()
        self.disarm()
        self.say("")
        self._summarise()

    def _plan_failed(self, error: WorkbenchError) -> None:
        self._no_plan("There is no plan: it was refused. Nothing has been written.")
        self.say_error(error)

    @on(Page.Moved)
    def _summarise(self) -> None:
        """How much the plan changes, what is still out of view, and that nothing is written yet."""
        plan, view = self.plan, self.query_one(DiffView)
        if plan is None:
            self.query_one("#summary", Bar).show(lambda width: [])
            return
        preview, below = plan.previews[0], view.below
        files = counted(len(preview.files) + bool(preview.log_lines), "file")
        parts = [
            f"{files}, {counted(preview.lines + len(preview.log_lines), 'line')}",
            "nothing is written yet",
        ]
        parts += ["z reverts"] if self.question.verdict != "revert" else []
        more = styled(f"   ↓ {counted(below, 'more line')}" if below else "", "accent")
        line = joined([styled(f" {' · '.join(parts)}"), more])
        self.query_one("#summary", Bar).show(lambda width: wrap(line, width, " "))

    def action_record(self) -> None:
        """Record the plan that is shown."""
        plan, desk = self.plan, self.session.desk
        if plan is None:
            self._say_no_plan()
            return
        if not isinstance(self.focused, DiffView):
            self.say("↵ records from the plan: Tab goes there")
            return
        if not self.armed:
            if not self.busy("commit"):
                self.disarm()
                self.say("the plan has only just been shown; let go of ↵, then ↵ records it")
            return
        self.armed = False
        self.say("Recording…")
        self.errand("commit", lambda: desk.commit(plan.prepared), self._committed)

    def _say_no_plan(self) -> None:
        """Why Enter records nothing now."""
        if self.stale:
            self.say("the store is another now: R reads it and asks again, esc goes back")
        elif self.busy("plan"):
            self.say("the plan is still being made; esc cancels")
        elif not self._value("reason"):
            self.say("give a reason first")
            self._missing = "reason"
        elif not self._ask_for_missing():
            self.make_plan()

    def _committed(self, outcomes: tuple[Outcome, ...]) -> None:
        outcome = outcomes[0]
        plan = self.plan
        if any(one.recorded for one in outcomes) and plan is not None:
            for one in outcomes:
                if one.recorded:
                    self._remember(one, plan)
            names = {one.about: one.name for one in self.question.shown}
            self.dismiss(Recorded(outcomes, self.question.verdict, self.question.name, names, plan.left_out))
            return
        self._say_refusal(outcome)

    def _remember(self, outcome: Outcome, plan: Plan) -> None:
        first = plan.prepared[0]
        self.session.remember_reason(first.reason)
        self.session.drafts.pop(self.question.about[0], None)
        self.session.actor = self.session.actor or first.actor
        if first.supersedes is None:
            self.session.decided.append(outcome.id)
        elif first.supersedes in self.session.decided:
            self.session.decided.remove(first.supersedes)

    def _say_refusal(self, outcome: Outcome) -> None:
        """Nothing was recorded: why, and what can be done now."""
        parts: list[Content | str] = [styled("✗ Nothing was recorded. ", "bad"), safe(outcome.message)]
        if outcome.exit == 4:
            self.stale = True
            self.plan = None
            self.session.changed = True
            self.show_banner()
            parts += [styled(" R", "key"), " reads the store and asks you again."]
        else:
            parts += [safe(f" {outcome.next}")] if outcome.next else []
            parts += [styled(" ↵", "key"), " on the plan tries again." if outcome.exit == 5 else " goes on."]
            self.disarm()
        self.say(joined(parts))
        self._summarise()

    def action_pane(self) -> None:
        """The next field, or the plan."""
        self.focus_next()

    def action_pane_back(self) -> None:
        """The field before."""
        self.focus_previous()

    def go_back(self) -> None:
        """From the plan to the reason, from a plan in the making to none, else leave without a decision."""
        if self.busy("commit"):
            self.say("the decision is being recorded; this cannot be stopped in the middle")
        elif self.busy("plan"):
            self._no_plan(FIRST)
        elif isinstance(self.focused, DiffView) and not self.stale:
            self._fields()[-1].focus()
        else:
            self.session.drafts[self.question.about[0]] = self._value("reason")
            self.dismiss(None)


def _name(field: RecallInput) -> str:
    """The parameter that a field takes."""
    return (field.id or "").removeprefix("field-")


def _optional(field: RecallInput) -> bool:
    return _name(field) in OPTIONAL


def fit_label(label: str, width: int) -> str:
    """A label at the right of its column."""
    return f" {label}".ljust(width)
