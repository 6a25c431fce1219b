"""The sheet of an erasure tombstone: irreversible, content-free, no more than it claims (§12.3)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.desk.sheets.blocks import Block, Cell, Fields, Head, Note, Role, Table
from workbench.desk.sheets.words import counted, ref_table, section
from workbench.store.details.erasure import ErasureDetail, HolderView

_RESULTS: dict[str, Cell] = {
    "completed": ("✓", "good"),
    "partially-completed": ("!", "warn"),
    "unevaluated": ("?", "warn"),
}
_NOT_CLAIMED = (
    "that a holder which it does not name is clean",
    "that context was erased, or changes in a project were taken back (§12.3)",
    "that what it covers can still be audited or recovered: that is lost",
)


def blocks(detail: ErasureDetail) -> Iterator[Block]:
    """That it cannot be undone, by whose authority, what it covers, and each holder with its result."""
    yield Head((("Erasure", "dim"), (detail.name, "strong"), ("IRREVERSIBLE", "bad"), (detail.place, "dim")))
    yield Fields(tuple(_fields(detail)))
    yield from section("Holders", "as the record has them; nothing was checked here")
    yield Table(tuple(map(_holder, detail.holders)), tuple(map(_why, detail.holders)))
    yield from section("Covers", ", ".join(counted(number, word) for word, number in detail.covers))
    yield ref_table(detail.scope)
    if detail.replacements:
        yield from section("Sanitized replacements")
        yield ref_table(detail.replacements)
    yield from section("What it claims")
    completed = sum(one.result == "completed" for one in detail.holders)
    holders = counted(len(detail.holders), "holder")
    yield Note("–", f"by its own word, {completed} of {holders} removed what the authorization covers", "dim")
    yield from section("What it does not claim")
    yield from (Note("–", words, "dim") for words in _NOT_CLAIMED)


def _fields(detail: ErasureDetail) -> Iterator[tuple[str, str, Role]]:
    results = [one.result for one in detail.holders]
    counts = ", ".join(f"{word} {results.count(word)}" for word in _RESULTS if word in results)
    yield "Result", f"{detail.result}, as its holders have it: {counts}", _RESULTS[detail.result][1]
    yield "Authority", detail.authority, ""
    yield "Decided", detail.decided_at, ""
    yield "Executed", detail.executed_at, ""
    yield "Executor", _executor(detail), "" if detail.logged_by else "dim"
    yield "Expires", "not recorded: a tombstone has no such field", "dim"


def _executor(detail: ErasureDetail) -> str:
    if detail.logged_by:
        return f"{detail.logged_by}, who signed the entry at {detail.logged_at}"
    if detail.logged_at:
        return f"not recorded; the log entry at {detail.logged_at} names nobody"
    return "not recorded: a tombstone has no such field"


def _holder(one: HolderView) -> tuple[Cell, ...]:
    sign, role = _RESULTS.get(one.result, ("?", "warn"))
    return (sign, role), (one.ref, "accent"), (one.result, role)


def _why(one: HolderView) -> str:
    """What limits a holder that is not completed."""
    return one.limitation or ("" if one.result == "completed" else "no reason is recorded")
