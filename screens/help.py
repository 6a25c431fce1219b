"""Every key of the screen it was opened from, then all others; searched as one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import SCOPES, Action, actions_of, bindings, grouped, key_names, key_of
from screens.actions.synonyms import other_words
from screens.base import DeskScreen
from screens.session import Session
from screens.text import BLANK, counted, fit, joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.widgets.page import Page, PageLine

SIGNS = (
    ("│", "to the right of it stands memory text, as it is in the store"),
    ("◆", "the text holds characters that cannot be seen; they are shown as ⟨U+…⟩"),
    ("⊘", "a withdrawal holds the text back"),
    ("K S", "the item is knowledge, or state"),
    ("▸", "the keys go to this row"),
    ("✗", "not allowed, or it does not read"),
    ("– +", "removed and added; struck and underlined are the words that differ"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of help: the keys or the sign, the name of the action, what it does."""

    keys: str
    name: str
    words: str
    also: str = ""
    """Other words by which it is found; they are not shown."""

    def has(self, wanted: str) -> bool:
        """Whether every wanted word stands in it; one letter is looked for among the keys alone."""
        if len(wanted) == 1:
            return wanted in self.keys.split()
        text = f"{self.keys} {self.name} {self.words} {self.also}".casefold()
        return all(word in text for word in wanted.casefold().split())


class Help(DeskScreen[None]):
    """What can be done here, first, and then everywhere else."""

    scope = "help"
    field_scope = "help"
    BINDINGS = bindings("help")

    def __init__(self, session: Session, scope: str) -> None:
        super().__init__(session)
        self.first = scope

    def compose_body(self) -> Iterable[Widget]:
        """One text, and a line over it to search it."""
        with Horizontal(id="help-line"):
            yield Bar(lambda width: [fit(styled(" Search", "dim"), width)], classes="label")
            field = Input(id="search", compact=True, select_on_focus=False)
            field.cursor_blink = False
            yield field
        yield Page(id="text")

    @property
    def field(self) -> Input:
        """Where the words are typed."""
        return self.query_one("#search", Input)

    def renew(self) -> None:
        """Write the page."""
        self.field.placeholder = f"{key_of('help.search')} and words, or a key"
        self._write()
        if self.focused is None or self.focused is self.field:
            self.query_one(Page).focus()

    def _write(self) -> None:
        wanted = self.field.value.strip()
        self.query_one(Page).show(lambda width: help_lines(self.first, width, wanted))

    @on(Input.Changed)
    def _searched(self, event: Input.Changed) -> None:
        event.stop()
        self._write()
        wanted = event.value.strip()
        found = sum(len(rows) for _, rows in help_rows(self.first, wanted))
        self.say(f"{counted(found, 'line')} of help {'has' if found == 1 else 'have'} it" if wanted else "")

    @on(Input.Submitted)
    def _to_the_text(self) -> None:
        self.query_one(Page).focus()

    def action_search(self) -> None:
        """Put the keys into the field."""
        self.set_focus(self.field)

    def go_back(self) -> None:
        """From the field to the text, from what was searched for to all, then away."""
        if self.focused is self.field or self.field.value:
            self.field.value = ""
            self.query_one(Page).focus()
        else:
            self.dismiss(None)


def help_rows(first: str, wanted: str = "") -> list[tuple[str, list[Row]]]:
    """The keys by scope, the first scope on top, and what the signs mean; only rows with the wanted words."""
    near = {"decide": ("field", "page"), "help": ("page",)}.get(first, ("list", "page"))
    scopes = [first, *near, "app", *(scope for scope in SCOPES if scope not in (first, *near, "app"))]
    found = []
    for scope in scopes:
        groups = grouped(actions_of(scope))
        rows = [_row(group) for group in groups]
        found.append((SCOPES.get(scope, scope), rows))
    found.append(("Signs", [Row(sign, "", words) for sign, words in SIGNS]))
    return [(title, [row for row in rows if not wanted or row.has(wanted)]) for title, rows in found]


def _row(group: tuple[Action, ...]) -> Row:
    first = group[0]
    return Row(key_names(group), first.title, first.tooltip, other_words(first.id, first.call))


def help_lines(first: str, width: int, wanted: str = "") -> list[PageLine]:
    """The help for a width, or the part of it that has the wanted words."""
    lines = [line for title, rows in help_rows(first, wanted) for line in _section(title, rows, width)]
    nothing = joined(["   Nothing here is called that: ", safe(wanted, "strong")])
    return lines or [PageLine(line) for line in wrap(nothing, width, "   ")]


def _section(title: str, rows: Sequence[Row], width: int) -> list[PageLine]:
    if not rows:
        return []
    lines = [PageLine(styled(f" {title}", "heading"))]
    for row in rows:
        head = joined([styled("   "), fit(styled(row.keys, "key"), 14)])
        text = joined([styled(row.name), styled("  " if row.name else ""), styled(row.words, "dim")])
        pieces = wrap(text, max(width - 17, 1), "  ")
        lines += [
            PageLine((head if index == 0 else styled(" " * 17)) + piece) for index, piece in enumerate(pieces)
        ]
    return [*lines, PageLine(BLANK)]
