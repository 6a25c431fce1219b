"""A decision of the ledger as a page: told in words, then its plan as it was, then the record itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from screens.actions import key_of
from screens.show.case import facts_lines, heading
from screens.text import BLANK, counted, flow, joined, safe, styled, wrap
from screens.widgets.diff_view import preview_lines
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted
from screens.words import verdict_label
from workbench.desk.ledger_words import (
    OPS,
    TRACES,
    authority,
    claim,
    moment,
    places,
    record_name,
    seen_words,
    what_next,
)
from workbench.desk.views import DecisionView, EffectView, LedgerEntry, PlanWas, VerifyFinding
from workbench.desk.words import TAKEN_BACK

STATES = {"done": "✓", "unfinished": "…", "unverifiable here": "?", "unreadable": "✗"}
STATE_ROLES = {"done": "good", "unfinished": "warn", "unreadable": "bad"}
_SIGNS = {"stands": ("✓", "good"), "outstanding": ("…", "warn"), "changed since": ("!", "warn")}


@dataclass(frozen=True)
class Told:
    """What is known of a decision: its entry, and the rest as far as it has been read."""

    entry: LedgerEntry
    takes_back: str | None = None
    detail: DecisionView | None = None
    plan: PlanWas | None = None
    findings: Sequence[VerifyFinding] = ()
    raw: bool = False
    """Whether the record's own JSON is shown."""
    reading: bool = False
    """Whether detail and plan are on their way."""
    lost: bool = False
    """Whether a verification names it and the ledger does not hold it; `entry` then says why in `problem`."""


def decision_lines(told: Told, width: int) -> list[PageLine]:
    """Every line of a decision at a width."""
    if told.lost:
        return _page(_lost(told, width))
    lines = [*_head(told, width), *_state(told, width), BLANK, *_why(told.entry, width)]
    if told.detail is not None and told.entry.state != "unreadable":
        lines += [*_reviewed(told.detail, width), *_effects(told.detail.effects, width)]
    if told.reading:
        lines += [BLANK, styled("   reading the record…", "dim")]
    pages = _page(lines)
    if told.plan is not None:
        pages += _plan(told.plan, width)
    if told.detail is not None:
        pages += _page(_record(told.detail, told.raw, width))
    return pages


def _lost(told: Told, width: int) -> Iterator[Content]:
    yield from heading(joined([safe(told.entry.id, "strong"), styled("✗ not here", "bad")], "   "), width)
    for finding in told.findings:
        yield from _finding(finding, width)
    if not told.findings:
        yield from wrap(joined([styled(" ✗ ", "bad"), safe(told.entry.problem or "")]), width, "   ")
    said = what_next(told.entry)
    if said is not None:
        yield from wrap(joined([styled("   Next: ", "dim"), safe(said[1])]), width, "   ")


def _finding(finding: VerifyFinding, width: int) -> list[Content]:
    sign = styled(" ✗ ", "bad") if finding.failed else styled(" ? ", "warn")
    words = safe(f"verify, {finding.check}: {finding.message}", "bad" if finding.failed else "")
    return wrap(joined([sign, words]), width, "   ")


def _head(told: Told, width: int) -> Iterator[Content]:
    entry = told.entry
    sign = styled(f"{STATES[entry.state]} {entry.state}", STATE_ROLES.get(entry.state, "dim"))
    yield from heading(
        joined([safe(entry.id, "strong"), safe(verdict_label(entry.verdict)), sign], "   "), width
    )
    for finding in told.findings:
        yield from _finding(finding, width)
    if entry.decided_by != "unknown":
        yield from facts_lines(tuple(_facts(told)), width)


def _facts(told: Told) -> Iterator[tuple[str, str]]:
    entry, detail = told.entry, told.detail
    at = {True: ", at a terminal", False: ", not at a terminal"}.get(detail.at_terminal, "") if detail else ""  # type: ignore[arg-type]
    yield "Decided by", f"{entry.decided_by} ({claim(entry.claimed)}{at})"
    yield "At", moment(entry.decided_at)
    if detail is not None:
        yield "Under", authority(detail)
    yield "Case", entry.case
    if detail is not None and detail.targets:
        yield "On", places(detail.targets)
    elif entry.targets:
        yield "On", ", ".join(dict.fromkeys(entry.targets))
    for label, value in detail.given if detail is not None else ():
        yield f"Given {label}", value
    if told.takes_back:
        yield "Takes back", f"{told.takes_back} ({key_of('ledger.other')} goes there)"
    if entry.reverted_by:
        yield TAKEN_BACK.capitalize(), f"{entry.reverted_by} ({key_of('ledger.other')} goes there)"


def _state(told: Told, width: int) -> Iterator[Content]:
    said = what_next(told.entry)
    if said is None:
        return
    bad = told.entry.state == "unreadable"
    sign = styled(" ✗ ", "bad") if bad else styled(" ! ", "warn")
    yield from wrap(joined([sign, safe(said[0])]), width, "   ")
    yield from wrap(joined([styled("   Next: ", "dim"), safe(said[1])]), width, "   ")


def _why(entry: LedgerEntry, width: int) -> Iterator[Content]:
    yield from heading("Why", width)
    if entry.reason is None:
        yield styled("   the reason is not here", "dim")
    else:
        yield from quoted(entry.reason, width)


def _reviewed(detail: DecisionView, width: int) -> Iterator[Content]:
    if not detail.reviewed:
        return
    yield BLANK
    words = styled(seen_words(detail.reviewed), "dim")
    yield from heading(joined([styled("Reviewed", "heading"), words], "   "), width)
    for one in detail.reviewed:
        sign = styled("✓ seen    ", "good") if one.seen else styled("· not seen", "warn")
        where = [safe(one.path, "dim")] if not one.ref.startswith(one.path) else []
        parts = [sign, safe(one.ref), safe(one.role.replace("-", " "), "dim"), *where]
        yield from _indented(parts, width)


def _effects(effects: Sequence[EffectView], width: int) -> Iterator[Content]:
    yield BLANK
    words = styled(counted(len(effects), "change") if effects else "no file", "dim")
    yield from heading(joined([styled("What it changed", "heading"), words], "   "), width)
    for one in effects:
        sign, role = _SIGNS.get(one.trace, ("·", "dim"))
        did = joined([f"{OPS.get(one.op, one.op)} ", safe(record_name(one.record))])
        trace = styled(f"{sign} {TRACES[one.trace]}", role)
        yield from _indented([trace, did, safe(one.path, "dim")], width)


def _indented(parts: Sequence[Content], width: int) -> Iterator[Content]:
    for number, line in enumerate(flow(parts, max(width - 5, 1))):
        yield styled("   " if number == 0 else "     ") + line


def _plan(plan: PlanWas, width: int) -> list[PageLine]:
    title = heading(joined([styled("The plan as it was", "heading")]), width)
    role = "warn" if plan.preview is None else "dim"
    words = wrap(joined(["   ", safe(plan.words, role)]), width, "   ")
    lines = _page([BLANK, *title, *words])
    return [*lines, *preview_lines(plan.preview, width)] if plan.preview is not None else lines


def _record(detail: DecisionView, raw: bool, width: int) -> Iterator[Content]:
    yield BLANK
    yield from heading("Record, as it was written", width)
    if raw:
        yield from quoted(detail.text, width)
    else:
        size = counted(len(detail.text.splitlines()), "line")
        yield from wrap(
            joined(["   ", styled(key_of("ledger.record"), "key"), f" shows it: {size}"]),
            width,
            "   ",
        )


def _page(lines: Iterable[Content]) -> list[PageLine]:
    return [PageLine(line) for line in lines]
