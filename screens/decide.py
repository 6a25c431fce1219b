"""One verdict, its reason, and exactly what it would change. Nothing is written before Enter on the plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from textual import events, on
from textual.content import Content
from textual.widget import Widget

from screens.actions import Action, bindings, key_of
from screens.editor import KEPT, Proposed
from screens.planning import PlanScreen, first_words
from screens.question import WAITS_NO_LONGER, Question
from screens.recorded import UNKNOWN, Recorded
from screens.recording import Recording, with_what_was_seen
from screens.session import Session
from screens.show.plan import Plan, result_lines
from screens.text import joined, safe, styled
from screens.widgets.bar import Bar
from screens.widgets.diff_view import DiffView
from screens.widgets.page import Page
from screens.widgets.recall_input import RecallInput
from workbench.desk.views import Outcome
from workbench.text.errors import WorkbenchError
from workbench.text.visible import visible

TIGHT = 20
"""Rows below which the form goes while the plan has the keys."""

RECORD = "decide.record"
"""The action that Enter is on the plan."""


class Decide(PlanScreen):
    """Verdict, reason, plan; Enter in a field goes on to the plan, Enter on the plan records it."""

    scope = "decide"
    AUTO_FOCUS = ""
    """Texts that had the keys for a moment, before the first field has them, were not looked at."""
    BINDINGS = bindings("decide")

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session, question)
        self.recorded: Recorded | None = None
        """What was recorded of a batch, where a part of it was not; shown until it is read."""
        self.stale = False
        """Whether the store turned out to be another, so that the plan must be made anew."""
        self._asked = False
        self._renew_later = False
        """Whether the store was read again while a decision was being recorded."""

    def compose_body(self) -> Iterable[Widget]:
        """Title, what is decided on, the form, the plan."""
        yield Bar(lambda width: [self.title_line(width)], id="title")
        yield Page(id="quote")
        yield from self.compose_form()
        yield DiffView(id="plan")
        yield Bar(id="summary")

    # What is asked

    def renew(self) -> None:
        """Show what is decided on; after a reload, ask again with what the store holds now."""
        again, self._asked = self._asked, True
        if self.recorded is not None:
            return
        if self.busy("commit"):
            self._renew_later = True
        elif again:
            self._ask_again()
        else:
            self._begin()

    def _begin(self) -> None:
        self.show_quote()
        if self.draft is not None:
            self.call_after_refresh(self.say, self.draft_words())
            self.proposed = self.kept_proposal()
        if self.proposed is None:
            self.no_plan(first_words())
            self.first_field().focus()
        else:
            self._show_proposed()
        if not self.question.whole:
            self._ask_again()

    def _ask_again(self) -> None:
        """Put the same question, in a thread, to the desk as it is now. What is shown stays until then."""
        self.note_seen()
        question, desk, seen = self.question, self.session.desk, self.session.seen
        self.errand("texts", lambda: question.renew(desk, seen.unseen), self._asked_again, self._no_texts)

    def _asked_again(self, again: Question | None) -> None:
        if again is None:
            self.show_nothing(WAITS_NO_LONGER)
            self._gone("")
            return
        if again.refused or again.needs != self.question.needs:
            self.put_in_place(again)
            self._gone(again.refused)
            return
        began, changed = not self.question.whole, self.changed_words(again)
        self.put_in_place(again)
        if changed:
            self._start_anew(changed)
            return
        if self.asked_for and not began:
            self.say("the store was read again: the text is the same")
        if self.stale:
            self._start_anew("")
        self.make_plan_again()
        self.make_wanted_plan()

    def _start_anew(self, changed: str) -> None:
        """What was planned is void; the words stay."""
        self.stale = False
        if self.proposed is None:
            self.no_plan(first_words())
            self.first_field().focus()
        else:
            self._show_proposed()
        if changed:
            self.say(f"the store was read again: {changed}")

    def _gone(self, why: str) -> None:
        """It can no longer be asked: no text that was held back since stays, and the reason why is told."""
        tail = f": {visible(why)}." if why else "."
        self.no_plan(
            f"This can no longer be decided as it was asked{tail}"
            f" {key_of('app.reload')} reads the store and asks again, {key_of('app.back')} goes back."
        )
        self.stale = True
        self.query_one(DiffView).focus()
        self.say("the store was read again: this can no longer be decided as it was asked", "warn")

    def _no_texts(self, error: WorkbenchError) -> None:
        """What it is about cannot be read: nothing is planned on what nobody can see."""
        self.show_nothing("it could not be read, and its text is not shown")
        self.no_plan("What this is about could not be read. Nothing has been written.")
        self.say_error(error)

    def on_descendant_focus(self) -> None:
        """Where there are few rows, what has the keys has the room."""
        self.set_class(isinstance(self.focused, DiffView), "-on-plan")
        super().on_descendant_focus()

    def on_resize(self, event: events.Resize) -> None:
        """Where there are few rows, the plan stands without the form."""
        self.set_class(event.size.height < TIGHT, "-tight")

    def leave_texts(self) -> None:
        """To the plan, or to the field that is next."""
        (self.query_one(DiffView) if self.plan or self.proposed else self.first_field()).focus()

    def may(self, call: str) -> bool | None:
        """Recording needs a plan that has been on the screen for a moment, and the keys on it."""
        on_plan = isinstance(self.focused, DiffView)
        if call == "record":
            return self._may_record() if on_plan else False
        if call in ("split", "jump"):
            return on_plan and self.plan is not None
        if call.startswith("recall"):
            return isinstance(self.focused, RecallInput) and self.focused.recalls
        return True

    def _may_record(self) -> bool | None:
        if not self._enter_word():
            return False
        return True if self.armed and not self.busy("commit") else None

    def _enter_word(self) -> str:
        """What Enter does on the plan now, in a word for the footer; empty where it does nothing."""
        if self.recorded is not None:
            return "go on"
        if self.proposed is not None:
            return "" if self.proposed.problem else "take"
        if self.plan is not None:
            return "record" if self.plan.prepared else ""
        return "" if self.stale or self.making else "plan"

    def hinted(self) -> Sequence[Action]:
        """The footer names what Enter does now."""
        word = self._enter_word()
        return [replace(one, hint=word) if one.id == RECORD and word else one for one in super().hinted()]

    def summarise(self) -> None:
        """What the plan comes to; of what is recorded nothing is left to say."""
        if self.recorded is None:
            super().summarise()
        else:
            self.query_one("#summary", Bar).show(lambda width: [])

    # Recording

    @property
    def writing(self) -> bool:
        """Also while a part of a batch is recorded and not told to the list yet."""
        return super().writing or self.recorded is not None

    def action_record(self) -> None:
        """Record the plan that is shown, take what the editor left, or go on from what was recorded."""
        plan = self.plan
        if self.recorded is not None:
            if self._is_armed("this has only just been shown", "decide.record", "goes on"):
                self.dismiss(self.recorded)
        elif self.stale and plan is None:
            self._say_no_plan()
        elif self.proposed is not None:
            self._take_proposed(self.proposed)
        elif plan is None or not plan.prepared:
            self._say_no_plan()
        elif not isinstance(self.focused, DiffView):
            self.say(f"{key_of('decide.record')} records from the plan: {key_of('decide.pane')} goes there")
        elif self._is_armed("the plan has only just been shown", "decide.record", "records it"):
            self._record(plan)

    def _record(self, plan: Plan) -> None:
        """Hold the plan fast and record it; whatever comes meanwhile changes nothing of it."""
        self.hold()
        self._renew_later = self.drop_errand("texts")
        for group in ("again", "layout"):
            self.stop(group)
        prepared = with_what_was_seen(plan, self.unseen)
        recording, desk = Recording(plan, prepared, self.progress_of("commit")), self.session.desk

        def work() -> tuple[Outcome, ...]:
            outcomes = recording.record(desk)
            if any(one.recorded for one in outcomes):
                self.drop_draft()
            return outcomes

        self.say("Recording…")
        self.errand("commit", work, lambda outcomes: self._committed(plan, outcomes), self._not_committed)
        self.tell_progress("commit", "Recording… {} of {}; this cannot be stopped in the middle")

    def _is_armed(self, words: str, action: str, does: str) -> bool:
        """Whether the key was typed at what had been shown for a moment; else the wait begins anew."""
        if not self.decides and not self.busy("commit"):
            self.disarm()
            key = key_of(action)
            self.say(f"{words}: look at it, then {key} {does}")
            return False
        return not self.busy("commit")

    def _say_no_plan(self) -> None:
        """Why Enter records nothing now."""
        if self.stale:
            self.say(
                f"the store is another now: {key_of('app.reload')} reads it and asks again,"
                f" {key_of('app.back')} goes back"
            )
        elif self.plan is not None:
            self.say(f"there is nothing to record; {key_of('app.back')} goes back")
        elif self.making:
            self.say(f"the plan is still being made; {key_of('app.back')} cancels")
        elif not self.ask_for_missing():
            self.make_plan()

    def _committed(self, plan: Plan, outcomes: tuple[Outcome, ...]) -> None:
        """Tell what became of the plan that was recorded, whatever else came meanwhile."""
        if not any(one.recorded for one in outcomes):
            self._catch_up()
            self._say_refusal(outcomes)
            return
        recorded = Recorded(outcomes, self.question.verdict, self.question.name, plan.names, plan.left_out)
        self._remember(recorded, plan)
        if all(one.recorded for one in outcomes):
            self.dismiss(recorded)
        else:
            self._show_result(recorded)

    def _not_committed(self, error: WorkbenchError) -> None:
        self._catch_up()
        self.say_error(error)

    def _catch_up(self) -> None:
        """Nothing was recorded: what came while it was tried counts now."""
        self.disarm()
        self.drop_plan_of_other_words()
        if self._renew_later:
            self._renew_later = False
            self._ask_again()

    def _remember(self, recorded: Recorded, plan: Plan) -> None:
        first = plan.prepared[0]
        self.session.actor = self.session.actor or first.actor
        for outcome in (one for one in recorded.outcomes if one.recorded):
            if first.supersedes is None:
                self.session.decided.append(outcome.id)
            elif first.supersedes in self.session.decided:
                self.session.decided.remove(first.supersedes)

    def _show_result(self, recorded: Recorded) -> None:
        """A part of a batch was not recorded: say which, until the person has read it."""
        self.recorded = recorded
        self.forget_plan()
        view = self.query_one(DiffView)
        view.show(lambda width: result_lines(recorded, width))
        view.focus()
        self.disarm()
        done, missing, back = len(recorded.done), len(recorded.not_done), key_of("app.back")
        self.say(f"{done} recorded, {missing} not; {back} goes on, what is unchanged stays marked", "warn")
        self.summarise()

    def _say_refusal(self, outcomes: tuple[Outcome, ...]) -> None:
        """Nothing was recorded: why, and what can be done now."""
        outcome = outcomes[0]
        unknown = any(one.code == UNKNOWN for one in outcomes)
        claim = "" if unknown else "Nothing was recorded. "
        parts: list[Content | str] = [styled(f"✗ {claim}", "bad"), safe(_why(outcome))]
        if unknown or any(one.exit in (3, 4) for one in outcomes):
            self.stale = True
            self.forget_plan()
            self.session.changed = True
            self.show_banner()
            parts += [styled(f" {key_of('app.reload')}", "key"), " reads the store and asks you again."]
        else:
            parts += [safe(f" {outcome.next}")] if outcome.next else []
            parts += [
                styled(f" {key_of('decide.record')}", "key"),
                " on the plan tries again." if outcome.exit == 5 else " goes on.",
            ]
        self.say(joined(parts))
        self.summarise()

    # The editor

    @on(RecallInput.EditWanted)
    def action_edit(self) -> None:
        """Write the reason, a value or a text in the editor of the person."""
        field = self.text_field()
        if self.busy("commit") or self.recorded is not None:
            self.say("this is being recorded, there is nothing to write any more")
        elif field is None:
            self.say("there is no text to write in this field")
        else:
            self.proposed = self.open_editor(field) or self.proposed
            if self.proposed is not None:
                self._show_proposed()

    def _show_proposed(self) -> None:
        """What the editor left, as a diff; no key that was typed ahead takes it."""
        proposed = self.proposed
        assert proposed is not None
        self.forget_plan()
        view = self.query_one(DiffView)
        view.show_plan(lambda layout: proposed.lines(*layout))
        view.focus()
        self.disarm()
        self.summarise()
        self.refresh_hints()

    def _take_proposed(self, proposed: Proposed) -> None:
        if proposed.problem:
            edits, drops = key_of("decide.edit"), key_of("app.back")
            self.say(f"{proposed.problem}; {edits} edits it again, {drops} drops it", "warn")
        elif self._is_armed("this has only just been shown", "decide.record", "takes it"):
            field = self.query_one(f"#field-{proposed.parameter}", RecallInput)
            field.put(proposed.edited.after)
            self._end_proposal(field, f"taken from the editor; {key_of('field.done')} makes the plan")

    def _end_proposal(self, field: RecallInput, words: str) -> None:
        self.proposed = None
        self.no_plan(first_words())
        field.focus()
        self.keep_draft()
        self.say(words)

    def draft_fields(self) -> dict[str, str]:
        """What is typed, and what an editor left."""
        fields = super().draft_fields()
        if self.proposed is not None:
            fields[KEPT + self.proposed.parameter] = self.proposed.edited.after
        return fields

    # Going on and going back

    def action_pane(self) -> None:
        """The next field, or the plan."""
        self.focus_next()

    def action_pane_back(self) -> None:
        """The field before."""
        self.focus_previous()

    async def action_submit(self) -> None:
        """Go on from the field that has the keys."""
        if isinstance(self.focused, RecallInput):
            await self.focused.action_submit()

    def action_recall(self, step: int) -> None:
        """Take a suggestion for the field that has the keys."""
        if isinstance(self.focused, RecallInput):
            self.focused.action_recall(step)

    def go_back(self) -> None:
        """From the plan to the reason, from a plan in the making to none, else leave without a decision."""
        if self.recorded is not None:
            if self._is_armed("this has only just been shown", "app.back", "goes on"):
                self.dismiss(self.recorded)
        elif self.busy("commit"):
            self.say("the decision is being recorded; this cannot be stopped in the middle")
        elif self.making:
            self.no_plan(first_words())
        elif self.proposed is not None and not self.stale:
            field = self.query_one(f"#field-{self.proposed.parameter}", RecallInput)
            self._end_proposal(field, "what the editor left is dropped; nothing was changed")
        elif self._looking:
            self.action_look()
        elif isinstance(self.focused, DiffView) and not self.stale:
            self.query_one("#field-reason", RecallInput).focus()
        else:
            self.note_seen()
            self.keep_draft()
            self.dismiss(None)


def _why(outcome: Outcome) -> str:
    """Why nothing was recorded, and by which rule or withdrawal."""
    message = outcome.message.rstrip(".")
    named = outcome.rule and outcome.rule not in message
    return f"{message}{f' ({outcome.rule})' if named else ''}."
