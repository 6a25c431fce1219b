"""A list with a text beside it: `/` filters the one and searches the other."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from screens.actions import Action
from screens.actions import key_of as name_of_key
from screens.panes import PanesScreen
from screens.session import Session
from screens.text import joined, safe, styled
from screens.widgets.prompt import Prompt, PromptInput
from screens.widgets.record_list import RecordList
from workbench.desk.filtering import Filter, folded, parse_words
from workbench.desk.rows import Choice, Shelf, Wish
from workbench.text.collecting import keep_for_good

ROOMY = 60
"""From so many columns a title has room for whole words."""

AT_ONCE = 2_000
"""So many rows at the most are filtered and sorted while the key waits; more of them in a thread."""

BACK = "app.back"
FILTER, SEARCH = "filter", "search"
"""What the line over the hints is opened for."""

RowT = TypeVar("RowT")


class BrowseScreen(PanesScreen[RowT], Generic[RowT]):
    """Queue, ledger and records share how they are walked through, filtered and searched."""

    filter_hint = "words that a row must have; -word for rows without it"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.filter_text = ""
        """The filter that is wanted; what is shown is of the one before until its rows are there."""
        self.all_rows: Sequence[RowT] = ()
        """The rows that the filter chooses from."""
        self.shelf: Shelf[RowT] = self.shelved(())
        """The same rows, and what was found out of them."""
        self.choice: Choice[RowT] = self.shelf.choose(Filter())
        """The rows that are shown, and where in the list they are."""
        self._wish = Wish()
        """What the thread works for that filters or sorts."""
        self._looking = Wish()
        """What the thread works for that looks through the rows beforehand."""

    def compose_body(self) -> Iterable[Widget]:
        """List and text, and under them the line that filters or searches."""
        yield from super().compose_body()
        yield Prompt(id="prompt")

    @abstractmethod
    def key_of(self, row: RowT) -> str:
        """What a row is known by across reloads."""

    def words_of(self, row: RowT) -> str:
        """What a filter looks for words in: every text of the row, nothing that is held back."""
        return "\n".join(texts_of(row))

    def show_nothing(self, words: Content) -> None:
        """Say in the place of the rows why there are none."""
        if self.all_rows:
            clear = styled(name_of_key(BACK), "key")
            words = joined(
                [styled("Nothing matches the filter. "), clear, f" shows all {len(self.all_rows):,} again."]
            )
        self.rows.show_empty(words)
        self.page.show(lambda width: [])
        if not self.prompt.purpose:
            self.open_text(False)

    @property
    def prompt(self) -> Prompt:
        """The line that filters or searches."""
        return self.query_one("#prompt", Prompt)

    @property
    def field_scope(self) -> str:
        """The scope of the line over the hints."""
        return "prompt"

    def place_words(self, none: str) -> list[Content]:
        """Which of how many, or how many of all that there are and by which filter."""
        shown, total = len(self.rows.rows), len(self.all_rows)
        if self.choosing and not self.filter_text:
            return [self.count_words(shown, total)]
        if not self.filter_text:
            return [styled(f"row {self.rows.cursor + 1:,} of {total:,}" if total else none, "dim")]
        word = "filter: " if self.size.width >= ROOMY else "/"
        label = joined([styled(word, "dim"), safe(self.filter_text, "accent")])
        return [self.count_words(shown, total), label]

    def count_words(self, shown: int, total: int) -> Content:
        """How many of how many are shown; never to be taken for the place of a row.

        While the rows of a filter are looked for nobody knows how many they are; others still stand.
        """
        number = "…" if self.choosing else f"{shown:,}"
        return styled(f"{number} of {total:,}{' shown' if self.size.width >= ROOMY else ''}", "accent")

    @on(RecordList.Highlighted)
    def _row_changed(self, event: RecordList.Highlighted) -> None:
        self.refresh_title()
        if event.moved and not self.prompt.purpose:
            self.say("")
        self.show_row(self.rows.current)
        self.refresh_hints()

    def hinted(self) -> Sequence[Action]:
        """As everywhere; where `esc` clears something before it goes back, the footer says so."""
        kept = self.page.looked_for[0] if self.focused is self.page else self.filter_text
        clears = bool(self.prompt.purpose) or bool(kept)
        hints = {BACK: "clear"} if clears else {}
        if self.focused is self.page:
            hints |= {f"{self.scope}.find": "search", f"{self.scope}.pane": "list"}
        return [
            replace(action, hint=hints[action.id]) if action.id in hints else action
            for action in super().hinted()
        ]

    def may(self, call: str) -> bool | None:
        """As beside every list; what filters or searches needs something to look in."""
        if call == "find":
            return bool(self.page.line_count) if self.focused is self.page else bool(self.all_rows)
        return super().may(call)

    def go_back(self) -> None:
        """One step: out of the line, the hits, the zoom, the text, the filter, the screen."""
        if self.prompt.purpose:
            self.clear_prompt()
        elif self.focused is self.page:
            self._leave_text()
        elif self.filter_text:
            self.set_filter("")
            self.say("the filter is cleared")
        else:
            self.dismiss(None)

    def _leave_text(self) -> None:
        if self.page.looked_for[0]:
            self.page.look_for("")
            self.say("")
        elif self.zoomed:
            self.set_zoom(False)
        else:
            self.open_text(False)

    # Filter and search

    def parsed(self) -> Filter:
        """What the filter means for the rows of this screen."""
        return parse_words(self.filter_text)

    def shelved(self, rows: Sequence[RowT]) -> Shelf[RowT]:
        """A shelf of rows that are found by their words."""
        return Shelf(rows, self.key_of, lambda row: folded(self.words_of(row)))

    @property
    def order(self) -> str:
        """The order that is wanted; empty for that of the rows as they are."""
        return ""

    @property
    def choosing(self) -> bool:
        """Whether the rows of the filter and the order that are wanted are still looked for."""
        return self.busy("choose")

    def keep_place(self, rows: Sequence[RowT], same: str | None) -> None:
        """Show rows with the cursor on `same` where it still is, else at the same place in the list."""
        self.put_up(self.shelved(rows), same)

    def put_up(self, shelf: Shelf[RowT], same: str | None) -> None:
        """As `keep_place`, with rows of which something may be known already."""
        self.shelf, self.all_rows = shelf, shelf.rows
        self._narrow(same, self.rows.cursor)
        self._look_through()

    def _look_through(self) -> None:
        """Of many rows find out in a thread what filters will ask, before they ask it."""
        self._looking.over = True
        shelf, wish = self.shelf, Wish()
        self._looking = wish
        if len(shelf.rows) > AT_ONCE and not self.choosing:
            self.errand("look through", lambda: shelf.look_through(wish), lambda _: self.found_out("rows"))

    def found_out(self, what: str) -> None:
        """Very many objects were made that last: looking for garbage among them would hold keys up.

        Once in a run: what a later reading of the store brings is little beside it.
        """
        kept = self.session.kept_for_good
        if what not in kept and len(self.all_rows) > AT_ONCE:
            kept.add(what)
            keep_for_good(len(self.all_rows))

    def _narrow(self, same: str | None, otherwise: int) -> None:
        """Show the rows of the filter: at once where that is quick, else when a thread has found them."""
        self._wish.over = True
        self.drop_errand("choose")
        shelf, wanted, order, wish = self.shelf, self.parsed(), self.order, Wish()
        found = shelf.known(wanted, order)
        if found is None and len(shelf.rows) <= AT_ONCE:
            found = shelf.choose(wanted, order)
        if found is not None:
            self._show_choice(found, same, otherwise)
            return
        self._wish, self._looking.over = wish, True
        self.errand(
            "choose",
            lambda: shelf.choose(wanted, order, wish),
            lambda choice: self._choice_came(choice, same, otherwise),
        )
        self.refresh_title()

    def _choice_came(self, choice: Choice[RowT], same: str | None, otherwise: int) -> None:
        """The rows of a filter are there: the cursor goes with the row that it has come to meanwhile."""
        current = self.rows.current
        self._show_choice(choice, self.key_of(current) if current is not None else same, otherwise)
        self._look_through()

    def _show_choice(self, choice: Choice[RowT], same: str | None, otherwise: int) -> None:
        self.choice = choice
        at = choice.index_of(same)
        self.rows.show(choice.rows, otherwise if at is None else at, steady=True)
        self.refresh_title()
        if not choice.rows:
            self.show_row(None)
        self.choice_shown()

    def choice_shown(self) -> None:
        """Other rows are shown, or the same ones anew."""

    def on_unmount(self) -> None:
        """Nobody waits for rows any longer; a screen that was left holds none."""
        self._wish.over = self._looking.over = True
        self.all_rows, self.shelf = (), self.shelved(())
        self.choice = self.shelf.choose(Filter())

    def narrow(self) -> None:
        """Choose and sort anew; the cursor stays on its row, or goes to the first."""
        current = self.rows.current
        self._narrow(self.key_of(current) if current is not None else None, 0)

    def set_filter(self, text: str) -> None:
        """Show what has these words, at once; what they cannot mean is said."""
        self.filter_text = text.strip()
        self.narrow()
        problems = self.parsed().problems
        self.say(safe(problems[0], "warn") if problems else "")

    def action_find(self) -> None:
        """Open the line: a filter for the list, or a search in the text that has the keys."""
        if self.focused is self.page:
            self.prompt.begin(SEARCH, "search", self.page.looked_for[0], "words to look for in this text")
        elif not self.all_rows:
            self.say("there is nothing to filter here")
            self.forget_typed()
        else:
            self.prompt.begin(FILTER, "filter", self.filter_text, self.filter_hint)

    @on(Input.Changed, "#prompt-field")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.prompt.purpose == FILTER:
            self.set_filter(event.value)
        elif self.prompt.purpose == SEARCH:
            self.page.look_for(event.value.strip())
            self._say_hits()

    @on(Input.Submitted, "#prompt-field")
    def _kept(self, event: Input.Submitted) -> None:
        event.stop()
        if self.prompt.purpose == FILTER and self.parsed().problems:
            self.say(safe(self.parsed().problems[0], "warn"))
        else:
            self.close_prompt()

    @on(PromptInput.Moved)
    def _moved_in_prompt(self, event: PromptInput.Moved) -> None:
        if self.prompt.purpose == FILTER:
            self.rows.cursor += event.step
        else:
            self.action_hit(event.step)

    def close_prompt(self) -> None:
        """Keep what was typed; the keys go back to where they were."""
        back = self.page if self.prompt.purpose == SEARCH else self.rows
        self.prompt.close()
        back.focus()

    def clear_prompt(self) -> None:
        """Throw away what was typed; the keys go back to where they were."""
        if self.prompt.purpose == FILTER:
            self.set_filter("")
        else:
            self.page.look_for("")
            self.say("")
        self.close_prompt()

    def on_descendant_focus(self) -> None:
        """A click beside the line keeps what was typed."""
        if self.prompt.purpose and self.focused in (self.rows, self.page):
            self.prompt.close()

    def action_hit(self, step: int) -> None:
        """To another hit of the words looked for."""
        words, _, total = self.page.looked_for
        if not words:
            find = name_of_key(f"{self.scope}.find")
            self.say(f"nothing is looked for: {find} with the keys in the text")
        elif total and not self.text_visible:
            self.say(f"open the text first: {self._opening_key}")
        else:
            self.page.next_hit(step)
            self._say_hits()

    def _say_hits(self) -> None:
        words, at, total = self.page.looked_for
        part = ", in the part that is shown" if self.page.is_cut else ""
        if not words:
            self.say("")
        elif not total:
            self.say(joined([safe(f"{words}: "), styled("nowhere in this text"), part]))
        else:
            keys = f"   {name_of_key(f'{self.scope}.next_hit')} next   esc clears"
            self.say(joined([safe(f"{words}: "), styled(f"hit {at:,} of {total:,}", "accent"), part, keys]))


def texts_of(value: object) -> Iterator[str]:
    """Every text in a value and in what it holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from texts_of(inner)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts_of(getattr(value, field.name))
