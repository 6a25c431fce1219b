"""What may be missing because a file does not read, and the next step of a person. Never its content."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final

from workbench.store.snapshot import Expected

_MISSING: Final[dict[Expected, tuple[str, ...]]] = {
    "inbox": (
        "what was captured since the last pass: items that stand nowhere else",
        "a newer row of a subject may be among them, so a row shown as in force may not be",
    ),
    "index": ("what is listed under Pending Cleanup, and items that stand in the index alone",),
    "log": (
        "withdrawals and reinstatements that only the log holds: what they exclude may be shown here",
        "who marked an item and when, supersedes, and receipts of forget requests in the log",
    ),
    "conventions": ("standing rules, and whether a proposal says what a rule says already",),
    "topic": ("items of that page: cases they would make, and rows that would conflict with others",),
    "archive": (
        "the passages of that day: a Source that names one is said to resolve to nothing",
        "what a withdrawal of a passage of that day covers",
    ),
    "controls": ("a withdrawal or a reinstatement: what it excludes may be shown here",),
    "proposals": ("a promotion proposal: it is neither listed nor can it be approved",),
    "receipts": ("a receipt of a forget request: what was left open by it is not listed",),
    "erasures": ("a tombstone or a receipt of an erasure: what was erased, and what is still open",),
    "feedback": ("how an item was used and whether it helped",),
    "walks": ("hypotheses, and which items came from one",),
}
_ANY: Final = ("whatever it holds: what it was there for is not known",)

_BY_REASON: Final[tuple[tuple[str, str], ...]] = (
    ("permission denied", "give yourself the right to read it: chmod u+r {path}"),
    ("not permitted", "give yourself the right to read it: chmod u+r {path}"),
    ("symlink", "put the file itself in the place of the link, or the whole store where the link leads"),
    ("UTF-16", "save it as UTF-8"),
    ("UTF-8", "correct the bytes that are no UTF-8, or save the file as UTF-8"),
    ("NUL", "look what it is (file {path}) and move it out of the store, or restore it from git"),
    ("larger than", "split it, or move it out of the store if it is none of the store's own"),
    ("deeper than", "move it further up"),
    ("another file system", "copy it into the store: nothing on another file system is read"),
    ("is a directory", "move it away: a file of that name belongs there"),
    ("regular file", "move it away: a plain file of that name belongs there"),
    ("no record of the protocol", "add the record type it was meant to have, or move it out of that folder"),
)
"""A part of our own reason to the step that helps."""

_LINE: Final = re.compile(r"\bline (\d+)\b")


def missing(holds: Expected | None) -> tuple[str, ...]:
    """Which kinds of records may be missing, by what the file is there for."""
    return _MISSING[holds] if holds is not None else _ANY


def steps(reason: str, path: str) -> Iterator[str]:
    """What a person can do, in order. ``path`` is quoted for a shell."""
    name = shlex.quote(path)
    line = _LINE.search(reason)
    step = next((words for part, words in _BY_REASON if part in reason), None)
    if step is not None:
        yield step.replace("{path}", name)
    elif line:
        yield f"open it in an editor at line {line[1]} and correct what the reason names"
    else:
        yield "open it in an editor and correct what the reason names, or restore it from git"
    yield "read the store again: R on the screens, or the command once more; the case is gone when it reads"
