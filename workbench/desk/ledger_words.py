"""How the ledger is told: the same words on the screen and in the commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from workbench.desk.views import DecisionView, LedgerEntry, ReviewedView, Trace

OPS: Mapping[str, str] = {
    "replace": "changed",
    "insert": "put in",
    "remove": "took out",
    "append": "added to",
    "create": "made",
}
"""What an effect did to its record."""

TRACES: Mapping[Trace, str] = {
    "stands": "it stands",
    "outstanding": "outstanding",
    "taken back": "taken back",
    "overtaken": "changed by a later decision",
    "changed since": "reads otherwise now",
    "not told here": "cannot be told here",
}
"""What the store shows of an effect now."""

CLAIMS: Mapping[str, str] = {
    "git identity": "by git",
    "flag": "by flag",
    "asked": "by own word",
}
"""How a decider was known: claimed, and never proved."""


def claim(claimed: str) -> str:
    """How a decider was known, in a word or two."""
    return CLAIMS.get(claimed, f"by {claimed}")


def moment(decided_at: str) -> str:
    """`2026-08-21 10:00:00 UTC`; anything that is no such time as it stands."""
    return f"{decided_at[:10]} {decided_at[11:-1]} UTC" if decided_at.endswith("Z") else decided_at


def authority(view: DecisionView) -> str:
    """The rule under which it was decided, and whether a roster was in force."""
    return f"{view.rule} ({'a roster was in force' if view.roster else 'no roster was in force'})"


def places(targets: Iterable[tuple[str, str]]) -> str:
    """Records by name, each with the files it stands in: `mem-1 in index.md, topics/a.md; mem-2 in …`."""
    found: dict[str, list[str]] = {}
    for name, path in targets:
        found.setdefault(name, []).append(path)
    return "; ".join(f"{name} in {', '.join(dict.fromkeys(paths))}" for name, paths in found.items())


def record_name(record: str) -> str:
    """The record of an effect: an id as it is, a heading called one."""
    kind, colon, anchor = record.partition(":")
    return f"the heading {anchor}" if colon and kind == "heading" else record


def seen_words(reviewed: Sequence[ReviewedView]) -> str:
    """How much of what was offered for review had been on the screen."""
    seen = sum(one.seen for one in reviewed)
    if seen == len(reviewed):
        return "all of it was on the screen"
    return f"{seen} of {len(reviewed)} {'was' if seen == 1 else 'were'} on the screen"


def what_next(entry: LedgerEntry) -> tuple[str, str] | None:
    """What the state of a decision means and what to do about it; None where all is well."""
    if entry.state == "unfinished":
        return (
            "It is recorded, and what it changes is not all in the store yet.",
            "U on Home, or `workbench resume`, carries it out.",
        )
    if entry.state == "unverifiable here":
        return (
            "Its bytes are not kept here, and neither the log nor the store tells whether it is done.",
            "That is no failure; `workbench verify` where it was decided can tell.",
        )
    if entry.state == "unreadable":
        return (
            f"It does not read: {entry.problem or 'the reason is not known'}.",
            "Get its file under memory/governance/ back from git or a backup; no record is written anew.",
        )
    return None
