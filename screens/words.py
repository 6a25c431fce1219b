"""One word for one thing: how kinds, verdicts and records are called on every screen."""

from __future__ import annotations

from workbench.desk.words import LATER

_VERDICTS = {
    "keep": ("keep", "kept"),
    "stale": ("stale", "marked stale"),
    "active": ("back to active", "made active"),
    "supersede": ("supersede", "superseded"),
    "new-value": ("new value", "given a new value"),
    "merge": ("merge", "merged"),
    "cool": ("cool", "cooled"),
    "current": ("a row is current", "reconciled"),
    "both": ("both hold", "reconciled"),
    "none": ("none holds", "reconciled"),
    "confirm": ("one holds", "reconciled"),
    "restore": ("make it active again", "made active again"),
    "accept": ("leave it as history", "left as history"),
    "defer": ("later", LATER),
    "open": ("leave open", "left open"),
    "revert": ("revert", "reverted"),
}

NUMBERS = {
    "keep": 1,
    "active": 1,
    "current": 1,
    "confirm": 1,
    "restore": 1,
    "stale": 2,
    "none": 2,
    "accept": 2,
    "merge": 3,
    "cool": 4,
    "supersede": 7,
    "new-value": 8,
    "both": 9,
}
"""The number of each verdict, the same in every kind of case; 5 and 6 are kept for withdraw and erasure."""

_RECORDS = {
    "item": "Items",
    "conflict": "Conflicts on subjects",
    "control": "Control records",
    "proposal": "Proposals",
    "receipt": "Forget receipts",
    "tombstone": "Erasure tombstones",
    "feedback": "Feedback",
    "retrieval": "Retrievals",
    "hypothesis": "Hypotheses",
    "rule": "Rules",
    "log": "Log entries",
    "finding": "Findings",
}

PARAMETERS = {
    "with": "With",
    "value": "Value",
    "text": "Text",
    "status": "Status",
    "subject": "Subject",
    "condition": "When",
    "evidence": "Evidence",
    "until": "Until",
    "topic": "Topic",
}
"""How the parameters of a verdict are labelled, in the order of the form."""

OPTIONAL = frozenset({"until", "text", "evidence"})
"""Parameters that may stay empty."""

PLACEHOLDERS = {
    "with": "an item id; more than one apart by blanks",
    "value": "the value that holds now",
    "text": "Merged text (empty: both texts side by side)",
    "status": "the Status it is to have, stale or active",
    "subject": "a new subject under which that row starts",
    "condition": "or one sentence with both values and when each of them holds",
    "evidence": "what it rests on",
    "until": "YYYY-MM-DD, or empty for no date",
    "topic": "a file under topics/",
}

MISSING = {
    "with": "name the other item's id",
    "value": "give the value that holds now",
    "status": "say which Status it is to have, stale or active",
    "topic": "name a file under topics/",
    "subject": "give the new subject",
    "condition": "say when each of them holds",
    "evidence": "name what it rests on: what holds is not said without evidence",
    "who": "say who you are",
    "reason": "a reason is needed first",
}
"""What to do about a parameter that is not there yet."""

ALSO_TAKES: dict[str, tuple[str, ...]] = {"defer": ("until",), "open": ("until",), "merge": ("text",)}
"""Parameters that a verdict takes and does not need."""

STATUSES = ("stale", "active")
"""What the Status of a cooled item can be (§9, §14.3)."""


def verdict_label(verdict: str) -> str:
    """What a verdict is called on its bar."""
    return _VERDICTS.get(verdict, (verdict.replace("-", " "), ""))[0]


def verdict_done(verdict: str) -> str:
    """What has been done to a case by a verdict: `kept`."""
    return _VERDICTS.get(verdict, ("", f"decided: {verdict}"))[1]


def record_label(kind: str) -> str:
    """What records of a kind are called, together."""
    return _RECORDS.get(kind, kind.replace("-", " ").capitalize())


def kind_label(kind: str) -> str:
    """What cases of a kind are called, where the desk gives no label."""
    return kind.replace("-", " ").capitalize()


def age_words(days: int | None) -> str:
    """An age for a column: `41 d`, `today`, or a dash where it is not known."""
    if days is None:
        return "–"
    return "today" if days == 0 else f"{days} d"
