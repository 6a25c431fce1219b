"""The saved views of the queue: use one, keep what is shown under a name, forget one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import bindings
from screens.actions import key_of as name_of_key
from screens.base import DeskScreen
from screens.session import Session
from screens.text import fit, joined, safe, styled
from screens.widgets.bar import Bar
from screens.widgets.prompt import Prompt
from screens.widgets.record_list import RecordList
from workbench.desk.filtering import parse
from workbench.desk.saved import View, drop_view, keep_view, views
from workbench.store.case import Case
from workbench.text.errors import WorkbenchError


@dataclass(frozen=True, slots=True)
class Current:
    """What the queue shows: its filter, its order, and all cases it chooses from."""

    filter: str = field(repr=False)
    sort: str
    cases: tuple[Case, ...] = field(repr=False)


class SavedViews(DeskScreen[View]):
    """One line a view: its name, how many cases it shows now, filter and order."""

    scope = "views"
    BINDINGS = bindings("views")

    def __init__(self, session: Session, current: Current) -> None:
        super().__init__(session)
        self.current = current
        self._counts: dict[str, int] = {}
        """How many cases each filter shows; a thread counts."""

    def compose_body(self) -> Iterable[Widget]:
        """Title, list, and the line in which a name is given."""
        yield Bar(self._title, id="title")
        yield RecordList[View](self.draw_row, id="list")
        yield Prompt(id="prompt")

    @property
    def rows(self) -> RecordList[View]:
        """The list."""
        return self.query_one("#list", RecordList)

    @property
    def prompt(self) -> Prompt:
        """The line in which a name is given."""
        return self.query_one("#prompt", Prompt)

    @property
    def field_scope(self) -> str:
        """The scope of the line over the hints."""
        return "prompt"

    def renew(self) -> None:
        """The views as they are kept now."""
        key = styled(name_of_key("views.keep"), "key")
        self.rows.show_empty(
            joined(["No view is kept for this store. ", key, " keeps the filter and the order of the queue."])
        )
        self._show(views(self.session.desk), self.rows.cursor)
        if self.focused is None:
            self.rows.focus()

    def _show(self, found: Sequence[View], cursor: int) -> None:
        self.rows.show(found, cursor)
        filters, cases = {view.filter for view in found}, self.current.cases
        self.errand("counts", lambda: {words: _count(words, cases) for words in filters}, self._counted)

    def _counted(self, counts: dict[str, int]) -> None:
        self._counts = counts
        self.rows.redraw()

    def _title(self, width: int) -> list[Content]:
        now = joined([styled("now: ", "dim"), *_said(self.current.filter, self.current.sort)])
        return [fit(joined([styled(" Saved views", "heading"), "   ", now]), width)]

    def draw_row(self, row: View, width: int) -> Content:
        """Name, how many cases it shows now, filter and order."""
        wide = max(min(24, width // 3), 1)
        count = self._counts.get(row.filter)
        number = styled("…" if count is None else f"{count:,}", "dim")
        head = joined([fit(safe(row.name, "strong"), wide), fit(number, 6, right=True), "   "])
        return fit(joined([head, *_said(row.filter, row.sort)]), width)

    @on(RecordList.Opened)
    def _use(self, event: RecordList.Opened) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Use the view under the cursor."""
        if self.rows.current is not None:
            self.dismiss(self.rows.current)
        else:
            self.say("no view is kept yet")

    def action_keep(self) -> None:
        """Ask for a name for what the queue shows."""
        if self.session.readonly:
            self.say("the workbench is read-only: no view is kept", "warn")
        else:
            self.prompt.begin("name", "name", "", "a name for this filter and this order")

    @on(Input.Submitted, "#prompt-field")
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            kept = keep_view(self.session.desk, View(event.value, self.current.filter, self.current.sort))
        except WorkbenchError as error:
            self.say_error(error)
            return
        self.prompt.close()
        self.rows.focus()
        found = views(self.session.desk)
        self._show(found, next(at for at, view in enumerate(found) if view.name == kept.name))
        self.say(joined([styled("✓ ", "good"), "kept as ", safe(kept.name, "accent")]))

    def action_forget(self) -> None:
        """Forget the view under the cursor."""
        view = self.rows.current
        if view is None:
            self.say("there is no view here")
            return
        try:
            drop_view(self.session.desk, view.name)
        except WorkbenchError as error:
            self.say_error(error)
            return
        self.renew()
        self.say(joined(["forgotten: ", safe(view.name), ", which was ", *_said(view.filter, view.sort)]))

    def go_back(self) -> None:
        """Out of the line, else back to the queue."""
        if self.prompt.purpose:
            self.prompt.close()
            self.rows.focus()
            self.say("")
        else:
            self.dismiss(None)


def _count(words: str, cases: Iterable[Case]) -> int:
    wanted = parse(words)
    return sum(wanted.matches(case) for case in cases)


def _said(words: str, sort: str) -> list[Content]:
    return [safe(words, "accent") if words else styled("no filter", "dim"), styled(f"   by {sort}", "dim")]
