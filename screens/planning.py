"""The plan of a question: made in a thread, shown as a page, void as soon as the words are others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import on
from textual.content import Content
from textual.widgets import Input

from screens.actions import key_of
from screens.copying import plan_text
from screens.editor import Proposed
from screens.question import Asked, Progress, Question
from screens.quoted import QuotedScreen
from screens.session import Session
from screens.show.plan import LONG, Plan, brings_about, plan_lines
from screens.text import counted, joined, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.diff_view import DiffView, Layout
from screens.widgets.page import PageLine
from screens.widgets.recall_input import RecallInput
from workbench.store.decision import Actor
from workbench.text.errors import WorkbenchError

SLIM = 60
"""Cells below which only what cannot be left out is said of a plan."""

Ready = tuple[Plan, dict[Layout, list[PageLine]]]
"""A plan, and its lines as they are laid out at first."""


class PlanScreen(QuotedScreen):
    """A form with a plan under it. While a plan is being recorded it is not touched."""

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session, question)
        self.plan: Plan | None = None
        self.proposed: Proposed | None = None
        """What an editor left for a field, while it is neither taken nor dropped."""
        self._planned: Mapping[str, str] = {}
        """The words that the plan was made of."""
        self._wanted = False
        """Whether a plan is to be made as soon as what it is about is there."""
        self._progress: dict[str, Progress] = {}
        """How far the errand of each group is."""

    @property
    def plan_view(self) -> DiffView:
        """Where the plan stands."""
        return self.query_one(DiffView)

    def copy_value(self) -> tuple[str, str] | None:
        """The plan that is shown."""
        return None if self.plan is None else ("the plan", plan_text(self.plan.previews))

    # Words

    @on(Input.Changed)
    def _words_changed(self, event: Input.Changed) -> None:
        """A plan of other words is no plan."""
        if isinstance(event.input, RecallInput):
            self.words_changed(event.input)
        self.drop_plan_of_other_words()

    def drop_plan_of_other_words(self) -> None:
        """Take the plan away where the fields hold other words than it was made of."""
        if self.busy("commit"):
            return
        if (self.plan is not None or self.making) and self.draft_fields() != self._planned:
            self.no_plan(first_words())

    @on(Input.Submitted)
    def _field_done(self, event: Input.Submitted) -> None:
        """On to the next field that is needed, else to the plan; an empty reason takes the suggestion."""
        if self.busy("commit"):
            return
        if isinstance(event.input, RecallInput) and self.take_suggestion(event.input):
            self.say("your last reason for this verdict is taken")
        if not self.ask_for_missing():
            self.make_plan()

    # Making it

    @property
    def making(self) -> bool:
        """Whether a plan is on its way."""
        return self.busy("plan") or self._wanted

    def make_plan(self) -> None:
        """Ask the desk what the verdict would change; nothing is written.

        A plan says of each record whether it was seen, so it waits for the texts that are being read.
        """
        if self.busy("commit"):
            return
        self.no_plan(f"Making the plan… {key_of('app.back')} cancels")
        self._planned = self.draft_fields()
        self._wanted = self.busy("texts")
        if not self._wanted:
            self.errand("plan", self._planner("plan"), self._plan_made, self._plan_failed)
            self.tell_progress("plan", f"Making the plan… {{}} of {{}}; {key_of('app.back')} cancels")

    def make_wanted_plan(self) -> None:
        """What the plan is about is there."""
        if self._wanted:
            self.make_plan()

    def _planner(self, group: str) -> Callable[[], Ready]:
        """What makes a plan of the words as they stand, for a thread."""
        desk, question, progress = self.desk, self.question, self.progress_of(group)
        asked = Asked(self.verdict(), self._actor(), self.value("reason"), self.unseen)
        names = {one.about: one.name for one in question.shown}
        layout = self.plan_view.layout_now()

        def work() -> Ready:
            prepared, left = question.prepare(desk, asked, progress)
            previews = tuple(desk.preview(one) for one in prepared)
            plan = Plan(prepared, previews, left, names, asked.unseen)
            return plan, {layout: plan_lines(plan, *layout)}

        return work

    def _actor(self) -> Callable[[], Actor]:
        known, name, desk = self.session.actor, self.value("who"), self.desk
        return lambda: known or desk.actor(None, at_terminal=True, ask=lambda: name)

    def make_plan_again(self) -> None:
        """Look, in a thread, whether the plan that is shown is still what the verdict would bring about."""
        if self.busy("plan"):
            self.make_plan()
        elif self.plan is not None:
            self.errand("again", self._planner("again"), self._made_again, self._plan_failed)

    def _made_again(self, made: Ready) -> None:
        """A plan that would do something else takes the place of the one that is shown."""
        if self.plan is not None and brings_about(made[0]) != brings_about(self.plan):
            self._show_plan(*made, focus=isinstance(self.focused, DiffView))
            self.say("the store was read again, and the plan is another now: look at it", "warn")

    # How far an errand is

    def progress_of(self, group: str) -> Progress:
        """Begin to count anew; a thread that still counts for an earlier errand is told to stop."""
        self.stop(group)
        self._progress[group] = Progress()
        return self._progress[group]

    def stop(self, group: str) -> None:
        """Forget an errand, and tell its thread to stop."""
        self.drop_errand(group)
        if group in self._progress:
            self._progress.pop(group).stopped = True

    def tell_progress(self, group: str, words: str) -> None:
        """While a thread works on a batch, say how far it is."""
        progress = self._progress[group]
        if len(self.question.about) < 2:
            return

        def tell() -> None:
            if not self.busy(group) or self._progress.get(group) is not progress:
                timer.stop()
            elif progress.done:
                self.say(words.format(progress.done, progress.total))

        timer = self.set_interval(0.25, tell)

    # Showing it

    def no_plan(self, words: str) -> None:
        """There is no plan, and these words stand in its place; not while one is being recorded."""
        if self.busy("commit"):
            return
        self.forget_plan()
        self.plan_view.show(
            lambda width: [PageLine(line) for line in wrap(styled(f" {words}", "dim"), width)]
        )
        self.summarise()
        self.refresh_hints()

    def forget_plan(self) -> None:
        """The plan and all that is made of it are void; what is shown stays."""
        self.plan, self._wanted = None, False
        for group in ("plan", "again", "layout"):
            self.stop(group)

    def _plan_made(self, made: Ready) -> None:
        if self.busy("commit"):
            return
        self._show_plan(*made)
        if not made[0].prepared:
            self.say("no case stands as it was marked: there is nothing to record", "warn")

    def _show_plan(self, plan: Plan, ready: Mapping[Layout, list[PageLine]], *, focus: bool = True) -> None:
        self.plan, view = plan, self.plan_view
        view.show_plan(lambda layout: plan_lines(plan, *layout), ready, long=plan.rows > LONG)
        if focus:
            view.focus()
        self.disarm()
        self.say("")
        self.summarise()

    @on(DiffView.Wanted)
    def _lay_out_plan(self, event: DiffView.Wanted) -> None:
        """A long plan in another layout is made in a thread."""
        plan, layout = self.plan, event.layout
        if plan is not None:
            view = self.plan_view
            self.errand(
                "layout", lambda: plan_lines(plan, *layout), lambda lines: view.laid_out(layout, lines)
            )

    def _plan_failed(self, error: WorkbenchError) -> None:
        self.no_plan("There is no plan: it was refused. Nothing has been written.")
        self.say_error(error)

    def plan_words(self, width: int) -> Content:
        """How much the plan changes, what is out of view, and that nothing is written yet."""
        plan, below = self.plan, self.plan_view.below
        assert plan is not None
        parts = [counted(len(plan.prepared), "decision")] if plan.is_batch else []
        parts += [f"{len(plan.left_out)} left out"] if plan.left_out else []
        parts += [f"{counted(plan.files, 'file')}, {counted(plan.lines, 'line')}"] if width >= SLIM else []
        parts += ["nothing written yet" if plan.is_batch else "nothing is written yet"]
        reverts = self.question.verdict == "revert" or plan.is_batch or width < SLIM
        parts += [] if reverts else [f"{key_of('queue.revert')} reverts it later"]
        more = styled(f"   ↓ {below:,} more" if below else "", "accent")
        return joined([styled(f" {' · '.join(parts)}"), more])

    def summarise(self) -> None:
        """How much the plan changes, and what was not seen."""
        planned, unseen = self.plan is not None and bool(self.plan.prepared), self.unseen_line()

        def lines(width: int) -> list[Content]:
            known = [self.plan_words(width)] if planned and self.plan is not None else []
            known += [unseen] if unseen is not None else []
            return [part for line in known for part in wrap(line, width, "   ")]

        self.query_one("#summary", Bar).show(lines)

    def action_split(self) -> None:
        """The plan in two columns, or in one."""
        if self.plan is None and self.proposed is None:
            self.say(f"there is no plan yet: {key_of('field.done')} in a field makes it")
        elif not self.plan_view.toggle_split():
            self.say("there is no room for two columns here")

    def action_jump(self, step: int) -> None:
        """To the next or the previous change of the plan."""
        if not self.plan_view.jump(step):
            self.say("there is no change further " + ("down" if step > 0 else "up"))

    def action_scroll_plan(self, lines: int) -> None:
        """Scroll the plan, wherever the keys are."""
        self.plan_view.step(lines)


def first_words() -> str:
    """What stands in the place of a plan that is not made yet."""
    done = key_of("field.done")
    return f"The plan is shown here once there is a reason: {done}. Nothing has been written yet."
