"""From a verdict, or from a decision to take back, to a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.bindings.filesystem import spans
from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.guard import refuse_two_active
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.verdicts import VERDICTS, rows_of
from workbench.protocol.errors import RecordError
from workbench.store.case import Case
from workbench.store.decision import PlanContext, Verdict
from workbench.store.plan import Effect, Plan
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, StoreChanged, UsageError

NOT_PLANNED = "Nothing was planned."


def plan(snapshot: Snapshot, case: Case, verdict: Verdict, context: PlanContext) -> Plan:
    """The effects of a verdict on a case, in the order in which they are carried out.

    Raises:
        Refused: with the rule of the protocol that says no.
        UsageError, UnknownId: a parameter is missing or names nothing.
    """
    give = VERDICTS.get(verdict.name)
    if give is None:
        raise UsageError("There is no such verdict.", not_done=NOT_PLANNED)
    draft = Draft(snapshot, context)
    try:
        give(draft, rows_of(draft, case.targets[0].key), verdict)
    except RecordError as error:
        raise Refused(
            f"A row that this would write is not one that may be written: {error.reason}.",
            rule=error.rule,
            not_done=NOT_PLANNED,
            next="Mend the item by hand first, or give another verdict.",
        ) from None
    refuse_two_active(snapshot, draft.changed)
    return draft.plan()


def revert(
    snapshot: Snapshot, effects: Sequence[Effect], context: PlanContext, earlier: Sequence[Effect]
) -> Plan:
    """The effects that take a decision's effects back, last one first.

    ``earlier`` are effects of other decisions on the same files: they tell in which order
    bullets stood, and which headings were made by decisions.

    Raises:
        StoreChanged: something changed one of the spans since.
        Refused: taking it back would leave two active rows of one subject (§7.2).
    """
    draft = Draft(snapshot, context)
    orders = [effect.order for effect in earlier if effect.order]
    headings = [effect for effect in (*effects, *earlier) if _makes_heading(effect)]
    for effect in reversed(effects):
        if effect.op != "append" and not _makes_heading(effect):
            draft.take_back(_inverse(effect), orders)
    for effect in headings:
        _drop_empty(draft, effect)
    refuse_two_active(snapshot, draft.changed)
    return draft.plan()


def _makes_heading(effect: Effect) -> bool:
    return effect.op == "insert" and effect.record.startswith(spans.HEADING)


def _inverse(effect: Effect) -> Effect:
    op = {"insert": "remove", "remove": "insert"}.get(effect.op, effect.op)
    return replace(effect, op=op, before=effect.after, after=effect.before)  # type: ignore[arg-type]


def _drop_empty(draft: Draft, effect: Effect) -> None:
    """Take a heading away that a decision made and that nothing stands under any more."""
    page = draft.page(effect.path)
    section = page.headed(effect.record.removeprefix(spans.HEADING))
    body = page.blocks[section.first + 1 : section.last] if section is not None else []
    if section is not None and all(block.kind == "blank" for block in body):
        draft.take_back(_inverse(effect), [])


def carried_out(path: str, data: bytes, effects: Sequence[Effect]) -> Page:
    """The page that effects leave, for showing a plan."""
    return Page(path, spans.apply(path, data, effects))


__all__ = ["StoreChanged", "carried_out", "plan", "revert"]
