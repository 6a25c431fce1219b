"""A decision of the ledger as a page: who, when, why, on what, and the record itself."""

from __future__ import annotations

from textual.content import Content

from screens.session import claim_words
from screens.show.case import facts_lines, heading
from screens.text import BLANK, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted
from screens.words import verdict_label
from workbench.desk.views import LedgerEntry


def decision_lines(
    entry: LedgerEntry, record: str | None, width: int, takes_back: str | None = None
) -> list[PageLine]:
    """Every line of a decision; `record` is its own JSON text, None while it is not read."""
    name = joined([safe(entry.id, "strong"), styled(verdict_label(entry.verdict)), _state(entry)], "   ")
    lines = [
        PageLine(line) for line in [*heading(name, width), *facts_lines(_facts(entry, takes_back), width)]
    ]
    if entry.problem:
        problem = joined([styled(" ✗ ", "bad"), safe(entry.problem)])
        lines += [PageLine(line) for line in wrap(problem, width, "   ")]
    lines += [PageLine(BLANK), *(PageLine(line) for line in heading("Why", width))]
    why = (
        quoted(entry.reason, width)
        if entry.reason is not None
        else [styled("   the reason is not here", "dim")]
    )
    lines += [PageLine(line) for line in why]
    lines += [PageLine(BLANK), *(PageLine(line) for line in heading("Record, as it was written", width))]
    text = quoted(record, width) if record is not None else [styled("   reading the record…", "dim")]
    return [*lines, *(PageLine(line) for line in text)]


def _facts(entry: LedgerEntry, takes_back: str | None) -> tuple[tuple[str, str], ...]:
    taken = (("Takes back", takes_back),) if takes_back else ()
    reverted = (("Reverted by", entry.reverted_by),) if entry.reverted_by else ()
    return (
        ("Decided by", f"{entry.decided_by} (by {claim_words(entry.claimed)})"),
        ("At", entry.decided_at),
        ("Case", entry.case),
        *((("On", ", ".join(dict.fromkeys(entry.targets))),) if entry.targets else ()),
        *taken,
        *reverted,
    )


def _state(entry: LedgerEntry) -> Content:
    role = {"done": "good", "unfinished": "warn", "unreadable": "bad"}.get(entry.state, "dim")
    return styled(f"{STATES[entry.state]} {entry.state}", role)


STATES = {"done": "✓", "unfinished": "…", "unverifiable here": "?", "unreadable": "✗"}
