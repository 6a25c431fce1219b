"""One verdict, its reason, and exactly what it would change. Nothing is written before Enter on the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import bindings, key_of
from screens.copying import plan_text
from screens.editor import KEPT, EditorScreen, Proposed
from screens.question import DecidedOn, Question, Unseen
from screens.recorded import Recorded
from screens.session import Session, claim_words
from screens.show.decided_on import decided_on_lines
from screens.show.plan import LONG, Plan, plan_lines, result_lines
from screens.text import counted, fit, joined, safe, styled, wrap
from screens.unseen import all_seen, still_unseen, unseen_words
from screens.widgets.bar import Bar
from screens.widgets.diff_view import DiffView, Layout
from screens.widgets.page import Page, PageLine
from screens.widgets.recall_input import RecallInput
from workbench.desk.deciding import seen_since
from workbench.desk.remembered import remember
from workbench.desk.views import Outcome
from workbench.store.decision import Actor, Prepared
from workbench.text.errors import WorkbenchError

FIRST = "The plan is shown here once there is a reason: ↵. Nothing has been written yet."
GONE = "This can no longer be decided as it was asked. Nothing has been written; esc goes back."


class Decide(EditorScreen):
    """Verdict, reason, plan; Enter in a field goes on to the plan, Enter on the plan records it."""

    scope = "decide"
    AUTO_FOCUS = ""
    """Texts that had the keys for a moment, before the first field has them, were not looked at."""
    BINDINGS = bindings("decide")

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session, question)
        self.plan: Plan | None = None
        self.proposed: Proposed | None = None
        """What an editor left for a field, while it is neither taken nor dropped."""
        self.recorded: Recorded | None = None
        """What was recorded of a batch, where a part of it was not; shown until it is read."""
        self.stale = False
        """Whether the store turned out to be another, so that the plan must be made anew."""
        self._asked = False
        self._before: Mapping[str, str] = {}
        """Texts that the store holds in another form now, as they were."""
        self._looking = False
        self._planned: Mapping[str, str] = {}
        """The words that the plan was made of."""

    def compose_body(self) -> Iterable[Widget]:
        """Title, what is decided on, the form, the plan."""
        yield Bar(lambda width: [self._title(width)], id="title")
        yield Page(id="quote")
        yield from self.compose_form()
        yield DiffView(id="plan")
        yield Bar(id="summary")

    # What is asked

    def renew(self) -> None:
        """Show what is decided on; after a reload, ask again with what the store holds now."""
        again, self._asked = self._asked, True
        if self.recorded is not None or (again and not self._ask_again()):
            return
        self._show_quote()
        self._read_texts()
        self._words_at_the_start(again)
        if self.proposed is None:
            self.no_plan(FIRST)
            self.first_field().focus()
        else:
            self._show_proposed()

    def _words_at_the_start(self, again: bool) -> None:
        if again:
            words = "the text changed, look again" if self._before else "the text is the same"
            self.say(f"the store was read again: {words}")
        elif self.draft is not None:
            self.call_after_refresh(self.say, self.draft_words())
            self.proposed = self.kept_proposal()

    def _ask_again(self) -> bool:
        """Put the same question to the desk as it is now; False where it cannot be asked any more."""
        again = self.question.renew(self.session.desk)
        if again is None or again.needs != self.question.needs:
            self.no_plan(GONE)
            self.stale = True
            self.query_one(DiffView).focus()
            return False
        was = {one.about: one.text for one in self.question.shown}
        now = {one.about: one.text for one in again.shown}
        self._before = {about: text for about, text in was.items() if now.get(about, text) != text}
        self.question, self.stale = again, False
        return True

    def _read_texts(self) -> None:
        """Open what a batch is about in a thread: its texts whole, and their evidence."""
        read, desk = self.question.read, self.session.desk
        if read is not None:
            self.errand("texts", lambda: read(desk), self._texts_came)

    def _texts_came(self, shown: tuple[DecidedOn, ...]) -> None:
        self.question = replace(self.question, shown=shown)
        self._show_quote(keep_place=True)

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

    # What is decided on, and what of it was seen

    @property
    def quote(self) -> Page:
        """What is decided on."""
        return self.query_one("#quote", Page)

    def _show_quote(self, *, keep_place: bool = False) -> None:
        shown, whole, before = self.question.shown, self._looking, self._before
        self.quote.show(
            lambda width: decided_on_lines(shown, width, whole=whole, before=before), keep_place=keep_place
        )
        self._summarise()

    @property
    def unseen(self) -> Unseen:
        """What has not been on the screen, here or where the question was asked."""
        return still_unseen(self.question.shown, self.question.unseen, self.quote.seen())

    def action_look(self) -> None:
        """Go through texts and evidence, or back to where the keys were."""
        if self._looking:
            self._end_looking()
            (self.query_one(DiffView) if self.plan or self.proposed else self.first_field()).focus()
        else:
            self.quote.focus()

    def on_descendant_focus(self) -> None:
        """Texts are shown whole, with their evidence, while they have the keys."""
        looking = self.focused is self.quote
        if looking != self._looking:
            self._end_looking() if not looking else self._look()
        self.show_picks()
        super().on_descendant_focus()

    def _look(self) -> None:
        self._looking = True
        self.add_class("-looking")
        self._show_quote(keep_place=True)

    def _end_looking(self) -> None:
        self._looking = False
        self.remove_class("-looking")
        self._show_quote(keep_place=True)
        self.quote.action_top()

    # The plan

    def copy_value(self) -> tuple[str, str] | None:
        """The plan that is shown."""
        return None if self.plan is None else ("the plan", plan_text(self.plan.previews))

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
        ready = self.plan is not None and bool(self.plan.prepared)
        return True if (ready or self.proposed) and self.armed and not self.busy("commit") else None

    @on(Input.Changed)
    def _words_changed(self, event: Input.Changed) -> None:
        """A plan of other words is no plan."""
        if isinstance(event.input, RecallInput):
            self.words_changed(event.input)
        if (self.plan is not None or self.busy("plan")) and self.draft_fields() != self._planned:
            self.no_plan(FIRST)

    @on(Input.Submitted)
    def _field_done(self, event: Input.Submitted) -> None:
        """On to the next field that is needed, else to the plan; an empty reason takes the suggestion."""
        if isinstance(event.input, RecallInput) and self.take_suggestion(event.input):
            self.say("your last reason for this verdict is taken")
        if not self.ask_for_missing():
            self.make_plan()

    def make_plan(self) -> None:
        """Ask the desk what the verdict would change; nothing is written."""
        desk, question, verdict = self.session.desk, self.question, self.verdict()
        actor, reason, unseen = self._actor(), self.value("reason"), self.unseen
        names = {one.about: one.name for one in question.shown}
        layout = self.query_one(DiffView).layout_now()
        self._planned = self.draft_fields()
        self.no_plan("Making the plan… esc cancels")

        def work() -> tuple[Plan, dict[Layout, list[PageLine]]]:
            prepared, left = question.prepare(desk, verdict, actor(), reason, unseen)
            plan = Plan(prepared, tuple(desk.preview(one) for one in prepared), left, names)
            return plan, {layout: plan_lines(plan, *layout)}

        self.errand("plan", work, self._plan_made, self._plan_failed)
        self._count("plan", "Making the plan… {} of {}; esc cancels")

    def _count(self, group: str, words: str) -> None:
        """While a thread works on a batch, say how far it is."""
        progress = self.question.progress
        if len(self.question.about) < 2:
            return
        progress.done = 0

        def tell() -> None:
            if not self.busy(group):
                timer.stop()
            elif progress.done:
                self.say(words.format(progress.done, progress.total))

        timer = self.set_interval(0.25, tell)

    def _actor(self) -> Callable[[], Actor]:
        known, name, desk = self.session.actor, self.value("who"), self.session.desk
        return lambda: known or desk.actor(None, at_terminal=True, ask=lambda: name)

    def no_plan(self, words: str) -> None:
        """There is no plan, and these words stand in its place."""
        self.question.progress.stopped = self.drop_errand("plan")
        self.drop_errand("layout")
        self.plan = None
        self.query_one(DiffView).show(
            lambda width: [PageLine(line) for line in wrap(styled(f" {words}", "dim"), width)]
        )
        self._summarise()
        self.refresh_hints()

    def _plan_made(self, made: tuple[Plan, dict[Layout, list[PageLine]]]) -> None:
        self.plan, ready = made
        self._show_plan(self.plan, ready)
        if not self.plan.prepared:
            self.say("no case stands as it was marked: there is nothing to record", "warn")

    def _show_plan(self, plan: Plan, ready: Mapping[Layout, list[PageLine]]) -> None:
        view = self.query_one(DiffView)
        view.show_plan(lambda layout: plan_lines(plan, *layout), ready, long=plan.rows > LONG)
        view.focus()
        self.disarm()
        self.say("")
        self._summarise()

    @on(DiffView.Wanted)
    def _lay_out_plan(self, event: DiffView.Wanted) -> None:
        """A long plan in another layout is made in a thread."""
        plan, layout = self.plan, event.layout
        if plan is not None:
            view = self.query_one(DiffView)
            self.errand(
                "layout", lambda: plan_lines(plan, *layout), lambda lines: view.laid_out(layout, lines)
            )

    def _plan_failed(self, error: WorkbenchError) -> None:
        self.no_plan("There is no plan: it was refused. Nothing has been written.")
        self.say_error(error)

    @on(Page.Moved)
    def _summarise(self) -> None:
        """How much the plan changes, what is out of view, what was not seen, that nothing is written yet."""
        words = unseen_words(self.question.shown, self.unseen) if self.is_mounted else None
        lines = [self._plan_words()] if self.plan is not None and self.plan.prepared else []
        if words is not None and self.recorded is None:
            look: list[Content | str] = [styled(self._look_key(), "key"), " look"]
            key = [] if all_seen(self.question.shown, self.unseen) else look
            lines.append(joined([words, "  ", *key]))
        self.query_one("#summary", Bar).show(
            lambda width: [part for line in lines for part in wrap(line, width, "   ")]
        )

    def _look_key(self) -> str:
        return "^t" if self.typing else "v"

    def _plan_words(self) -> Content:
        plan, below = self.plan, self.query_one(DiffView).below
        assert plan is not None
        parts = [counted(len(plan.prepared), "decision")] if plan.is_batch else []
        parts += [f"{len(plan.left_out)} left out"] if plan.left_out else []
        parts += [f"{counted(plan.files, 'file')}, {counted(plan.lines, 'line')}"]
        parts += ["nothing written yet" if plan.is_batch else "nothing is written yet"]
        parts += [] if self.question.verdict == "revert" or plan.is_batch else ["z reverts"]
        rest = f"{below:,} more" if plan.is_batch else counted(below, "more line")
        more = styled(f"   ↓ {rest}" if below else "", "accent")
        return joined([styled(f" {' · '.join(parts)}"), more])

    def action_split(self) -> None:
        """The plan in two columns, or in one."""
        if self.plan is None and self.proposed is None:
            self.say("there is no plan yet: ↵ in a field makes it")
        elif not self.query_one(DiffView).toggle_split():
            self.say("there is no room for two columns here")

    def action_jump(self, step: int) -> None:
        """To the next or the previous change of the plan."""
        if not self.query_one(DiffView).jump(step):
            self.say("there is no change further " + ("down" if step > 0 else "up"))

    def action_scroll_plan(self, lines: int) -> None:
        """Scroll the plan, wherever the keys are."""
        self.query_one(DiffView).step(lines)

    # Recording

    def action_record(self) -> None:
        """Record the plan that is shown, or take what the editor left."""
        plan, desk = self.plan, self.session.desk
        if self.recorded is not None:
            self.dismiss(self.recorded)
        elif self.proposed is not None:
            self._take_proposed(self.proposed)
        elif plan is None or not plan.prepared:
            self._say_no_plan()
        elif not isinstance(self.focused, DiffView):
            self.say(f"{key_of('decide.record')} records from the plan: {key_of('decide.pane')} goes there")
        elif self._is_armed("the plan has only just been shown", "records it"):
            self.armed = False
            prepared = self._with_what_was_seen(plan)
            self.say("Recording…")
            progress = self.question.progress
            progress.total = len(prepared)

            def told(outcome: Outcome) -> None:
                progress.done += 1

            self.errand("commit", lambda: desk.commit(prepared, each=told), self._committed)
            self._count("commit", "Recording… {} of {}; this cannot be stopped in the middle")

    def _is_armed(self, words: str, does: str) -> bool:
        """Whether what is shown has been there for a moment; each key that comes too early begins it anew."""
        if not self.armed and not self.busy("commit"):
            self.disarm()
            key = key_of("decide.record")
            self.say(f"{words}; let go of {key}, then {key} {does}")
        return self.armed and not self.busy("commit")

    def _with_what_was_seen(self, plan: Plan) -> tuple[Prepared, ...]:
        """The decisions, told of what was looked at after the plan was made."""
        unseen = self.unseen
        return tuple(
            seen_since(
                one, self.question.unseen.get(one.case_id, frozenset()) - unseen.get(one.case_id, frozenset())
            )
            for one in plan.prepared
        )

    def _say_no_plan(self) -> None:
        """Why Enter records nothing now."""
        if self.stale:
            self.say(
                f"the store is another now: {key_of('app.reload')} reads it and asks again, esc goes back"
            )
        elif self.plan is not None:
            self.say("there is nothing to record; esc goes back")
        elif self.busy("plan"):
            self.say("the plan is still being made; esc cancels")
        elif not self.ask_for_missing():
            self.make_plan()

    def _committed(self, outcomes: tuple[Outcome, ...]) -> None:
        plan = self.plan
        if plan is None or not any(one.recorded for one in outcomes):
            self._say_refusal(outcomes)
            return
        names = {one.about: one.name for one in self.question.shown}
        recorded = Recorded(outcomes, self.question.verdict, self.question.name, names, plan.left_out)
        self._remember(recorded, plan)
        if all(one.recorded for one in outcomes):
            self.dismiss(recorded)
        else:
            self._show_result(recorded)

    def _remember(self, recorded: Recorded, plan: Plan) -> None:
        self.drop_draft()
        first = plan.prepared[0]
        remember(self.session.desk, first)
        self.session.remember_reason(first.reason)
        self.session.actor = self.session.actor or first.actor
        for outcome in (one for one in recorded.outcomes if one.recorded):
            if first.supersedes is None:
                self.session.decided.append(outcome.id)
            elif first.supersedes in self.session.decided:
                self.session.decided.remove(first.supersedes)

    def _show_result(self, recorded: Recorded) -> None:
        """A part of a batch was not recorded: say which, until the person has read it."""
        self.recorded, self.plan = recorded, None
        view = self.query_one(DiffView)
        view.show(lambda width: result_lines(recorded, width))
        view.focus()
        done, missing = len(recorded.done), len(recorded.not_done)
        self.say(f"{done} recorded, {missing} not; esc goes on, what is not recorded stays marked", "warn")
        self._summarise()

    def _say_refusal(self, outcomes: tuple[Outcome, ...]) -> None:
        """Nothing was recorded: why, and what can be done now."""
        outcome = outcomes[0]
        parts: list[Content | str] = [styled("✗ Nothing was recorded. ", "bad"), safe(outcome.message)]
        if any(one.exit == 4 for one in outcomes):
            self.stale = True
            self.plan = None
            self.session.changed = True
            self.show_banner()
            parts += [styled(f" {key_of('app.reload')}", "key"), " reads the store and asks you again."]
        else:
            parts += [safe(f" {outcome.next}")] if outcome.next else []
            parts += [
                styled(f" {key_of('decide.record')}", "key"),
                " on the plan tries again." if outcome.exit == 5 else " goes on.",
            ]
            self.disarm()
        self.say(joined(parts))
        self._summarise()

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
        self.drop_errand("plan")
        self.plan = None
        view = self.query_one(DiffView)
        view.show_plan(lambda layout: proposed.lines(*layout))
        view.focus()
        self.disarm()
        self._summarise()
        self.refresh_hints()

    def _take_proposed(self, proposed: Proposed) -> None:
        if proposed.problem:
            self.say(f"{proposed.problem}; e edits it again, esc drops it", "warn")
        elif self._is_armed("this has only just been shown", "takes it"):
            field = self.query_one(f"#field-{proposed.parameter}", RecallInput)
            field.put(proposed.edited.after)
            self._end_proposal(field, "taken from the editor; ↵ makes the plan")

    def _end_proposal(self, field: RecallInput, words: str) -> None:
        self.proposed = None
        self.no_plan(FIRST)
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
            self.dismiss(self.recorded)
        elif self.busy("commit"):
            self.say("the decision is being recorded; this cannot be stopped in the middle")
        elif self.busy("plan"):
            self.no_plan(FIRST)
        elif self.proposed is not None:
            field = self.query_one(f"#field-{self.proposed.parameter}", RecallInput)
            self._end_proposal(field, "what the editor left is dropped; nothing was changed")
        elif self._looking:
            self.action_look()
        elif isinstance(self.focused, DiffView) and not self.stale:
            self.fields[-1].focus()
        else:
            self.keep_draft()
            self.dismiss(None)
