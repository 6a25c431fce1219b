"""What waits for a person, by kind; what changed since the last decision; what the store rests on."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from screens.actions import bindings, key_of
from screens.base import DeskScreen, ReloadWanted
from screens.changes import Changes
from screens.panes import WIDE
from screens.possible import BY_ITSELF, ONLY_PICKED
from screens.possible import KINDS as POSSIBLE
from screens.queue import Queue
from screens.records import Records
from screens.session import Session
from screens.show.kinds import kind_line, with_picked
from screens.show.rests import rests_lines
from screens.show.since import SinceRow, alarm_lines, row_line, since_line, since_rows, since_title
from screens.show.unfinished import unfinished_lines
from screens.text import BLANK, counted, fit, flow, joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.record_list import RecordList
from screens.words import record_label
from workbench.desk import Desk
from workbench.desk.rests import Rests
from workbench.desk.views import KindCount, Outcome, RecordKind
from workbench.desk.words import withheld_words
from workbench.store.snapshot import Capability

TALL = 30
"""From so many rows a confidence has a line and a bar."""
FULL = (120, 36)
"""From so many columns and rows there is room for everything at once; below, what the files hold takes
the place of what the store rests on while the records have the keys."""
BRIEF = 20
"""Below so many rows only the first sentence of each thing is said."""
PAGES = ("waiting", "since", "records")
"""In the order of Tab."""
BARS = ("attention", "waiting-title", "looked", "since-title", "rests", "supports", "supports-too")
"""What is drawn anew with other counts, or in another size."""

RecordCount = tuple[RecordKind, int]


class Home(DeskScreen[None]):
    """The first screen: each kind with its count and its oldest age; the records beside it."""

    scope = "home"
    BINDINGS = bindings("home")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.page_open = "waiting"
        """Below 100 columns: which of the pages is shown."""
        self.rests: Rests | None = None
        """What the store rests on; None until it has been counted once."""
        self._counted_for: Desk | None = None
        self._picked_for: Desk | None = None
        """The reading in which a finder looked by itself."""
        self._unknown = True
        """Whether it was not known what a finder picks when the rows that are shown were made."""
        self._placed = False

    def compose_body(self) -> Iterable[Widget]:
        """Attention first; what waits and the records on the left, since and rests on the right."""
        yield Bar(self._attention, id="attention")
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                with Vertical(id="waiting"):
                    yield Bar(self._waiting_title, id="waiting-title")
                    yield RecordList[KindCount](self._draw_kind, id="kinds")
                    yield Bar(self._looked, id="looked")
                with Vertical(id="held"):
                    yield Bar(lambda width: [styled(" Records, to read", "heading")], id="held-title")
                    yield RecordList[RecordCount](self._draw_record, id="records")
                    yield Bar(self._supports, id="supports")
            with Vertical(id="right"):
                yield Bar(self._since_title, id="since-title")
                yield RecordList[SinceRow](self._draw_since, id="since")
                yield Bar(self._rests_lines, id="rests")
                yield Bar(self._supports, id="supports-too")

    @property
    def kinds(self) -> RecordList[KindCount]:
        """The list of what waits."""
        return self.query_one("#kinds", RecordList)

    @property
    def held(self) -> RecordList[RecordCount]:
        """The list of records."""
        return self.query_one("#records", RecordList)

    @property
    def changed(self) -> RecordList[SinceRow]:
        """The list of what changed since the last decision."""
        return self.query_one("#since", RecordList)

    @property
    def wide(self) -> bool:
        """Whether everything stands side by side."""
        return self.size.width >= WIDE

    @property
    def roomy(self) -> bool:
        """Whether there are rows to spare."""
        return self.size.height >= TALL

    def renew(self) -> None:
        """The counts as the desk has them now."""
        status, since = self.session.status, self.session.desk.since()
        first = next((at for at, kind in enumerate(status.kinds) if kind.waiting), 0)
        self.kinds.show(self._kinds(), self.kinds.cursor if self._placed else first)
        self._placed = True
        self.kinds.styles.max_height = len(status.kinds)
        self.held.show(status.records, self.held.cursor)
        self.changed.show(since_rows(since), self.changed.cursor)
        self.changed.show_empty(safe(since.problem or "", "dim"))
        self._refresh_bars()
        if self.focused is None:
            self.kinds.focus()
        self._show_page(self._page_of_focus())
        self.refresh_hints()
        if self.is_current:
            self.call_after_refresh(self._count)

    def on_screen_resume(self) -> None:
        """Count what the store rests on, if it is another store now."""
        super().on_screen_resume()
        self.call_after_refresh(self._count)

    def _refresh_bars(self) -> None:
        for name in BARS:
            self.query_one(f"#{name}", Bar).refresh_lines()

    def _count(self) -> None:
        """Count in a thread, once for each desk, while the person reads."""
        desk = self.session.desk
        if self._counted_for is not desk:
            self._counted_for = desk
            self.errand("rests", desk.rests, self._counted)
        possible = self.session.possible
        few = self.session.status.store.items <= BY_ITSELF
        if few and not possible.known(desk) and self._picked_for is not desk:
            self._picked_for = desk
            self.errand("possible", lambda: possible.look(desk), lambda found: self._show_kinds())
        self._show_kinds()

    def _kinds(self) -> tuple[KindCount, ...]:
        """The counts, with what a finder picked; not known where it did not look yet."""
        self._unknown = self.session.possible.count(self.session.desk, ONLY_PICKED) is None
        return tuple(
            self._with_picked(kind) if kind.kind in POSSIBLE else kind for kind in self.session.status.kinds
        )

    def _with_picked(self, row: KindCount) -> KindCount:
        desk, possible = self.session.desk, self.session.possible
        return with_picked(
            row,
            possible.count(desk, row.kind),
            only=row.kind == ONLY_PICKED,
            oldest=possible.oldest(desk, row.kind),
            looking=self.busy("possible"),
        )

    def on_unmount(self) -> None:
        """Nobody waits for what a finder picks any longer."""
        self.session.possible.stop()

    def _show_kinds(self) -> None:
        self.kinds.show(self._kinds(), self.kinds.cursor)

    def _counted(self, rests: Rests) -> None:
        self.rests = rests
        self.query_one("#rests", Bar).refresh_lines()

    def _attention(self, width: int) -> list[Content]:
        """What is wrong with the store as a whole, each in a line."""
        store = self.session.store
        rest = unfinished_lines(self.session, width, on_home=True)
        if store.weak:
            rest += wrap(joined([styled(" ! ", "warn"), safe(store.weak)]), width, "   ")
        return [*alarm_lines(self.session.desk.since(), width, brief=self.size.height < BRIEF), *rest]

    def _since_title(self, width: int) -> list[Content]:
        return wrap(styled(f" {since_title(self.session.desk.since())}", "heading"), width, " ")

    def _draw_since(self, row: SinceRow, width: int) -> Content:
        return row_line(row, self.changed.rows, width)

    def _rests_lines(self, width: int) -> list[Content]:
        return rests_lines(self.rests, self.session.status.store.items, width, roomy=self.roomy)

    def _waiting_title(self, width: int) -> list[Content]:
        room = max(width - 9, 0)
        tries = self._titles()
        title = next((one for one in tries if one.cell_length <= room), tries[-1])
        return [joined([fit(title, room), styled("oldest  ", "dim")])]

    def _titles(self) -> list[Content]:
        """What waits, split by whether a verdict ends it, the fullest words first."""
        status = self.session.status
        if not status.waiting:
            return [styled(" Waiting for a person", "heading")]
        split = styled(status.split, "dim")
        heads = [styled(f" {words}   ", "heading") for words in ("Waiting for a person", "Waiting")]
        return [*(joined([head, split]) for head in heads), joined([" ", split])]

    def _looked(self, width: int) -> list[Content]:
        """What the counts rest on, each part whole; below 100 columns what the other pages hold."""
        status, since = self.session.status, self.session.desk.since()
        words = f" {status.store.items} items read at {status.store.looked_at}"
        if not status.waiting:
            words = f" Nothing waits.{words}"
        parts = [words.strip()]
        parts += [withheld_words(status.excluded)] if status.excluded else []
        parts += [f"{counted(since.today, 'case')} decided today"]
        lines = [
            styled(" ") + line for line in flow([safe(part, "dim") for part in parts], max(width - 1, 1), 3)
        ]
        if self.wide:
            return [*lines, *self._missing(width)]
        room = self._rows_left(width)
        short = self._pages_in_short(width)
        full, fewer = self._pages(width, held=True), self._pages(width, held=False)
        tries = (lines + full, lines + fewer, lines + short, short)
        return next((told for told in tries if len(told) <= room), tries[-1])

    def _rows_left(self, width: int) -> int:
        """Rows under the kinds, where they are alone on the screen with header, status and hints."""
        taken = 4 + len(self._attention(width)) + int(self.session.changed)
        return self.size.height - taken - max(min(len(self.kinds.rows), self.size.height - taken - 3), 1)

    def _pages(self, width: int, *, held: bool) -> list[Content]:
        """What the other pages hold, the records only if `held`, and the key that leads to each."""
        since, status = self.session.desk.since(), self.session.status
        told = since_line(since, max(width - 4, 1))
        there = styled(f"   {key_of('home.pane')}", "key")
        title = joined([styled(f" {since_title(since)}", "heading"), there])
        back = styled(f"   {key_of('home.pane_back')}", "key")
        records = [
            joined([styled(f"{record_label(kind).lower()} ", "dim"), f"{number:,}"])
            for kind, number in status.records
        ]
        lines = [BLANK, *wrap(title, width, " "), *(styled("   ") + line for line in told)]
        lines += [BLANK, *wrap(joined([styled(" Records, to read", "heading"), back]), width, " ")]
        lines += [styled("   ") + line for line in flow(records, max(width - 4, 1)) if held]
        return [*lines, *self._missing(width)]

    def _pages_in_short(self, width: int) -> list[Content]:
        pages = (("home.pane", "what changed, what it rests on"), ("home.pane_back", "records"))
        if width < 60:
            pages = (("home.pane", "what changed"), pages[1])
        parts = [joined([styled(f" {key_of(id_)} ", "key"), styled(words, "dim")]) for id_, words in pages]
        return [*flow(parts, width, 2), *self._missing(width)]

    def _missing(self, width: int) -> list[Content]:
        """What the store lacks of the five that the protocol names."""
        missing = [one.name for one in self.session.store.capabilities if not one.present]
        said = joined([styled(" – ", "warn"), safe(f"the store has no {', no '.join(missing)}")])
        return wrap(said, width, "   ") if missing else []

    def _supports(self, width: int) -> list[Content]:
        """Which files the store has, and the reason for each; no level is claimed."""
        found = self.session.store.capabilities
        head = styled(" The files hold", "heading")
        lines = [head]
        for one in found:
            words = joined([_sign(one), fit(safe(one.name), 15), safe(one.reason, "dim")])
            lines += wrap(words, width, " " * 18)
        return lines

    def _draw_kind(self, row: KindCount, width: int) -> Content:
        unknown = self._unknown and row.kind == ONLY_PICKED
        return kind_line(row, self.kinds.rows, width, unknown=unknown)

    def _draw_record(self, row: RecordCount, width: int) -> Content:
        kind, number = row
        label = fit(styled(record_label(kind), "" if number else "dim"), min(max(width - 7, 1), 24))
        return joined([label, fit(styled(f"{number:,}", "dim"), 6, right=True)])

    def may(self, call: str) -> bool | None:
        """Finishing needs something unfinished and a session that may write; what changed may be unknown."""
        if call == "resume":
            return bool(self.session.store.unfinished) and not self.session.readonly
        if call == "changes":
            return self.session.desk.since().known
        if call == "open":
            return not isinstance(self.focused, RecordList) or self.focused.current is not None
        return True

    @on(RecordList.Opened, "#kinds")
    def _kind_opened(self, event: RecordList.Opened) -> None:
        row = self.kinds.current
        if row is not None:
            self.app.push_screen(Queue(self.session, row.kind, row.label))

    @on(RecordList.Opened, "#records")
    def _records_opened(self, event: RecordList.Opened) -> None:
        row = self.held.current
        if row is not None:
            self.app.push_screen(Records(self.session, row[0]))

    @on(RecordList.Opened, "#since")
    async def _since_opened(self, event: RecordList.Opened) -> None:
        row = self.changed.current
        if row is None:
            return
        if row.leads == "log":
            self.app.push_screen(Records(self.session, "log"))
        elif row.leads == "ledger":
            await self.run_action("app.ledger")
        else:
            self.app.push_screen(Changes(self.session, row.how))

    def action_open(self) -> None:
        """What `↵` does in the list, for another key that was given to it."""
        if isinstance(self.focused, RecordList):
            self.focused.action_open()

    def action_changes(self) -> None:
        """Every item that changed, in a list."""
        if self.session.desk.since().known:
            self.app.push_screen(Changes(self.session))
        else:
            self.say(safe(self.session.desk.since().problem or ""))

    def action_pane(self, step: int = 1) -> None:
        """From what waits to what changed, to the records, and round again."""
        at = PAGES.index(self._page_of_focus())
        self.open_page(PAGES[(at + step) % len(PAGES)])

    def open_page(self, page: str) -> None:
        """Give the keys to a list, and show its page where there is room for one."""
        self._show_page(page)
        lists: dict[str, Widget] = {"since": self.changed, "records": self.held}
        lists.get(page, self.kinds).focus()

    def _page_of_focus(self) -> str:
        if self.focused is self.changed:
            return "since"
        return "records" if self.focused is self.held else "waiting"

    def _show_page(self, page: str) -> None:
        self.page_open = page
        width, height = FULL
        rows = self.size.height - len(self._attention(self.size.width))
        self.set_class(self.size.width >= width and rows >= height, "-full")
        self.set_class(self.size.height < BRIEF, "-brief")
        for one in PAGES:
            self.set_class(one == page, f"-page-{one}")

    def on_resize(self, event: events.Resize) -> None:
        """Keep the list that has the keys in sight."""
        self._show_page(self._page_of_focus())
        self._refresh_bars()

    def action_resume(self) -> None:
        """Finish what recorded decisions still lack."""
        if not self.session.store.unfinished or self.session.readonly:
            self.say("read-only: nothing is finished" if self.session.readonly else "nothing is unfinished")
            return
        if not self.decides:
            self.say(f"this has only just been shown; {key_of('home.resume')} once more finishes it")
            return
        if self.busy("resume"):
            return
        number = counted(len(self.session.store.unfinished), "decision")
        self.say(f"Finishing {number}…")
        self.errand("resume", self.session.desk.resume, self._resumed)

    def _resumed(self, outcomes: tuple[Outcome, ...]) -> None:
        left = [outcome for outcome in outcomes if outcome.exit]
        if left:
            self.say(joined([styled("✗ ", "bad"), safe(f"{left[0].message} {left[0].next}")]))
        else:
            done = counted(sum(bool(outcome.id) for outcome in outcomes), "decision")
            told = [one.message for one in outcomes if not one.id or one.message != "Finished."]
            self.say(joined([styled("✓ ", "good"), f"finished {done}", *(safe(f" · {one}") for one in told)]))
        self.post_message(ReloadWanted(own=True))

    def go_back(self) -> None:
        """Back to what waits; Home is never left by Esc."""
        if self._page_of_focus() != "waiting":
            self.open_page("waiting")


def _sign(capability: Capability) -> Content:
    return styled(" ✓ ", "good") if capability.present else styled(" – ", "warn")
