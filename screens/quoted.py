"""What is decided on, on Decide: the texts and their evidence, and what of them has been on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual import on
from textual.content import Content

from screens.actions import actions_of
from screens.actions.names import is_text, key_name
from screens.editor import EditorScreen
from screens.question import Question, Unseen, nothing_of
from screens.session import Session, claim_words
from screens.show.decided_on import decided_on_lines, ref_of
from screens.show.parts import TEXT
from screens.text import fit, joined, safe, styled
from screens.unseen import all_seen, still_unseen, unseen_words
from screens.widgets.page import Page


class QuotedScreen(EditorScreen):
    """A form under what it is about. What was seen is bound to the bytes that were seen."""

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session, question)
        self.desk = session.desk
        """The reading of the store that the question is about; the session may have a later one already."""
        self._before: Mapping[str, str] = {}
        """Texts that the store holds in another form now, as they were."""
        self._looking = False

    def summarise(self) -> None:
        """Say anew what the plan comes to and what was not seen."""

    def leave_texts(self) -> None:
        """Give the keys back to where they were."""

    def title_line(self, width: int) -> Content:
        """The verdict, what it is on, and who decides."""
        actor = self.session.actor
        who = (
            "you say who you are below"
            if actor is None
            else f"decided by {actor.name} ({claim_words(actor.claimed)})"
        )
        left, right = self.question.title, safe(f"{who} ", "dim")
        gap = width - left.cell_length - right.cell_length
        return fit(joined([left, " " * max(gap, 2), right]), width)

    @property
    def quote(self) -> Page:
        """What is decided on."""
        return self.query_one("#quote", Page)

    def show_quote(self, *, keep_place: bool = False) -> None:
        """Draw what is decided on; where the place is not kept, nothing of it has been seen yet."""
        shown, whole, before = self.question.shown, self._looking, self._before
        self.quote.show(
            lambda width: decided_on_lines(shown, width, whole=whole, before=before), keep_place=keep_place
        )
        self.summarise()

    def put_in_place(self, again: Question) -> None:
        """Ask about what the store holds now; a text that became another is shown beside what it was."""
        self.note_seen()
        was = {one.about: one for one in self.question.shown}
        pairs = [(was[one.about], one) for one in again.shown if one.about in was]
        before = {now.about: old.text for old, now in pairs if old.whole and old.text != now.text}
        same = all(not old.whole or old.is_same(now) for old, now in pairs)
        self._before = self._before if same else before
        self.question, self.desk = again, self.session.desk
        self.show_quote(keep_place=same)
        self.forget_picks()

    def show_nothing(self, why: str) -> None:
        """Take every text away: what cannot be asked or read anew may be withdrawn by now."""
        self._before = {}
        empty = tuple(nothing_of(one.about, one.name, why) for one in self.question.shown)
        self.question = replace(self.question, shown=empty)
        self.show_quote()
        self.forget_picks()

    def changed_words(self, again: Question) -> str:
        """What of this question became another, in words; empty where nothing did."""
        was = {one.about: one for one in self.question.shown}
        pairs = [(was[one.about], one) for one in again.shown if one.about in was]
        other = [(old, now) for old, now in pairs if old.whole and not old.is_same(now)]
        texts = [now for old, now in other if old.text != now.text]
        if not other:
            return ""
        if len(pairs) > 1:
            return f"{len(other)} of {len(pairs)} cases changed, look again"
        return f"{'the text' if texts else 'what stands beside the text'} changed, look again"

    # What was seen

    @property
    def unseen(self) -> Unseen:
        """What has not been on the screen, here or where the question was asked."""
        return still_unseen(self.question.shown, self.question.unseen, self.quote.seen())

    def note_seen(self) -> None:
        """What was seen here counts as seen in this run, as long as it stays as it is."""
        seen = self.quote.seen()
        for one in self.question.shown:
            if one.case is not None and one.whole:
                refs = {found.ref for found in one.evidence if ref_of(one.about, found.ref) in seen}
                refs |= {TEXT} if ref_of(one.about) in seen else set()
                self.session.seen.note(one.case, refs)

    def unseen_line(self) -> Content | None:
        """What the record will call not seen, and by which key it is looked at."""
        if not self.is_mounted or not self.question.whole:
            return None
        shown, unseen = self.question.shown, self.unseen
        words = unseen_words(shown, unseen, self.quote.seen())
        if words is None:
            return None
        if all_seen(shown, unseen):
            return joined([words, "  "])
        return joined([words, "  ", styled(self._look_key(), "key"), " look"])

    def _look_key(self) -> str:
        """The first key that looks, among letters or in a field."""
        [look] = (one for one in actions_of("decide") if one.id == "decide.look")
        return next((key_name(key) for key in look.keys if not (self.typing and is_text(key))), "")

    # Looking

    def action_look(self) -> None:
        """Go through texts and evidence, or back to where the keys were."""
        if self._looking:
            self.end_looking()
            self.leave_texts()
        else:
            self.quote.focus()

    def on_descendant_focus(self) -> None:
        """Texts are shown whole, with their evidence, while they have the keys."""
        looking = self.focused is self.quote
        if looking != self._looking:
            self.end_looking() if not looking else self._look()
        self.show_picks()
        super().on_descendant_focus()

    def _look(self) -> None:
        self._looking = True
        self.add_class("-looking")
        self.show_quote(keep_place=True)

    def end_looking(self) -> None:
        """Show some lines of each text again."""
        self._looking = False
        self.remove_class("-looking")
        self.show_quote(keep_place=True)
        self.quote.action_top()

    @on(Page.Moved)
    def _other_lines(self) -> None:
        self.summarise()
