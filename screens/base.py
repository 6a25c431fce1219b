"""What every screen has: header, banner, status, hints, errands in threads, keys that arm after painting."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import Action, hints, key_of
from screens.actions.names import is_text
from screens.guard import place_of
from screens.header import header_line
from screens.session import Session
from screens.text import joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.hint_bar import HintBar
from screens.widgets.page import Page
from screens.widgets.record_list import RecordList
from workbench.store.case import Offer
from workbench.text.collecting import no_collecting
from workbench.text.errors import WorkbenchError

ARM_SECONDS = 0.3
"""How long a screen must have been painted before a key on it can decide."""

FIELDS = ("field", "prompt")
"""Scopes of lines to type in: their actions act while letters are text."""

IN_FIELDS = ("open", "record", "submit")
"""What `↵` does elsewhere: in a field it goes on."""

SMALLEST = (40, 12)
"""Columns and rows below which only a card is shown."""

ResultT = TypeVar("ResultT")
FoundT = TypeVar("FoundT")


@dataclass
class Errand(Message):
    """What a thread found, for the one handler that may touch widgets."""

    group: str
    token: object
    done: Callable[[Any], None]
    failed: Callable[[WorkbenchError], None]
    found: Any
    error: Exception | None


@dataclass
class ReloadWanted(Message):
    """A screen asks for the store to be read again; `own` after a decision of ours, which is told already."""

    own: bool = False


class DeskScreen(Screen[ResultT]):
    """A screen over the desk. It alone talks to the desk; its widgets take values and post messages."""

    scope: ClassVar[str] = ""
    """The scope of its actions in the registry."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.armed_since: float | None = None
        """Since when keys decide, by the clock of `event.time`; None while none does."""
        self.asked_for = True
        """Whether the person asked for the reading of the store that `renew` shows, so that it is told."""
        self._arming: Timer | None = None
        self._awaits = False
        """Whether keys are to decide once what is shown now has been painted and seen."""
        self._clicked: float | None = None
        """When the hint was clicked whose action is carried out now."""
        self._errands: dict[str, object] = {}
        self._words = styled("")
        self._said_in: Widget | None = None
        """What had the keys when that was said."""
        self.covered = False
        """Whether the palette stands over this screen, and has its keys."""

    def compose(self) -> ComposeResult:
        """The frame; a screen fills the middle. It is laid out for its size from the first paint on."""
        self.add_class(*self._classes_of_size())
        yield Bar(lambda width: [header_line(self.session, width)], id="header")
        yield Bar(id="banner")
        with Container(id="body"):
            yield from self.compose_body()
        yield Bar(id="status")
        yield HintBar(id="hints")
        yield Bar(_card, id="card")

    def _classes_of_size(self) -> list[str]:
        """What the stylesheet calls the size of the terminal, as Textual tells it after the first paint."""
        app, (width, height) = self.app, self.app.size
        found = []
        for cells, points in ((width, app.HORIZONTAL_BREAKPOINTS), (height, app.VERTICAL_BREAKPOINTS)):
            found += [name for least, name in sorted(points or []) if least <= cells][-1:]
        return found

    @abstractmethod
    def compose_body(self) -> Iterable[Widget]:
        """The widgets between banner and status."""

    def on_mount(self) -> None:
        """Fill the screen once its widgets are there."""
        self.renew()
        self.show_banner()
        self.say("")

    def on_screen_resume(self) -> None:
        """Arm the keys once this screen has been seen."""
        self.disarm()
        self.query_one("#header", Bar).refresh_lines()
        self.show_banner()

    def renewed(self, *, own: bool = False) -> None:
        """The session has another desk: show what it holds, with no banner.

        `own` where it was read because of a decision of ours, which is told already.
        """
        self.asked_for = not own
        if self.is_mounted:
            self.query_one("#header", Bar).refresh_lines()
            self.show_banner()
            self.renew()

    @abstractmethod
    def renew(self) -> None:
        """Show what the session's desk holds now; called at the start and after each reload."""

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leave, once: what stands over this screen leaves first, and a second call leaves nothing."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        self.pop_until_active()
        return super().dismiss(result)

    def go_back(self) -> None:
        """One step back: leave the screen."""
        self.dismiss(None)

    def keep_draft(self) -> None:
        """The run ends now, by a key, a signal or a lost terminal: put on disk what was typed; apply nothing.

        Called in the loop, at most once and for a moment: it may not wait, ask or change the screen.
        """

    def keep_place_on_disk(self) -> None:
        """The run ends now: put on disk where the person stopped. As `keep_draft`, it may not wait."""

    def copy_value(self) -> tuple[str, str] | None:
        """What `y` copies: its name, and its raw text; None where nothing is under the cursor.

        Raises:
            WorkbenchError: it may not be copied, such as text that a withdrawal holds back; says why.
        """
        return None

    def copy_id(self) -> tuple[str, str] | None:
        """What `Y` copies: what it is the id of, and the id; None where nothing is under the cursor."""
        return None

    def reads_for(self, key: str) -> bool:
        """Whether what this key acts on is being read, so that the key waits for it; never for long."""
        return False

    @property
    def holds_keys(self) -> bool:
        """Whether keys are for a screen that is still to come, so that none of them acts on this one."""
        return False

    def offers(self) -> Sequence[Offer]:
        """The verdicts of the case that is shown, for the palette; none where no case is."""
        return ()

    def say(self, words: Content | str, role: str = "dim") -> None:
        """Put one message above the hints: it stays until the next, or until something else has the keys."""
        self._said_in = self.focused
        self._words = words if isinstance(words, Content) else styled(words, role)
        self.query_one("#status", Bar).show(lambda width: wrap(styled(" ") + self._words, width, " ")[:3])

    def forget_typed(self) -> None:
        """What the last key was to open is not there: letters that were typed on for it are no commands."""
        forget = getattr(self.app, "forget", None)
        if forget is not None:
            forget()

    def say_error(self, error: WorkbenchError) -> None:
        """Say what went wrong, by which rule, and what to do."""
        named = error.rule and error.rule not in error.message
        words = [f"{error.message.rstrip('.')} ({error.rule})" if named else error.message]
        words += [error.not_done] if error.not_done else []
        words += [f"Next: {error.next}"] if error.next else []
        self.say(joined([styled("✗ ", "bad"), safe(". ".join(one.rstrip(".") for one in words))]))

    def show_banner(self) -> None:
        """Say what is new of the store, while it is."""
        self.query_one("#banner", Bar).show(self.news)

    def news(self, width: int) -> list[Content]:
        """That the store is another on disk."""
        session, key = self.session, styled(key_of("app.reload"), "key")
        if not session.changed:
            return []
        seen = "" if session.changed_at is None else f"   seen {ago(monotonic() - session.changed_at)}"
        head = joined([styled(" ! ", "warn"), "the store changed on disk: "])
        return wrap(joined([head, key, " reloads", styled(seen, "dim")]), width)

    def refresh_hints(self) -> None:
        """Show the keys that act now."""
        bar = self.query_one(HintBar)
        if self.covered:
            bar.show_words(palette_hints())
        else:
            bar.show_hints(self.hinted(), self._state, moves=self.moves)
        self.refresh_bindings()

    @property
    def moves(self) -> bool:
        """Whether the keys that move have somewhere to go in the list or the text that has the keys."""
        here = self.focused
        return len(here.rows) > 1 if isinstance(here, RecordList) else isinstance(here, Page) and here.scrolls

    def hinted(self) -> Sequence[Action]:
        """The actions that the footer names, most used first."""
        return hints((self.scope, "app", *((self.field_scope,) if self.typing else ())), 40)

    def on_descendant_focus(self) -> None:
        """Other keys act in another widget; what was said before of the last is no longer so."""
        if self._words and self.focused is not self._said_in:
            self.say("")
        self.refresh_hints()

    def on_screen_suspend(self) -> None:
        """What was said is not said again when the person comes back; what was painted is let go.

        Textual keeps what it painted of a widget long after the widget is gone.
        """
        if self.is_mounted:
            self.say("")
        for widget in self.walk_children(Widget):
            widget._styles_cache.clear()

    @property
    def armed(self) -> bool:
        """Whether what is shown has been on the screen for a moment."""
        return self.armed_since is not None

    @property
    def decides(self) -> bool:
        """Whether the key that is carried out was typed after that moment, however late its turn came."""
        typed = self._clicked if self._clicked is not None else getattr(self.app, "key_time", None)
        return self.armed_since is not None and (typed is None or typed >= self.armed_since)

    @property
    def writing(self) -> bool:
        """Whether what changes on disk now is this screen's own doing, and it cannot be left."""
        return self.busy("commit") or self.busy("resume")

    def disarm(self) -> None:
        """No key decides until what is shown now has been on the screen for a moment."""
        self.hold()
        self._awaits = True
        self.call_after_refresh(self._arm_soon)

    def hold(self) -> None:
        """No key decides until `disarm` has begun the wait anew."""
        self.armed_since, self._awaits = None, False
        if self._arming is not None:
            self._arming.stop()

    def _arm_soon(self) -> None:
        """What is shown is painted: the wait begins here, anew for each time it was asked for."""
        if self._awaits:
            self.hold()
            self._awaits = True
            self._arming = self.set_timer(ARM_SECONDS, self._arm)

    def _arm(self) -> None:
        self.armed_since = monotonic()
        self.refresh_hints()

    @property
    def too_small(self) -> bool:
        """Whether only the card is to be seen."""
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def may(self, call: str) -> bool | None:
        """How the footer shows an action of this screen now: None greys it, False hides it."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow nothing while the screen cannot be seen; else a key that can do nothing says why."""
        return None if self.too_small else True

    @property
    def field_scope(self) -> str:
        """The scope of the field that has the keys."""
        return "field"

    @property
    def typing(self) -> bool:
        """Whether the keys go into a field, so that letters are text."""
        return isinstance(self.focused, Input)

    def _state(self, action: Action) -> bool | None:
        call = action.call.partition("(")[0]
        if self.typing and action.scope not in FIELDS and (is_text(action.keys[0]) or call in IN_FIELDS):
            return False
        if action.scope == "app":
            acts = getattr(self.app, "acts", None)
            return acts(call) if acts is not None else self.app.check_action(call, ())
        return self.may(call)

    @on(HintBar.Chosen)
    async def _choose_hint(self, event: HintBar.Chosen) -> None:
        owner = "app" if event.action.scope == "app" else "screen"
        self._clicked = event.time
        try:
            await self.run_action(f"{owner}.{_call(event.action)}")
        finally:
            self._clicked = None

    def errand(
        self,
        group: str,
        work: Callable[[], FoundT],
        done: Callable[[FoundT], None],
        failed: Callable[[WorkbenchError], None] | None = None,
    ) -> None:
        """Work in a thread, then `done` or `failed` here; a new errand replaces the old of its group."""
        token = object()
        self._errands[group] = token

        def carry() -> None:
            found: Any = None
            trouble: Exception | None = None
            try:
                with no_collecting():
                    found = work()
            except Exception as error:
                trouble = error
            self.post_message(Errand(group, token, done, failed or self.say_error, found, trouble))

        self.run_worker(carry, name=group, group=group, thread=True, exclusive=True, exit_on_error=False)

    def drop_errand(self, group: str) -> bool:
        """Forget an errand: what it finds is thrown away. Answers whether there was one."""
        return self._errands.pop(group, None) is not None

    def busy(self, group: str) -> bool:
        """Whether an errand of this group is on its way."""
        return group in self._errands

    @on(Errand)
    def _errand_came_back(self, event: Errand) -> None:
        event.stop()
        if self._errands.get(event.group) is not event.token:
            return
        del self._errands[event.group]
        if event.error is None:
            event.done(event.found)
        elif isinstance(event.error, WorkbenchError):
            event.failed(event.error)
        else:
            self.say(safe(f"✗ the workbench failed: {place_of(event.error)}", "bad"))
        self.refresh_hints()


def ago(seconds: float) -> str:
    """How long ago something was: `12 s ago`, `3 min ago`, `2 h ago`."""
    if seconds < 60:
        return f"{max(int(seconds), 0)} s ago"
    return f"{int(seconds / 60)} min ago" if seconds < 3600 else f"{int(seconds / 3600)} h ago"


def palette_hints() -> Content:
    """What acts in the palette."""
    parts = (("↑ ↓", "move"), (key_of("field.done"), "do it"), (key_of("app.back"), "close"))
    hints = [joined([styled(key, "key"), styled(f" {word}", "dim")]) for key, word in parts]
    return joined([" ", styled("type to find", "dim"), "   ", joined(hints, "   ")])


def _call(action: Action) -> str:
    return action.call if "(" in action.call else f"{action.call}()"


def _card(width: int) -> list[Content]:
    columns, rows = SMALLEST
    return [
        line for words in ("too small", f"{columns}x{rows} or more") for line in wrap(styled(words), width)
    ]
