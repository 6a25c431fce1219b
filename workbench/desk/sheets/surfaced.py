"""The words in which a conflict of any kind is surfaced: the shape of §15.2.1 and its family.

Every row stands on a line of its own, dated, with Source and Status, whatever it holds. An agent may
read it: nothing of a withdrawn row is in it, hidden characters are named, and what imitates this shape
in a value is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.store.detail import Detail
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import (
    NO_SOURCE,
    UNKNOWN_DATE,
    ConflictDetail,
    ConflictRow,
    reconcile_text,
    status_words,
    subject_words,
)
from workbench.store.details.copies import CopiesDetail
from workbench.store.details.pair import PairDetail
from workbench.store.details.quoted import quoted, token

PICKED = "A finder picked them by what they say; nothing is certain here."
NEITHER = (
    "Neither is acted on: both stay visible until they are reviewed (§15.2.1).\n"
    "If one of them should be the current truth, reconcile."
)
IF_THEY_DO = (
    f"{PICKED}\nIf they contradict each other, neither is acted on before they are reviewed (§15.2.1)."
)
IF_THEY_REPEAT = f"{PICKED}\nIf they say the same, merge them; until then both stay as they are (§16)."
_STORED = frozenset({"topic", "historical"})
_ENDS = frozenset(".!?…。！？")


def surfaced(kind: str, detail: Detail | None, subject: str = "") -> str:
    """The text of a conflict, ending in a line break; empty for a detail of any other view.

    ``kind`` is that of the case: a pair is a contradiction unless it is a duplicate. ``subject`` is
    the one that a broken supersede is about.
    """
    if isinstance(detail, ConflictDetail):
        return reconcile_text(detail)
    if isinstance(detail, PairDetail):
        return _pair(kind, detail)
    if isinstance(detail, CopiesDetail):
        return _copies(detail)
    if isinstance(detail, BrokenDetail):
        return _broken(detail, subject)
    return ""


def what_follows(kind: str, detail: Detail | None) -> str:
    """What follows for an agent that has to act now; two lines, the last of the text."""
    if isinstance(detail, ConflictDetail):
        return detail.sentence
    if isinstance(detail, PairDetail):
        return (IF_THEY_REPEAT if kind == "duplicate" else IF_THEY_DO) if detail.possible else NEITHER
    if isinstance(detail, CopiesDetail):
        return _counting(detail)
    if isinstance(detail, BrokenDetail):
        return (
            f"`{_named(detail.row)}` says superseded, so it is no basis for acting (§15.2 rule 3).\n"
            "If it should be the current truth, reconcile."
        )
    return ""


def rows_of(detail: Detail | None) -> tuple[ConflictRow, ...]:
    """The rows of a conflict of any kind, in the order in which they are told."""
    if isinstance(detail, BrokenDetail):
        return detail.chain or (detail.row,)
    return detail.rows if isinstance(detail, ConflictDetail | PairDetail | CopiesDetail) else ()


def row_line(row: ConflictRow, *, also: str = "") -> str:
    """One row on one line; ``also`` are words of ours after its Status."""
    day = f"[{row.date or UNKNOWN_DATE}]"
    if row.withheld_by is not None:
        return f"{day} withdrawn by {row.withheld_by}; its text is held back   ← excluded (§12.2){also}"
    said = quoted(row.text)
    said += "" if said and said[-1] in _ENDS else "."
    kind, source = token(row.kind or "kind not given"), quoted(row.source or NO_SOURCE)
    return f"{day} ({kind}) {said} Source: {source}   ← {status_words(row, current=False)}{also}"


def _shape(title: str, rows: Sequence[str], below: Sequence[str], sentence: str) -> str:
    return "\n".join(
        [f"{title}:", *(f"  - {row}" for row in rows), *(f"  {line}" for line in below), "", sentence, ""]
    )


def _pair(kind: str, detail: PairDetail) -> str:
    names = " and ".join(f"`{_named(row)}`" for row in detail.rows)
    what = f"Duplicate: {names}" if kind == "duplicate" else f"Contradiction between {names}"
    title = f"Possible {what[0].lower()}{what[1:]}" if detail.possible else what
    connected = f", {detail.connected_by}" if detail.connected_by not in detail.why else ""
    hidden = any(row.withheld_by for row in detail.rows)
    why = [] if hidden else [f"{quoted(detail.why)}{connected}"]
    return _shape(title, [row_line(row) for row in detail.rows], why, what_follows(kind, detail))


def _copies(detail: CopiesDetail) -> str:
    names = ", ".join(quoted(one.name) for one in detail.fields)
    title = f"Copies of `{detail.id}` differ" + (f" in {names}" if names else "")
    rows = [row_line(replace(row, place="topic"), also=f", at {_place(row)}") for row in detail.rows]
    return _shape(title, rows, (), what_follows("copies", detail))


def _counting(detail: CopiesDetail) -> str:
    if sum(row.place in _STORED for row in detail.rows) > 1:
        return (
            "No copy is in force: the item store holds the id more than once (§7.2).\n"
            "Leave one of them by hand."
        )
    first = next(iter(detail.rows), None)
    where = f"the copy at {_place(first)}" if first is not None else "none of them"
    if first is not None and first.status not in (None, "", "active"):
        return (
            f"No copy is a basis for acting: the item is `{token(first.status)}` (§15.2 rule 3).\n"
            f"What counts of it is {where}; reconcile, so that the copies agree."
        )
    return (
        f"What counts is {where}, until the copies agree.\n"
        "If another copy should be the current truth, reconcile."
    )


def _broken(detail: BrokenDetail, subject: str) -> str:
    on = f" on `subject: {subject_words(subject)}`" if subject else ""
    below = [f"Constraint {one.constraint} of §14.2 is broken: {one.message}" for one in detail.findings]
    rows = [row_line(row, also=_pointer(row)) for row in rows_of(detail)]
    title = f"Broken supersede of `{_named(detail.row)}`{on}"
    return _shape(title, rows, below, what_follows("broken-supersede", detail))


def _pointer(row: ConflictRow) -> str:
    """Where a row that is history points; a withdrawn one tells nothing."""
    hidden = row.withheld_by is not None or not row.superseded_by
    return "" if hidden else f", superseded_by {token(row.superseded_by or '')}"


def _named(row: ConflictRow) -> str:
    return token(row.ref)


def _place(row: ConflictRow) -> str:
    return quoted(f"{row.path}:{row.line}")


def blocks(kind: str, detail: Detail | None, subject: str = "") -> Iterator[str]:
    """The lines of the text, without the last line break."""
    yield from surfaced(kind, detail, subject).removesuffix("\n").split("\n")
