"""Control records that wait: why, their chain, and what is excluded because of them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from screens.show.parts import (
    age_fact,
    audit_lines,
    bullets,
    evidence_lines,
    facts_lines,
    heading,
    later_lines,
)
from screens.text import BLANK, counted, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import entries, left_out, quoted, withheld
from workbench.store.case import Case
from workbench.store.details.withdrawal import ControlLink, ExcludedItem, WithdrawalDetail

CATEGORIES = {
    "memory_item_ids": "items",
    "archive_refs": "archive",
    "source_or_run_refs": "sources or runs",
}
DEEPEST = 6
"""Forks beyond this one no longer move the records to the right."""


def withdrawal_lines(case: Case, detail: WithdrawalDetail, width: int, audit: bool) -> list[PageLine]:
    """Every line of a withdrawal that waits, at a width."""
    records = [one for one in case.evidence if audit or one.role == "control"]
    return [
        *_head(case, detail, width, audit),
        *_waits(detail, width),
        *_chain(detail, width),
        *_excluded(case, detail, width),
        *_record(case, detail, width, audit),
        *evidence_lines(records, width, audit=audit),
    ]


def _head(case: Case, detail: WithdrawalDetail, width: int, audit: bool) -> Iterator[PageLine]:
    yield from (PageLine(line) for line in heading(safe(detail.name, "strong"), width))
    effect = f"{counted(len(detail.items), 'item')} excluded, fail closed"
    heads = counted(sum(link.is_head for link in detail.chain), "record")
    facts = (("Effect now", effect), ("To reconcile", heads), age_fact(case))
    yield from (PageLine(line) for line in facts_lines(facts, width))
    yield from later_lines(case, width)
    if audit and (case.withheld_by or any(one.withheld_by for one in case.evidence)):
        yield from audit_lines(width)


def _waits(detail: WithdrawalDetail, width: int) -> Iterator[PageLine]:
    yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("Why it waits for a person", width))
    yield from bullets(detail.waits, width, "✗", "warn")
    words = joined([styled("   settled by  ", "dim"), safe(detail.settled_by)])
    yield from (PageLine(line) for line in wrap(words, width, "     "))


def _chain(detail: WithdrawalDetail, width: int) -> Iterator[PageLine]:
    yield PageLine(BLANK)
    title = "Control records, oldest first by what each supersedes"
    yield from (PageLine(line) for line in heading(title, width))
    for index, link in enumerate(detail.chain[: entries()]):
        later = detail.chain[index + 1] if index + 1 < len(detail.chain) else None
        goes_on = later is not None and later.joint.startswith(("supersedes", "one of"))
        if index and not link.joint.startswith(("supersedes", "one of")):
            yield PageLine(BLANK)
        yield from _link(link, width, goes_on=goes_on)
    if len(detail.chain) > entries():
        yield PageLine(left_out(len(detail.chain) - entries(), "later records"))


def _link(link: ControlLink, width: int, *, goes_on: bool) -> Iterator[PageLine]:
    """One record beside the rail that leads to the next one of its chain."""
    indent = "   " + "   " * min(link.depth, DEEPEST)
    rail = styled(f"{indent}{'│' if goes_on else ' '}  ", "gutter")
    knot = styled(f"{indent}{'◉' if link.is_head else '○'}  ", "gutter")
    room = max(width - rail.cell_length, 1)
    first = True
    for part in _said(link, room):
        for line in wrap(part, room, "  "):
            yield PageLine((knot if first else rail) + line, link.name)
            first = False
    if goes_on:
        yield PageLine(rail, link.name)


def _said(link: ControlLink, room: int) -> Iterator[Content]:
    action = safe(link.action) if link.action else styled("its action does not read", "warn")
    effect = safe(link.effect) if link.effect else styled("its effect does not read", "warn")
    yield joined([safe(link.name, "strong"), joined([action, styled(" → ", "dim"), effect])], "   ")
    yield joined([safe(link.joint, "dim"), styled("   to reconcile" if link.is_head else "", "accent")])
    who = safe(link.decided_by) if link.decided_by else styled("nobody is named", "warn")
    when = safe(link.decided_at) if link.decided_at else styled("at no time that reads", "warn")
    by = joined([styled("by ", "dim"), who, styled("  at ", "dim"), when])
    yield from flow([by, joined([styled("reason ", "dim"), safe(link.reason or "not given")])], room)
    for category, refs in link.scope:
        label = styled(f"{CATEGORIES.get(category, category)}  ", "dim")
        yield joined([label, safe(", ".join(refs))])
    if not link.scope:
        yield styled("it names no scope that reads", "warn")
    elif not link.same_scope:
        yield styled("not exactly the scope that waits", "warn")
    yield joined([styled("recorded at ", "dim"), safe("; ".join(link.places))])
    for problem in link.problems:
        yield joined([styled("✗ ", "warn"), safe(problem)])


def _excluded(case: Case, detail: WithdrawalDetail, width: int) -> Iterator[PageLine]:
    """Names alone: no text of what is excluded is on this page."""
    yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("Excluded because of it, until it is reconciled", width))
    known = {one.ref for one in case.evidence}
    for item in detail.items[: entries()]:
        ref = item.name if item.name in known else None
        yield from (PageLine(line, ref) for line in wrap(_item(item), width, "     "))
    if len(detail.items) > entries():
        yield PageLine(left_out(len(detail.items) - entries(), "more items"))
    for named in detail.refs[: entries()]:
        label = CATEGORIES.get(named.category, named.category)
        words = joined(
            [styled(" ⊘ ", "warn"), safe(named.ref), "   ", safe(f"{label}: {named.found}", "dim")]
        )
        yield from (
            PageLine(line, named.ref if named.ref in known else None) for line in wrap(words, width, "     ")
        )
    if len(detail.refs) > entries():
        yield PageLine(left_out(len(detail.refs) - entries(), "more names"))
    if not detail.items:
        yield PageLine(styled("   no item of this store", "dim"))


def _item(item: ExcludedItem) -> Content:
    also = f"; {item.also_by} excludes it as well" if item.also_by else ""
    places = ", ".join(item.places)
    return joined(
        [styled(" ⊘ ", "warn"), safe(item.name), "   ", safe(item.why + also), "   ", safe(places, "dim")]
    )


def _record(case: Case, detail: WithdrawalDetail, width: int, audit: bool) -> Iterator[PageLine]:
    yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("The record to reconcile, as it stands", width))
    if case.withheld_by and not audit:
        yield from (PageLine(line) for line in withheld(detail.name, case.withheld_by, width))
    else:
        yield from (PageLine(line) for line in quoted(case.text, width))
