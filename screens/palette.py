"""The palette: every action of the screen under it by name, where one can go, and the looks.

It is written from the registry and from what we call kinds; no memory text is in it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from screens.actions import Action, actions_of, grouped, key_name, key_names, key_of
from screens.base import DeskScreen
from screens.ledger import Ledger
from screens.possible import KINDS as POSSIBLE
from screens.possible import ONLY_PICKED
from screens.queue import Queue
from screens.records import Records
from screens.session import Session
from screens.show.kinds import with_picked
from screens.text import joined, safe, styled
from screens.theme import ABOUT, NAMES
from screens.widgets.verdict_bar import numbered
from screens.words import record_label, verdict_label
from workbench.desk.views import KindCount

if TYPE_CHECKING:
    from screens.app import WorkbenchApp

VERDICT = "queue.verdict_"
"""How the ids of the actions begin that give a verdict by its number."""


@dataclass(frozen=True, slots=True)
class Command:
    """One line of the palette: what it is called, its key where it has one, what it does."""

    name: str
    key: str
    words: str
    does: Callable[[], Awaitable[None] | None]

    @property
    def shown(self) -> Content:
        """The line as it is shown."""
        return joined([safe(self.name), styled(f"   {self.key}" if self.key else "")])


class Palette(CommandPalette):
    """Textual's palette, which leaves once: a second Enter typed ahead takes no screen away under it."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Leave, where this is still on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Look:
    """Takes a theme for good when it is called; the app shows it while it is under the cursor."""

    def __init__(self, app: WorkbenchApp, name: str) -> None:
        self.app, self.name = app, name

    def __call__(self) -> None:
        """Take it, and keep it for the next time."""
        self.app.keep_theme(self.name)


class Commands(Provider):
    """What the palette finds for the screen under it."""

    async def discover(self) -> Hits:
        """Everything, in the order of use."""
        for command in commands(self.app, self.screen):
            yield DiscoveryHit(command.shown, command.does, command.name, command.words)

    async def search(self, query: str) -> Hits:
        """What is called, or does, something like the words that were typed."""
        matcher = self.matcher(query)
        for command in commands(self.app, self.screen):
            score = max(matcher.match(command.name), matcher.match(command.words) * 0.6)
            if score > 0:
                yield Hit(score, command.shown, command.does, command.name, command.words)


def commands(app: Any, screen: Any) -> list[Command]:
    """The lines of the palette over a screen."""
    if not isinstance(screen, DeskScreen):
        return []
    found = [*_verdicts(screen), *_actions(screen, screen.scope), *_actions(screen, "app")]
    if screen.scope != "decide":
        found += _places(app, screen)
    if not app.no_color:
        found += [
            Command(f"Theme: {name}", "", words, Look(app, NAMES[name])) for name, words in ABOUT.items()
        ]
    return found


def _verdicts(screen: DeskScreen[Any]) -> Iterable[Command]:
    """The verdicts of the case that is shown, by their names."""
    for number, offer in numbered(() if screen.session.readonly else screen.offers()).items():
        words = (
            "Open Decide with this verdict" if offer.allowed else f"Not allowed: {offer.rule or 'by a rule'}"
        )
        yield Command(
            f"Verdict: {verdict_label(offer.verdict)}",
            key_of(f"{VERDICT}{number}"),
            words,
            _caller(screen, f"verdict({number})"),
        )


def _actions(screen: DeskScreen[Any], scope: str) -> Iterable[Command]:
    """The actions of a scope that would do something here now."""
    for action, *others in grouped(actions_of(scope)):
        if others or action.id.startswith(VERDICT) or action.call == "command_palette":
            continue
        if _acts(screen, action):
            owner: Any = screen.app if scope == "app" else screen
            keys = " ".join(key_name(key) for key in action.keys)
            yield Command(action.title, keys, action.tooltip, _caller(owner, action.call))


def _acts(screen: DeskScreen[Any], action: Action) -> bool:
    call = action.call.partition("(")[0]
    acts = getattr(screen.app, "acts", None)
    if action.scope == "app" and acts is not None:
        return bool(acts(call))
    return bool(screen.may(call))


def _places(app: Any, screen: DeskScreen[Any]) -> Iterable[Command]:
    """Where one can go: each place is one step from Home."""
    session = screen.session
    yield Command("Go to Home", "", "What waits, by kind", lambda: app.go_to(None))
    for kind in session.status.kinds:
        yield Command(
            f"Go to queue: {kind.label}",
            "",
            _waits_words(session, kind),
            _goer(app, partial(Queue, session, kind.kind, kind.label)),
        )
    for name, number in session.status.records:
        yield Command(
            f"Go to records: {record_label(name)}",
            "",
            f"{number:,} to read",
            _goer(app, partial(Records, session, name)),
        )
    ledger = key_names([action for action in actions_of("app") if action.id == "app.ledger"])
    yield Command("Go to Ledger", ledger, "Every decision", _goer(app, partial(Ledger, session)))


def _waits_words(session: Session, kind: KindCount) -> str:
    """How many wait; of what a finder picks, only what is known."""
    if kind.kind not in POSSIBLE:
        return f"{kind.waiting:,} waiting"
    number, only = session.possible.count(session.desk, kind.kind), kind.kind == ONLY_PICKED
    row = with_picked(kind, number, only=only)
    certain = "" if only and number is None else f"{row.waiting:,} waiting"
    return ", ".join(filter(None, (certain, row.detail)))


def _goer(app: Any, make: Callable[[], DeskScreen[Any]]) -> Callable[[], None]:
    return lambda: app.go_to(make())


def _caller(owner: Any, call: str) -> Callable[[], Awaitable[None]]:
    """Does what the key of an action does, if it may be done."""
    target = call if "(" in call else f"{call}()"

    async def run_it() -> None:
        await owner.run_action(target)

    return run_it
