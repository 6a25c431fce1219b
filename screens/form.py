"""The form of Decide: a field for each thing a verdict needs, what can be taken for it, the draft of it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from rich.cells import cell_len
from textual import on
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.css.query import NoMatches
from textual.timer import Timer
from textual.widget import Widget

from screens.base import DeskScreen
from screens.question import Question
from screens.reconciling import unmet
from screens.recorded import Recorded
from screens.session import Session
from screens.show.picks import Pick, of_evidence, of_hits, pick_lines, suggestion_lines, whole_lines
from screens.text import counted, joined, styled
from screens.widgets.bar import Bar
from screens.widgets.recall_input import LINE_MARK, RecallInput
from screens.words import MISSING, OPTIONAL, PARAMETERS, PLACEHOLDERS, verdict_label
from workbench.desk.drafts import Draft, draft_key, draft_of, drop_draft, keep_draft
from workbench.desk.remembered import last_for, offered, reasons_given
from workbench.store.decision import Verdict

WAIT = 0.5
"""Seconds of rest in typing after which a draft is kept."""
TEXTS = ("reason", "text", "value", "condition")
"""Fields that hold prose, in the order in which an editor is opened for them."""
WORDS = ("with", "evidence")
"""Fields of several words, each of which can be taken."""
PICKED = ("with", "topic", "evidence")


class FormScreen(DeskScreen[Recorded]):
    """A screen with the form of one question."""

    def __init__(self, session: Session, question: Question) -> None:
        super().__init__(session)
        self.question = question
        given = reasons_given(session.desk)
        self.suggestion = last_for(given, question.verdict)
        """The reason that Enter in an empty field takes."""
        self.reasons = offered(given, question.verdict)
        self.draft: Draft | None = draft_of(session.desk, self.draft_key)
        """What was typed before and not recorded."""
        self.over = False
        """Whether a decision is recorded, so that there is no draft any more."""
        self._missing = ""
        """The parameter that was said to be missing last."""
        self._picks: dict[str, tuple[Pick, ...]] = {}
        self._typed: dict[str, str] = {}
        """What was typed at the last change."""
        self._letters = question.letters
        """Which row each letter stood for when it was typed."""
        self._resting: Timer | None = None
        self._keeping: object | None = None
        """The last that keeps a draft; an earlier one that comes late keeps nothing."""

    @property
    def draft_key(self) -> str:
        """By what the draft of this question is found again."""
        return draft_key(self.question.about, self.question.verdict)

    @property
    def digests(self) -> tuple[str, ...]:
        """What the draft is typed against."""
        return tuple(digest for one in self.question.shown for digest in one.digests)

    def compose_form(self) -> Iterable[Widget]:
        """The fields, and under them what can be taken for the one that has the keys."""
        question = self.question
        with Container(id="form"):
            asked = [need for need in PARAMETERS if need in question.needs]
            first = [need for need in asked if need not in question.optional or need in question.either]
            for need in first:
                yield from self._field(need, PARAMETERS[need], PLACEHOLDERS[need])
            if self.session.actor is None:
                yield from self._field("who", "You", "your name; it is recorded as asked, at a terminal")
            yield from self._field("reason", "Why", "why, in your own words")
            for need in asked:
                if need not in first:
                    yield from self._field(need, PARAMETERS[need], PLACEHOLDERS[need])
            yield Bar(self._under, id="picks")

    def _field(self, name: str, label: str, hint: str) -> Iterable[Widget]:
        choices = self.reasons if name == "reason" else self.question.choices.get(name, ())
        if choices:
            hint += "; ↓ recent reasons" if name == "reason" else f"; ↓ takes one of {len(choices)}"
        picks = self.question.picks.get(name, ())
        if picks and name == "with":
            named = "id" if any(row.ref == row.row.id for row in self.question.rows) else "place"
            hint = f"a row by its letter, {picks[0].value} … {picks[-1].value}, or its {named}; ↓ lists them"
        elif name == "evidence":
            free = "" if name not in self.question.optional else "; empty: a choice of what to act on"
            hint = f"{hint}{free}{'; ↓ lists' if picks else ''}"
        elif name == "with":
            hint = "words or an id find an item; ↓ takes one"
        elif name in self.question.optional and name not in OPTIONAL and name not in self.question.either:
            hint = "where it is needed; empty leaves those cases out; ↓ lists"
        value = self._drafted(name)
        with Horizontal(classes="field"):
            yield Bar(lambda width: [styled(fit_label(label, width), "dim")], classes="label")
            yield RecallInput(
                choices, hint=hint, value=value, name=name, several=name == "reason", words=name in WORDS
            )

    def _drafted(self, name: str) -> str:
        """What was typed before; a letter stands for a row of then, and for none where these are others."""
        if self.draft is None:
            return ""
        others = sorted(self.draft.against) != sorted(self.digests)
        return "" if others and name == "with" and self.question.rows else self.draft.fields.get(name, "")

    # What stands in the fields

    @property
    def fields(self) -> list[RecallInput]:
        """All fields, from the first."""
        return list(self.query(RecallInput))

    def optional(self, field: RecallInput) -> bool:
        """Whether a field may stay empty."""
        return field.parameter in self.question.optional

    def first_field(self) -> RecallInput:
        """The first that is needed and empty, else the reason."""
        wanted = self._unmet()
        needed = (
            one
            for one in self.fields
            if (wanted and one.parameter == wanted[0]) or not (one.value.strip() or self.optional(one))
        )
        return next(needed, self.query_one("#field-reason", RecallInput))

    def _unmet(self) -> tuple[str, str] | None:
        """Where some fields suffice and do not yet: the one to fill next, and the words for it."""
        either = self.question.either
        return unmet({name: self.value(name) for name in either}, either)

    def value(self, name: str) -> str:
        """What is typed for a parameter, or nothing where it is not asked for."""
        try:
            return self.query_one(f"#field-{name}", RecallInput).text.strip()
        except NoMatches:
            return ""

    def verdict(self) -> Verdict:
        """The verdict with the parameters that are typed."""
        return Verdict(
            name=self.question.verdict,
            with_ids=self.question.with_ids(self.value("with")),
            value=self.value("value") or None,
            text=self.value("text") or None,
            status=self.value("status") or None,
            until=self.value("until") or None,
            topic=self.value("topic") or None,
            subject=self.value("subject") or None,
            condition=self.value("condition") or None,
            evidence=tuple(self.value("evidence").replace(",", " ").split()),
        )

    def text_field(self) -> RecallInput | None:
        """The field whose text an editor is opened for: that with the keys, else the reason."""
        focused = self.focused
        if isinstance(focused, RecallInput):
            return focused if focused.parameter in TEXTS else None
        return self.query_one("#field-reason", RecallInput)

    def ask_for_missing(self) -> bool:
        """Go to the first field that is needed and empty, and say what it takes."""
        wanted = self._unmet()
        if wanted is not None:
            self._missing = wanted[0]
            self.query_one(f"#field-{self._missing}", RecallInput).focus()
            self.say(wanted[1])
            return True
        field = next((one for one in self.fields if not self.optional(one) and not one.value.strip()), None)
        if field is None:
            return False
        self._missing = field.parameter
        field.focus()
        takes = " (↓ takes a suggestion)" if field.recalls and self._missing in self.question.needs else ""
        self.say(f"{MISSING.get(self._missing, f'{self._missing} is needed first')}{takes}")
        return True

    def take_suggestion(self, field: RecallInput) -> bool:
        """Put the last reason for this verdict into an empty reason, once all else is there."""
        others = [one for one in self.fields if one is not field and not self.optional(one)]
        if field.parameter != "reason" or field.value or not self.suggestion:
            return False
        if not all(one.value.strip() for one in others):
            return False
        field.put(self.suggestion)
        return True

    def words_changed(self, field: RecallInput) -> None:
        """What is there now is not missing; other words find other candidates; a draft is kept soon."""
        if self._missing and self.value(self._missing):
            self._missing = ""
            self.say("")
        if field.parameter in PICKED and field.chosen < 0:
            self._narrow(field)
        self.query_one("#picks", Bar).refresh_lines()
        self.draft_fields()
        self._keep_soon()

    # What can be taken

    def _narrow(self, field: RecallInput) -> None:
        """Candidates that fit what is typed: those beside the case at once, the others from a thread."""
        word = field.typed_word
        if field.parameter in self.question.picks or field.parameter == "evidence":
            known_rows = self.question.picks.get(field.parameter, ())
            self._offer(field, tuple(pick for pick in known_rows if _fits(pick, word)))
            return
        if field.parameter == "topic":
            known = self.question.choices.get("topic", ())
            fitting = tuple(one for one in known if word.casefold() in one.casefold())
            self._offer(field, tuple(Pick(one) for one in fitting))
            return
        beside = tuple(pick for pick in of_evidence(self.question.candidates) if _fits(pick, word))
        self._offer(field, beside)
        if not word:
            return
        desk = self.session.desk
        own = {name for one in self.question.shown for name in one.records}
        known_ids = {pick.value for pick in beside} | own

        def found(hits: Sequence[Any]) -> None:
            if field.typed_word == word and field.chosen < 0:
                others = tuple(pick for pick in of_hits(hits) if pick.value not in known_ids)
                self._offer(field, (*beside, *others))

        self.errand("find", lambda: desk.find_items(word, 20), found)

    def _offer(self, field: RecallInput, picks: tuple[Pick, ...]) -> None:
        self._picks[field.parameter] = picks
        together = [
            value for value in self.question.choices.get(field.parameter, ()) if " " in value
        ] if field.parameter == "with" and not field.value else []  # fmt: skip
        field.offer([*(pick.value for pick in picks), *together])
        self.query_one("#picks", Bar).refresh_lines()

    def forget_picks(self) -> None:
        """The texts of candidates are those of another reading of the store: find them anew."""
        self._picks.clear()
        with suppress(NoMatches):
            if self._letters != self.question.letters:
                self.query_one("#field-with", RecallInput).put("")
        self._letters = self.question.letters
        field = self.focused
        if isinstance(field, RecallInput) and field.parameter in PICKED:
            self._narrow(field)
        self.query_one("#picks", Bar).refresh_lines()

    def show_picks(self) -> None:
        """Fill the list for the field that has the keys."""
        field = self.focused
        if isinstance(field, RecallInput) and field.parameter in PICKED and field.chosen < 0:
            self._narrow(field)
        if self.is_mounted:
            self.query_one("#picks", Bar).refresh_lines()

    def _under(self, width: int) -> list[Content]:
        """What stands under the fields now."""
        field = self.focused
        tall = self.size.height >= 30
        if not isinstance(field, RecallInput):
            return self._cut_reason(width, 3 if tall else 2)
        if field.parameter in PICKED:
            return pick_lines(self._picks.get(field.parameter, ()), field.chosen, width, 8 if tall else 4)
        if field.parameter == "reason" and not field.value and self.suggestion:
            return suggestion_lines(self.suggestion, verdict_label(self.question.verdict), width)
        if _is_cut(field, width):
            return whole_lines(field.text, width, 8 if tall else 4)
        return []

    def _cut_reason(self, width: int, room: int) -> list[Content]:
        """A reason that does not fit in its field, while the plan is read."""
        field = self.query_one("#field-reason", RecallInput)
        return whole_lines(field.text, width, room) if _is_cut(field, width) else []

    @on(RecallInput.Pasted)
    def _pasted(self, event: RecallInput.Pasted) -> None:
        parts: list[str] = []
        if event.lines > 1 and event.field.several:
            parts.append(f"{event.lines} lines were pasted, all of them are kept")
        elif event.lines > 1:
            label = PARAMETERS.get(event.field.parameter, event.field.parameter)
            parts.append(f"{label} is one line: the {event.lines} pasted lines stand in it apart by blanks")
        if event.hidden:
            parts.append(f"it holds {counted(event.hidden, 'hidden character')}")
        self.say(joined([styled("! " if event.hidden else "", "warn"), "; ".join(parts)]))

    # Drafts

    def draft_words(self) -> str:
        """That what stands in the fields was typed before, when, and against what; empty where it was not."""
        draft = self.draft
        if draft is None:
            return ""
        today = self.session.desk.clock().date().isoformat()
        when = draft.at[11:16] if draft.at.startswith(today) else draft.at[:16].replace("T", " ")
        changed = sorted(draft.against) != sorted(self.digests)
        tail = "; what it is about has changed since, look again" if changed else "; nothing was recorded"
        return f"your draft from {when} UTC{tail}"

    def draft_fields(self) -> dict[str, str]:
        """What is typed, by field. No widget is asked off the loop: there it is what the last change left."""
        if threading.current_thread() is threading.main_thread():
            self._typed = {field.parameter: field.text for field in self.fields}
        return dict(self._typed)

    def keep_draft(self) -> None:
        """Keep on this machine what is typed and not recorded. Safe to call at any moment."""
        if self.is_mounted and not self.over:
            self._keeping = object()
            desk, typed = self.session.desk, self.draft_fields()
            keep_draft(desk, self.draft_key, typed, self.digests, lambda: not self.over)

    def drop_draft(self) -> None:
        """It is recorded: nothing is kept from now on. For any thread."""
        self.over, self._keeping = True, None
        drop_draft(self.session.desk, self.draft_key)

    def _keep_soon(self) -> None:
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(WAIT, self._keep_in_a_thread)

    def _keep_in_a_thread(self) -> None:
        if self.over or not self.is_mounted:
            return
        desk, key, fields, digests = self.session.desk, self.draft_key, self.draft_fields(), self.digests
        token = self._keeping = object()
        self.run_worker(
            lambda: keep_draft(desk, key, fields, digests, lambda: self._keeping is token and not self.over),
            name="draft", group="draft", thread=True, exclusive=True, exit_on_error=False,
        )  # fmt: skip


def _fits(pick: Pick, word: str) -> bool:
    told = f"{pick.value} {pick.date} {pick.text}".casefold()
    return word.casefold() in told


def _is_cut(field: RecallInput, width: int) -> bool:
    """Whether the line of a field does not show all of its text."""
    return LINE_MARK in field.value or cell_len(field.value) > width - 14


def fit_label(label: str, width: int) -> str:
    """A label at the left of its column."""
    return f" {label}".ljust(width)
