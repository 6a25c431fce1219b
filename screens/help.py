"""Every key of the screen it was opened from, then all others; written from the registry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from screens.actions import SCOPES, actions_of, grouped, key_names
from screens.base import DeskScreen
from screens.session import Session
from screens.text import BLANK, fit, joined, styled, wrap
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


class Help(DeskScreen[None]):
    """What can be done here, first, and then everywhere else."""

    scope = "help"

    def __init__(self, session: Session, scope: str) -> None:
        super().__init__(session)
        self.first = scope

    def compose_body(self) -> Iterable[Widget]:
        """One text."""
        yield Page(id="text")

    def renew(self) -> None:
        """Write the page."""
        page = self.query_one(Page)
        page.show(lambda width: help_lines(self.first, width))
        page.focus()


def help_lines(first: str, width: int) -> list[PageLine]:
    """The keys by scope, the first scope on top, and what the signs mean."""
    near = {"decide": ("field", "page"), "help": ("page",)}.get(first, ("list", "page"))
    scopes = [first, *near, "app", *(scope for scope in SCOPES if scope not in (first, *near, "app"))]
    lines: list[PageLine] = []
    for scope in scopes:
        groups = grouped(actions_of(scope))
        rows = [(key_names(group), group[0].title, group[0].tooltip) for group in groups]
        lines += _section(SCOPES.get(scope, scope), rows, width)
    return lines + _section("Signs", [(sign, "", words) for sign, words in SIGNS], width)


def _section(title: str, rows: Sequence[tuple[str, str, str]], width: int) -> list[PageLine]:
    if not rows:
        return []
    lines = [PageLine(styled(f" {title}", "heading"))]
    for keys, name, words in rows:
        head = joined([styled("   "), fit(styled(keys, "key"), 14)])
        text = joined([styled(name), styled("  " if name else ""), styled(words, "dim")])
        pieces = wrap(text, max(width - 17, 1), "  ")
        lines += [
            PageLine((head if index == 0 else styled(" " * 17)) + piece) for index, piece in enumerate(pieces)
        ]
    return [*lines, PageLine(BLANK)]
