"""What is asked where an item departs from the protocol, and what a person can do about it (§9, §10, §16).

Steps are for a hand that edits the file; none of them quotes the item.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.protocol.items import Finding
from workbench.store.details.drift import DriftFinding
from workbench.store.snapshot import Row

_ADVICE: Final[dict[str, tuple[str, str]]] = {
    "missing-date": (
        "[YYYY-MM-DD] at the head of the item: the day it was captured",
        "write the day the archive or git tells; where neither does, leave it out: unknown is not today",
    ),
    "bad-date": ("[YYYY-MM-DD], a day of the calendar", "correct the date from the archive or from git"),
    "missing-id": (
        "a line `id: mem-YYYY-MM-DD-NNN`",
        "give it the item's date and the next free number of that day over the whole store",
    ),
    "missing-kind": (
        "a line `kind: state` or `kind: knowledge`",
        "write `kind: knowledge` unless a subject can honestly be named; in doubt it is knowledge (§4)",
    ),
    "missing-subject": (
        "a line `subject: <stable key>`",
        "name what this is the current value of; where nothing can be named, it is `kind: knowledge` (§12)",
    ),
    "missing-status": (
        "a line `Status: active`, `superseded`, `stale` or `pending-cleanup`",
        "write `Status: active` if it still holds; if that is in doubt, `Status: pending-cleanup`",
    ),
    "missing-source": (
        "a line `Source:` that names an archive passage or the event it comes from",
        "look for it under archive/ on the item's date and name that passage; otherwise say who stated it",
    ),
    "unknown-kind": ("`state` or `knowledge`", "write one of the two; in doubt it is knowledge (§4)"),
    "unknown-scope": (
        "`global`, `project`, `environment`, `workflow` or `user preference`",
        "write the one that fits, or take the line out: Scope is optional",
    ),
    "unknown-status": (
        "`active`, `superseded`, `stale` or `pending-cleanup`",
        "write the one that was meant; if that is in doubt, `pending-cleanup` puts it before a person",
    ),
    "unknown-confidence": (
        "`confirmed`, `observed-once`, `inferred` or `unknown`",
        "write the one that is meant under epistemic-status-v1, or take the line out: it is optional",
    ),
    "confidence-without-scheme": (
        "a line `Confidence-Scheme: epistemic-status-v1` beside Confidence",
        "add it if the word was chosen in that sense; if not, take Confidence out",
    ),
    "unknown-confidence-scheme": (
        "`epistemic-status-v1`",
        "correct the name, or take Confidence and its scheme out",
    ),
    "knowledge-superseded": (
        "knowledge is `active`, `stale` or `pending-cleanup`; lessons add up",
        "set `Status: pending-cleanup`: it is then a case that offers keep, stale and merge",
    ),
    "successor-on-wrong-status": (
        "superseded_by only beside `Status: superseded`, or on a waiting state item",
        "look at the item that it names: if that took its place, write `Status: superseded`; if not, "
        "take superseded_by out",
    ),
    "repeated-key": ("each field once", "keep the line that is right; until then the first one counts"),
    "hypothesis-in-source": (
        "a Source is evidence; a hypothesis belongs into `inspired_by`",
        "move the hypothesis id to `inspired_by` and name what confirmed it as the Source",
    ),
    "mutable-source": (
        "an anchor into archive/, which does not move",
        "find the passage under archive/ and name it; topics and index are rewritten by later passes",
    ),
    "id-shape": (
        "`mem-YYYY-MM-DD-NNN` for items, `hyp-YYYY-MM-DD-NNN` for inspired_by",
        "leave an id alone where others point at it: ids are never changed; a new item gets this form",
    ),
    "legacy-status": (
        "`active`, `superseded`, `stale` or `pending-cleanup`",
        "replace the old word; what was marked for cleanup becomes `Status: pending-cleanup`",
    ),
    "legacy-marker": (
        "a line `Status: pending-cleanup` in the place of a marker in the text",
        "take the marker out of the text and write `Status: pending-cleanup`: it is then a case to decide",
    ),
    "dangling-anchor": (
        "a passage that stands under archive/",
        "look in archive/ for the heading as it is spelled there, and in git for a day that was removed",
    ),
}
"""By rule: what is asked there, and the next step."""

_UNKNOWN: Final = ("what the section asks", "compare the item with the section, and correct the line")

LEGACY: Final = (
    "It carries none of the fields of an item. As long as they are missing it counts as knowledge, "
    "and no verdict can be given on it."
)
_OLD: Final = frozenset({"missing-id", "missing-kind", "missing-source", "missing-status"})


def advice(finding: Finding, row: Row) -> tuple[str, str]:
    """What was expected, and the next step of a person, for one finding of a row."""
    expected, step = _ADVICE.get(finding.rule, _UNKNOWN)
    if finding.rule == "missing-id" and row.date:
        expected = "a line `id: mem-<the date of the item>-NNN`"
    return expected, step


def note(found: Sequence[DriftFinding]) -> str:
    """What holds for an item of an old store as a whole; empty for any other."""
    return LEGACY if {finding.rule for finding in found} >= _OLD else ""
