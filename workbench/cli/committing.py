"""From plans to an answer: print them, record them unless it is a dry run, tell what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.cli.call import Call
from workbench.cli.objects import failed_object, planned_object
from workbench.cli.outcome_text import failure_of, tell_outcomes, worst
from workbench.cli.plan_text import paint_plan
from workbench.text.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.desk.views import Outcome
    from workbench.store.decision import Prepared

Wanted = Sequence[tuple[str, "Prepared | WorkbenchError"]]
"""For each case that was named, its plan or why there is none."""


NOT_RECORDED = 2
"""The exit code when the person saw the plan and did not say yes."""


def carry_out(call: Call, desk: Desk, wanted: Wanted, *, dry_run: bool, ask: bool = False) -> int:
    """Print every plan and record all of them, or none for a dry run, or unless ``ask`` is answered with yes.

    Raises:
        WorkbenchError: the only decision was refused, or could not be recorded.
    """
    if len(wanted) == 1 and isinstance(wanted[0][1], WorkbenchError):
        raise wanted[0][1]
    if not call.emit.as_json:
        _paint_plans(call, desk, wanted)
    if dry_run:
        return _tell_plans(call, wanted)
    if ask and not _confirmed(call, wanted):
        call.emit.tell("Not recorded.")
        return NOT_RECORDED
    results = _record(call, desk, wanted)
    _raise_if_alone(call, results)
    return tell_outcomes(call, "workbench.decided/1", results)


def _paint_plans(call: Call, desk: Desk, wanted: Wanted) -> None:
    for _, plan in wanted:
        if not isinstance(plan, WorkbenchError):
            paint_plan(call.emit, plan, desk.preview(plan))
            call.emit.line()


def _confirmed(call: Call, wanted: Wanted) -> bool:
    """Whether the person who was shown the plans says yes; nothing to say it of is no reason to stop."""
    failed = [(case_id, plan) for case_id, plan in wanted if isinstance(plan, WorkbenchError)]
    number = len(wanted) - len(failed)
    if not number:
        return True
    for case_id, failure in failed:
        call.emit.complain(f"{case_id}: {failure.message}")
    question = "Record this? [y/N]" if number == 1 else f"Record these {number}? [y/N]"
    return (call.emit.ask(question) or "").lower() in ("y", "yes")


def _tell_plans(call: Call, wanted: Wanted) -> int:
    """The answer of a dry run: what would be recorded, and what would be refused."""
    failed = [(case_id, plan) for case_id, plan in wanted if isinstance(plan, WorkbenchError)]
    listed = [
        failed_object(case_id, plan) if isinstance(plan, WorkbenchError) else planned_object(plan)
        for case_id, plan in wanted
    ]
    call.emit.answer({"schema": "workbench.decided/1", "decisions": listed})
    for case_id, failure in failed:
        if not call.emit.as_json:
            call.emit.complain(f"{case_id}: {failure.message}")
    call.emit.line(("Dry run: nothing was written.", "bold"))
    return worst([failure.exit_code for _, failure in failed])


def _record(call: Call, desk: Desk, wanted: Wanted) -> list[tuple[str, Outcome | WorkbenchError]]:
    """Record what can be, in one go, and put the answers back in the order that was asked for."""
    plans = [plan for _, plan in wanted if not isinstance(plan, WorkbenchError)]
    call.stage = "recording"
    outcomes = iter(desk.commit(plans) if plans else ())
    call.stage = "after"
    return [
        (case_id, plan if isinstance(plan, WorkbenchError) else next(outcomes)) for case_id, plan in wanted
    ]


def _raise_if_alone(call: Call, results: Sequence[tuple[str, Outcome | WorkbenchError]]) -> None:
    """A single decision that was not recorded is an error, not an answer."""
    if len(results) != 1:
        return
    result = results[0][1]
    if not isinstance(result, WorkbenchError) and result.exit and not result.recorded:
        call.stage = "before"
        raise failure_of(result)
