"""What waits for a person, by kind, and what else the store holds."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from screens.actions import bindings
from screens.base import DeskScreen, ReloadWanted
from screens.browse import WIDE
from screens.queue import Queue
from screens.records import Records
from screens.session import Session
from screens.text import BLANK, counted, fit, flow, joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.record_list import RecordList
from screens.words import age_words, record_label
from workbench.desk.views import KindCount, Outcome, RecordKind

EIGHTHS = " ▏▎▍▌▋▊▉"
BAR = 12
"""Cells of the bar that draws a count, where there is room for it."""
LEAST_BAR = 3
"""Cells of that bar where words need the room."""

RecordCount = tuple[RecordKind, int]


class Home(DeskScreen[None]):
    """The first screen: each kind with its count and its oldest age; the records beside it."""

    scope = "home"
    BINDINGS = bindings("home")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.records_open = False
        """Below 100 columns: whether the records are shown in the place of the kinds."""
        self._placed = False

    def compose_body(self) -> Iterable[Widget]:
        """Attention first, then what waits beside what is there."""
        yield Bar(self._attention, id="attention")
        with Horizontal(id="panes"):
            with Vertical(id="waiting"):
                yield Bar(self._waiting_title, id="waiting-title")
                yield RecordList[KindCount](self._draw_kind, id="kinds")
                yield Bar(self._looked, id="looked")
            with Vertical(id="held"):
                yield Bar(lambda width: [styled(" Records, to read", "heading")], id="held-title")
                yield RecordList[RecordCount](self._draw_record, id="records")
                yield Bar(self._supports, id="supports")

    @property
    def kinds(self) -> RecordList[KindCount]:
        """The list of what waits."""
        return self.query_one("#kinds", RecordList)

    @property
    def held(self) -> RecordList[RecordCount]:
        """The list of records."""
        return self.query_one("#records", RecordList)

    def renew(self) -> None:
        """The counts as the desk has them now."""
        status = self.session.status
        first = next((at for at, kind in enumerate(status.kinds) if kind.waiting), 0)
        self.kinds.show(status.kinds, self.kinds.cursor if self._placed else first)
        self._placed = True
        self.held.show(status.records, self.held.cursor)
        for name in ("#attention", "#waiting-title", "#looked", "#supports"):
            self.query_one(name, Bar).refresh_lines()
        if self.focused is None:
            self.kinds.focus()
        self.refresh_hints()

    def _attention(self, width: int) -> list[Content]:
        """What is wrong with the store as a whole, each in a line."""
        store, lines = self.session.store, []
        if store.unfinished:
            number = counted(len(store.unfinished), "decision is", "decisions are")
            words = f"{number} recorded but not carried out to the end: "
            offer = joined([styled("U", "key"), " finishes what is left, each step checked again"])
            lines.append(joined([styled(" ! ", "warn"), words, offer]))
        if store.weak:
            lines.append(joined([styled(" ! ", "warn"), safe(store.weak)]))
        return [piece for line in lines for piece in wrap(line, width, "   ")]

    def _waiting_title(self, width: int) -> list[Content]:
        title = joined(
            [styled(" Waiting for a person", "heading"), styled(f"   {self.session.status.waiting}", "dim")]
        )
        return [joined([fit(title, max(width - 9, 0)), styled("oldest  ", "dim")])]

    def _looked(self, width: int) -> list[Content]:
        """What the counts rest on, in one calm line."""
        status = self.session.status
        words = f" {status.store.items} items read at {status.store.looked_at}"
        if not status.waiting:
            words = f" Nothing waits.{words}"
        if status.excluded:
            words += f"; {counted(status.excluded, 'record')} withheld by a withdrawal"
        lines = wrap(safe(words, "dim"), width, " ")
        if self.size.width < WIDE:
            held = [
                joined([styled(f"{record_label(kind).lower()} ", "dim"), f"{number:,}"])
                for kind, number in status.records
            ]
            lines += [BLANK, joined([styled(" Records, to read", "heading"), styled("   Tab", "key")])]
            lines += [styled("   ") + line for line in flow(held, max(width - 4, 1))]
            missing = [one.name for one in self.session.store.capabilities if not one.present]
            if missing:
                said = safe(f"the store has no {', no '.join(missing)}")
                lines += [BLANK, fit(joined([styled(" ✗ ", "warn"), said]), width)]
        return lines

    def _supports(self, width: int) -> list[Content]:
        """Which files the store has, and the reason for each; no level is claimed."""
        lines = [styled(" The files hold", "heading")]
        for capability in self.session.store.capabilities:
            sign = styled(" ✓ ", "good") if capability.present else styled(" – ", "dim")
            name = fit(safe(capability.name), 15)
            lines.append(fit(joined([sign, name, safe(capability.reason, "dim")]), width))
        return lines

    def _draw_kind(self, row: KindCount, width: int) -> Content:
        """Kind, count, a bar, detail, oldest age."""
        label = fit(safe(row.label, "" if row.waiting else "dim"), 20)
        count = fit(styled(f"{row.waiting:,}", "strong" if row.waiting else "dim"), 6, right=True)
        most = max((kind.waiting for kind in self.session.status.kinds), default=0)
        age = fit(safe(age_words(row.oldest_days), "dim"), 7, right=True)
        rest = max(width - 20 - 6 - 4 - 7, 0)
        longest = max((cell_len(_details(kind)) for kind in self.session.status.kinds), default=0)
        cells = min(BAR, max(rest - longest, LEAST_BAR))
        bar = styled(f"  {drawn(row.waiting, most, cells):<{cells}}  ", "bar")
        room, details = max(rest - cells, 0), _details(row)
        return joined([label, count, bar, fit(safe(details, "dim"), room), age])

    def _draw_record(self, row: RecordCount, width: int) -> Content:
        kind, number = row
        label = fit(styled(record_label(kind), "" if number else "dim"), max(width - 7, 1))
        return joined([label, fit(styled(f"{number:,}", "dim"), 6, right=True)])

    def may(self, call: str) -> bool | None:
        """Finishing needs something unfinished and a session that may write."""
        if call == "resume":
            return bool(self.session.store.unfinished) and not self.session.readonly
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

    def action_open(self) -> None:
        """Named in the registry for the footer; the list itself opens its row."""

    def action_pane(self) -> None:
        """From what waits to the records, and back."""
        self.records_open = self.focused is not self.held
        self.set_class(self.records_open, "-records-open")
        (self.held if self.records_open else self.kinds).focus()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the list that has the keys in sight."""
        self.records_open = self.focused is self.held
        self.set_class(self.records_open, "-records-open")

    def action_resume(self) -> None:
        """Finish what recorded decisions still lack."""
        if not self.session.store.unfinished or self.session.readonly:
            self.say("read-only: nothing is finished" if self.session.readonly else "nothing is unfinished")
            return
        if not self.armed:
            self.say("this has only just been shown; U once more finishes it")
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
            self.say(joined([styled("✓ ", "good"), f"finished {counted(len(outcomes), 'decision')}"]))
        self.post_message(ReloadWanted(own=True))

    def go_back(self) -> None:
        """Back to what waits; Home is never left by Esc."""
        if self.focused is self.held:
            self.action_pane()


def _details(row: KindCount) -> str:
    """What stands beside the count of a kind."""
    details = [row.detail] if row.detail else []
    details += [f"{row.deferred} left for later"] if row.deferred else []
    details += ["to read"] if not row.decidable and row.waiting else []
    return ", ".join(details)


def drawn(number: int, most: int, cells: int = BAR) -> str:
    """A count as a bar, in eighths of a cell; something that is there is always seen."""
    if not number or not most:
        return ""
    eighths = max(1, round(number / most * cells * 8))
    full, rest = divmod(eighths, 8)
    return "█" * full + EIGHTHS[rest].strip()
