"""What `show` prints of a conflict of any kind, a withdrawal, an unreadable file and a drift.

Every string goes through `Emit`, and so through the sanitizer; memory text stands in its gutter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.store.details.conflict import NO_SOURCE, PLACES, UNKNOWN_DATE

if TYPE_CHECKING:
    from workbench.cli.emit import Emit
    from workbench.store.case import Case, Evidence
    from workbench.store.details.broken import BrokenDetail
    from workbench.store.details.conflict import ConflictDetail, ConflictRow
    from workbench.store.details.copies import CopiesDetail
    from workbench.store.details.drift import DriftDetail
    from workbench.store.details.pair import PairDetail
    from workbench.store.details.unreadable import UnreadableDetail
    from workbench.store.details.withdrawal import ControlLink, WithdrawalDetail


def paint_conflict(emit: Emit, case: Case, detail: ConflictDetail) -> Sequence[Evidence]:
    """Every row, oldest first, then the text to surface the conflict with (§15.2.1)."""
    for row in detail.rows:
        _paint_row(emit, row, current=row.key == detail.in_force)
    for near in detail.near:
        emit.line()
        emit.line("  maybe the same subject: ", near.subject, f"  {near.why}  {', '.join(near.refs)}")
    return _surfaced(emit, case)


def paint_pair(emit: Emit, case: Case, detail: PairDetail) -> Sequence[Evidence]:
    """What connects the two, each of them, then how they are surfaced."""
    emit.line()
    emit.line("  ", ("Why", "bold"), "  ", "held back" if _hides(detail.rows) else detail.why)
    if detail.connected_by:
        emit.line("    ", f"connected by {detail.connected_by}")
    for row in detail.rows:
        _paint_row(emit, row)
    return _surfaced(emit, case)


def paint_copies(emit: Emit, case: Case, detail: CopiesDetail) -> Sequence[Evidence]:
    """Each copy, then every field in which they differ with its value in each."""
    for row in detail.rows:
        _paint_row(emit, row)
    _title(emit, "What differs")
    for one in detail.fields:
        for row, value in zip(detail.rows, one.values, strict=True):
            said = value if value is not None else "not given"
            emit.line(f"    {one.name:<12} ", f"{row.path}:{row.line}  ", " ".join(said.splitlines()))
    return _surfaced(emit, case)


def paint_broken(emit: Emit, case: Case, detail: BrokenDetail) -> Sequence[Evidence]:
    """Which constraint is broken, every row of the chain, then how it is surfaced."""
    from workbench.desk.sheets.surfaced import rows_of

    emit.line()
    for found in detail.findings:
        emit.line(
            "  ", (f"✗ {found.message}", "bold"), f"  §14.2 constraint {found.constraint}  {found.name}"
        )
    for row in rows_of(detail):
        _paint_row(emit, row, heads=detail.heads)
    return _surfaced(emit, case)


def _hides(rows: Sequence[ConflictRow]) -> bool:
    return any(row.hidden for row in rows)


def _paint_row(emit: Emit, row: ConflictRow, *, current: bool = False, heads: Sequence[str] = ()) -> None:
    emit.line()
    head = "  the chain ends in it" if row.key in heads else ""
    emit.line("  ", *_row_head(row, current=current), head)
    for label, value in _row_facts(row):
        emit.line(f"    {label:<12} ", value)
    if row.hidden:
        emit.line("    ", (f"⊘ withdrawn by {row.withheld_by}; its text is held back", "yellow"))
    else:
        emit.quote(row.text, "    ")


def _surfaced(emit: Emit, case: Case) -> Sequence[Evidence]:
    """The words of §15.2.1; gives the evidence that is none of the rows."""
    from workbench.desk.sheets.surfaced import surfaced

    _title(emit, "How it is to be surfaced (§15.2.1)")
    emit.quote(surfaced(case.kind, case.detail, case.facets.subject))
    return [one for one in case.evidence if one.key is None]


def _row_head(row: ConflictRow, *, current: bool) -> Iterator[str | tuple[str, str]]:
    yield row.date or UNKNOWN_DATE, "bold"
    yield f"  {row.status or 'no Status, which counts as active'}"
    where = PLACES.get(row.place)
    yield f", {where}" if where else ""
    standing = {"open": "in force" if current else "to settle", "history": "history"}
    yield f"  {standing.get(row.standing, 'withdrawn')}", "green" if current else "dim"


def _row_facts(row: ConflictRow) -> Iterator[tuple[str, str]]:
    yield "Source", f"{row.source or NO_SOURCE}  {row.anchor}"
    yield "Confidence", row.confidence or "not given"
    yield "id", f"{row.id or 'none'}  {row.path}:{row.line}"
    if row.superseded_by:
        yield "superseded_by", row.superseded_by


def paint_withdrawal(emit: Emit, case: Case, detail: WithdrawalDetail) -> Sequence[Evidence]:
    """Why it waits, the chain oldest first, and what is excluded meanwhile, by name."""
    emit.line(f"  settled by: {detail.settled_by}")
    _title(emit, "Control records, oldest first by what each supersedes")
    for link in detail.chain:
        _paint_link(emit, link)
    _title(emit, "Excluded because of it, until it is reconciled")
    for item in detail.items:
        also = f"; {item.also_by} excludes it as well" if item.also_by else ""
        emit.line(f"    ⊘ {item.name}  {item.why}{also}  {', '.join(item.places)}")
    for named in detail.refs:
        emit.line(f"    ⊘ {named.ref}  {named.category}: {named.found}")
    if not detail.items:
        emit.line("    no item of this store")
    if not case.withheld_by:
        _title(emit, "The record to reconcile, as it stands")
        emit.quote(case.text, "    ")
    return case.evidence


def _paint_link(emit: Emit, link: ControlLink) -> None:
    indent = "    " + "  " * min(link.depth, 6)
    action = (
        f"{link.action or 'an action that does not read'} → {link.effect or 'an effect that does not read'}"
    )
    emit.line(indent, (link.name, "bold"), f"  {action}")
    emit.line(indent, f"  {link.joint}", "; to reconcile" if link.is_head else "")
    emit.line(
        indent,
        f"  by {link.decided_by or 'nobody who is named'} at {link.decided_at or 'no time that reads'}",
    )
    emit.line(indent, f"  reason {link.reason or 'not given'}")
    for category, refs in link.scope:
        emit.line(indent, f"  {category}: {', '.join(refs)}")
    emit.line(indent, f"  recorded at {'; '.join(link.places)}")
    for problem in link.problems:
        emit.line(indent, (f"  ✗ {problem}", "yellow"))


def paint_unreadable(emit: Emit, case: Case, detail: UnreadableDetail) -> Sequence[Evidence]:
    """What may be missing, and what to do."""
    _title(emit, "What may be missing because of it")
    for words in detail.missing:
        emit.line(f"    ? {words}")
    _title(emit, "What you can do")
    for number, words in enumerate(detail.next_steps, 1):
        emit.line(f"    {number} {words}", whole=True)
    return case.evidence


def paint_drift(emit: Emit, case: Case, detail: DriftDetail) -> Sequence[Evidence]:
    """The text, then each finding with what is asked and the next step."""
    if not case.withheld_by:
        emit.quote(case.text or case.title)
    if detail.note:
        emit.line(f"  {detail.note}")
    for finding in detail.findings:
        emit.line()
        emit.line("  ", (f"✗ {finding.message}", "bold"), f"  {finding.section}  {finding.rule}")
        rows = (("at", ", ".join(finding.places)), ("asked", finding.expected), ("next", finding.next_step))
        for label, value in rows:
            emit.line(f"    {label:<6} ", value)
    return case.evidence


def _title(emit: Emit, words: str) -> None:
    emit.line()
    emit.line((f"  {words}", "bold"))
