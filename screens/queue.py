"""The cases of one kind with the case beside them: read, then a number gives the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget

from screens.actions import bindings
from screens.actions import key_of as name_of_key
from screens.browse import ROOMY
from screens.marking import Rows
from screens.marks import batch_lines
from screens.place import Place, keep_place_in, place_in
from screens.saved_views import Current, SavedViews
from screens.session import Session
from screens.show.unfinished import unfinished_lines
from screens.text import counted, fit, joined, safe, styled
from screens.verdicts import NOT_ASKED, STILL_CHOOSING, VerdictScreen
from screens.widgets.record_list import RecordList
from screens.widgets.verdict_bar import VerdictBar
from screens.words import age_words, kind_label
from workbench.desk.batches import name_of
from workbench.desk.filtering import Filter, parse
from workbench.desk.ordering import AGE, next_sort
from workbench.desk.saved import View
from workbench.store.case import Case
from workbench.text.visible import LINE_END, hidden

BAR_ROWS = 4
"""How many rows the verdicts on what is marked may take."""
LEAST_LABEL = 8
"""Cells that the name of the kind keeps in the title, however little room there is."""
NONE = (0, -1)
"""No rows."""
NAMED = 3
"""How many cases are named in one message."""


class Queue(VerdictScreen):
    """What waits, and one case of it; marks make a verdict one on all of them."""

    scope = "queue"
    BINDINGS = bindings("queue")
    filter_hint = "words, kind: status: topic: age:>30 source: by: and -not"

    def __init__(self, session: Session, kind: str | None, label: str = "") -> None:
        super().__init__(session)
        self.kind = kind
        self.label = label or (kind_label(kind) if kind else "Everything that waits")
        self.sort = AGE
        self.view = ""
        """The name of the view in use."""
        self._hidden: dict[str, bool] = {}
        self._resumes: Place | None = None
        """Where the person stopped, until its rows are shown."""
        self._waits_at: int | None = None
        """Where the cursor stands meanwhile; a person who moves it goes on from there."""

    def compose_below(self) -> Iterable[Widget]:
        """The verdicts."""
        yield VerdictBar(id="verdicts")

    def news(self, width: int) -> list[Content]:
        """As everywhere; and that something is unfinished, as Home tells it."""
        return [*unfinished_lines(self.session, width, on_home=False), *super().news(width)]

    # The list

    def on_mount(self) -> None:
        """Begin where the person stopped."""
        place = place_in(self.session.desk, self.kind)
        self.filter_text, self.sort = place.filter, place.sort
        self._resumes = place
        self.watch(self.rows, "cursor", self._follow, init=False)
        self.call_later(self._resume)

    def choice_shown(self) -> None:
        """Marks stand elsewhere in the list, and the case under the cursor is still to be read."""
        self.marking.look_again()
        row = self.rows.current
        if row is not None and (self.case is None or self.case.id != row.id):
            self._due = True
        if self._resumes is not None:
            self.call_later(self._resume)

    def _resume(self) -> None:
        """Back to the row where the person stopped; where it may still be found, once that is looked for."""
        place, rows = self._resumes, self.rows.rows
        if place is None or self.choosing:
            return
        at = self.choice.index_of(place.case)
        if at is None and place.case and self.busy("possible"):
            self._waits_at = self.rows.cursor
            return
        self._resumes = None
        if at is None and self.picks:
            return
        if self._waits_at not in (None, self.rows.cursor):
            return
        if at:
            with self.rows.prevent(RecordList.Highlighted):
                self.rows.cursor = at
            self.refresh_title()
        if at or place.filter or place.sort != AGE:
            where = (
                f", row {at + 1:,} of {len(rows):,}"
                if at is not None
                else "; the case of then waits no longer"
            )
            self.say(styled(f"where you stopped{where}", "dim"))

    def keep_place_on_disk(self) -> None:
        """Keep case, filter and order for the next time."""
        row = self.rows.current
        place = Place(row.id if row is not None else "", self.filter_text, self.sort)
        if place != place_in(self.session.desk, self.kind):
            keep_place_in(self.session.desk, self.kind, place)

    def renew(self) -> None:
        """The cases as the desk has them now: the place is kept, what changed is marked no more.

        A range that was begun ends with the cases it held: what comes between them now is none of it.
        Rows that a finder picked stay until it has looked again, and take no verdict before.
        """
        if self.look_for_possible():
            self._due = True
            return
        ranged = self.marking.end() if self.marking.begun else 0
        self.drop_errand("case")
        given_up = self.drop_errand("batch")
        self._due = True
        self.done.clear()
        self._hidden.clear()
        desk, current = self.session.desk, self.rows.current
        possible = self.session.possible
        stale = self.marks.take_fresh(possible.waits(desk))
        back, self.given_back = self.given_back, None
        case = desk.waits(back) if back is not None else None
        there = case.id if case is not None and self.kind in (None, case.kind) else None
        self.put_up(possible.shelf(desk, self.kind), there or (current.id if current is not None else None))
        self.marks_changed()
        if stale:
            words = joined(
                [styled("! ", "warn"), "no longer marked, because changed or gone: ", _names(stale)]
            )
            self.call_later(self.say, words)
        elif given_up:
            self.call_later(self.say, f"the store was read again; {NOT_ASKED}", "warn")
        elif ranged:
            told = f"the store was read again: the range ended, {counted(ranged, 'case')} marked"
            self.call_later(self.say, told)
        if self.focused is None:
            self.rows.focus()

    def parsed(self) -> Filter:
        """The filter, with its keys."""
        return parse(self.filter_text)

    @property
    def order(self) -> str:
        """The order that the person chose."""
        return self.sort

    def title_line(self, width: int) -> Content:
        """The kind, how many, the filter, the order; at the right what is marked."""
        right = self.marking.words(brief=self.size.width < ROOMY)
        counts, *others = self.place_words("nothing waits")
        place = joined([counts, *others, *self._view_words()], "   ")
        order = styled(f"   by {_SORTED.get(self.sort, self.sort)}", "dim")
        room = max(width - right.cell_length, 0)
        label = styled(f" {self.label}", "heading")
        whole = min(label.cell_length, room - counts.cell_length - 3)
        left = max(room - place.cell_length - 3, whole, LEAST_LABEL)
        if label.cell_length > left:
            label = fit(label, left)
        line = joined([label, "   ", place])
        if line.cell_length + order.cell_length <= room:
            line += order
        return fit(joined([fit(line, room), right]), width)

    def _view_words(self) -> list[Content]:
        return [joined([styled("view: ", "dim"), safe(self.view, "accent")])] if self.view else []

    def place_words(self, none: str) -> list[Content]:
        """As on every list; what is decided is counted no more."""
        words = super().place_words(none)
        left = len(self.rows.rows) - sum(self.choice.index_of(one) is not None for one in self.done)
        if self.done and not self.filter_text:
            words = [styled(f"{left:,} left of {len(self.all_rows):,}", "dim")]
        elif self.done:
            words[0] = self.count_words(left, len(self.all_rows) - len(self.done))
        return words

    def draw_row(self, row: Case, width: int) -> Content:
        """Mark, age, a letter for the kind of item, text, a sign for hidden or withdrawn text."""
        done = row.id in self.done
        age = fit(safe(age_words(row.age_days), "dim"), 6, right=True)
        sign = " ⊘" if row.withheld_by else " ◆" if self._hides(row) else ""
        letter = styled(f"{kind_letter(row)} ", "dim")
        room = max(width - 11 - len(sign), 1)
        title = safe(LINE_END.join(row.title[: room * 4].splitlines()), "dim" if row.deferred or done else "")
        later = styled("later ", "dim") if row.deferred else styled("")
        later = styled("? possible ", "warn") + later if row.possible else later
        head = self.marking.sign(row)
        return joined([head, age, "  ", letter, fit(later + title, room), styled(sign, "mark")])

    def _hides(self, row: Case) -> bool:
        """Whether hidden characters stand anywhere in the text of a row; looked at once for each."""
        if row.id not in self._hidden:
            self._hidden[row.id] = hidden(row.title) > 0
        return self._hidden[row.id]

    # The verdicts that are shown

    def show_row(self, row: Case | None) -> None:
        """The case of a row; a range goes as far as the cursor."""
        self._follow()
        super().show_row(row)

    def _follow(self) -> None:
        """A range that is begun goes as far as the cursor does, in the same paint."""
        if self.marking.begun:
            self.marks_changed(rows=self.marking.look_again() or NONE)

    def case_shown(self) -> None:
        """Show its verdicts; with marks the bar is about those, whatever case is shown."""
        if self.case is None or not self.marking:
            self._show_offers()

    def _show_offers(self) -> None:
        """The verdicts on the case, or on all that is marked."""
        bar, case, shapes = self.query_one(VerdictBar), self.case, self.marking.shapes()
        if self.session.readonly:
            bar.show_offers((), "the workbench is read-only")
        elif shapes:
            bar.show(lambda width: batch_lines(shapes, width))
        elif case is None:
            bar.show_offers((), "there is no case")
        else:
            bar.show_offers(case.verdicts, case.read_only, case.kind)

    # Marks

    @property
    def holds_keys(self) -> bool:
        """While all that is marked is looked at for a verdict: what is typed is for the question."""
        return self.busy("batch")

    def marks_changed(self, words: str = "", rows: Rows | None = None) -> None:
        """Show the marks as they are, all of them or those of some rows.

        A verdict that is on its way to others is given up.
        """
        if self.drop_errand("batch"):
            words = f"{words}; {NOT_ASKED}" if words else NOT_ASKED
        self.marking.look_again()
        self._keep_room()
        if rows is None:
            self.rows.redraw()
        else:
            self.rows.redraw_rows(*rows)
        self.refresh_title()
        self._show_offers()
        if words:
            self.say(words)

    def _keep_room(self) -> None:
        """Where the verdicts on marks come up under the list, the cursor stays clear of their place.

        Beside the list the verdicts keep the room they once took: list and text stay where they are.
        """
        self.query_one(VerdictBar).keeps_room = self.wide
        self.rows.keep_below = 0 if self.marking or self.wide else BAR_ROWS
        self.set_class(bool(self.marking) and not self.wide, "-marked")

    def on_resize(self, event: events.Resize) -> None:
        """Where the verdicts on marks come up is another with the size."""
        self._keep_room()

    def action_mark(self) -> None:
        """Mark the case under the cursor, or unmark it, and go on."""
        row = self.rows.current
        if self.choosing:
            self.say(STILL_CHOOSING)
        elif self.marking.begun:
            self.end_range()
        elif row is None:
            self.say("there is no case here to mark")
        elif row.id in self.done:
            self.say("this one is decided already")
        else:
            self.marks.toggle(row)
            at = self.rows.cursor
            self.rows.cursor += 1
            self.marks_changed(rows=(at, at))

    def action_range(self) -> None:
        """Begin a range, or mark the one that was begun."""
        row = self.rows.current
        if self.choosing:
            self.say(STILL_CHOOSING)
        elif self.marking.begun:
            self.end_range()
        elif row is None:
            self.say("there is no case here to mark")
        else:
            self.marking.begin(row)
            again = name_of_key("queue.range")
            back = name_of_key("app.back")
            words = f"a range begins here: move, then {again} marks all of it; {back} ends it"
            self.marks_changed(words, (self.rows.cursor, self.rows.cursor))

    def end_range(self) -> None:
        """Mark the range that was begun, and say how many cases were in it."""
        self.marks_changed(f"{counted(self.marking.end(), 'case')} marked")

    def action_mark_all(self) -> None:
        """Mark every case that is shown, but what was left for later where anything else is."""
        if self.choosing:
            self.say(STILL_CHOOSING)
            return
        count, later = self.marking.add_shown()
        if count:
            rest = f"; {later:,} left for later {'is' if later == 1 else 'are'} not" if later else ""
            every = "all " if count > 1 and not later else ""
            is_are = "is" if count == 1 else "are"
            self.marks_changed(f"{every}{counted(count, 'case')} shown {is_are} marked{rest}")
        else:
            self.say("there is no case here to mark")

    def go_back(self) -> None:
        """One step: out of the line, the text, the range, the marks, the filter, the screen."""
        on_list = not self.prompt.purpose and self.focused is not self.page
        if on_list and self.marking.begun:
            self.marking.give_up()
            self.marks_changed("the range is given up")
        elif self.drop_errand("batch"):
            self.say("given up; nothing was asked")
        elif on_list and self.marks:
            self.marks_changed(f"{counted(self.marking.clear(), 'mark')} taken away")
        else:
            if on_list:
                self.keep_place_on_disk()
            super().go_back()

    # Order and views

    def action_sort(self) -> None:
        """The next order."""
        self.sort, self.view = next_sort(self.sort), ""
        self.narrow()
        self.say(f"sorted by {_SORTED.get(self.sort, self.sort)}; what was left for later is last")

    def set_filter(self, text: str) -> None:
        """As on every list; a filter of one's own is no view."""
        self.view = ""
        super().set_filter(text)

    def action_views(self) -> None:
        """Use a saved view, or keep this one."""
        current = Current(self.filter_text, self.sort, tuple(self.all_rows))
        self.app.push_screen(SavedViews(self.session, current), self._use_view)

    def _use_view(self, view: View | None) -> None:
        if view is not None:
            self.sort = view.sort
            self.set_filter(view.filter)
            self.view = view.name
            self.refresh_title()
            self.say(joined(["view ", safe(view.name, "accent"), f": {len(self.rows.rows)} shown"]))

    def may(self, call: str) -> bool | None:
        """What the footer offers: a revert of something, an audit of something, a row to open."""
        if call == "revert":
            return not self.session.readonly and bool(self.session.decided)
        if call == "audit":
            return self.case is not None and (self.audit or self.has_withheld(self.case))
        if call == "mark":
            row = self.rows.current
            return row is not None and (self.marking.begun or row.id not in self.done)
        if call == "sort":
            return len(self.all_rows) > 1
        if call == "open":
            return False if self.focused is self.page else self.case is not None
        return super().may(call)


_SORTED = {"status": "Status", "source": "Source"}


def _names(cases: Sequence[Case]) -> Content:
    """The names of cases; of many the first, and how many more."""
    more = f" and {len(cases) - NAMED} more" if len(cases) > NAMED else ""
    return joined([safe(", ".join(name_of(case) for case in cases[:NAMED])), more])


def kind_letter(case: Case) -> str:
    """`K` for knowledge, `S` for state, a blank where the item says neither or it is no item."""
    kind = next((target.item_kind for target in case.targets if target.item_kind), None)
    return {"knowledge": "K", "state": "S"}.get(kind or "", " ")
