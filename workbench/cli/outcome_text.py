"""What became of decisions, told to a person and to a program, with the exit code of the worst."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.cli.call import Call
from workbench.cli.failures import sentences
from workbench.cli.header import count
from workbench.cli.objects import Json, decided_object, failed_object
from workbench.text.errors import IoFailed, Refused, StoreChanged, Unfinished, WorkbenchError

if TYPE_CHECKING:
    from workbench.desk.views import Outcome

_FAILURES: dict[int, type[WorkbenchError]] = {3: Refused, 4: StoreChanged, 5: IoFailed, 7: Unfinished}


def worst(codes: Sequence[int]) -> int:
    """The exit code of a batch: its largest. Every larger code leaves more to be done by a person."""
    return max(codes, default=0)


def failure_of(outcome: Outcome) -> WorkbenchError:
    """An outcome that is not done, as the error of its exit code."""
    kind = _FAILURES.get(outcome.exit, WorkbenchError)
    not_done = "Some effects are not carried out yet." if outcome.recorded else "Nothing was recorded."
    return kind(
        outcome.message,
        code=outcome.code or None,
        rule=outcome.rule,
        not_done=not_done,
        next=outcome.next or None,
    )


def outcome_object(outcome: Outcome) -> Json:
    """The JSON of one decision; with an ``error`` when it is not done, a ``note`` where one is due."""
    answer = decided_object(outcome)
    if outcome.exit:
        answer["error"] = failure_of(outcome).as_dict()
    elif note := _note(outcome):
        answer["note"] = note
    return answer


def _note(outcome: Outcome) -> str:
    """What the message of a decision that is done says beyond that; all of it where it is of no decision."""
    if not outcome.id:
        return outcome.message
    said, _, note = outcome.message.partition(". ")
    return note if said in ("Recorded", "Finished") else ""


def paint_outcome(call: Call, outcome: Outcome) -> None:
    """One decision: recorded, or why not. What is said beside has no id, and no heading."""
    if not outcome.id and not outcome.exit:
        call.emit.line(outcome.message)
    elif outcome.recorded and outcome.id:
        call.emit.line(("Recorded ", "bold green"), (outcome.id, "bold"), f"  {outcome.case}")
        for path, op, state in outcome.effects:
            call.emit.line(f"  {path}  {op}  ", (state, "green" if state == "done" else "yellow"))
        if not outcome.exit and outcome.message not in ("", "Recorded."):
            call.emit.line(f"  {outcome.message}")
    if outcome.exit:
        call.emit.complain(*sentences(failure_of(outcome)))


def tell_outcomes(call: Call, schema: str, results: Sequence[tuple[str, Outcome | WorkbenchError]]) -> int:
    """Tell of every decision in its order; answers the worst exit code."""
    codes: list[int] = []
    listed: list[Json] = []
    for case_id, result in results:
        if isinstance(result, WorkbenchError):
            codes.append(result.exit_code)
            listed.append(failed_object(case_id, result))
            if not call.emit.as_json:
                call.emit.complain(f"{case_id}: not decided", *sentences(result))
        else:
            codes.append(result.exit)
            listed.append(outcome_object(result))
            if not call.emit.as_json:
                paint_outcome(call, result)
    call.emit.answer({"schema": schema, "decisions": listed})
    beside = sum(
        not isinstance(result, WorkbenchError) and not result.id and not result.exit for _, result in results
    )
    if (told := len(results) - beside) > 1:
        done = sum(code == 0 for code in codes) - beside
        call.emit.line(f"{done} of {count(told, 'decision')} done.")
    return worst(codes)
