"""A conflict on one state subject: every row of it, dated, and the text in which it is surfaced (§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from workbench.store.detail import Detail
from workbench.store.details.quoted import quoted, token

if TYPE_CHECKING:
    from workbench.store.snapshot import Place

Standing = Literal["open", "history", "withdrawn"]
"""``open`` rows are those to settle; ``history`` is retained and settled; ``withdrawn`` has no text here."""

UNKNOWN_DATE = "date unknown"
NO_SOURCE = "not given"
PLACES: Final = {"inbox": "in the inbox, not distilled yet", "index": "in the index alone"}
"""Where a row stands that the item store does not hold yet."""
_ENDS = frozenset(".!?…。！？")


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """One row of the subject. ``date`` is a day of the calendar as written, or None.

    ``status`` is the token as written, None where the row gives none and counts as active (§9).
    ``anchor`` says whether the Source resolves. Of a withdrawn row ``text`` is empty unless
    it is audited, and ``withheld_by`` names the record that holds it back.
    """

    key: str
    id: str | None
    standing: Standing
    place: Place
    path: str
    line: int
    date: str | None
    kind: str | None = field(repr=False)
    status: str | None = field(repr=False)
    confidence: str | None = field(repr=False)
    source: str | None = field(repr=False)
    anchor: str
    superseded_by: str | None = field(repr=False)
    withheld_by: str | None
    text: str = field(repr=False)

    @property
    def ref(self) -> str:
        """What the row is known by as evidence: its id, else where it stands."""
        return self.id or f"{self.path}:{self.line}"

    @property
    def hidden(self) -> bool:
        """Whether a withdrawal holds the text back from this view."""
        return self.withheld_by is not None and not self.text


@dataclass(frozen=True, slots=True)
class NearSubject:
    """A subject that is another string and looks like this one; never treated as the same (§14.2).

    ``why`` says what differs in closed words (case, spaces, look-alike characters). ``refs`` name
    its rows that are no history.
    """

    subject: str = field(repr=False)
    why: str
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConflictDetail(Detail):
    """Every row of a subject, oldest first; one without a date comes last.

    ``in_force`` is the key of the most recent dated active row, inbox included, or None
    where dates are equal or unknown or no row is active (§15.2 rule 4). ``why_none`` then
    says which of them it is.
    """

    subject: str = field(repr=False)
    rows: tuple[ConflictRow, ...]
    in_force: str | None
    why_none: str = ""
    near: tuple[NearSubject, ...] = ()

    @property
    def open_rows(self) -> tuple[ConflictRow, ...]:
        """The rows to settle."""
        return tuple(row for row in self.rows if row.standing == "open")

    @property
    def acting(self) -> ConflictRow | None:
        """The row in force."""
        return next((row for row in self.open_rows if row.key == self.in_force), None)

    @property
    def reconcile_text(self) -> str:
        """What is copied of a conflict: see the function of the same name."""
        return reconcile_text(self)

    @property
    def sentence(self) -> str:
        """What follows for an agent that has to act now; two lines."""
        row = self.acting
        if row is None:
            return f"No row is in force: {self.why_none}.\nReconcile before acting on any of them."
        if self.open_rows[-1] is not row:
            return (
                f"Acting on [{row.date}]'s value. What is not active is no basis for acting (§15.2 rule 3).\n"
                "If another row should be the current truth, reconcile."
            )
        if len(self.open_rows) > 2:
            return (
                f"Acting on [{row.date}]'s value. The earlier rows are retained as history.\n"
                "If an earlier row should be the current truth, reconcile."
            )
        return (
            f"Acting on [{row.date}]'s value. The earlier row is retained as history.\n"
            "If the earlier row should be the current truth, reconcile."
        )


def reconcile_text(detail: ConflictDetail) -> str:
    """The conflict in the shape of §15.2.1, one line a row whatever it holds.

    An agent may read it: nothing of a withdrawn row is in it, not even in an audit, hidden characters
    are named, and what imitates this shape in a value is marked.
    """
    lines = [f"Conflict on `subject: {subject_words(detail.subject)}`:"]
    lines += [f"  - {line}" for line in _rows(detail)]
    return "\n".join([*lines, "", detail.sentence, ""])


def subject_words(subject: str) -> str:
    """A subject as it stands between backticks."""
    return quoted(subject).replace("`", "⟨U+0060⟩")


def _rows(detail: ConflictDetail) -> Iterator[str]:
    for row in detail.rows:
        day = f"[{row.date or UNKNOWN_DATE}]"
        if row.standing == "withdrawn":
            yield f"{day} withdrawn by {row.withheld_by}; its text is held back   ← excluded (§12.2)"
            continue
        said = quoted(row.text)
        said += "" if said and said[-1] in _ENDS else "."
        source = quoted(row.source or NO_SOURCE)
        mark = status_words(row, current=row.key == detail.in_force)
        yield f"{day} ({token(row.kind or 'kind not given')}) {said} Source: {source}   ← {mark}"


def status_words(row: ConflictRow, *, current: bool) -> str:
    """What a row says of itself at the end of its line."""
    status = token(row.status or "active")
    words = f"currently `{status}`" if current else f"`Status: {status}`"
    if row.status is None and not current:
        words = "no Status, which counts as `active`"
    where = {"inbox": ", in the inbox", "index": ", in the index alone"}.get(row.place, "")
    return words + where
