"""What the verdicts on conflicts of every kind ask for: a row, a subject or a condition, evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from screens.show.cards import letter, place_of
from screens.show.passages import passages_of, rows_of
from screens.show.picks import Pick
from workbench.store.case import Case
from workbench.store.details.conflict import UNKNOWN_DATE, ConflictRow
from workbench.store.details.copies import CopiesDetail

TAKES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("conflict", "current"): ("with", "evidence"),
    ("conflict", "none"): ("evidence",),
    ("conflict", "new-value"): ("value", "evidence"),
    ("conflict", "both"): ("with", "subject", "condition", "evidence"),
    ("contradiction", "confirm"): ("with", "evidence"),
    ("contradiction", "both"): ("condition", "evidence"),
    ("copies", "current"): ("with", "evidence"),
    ("broken-supersede", "restore"): ("evidence",),
    ("broken-supersede", "accept"): ("evidence",),
    ("duplicate", "merge"): ("text",),
}
"""Parameters that a verdict takes on a kind of case, beside what its offer names."""

NEEDS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("conflict", "current"): ("with",),
    ("conflict", "new-value"): ("value",),
    ("conflict", "both"): (),
    ("contradiction", "confirm"): ("with", "evidence"),
    ("contradiction", "both"): ("condition",),
    ("copies", "current"): ("with",),
    ("duplicate", "merge"): (),
}
"""Those that cannot stay empty; of two values that both hold either a row with a subject or a condition."""

EITHER: Final = ("with", "subject", "condition")
"""The fields of a conflict on which both hold: a row and its new subject, or the condition."""
EITHER_WORDS: Final = (
    "say how both hold: a row and the new subject it starts under, or when each of them holds; one of the two"
)
BOTH_WORDS: Final = "give a row with a new subject, or a condition: not both of them"


@dataclass(frozen=True, slots=True)
class Lettered:
    """A row that a field takes by its letter, and what the verdict calls it."""

    name: str
    ref: str
    row: ConflictRow


def lettered_rows(case: Case) -> tuple[Lettered, ...]:
    """The rows of a case that a verdict on it can name; a copy is named by its place."""
    by_place = isinstance(case.detail, CopiesDetail)
    return tuple(
        Lettered(letter(index), place_of(row) if by_place else row.ref, row)
        for index, row in enumerate(rows_of(case))
    )


def named_row(typed: str, rows: Sequence[Lettered]) -> str:
    """What a verdict calls the row that was typed: a letter stands for its row, anything else for itself."""
    return next((one.ref for one in rows if one.name.casefold() == typed.casefold()), typed)


def row_picks(rows: Sequence[Lettered]) -> tuple[Pick, ...]:
    """The rows as a list to take one from."""
    return tuple(
        Pick(
            one.name,
            one.row.status or "active",
            one.row.date or UNKNOWN_DATE,
            " ".join(one.row.text.split()),
            one.row.withheld_by if one.row.hidden else None,
            True,
        )
        for one in rows
    )


def evidence_picks(case: Case) -> tuple[Pick, ...]:
    """The passages and items beside the rows, which a decision can rest on."""
    found = {
        one.ref: Pick(one.ref, one.status or "", one.date or "", " ".join(one.text.split()), None, True)
        for one in passages_of(case)
        if one.ref and one.digest is not None and not one.withheld_by and " " not in one.ref
    }
    return tuple(found.values())


def takes(kind: str, verdict: str, needs: Sequence[str]) -> tuple[str, ...]:
    """The parameters to ask for."""
    return (*needs, *(one for one in TAKES.get((kind, verdict), ()) if one not in needs))


def may_stay_empty(kind: str, verdict: str, asked: Sequence[str]) -> frozenset[str]:
    """Those of them that can stay empty; only for kinds of case whose verdicts are told here."""
    needed = NEEDS.get((kind, verdict), ())
    known = TAKES.get((kind, verdict))
    return frozenset(one for one in asked if one not in needed and one != "topic") if known else frozenset()


def either_of(kind: str, verdict: str) -> tuple[str, ...]:
    """The fields of which some suffice."""
    return EITHER if (kind, verdict) == ("conflict", "both") else ()


def unmet(values: Mapping[str, str], either: Sequence[str]) -> tuple[str, str] | None:
    """The field to fill next of those of which some suffice, and the words for it; None where they do."""
    if not either:
        return None
    row, subject, condition = (bool(values.get(one, "").strip()) for one in EITHER)
    if condition and (row or subject):
        return "condition", BOTH_WORDS
    if condition or (row and subject):
        return None
    if row:
        return "subject", "give the new subject under which that row starts"
    return ("with", "name the row that starts under the new subject") if subject else ("with", EITHER_WORDS)
