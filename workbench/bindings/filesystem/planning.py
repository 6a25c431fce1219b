"""From a verdict, or from a decision to take back, to a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import replace

from workbench.bindings.filesystem import chains, pairing, reconciling, spans
from workbench.bindings.filesystem.draft import Draft
from workbench.bindings.filesystem.evidenced import check_evidence
from workbench.bindings.filesystem.guard import refuse_two_active
from workbench.bindings.filesystem.layout import INDEX
from workbench.bindings.filesystem.page import anchor_of
from workbench.bindings.filesystem.rows import rows_of as page_rows
from workbench.bindings.filesystem.settling import any_rows_of, refuse_withdrawn, rows_of
from workbench.bindings.filesystem.verdicts import VERDICTS
from workbench.protocol.errors import RecordError
from workbench.protocol.words import Status
from workbench.store.case import Case
from workbench.store.decision import PlanContext, Verdict
from workbench.store.plan import Effect, Op, Plan, Tail
from workbench.store.rows import USES_NOTHING
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, UsageError

NOT_PLANNED = "Nothing was planned."


def plan(snapshot: Snapshot, case: Case, verdict: Verdict, context: PlanContext) -> Plan:
    """The effects of a verdict on a case, in the order in which they are carried out.

    Raises:
        Refused: with the rule of the protocol that says no.
        UsageError, UnknownId: a parameter is missing or names nothing.
    """
    refuse_agents(context)
    draft = Draft(snapshot, context)
    try:
        _give(draft, case, verdict)
    except RecordError as error:
        raise Refused(
            f"A row that this would write is not one that may be written: {error.reason}.",
            rule=error.rule,
            not_done=NOT_PLANNED,
            next="Mend the item by hand first, or give another verdict.",
        ) from None
    refuse_two_active(snapshot, draft.changed)
    return draft.plan()


def _give(draft: Draft, case: Case, verdict: Verdict) -> None:
    """Draft the effects of a verdict: one on records that disagree, or one on a single item."""
    check_evidence(draft, case, verdict)
    settles = SETTLING.get(case.kind, {}).get(verdict.name)
    if settles is not None:
        settles(draft, case, verdict)
        return
    give = VERDICTS.get(verdict.name) if case.kind not in SETTLING else None
    if give is None:
        raise UsageError("There is no such verdict.", not_done=NOT_PLANNED)
    key = case.targets[0].key
    rows = any_rows_of(draft, key) if verdict.name == "defer" else rows_of(draft, key)
    if verdict.name not in USES_NOTHING:
        refuse_withdrawn(draft, rows.main)
    give(draft, rows, verdict)


SETTLING: dict[str, dict[str, Callable[[Draft, Case, Verdict], None]]] = {
    "conflict": {
        "current": reconciling.current,
        "both": reconciling.both,
        "none": reconciling.none,
        "new-value": reconciling.new_value,
        "open": reconciling.leave_open,
    },
    "contradiction": {
        "confirm": pairing.confirm,
        "both": pairing.both,
        "open": reconciling.leave_open,
    },
    "duplicate": {"merge": pairing.merge, "both": pairing.both, "open": reconciling.leave_open},
    "copies": {"current": chains.current_copy, "open": reconciling.leave_open},
    "broken-supersede": {
        "restore": chains.restore,
        "accept": chains.accept,
        "open": reconciling.leave_open,
    },
}
"""What each verdict does where records disagree, by kind of case (§15.2.1)."""


def revert(
    snapshot: Snapshot,
    effects: Sequence[Effect],
    context: PlanContext,
    earlier: Sequence[Effect],
    stood: Collection[str] = (),
) -> Plan:
    """The effects that take a decision's effects back, last one first.

    ``stood`` are keys of records that are now what they were when that was decided: a conflict among
    them and what is put back was there before.

    ``earlier`` are effects of other decisions on the same files: they tell in which order
    bullets stood, and which headings were made by decisions.

    Raises:
        StoreChanged: something changed one of the spans since.
        Refused: taking it back would leave two active rows of one subject (§7.2).
    """
    refuse_agents(context)
    draft = Draft(snapshot, context)
    known = (*effects, *earlier)
    ends = {(one.record, one.before or one.after) for one in known if one.tail == "open"}
    for effect in reversed(effects):
        if not _makes_heading(effect) and not _stands_again(draft, effect):
            _restore_heading(draft, effect, known)
            draft.take_back(_inverse(effect), _orders(effect, earlier), ends)
    for effect in reversed(_made_headings(known)):
        _drop_empty(draft, effect, ends)
    refuse_two_active(snapshot, draft.changed, {*stood, *(effect.record for effect in effects)})
    _refuse_restoring_withdrawn(snapshot, draft)
    return draft.plan()


def _refuse_restoring_withdrawn(snapshot: Snapshot, draft: Draft) -> None:
    """Refuse to make a withdrawn row active again by taking a decision back (§15.2 rule 1)."""
    for path, page in draft.changed.items():
        for row in page_rows(page, "index" if path == INDEX else "topic"):
            was = snapshot.rows_by_key.get(row.key, ())
            woken = row.status == Status.ACTIVE and not any(one.status == Status.ACTIVE for one in was)
            if woken and row.key in draft.context.excluded:
                raise Refused(
                    f"{row.key} is withdrawn, and this would make it active again.",
                    rule="§15.2 rule 1: a withdrawn item has no influence until it is reinstated",
                    not_done=NOT_PLANNED,
                    next="Have the withdrawal lifted first.",
                )


def refuse_agents(context: PlanContext) -> None:
    """Refuse every verdict of an agent."""
    if context.actor.is_agent:
        raise Refused(
            "An agent proposes and executes; a person decides.",
            rule="§16: review is a person's",
            not_done=NOT_PLANNED,
        )


def _orders(effect: Effect, earlier: Sequence[Effect]) -> list[tuple[str, ...]]:
    """The orders in which the bullets of an effect's section once stood; other sections have their own."""
    place = (effect.path, effect.section)
    return [one.order for one in earlier if one.order and (one.path, one.section) == place]


def _makes_heading(effect: Effect) -> bool:
    return effect.op == "insert" and effect.record.startswith(spans.HEADING)


def _stands_again(draft: Draft, effect: Effect) -> bool:
    """Whether a heading that a revert took away has been put back for another decision since."""
    is_heading = effect.op == "remove" and effect.record.startswith(spans.HEADING)
    return (
        is_heading and draft.page(effect.path).headed(effect.record.removeprefix(spans.HEADING)) is not None
    )


def _restore_heading(draft: Draft, effect: Effect, known: Sequence[Effect]) -> None:
    """Put back the heading that a bullet stood under, where one decision made it and another took it away."""
    if effect.op != "remove" or draft.page(effect.path).section(effect.section) is not None:
        return
    where = (effect.path, spans.HEADING + anchor_of(effect.section))
    made = [one for one in known if _makes_heading(one) and (one.path, one.record) == where]
    if made:
        draft.take_back(made[-1])


def _made_headings(known: Sequence[Effect]) -> list[Effect]:
    """The effects that made the headings which decisions made and none took away again."""
    made: dict[tuple[str, str], list[Effect]] = {}
    taken: Counter[tuple[str, str]] = Counter()
    for effect in known:
        if _makes_heading(effect):
            made.setdefault((effect.path, effect.record), []).append(effect)
        elif effect.record.startswith(spans.HEADING):
            taken[effect.path, effect.record] += 1
    return [found[-1] for where, found in made.items() if len(found) > taken[where]]


def _inverse(effect: Effect) -> Effect:
    """The effect the other way round. Taking a bullet out ends the file as it must; see ``take_back``."""
    op: Op = _OPPOSITE.get(effect.op, effect.op)
    tail: Tail = "open" if effect.op == "remove" and effect.tail else ""
    if _makes_heading(effect) and effect.tail:
        tail = "cut"
    return replace(effect, op=op, before=effect.after, after=effect.before, tail=tail)


def _drop_empty(draft: Draft, effect: Effect, ends: Container[tuple[str, bytes]]) -> None:
    """Take a heading away that a decision made and that nothing stands under any more."""
    if effect.path not in draft.snapshot.files:
        return
    page = draft.page(effect.path)
    section = page.headed(effect.record.removeprefix(spans.HEADING))
    body = page.blocks[section.first + 1 : section.last] if section is not None else []
    if section is not None and all(block.kind == "blank" for block in body):
        draft.take_back(_inverse(effect), (), ends)


_OPPOSITE: dict[Op, Op] = {"insert": "remove", "remove": "insert"}
