"""What a failure becomes: an exit code, and the same words for a person and for a program.

Expected failures carry their own words. Anything else is a defect or the operating system;
of a defect only its type and place are told, because its message may quote memory.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import click

from workbench.cli.call import Call
from workbench.text.errors import IoFailed, Unfinished, Unreadable, UsageError, WorkbenchError

INTERRUPTED = 130
DEFECT = 70
"""Outside the table of exit codes: a defect of ours answers none of its questions."""

_PACKAGES = Path(__file__).resolve().parents[2]


class Interrupted(WorkbenchError):
    """The person stopped the command."""

    exit_code = INTERRUPTED
    default_code = "interrupted"


class Defect(WorkbenchError):
    """Something that the workbench should have expected, told without its message."""

    exit_code = DEFECT
    default_code = "defect"
    default_next = "Report the type and the place; they quote nothing from the store."


def as_failure(error: BaseException, call: Call) -> WorkbenchError:
    """Any exception as an expected failure, with every field a person needs filled in."""
    failure = _translated(error)
    if call.stage == "recording" and isinstance(failure, IoFailed) and failure is not error:
        failure = Unfinished(failure.message)
    if not failure.not_done:
        failure.not_done = _not_done(call, failure)
    if call.stage == "recording" and not isinstance(error, WorkbenchError):
        failure.next = "Run `workbench resume`, then look at `workbench ledger`."
    return failure


def tell(failure: WorkbenchError, call: Call) -> int:
    """Say what happened, what was not done and what to do; answers the exit code."""
    call.emit.answer(failure.as_dict())
    if not call.emit.as_json:
        call.emit.complain(*sentences(failure))
    return failure.exit_code


def sentences(failure: WorkbenchError) -> list[str]:
    """A failure as the lines a person reads."""
    rule = f"rule: {failure.rule}" if failure.rule else ""
    rest = [f"  {text}" for text in (rule, failure.not_done, failure.next) if text]
    return [f"workbench: {failure.message}", *rest]


def _translated(error: BaseException) -> WorkbenchError:
    match error:
        case WorkbenchError():
            return error
        case click.exceptions.UsageError():
            return _usage(error)
        case click.ClickException():
            return UsageError(error.format_message())
        case KeyboardInterrupt() | click.Abort():
            return Interrupted("Stopped by you.", next="")
        case OSError():
            said = error.strerror or type(error).__name__
            return IoFailed(f"The operating system said: {said}.", errno=error.errno)
        case _:
            return Defect(f"An unexpected {type(error).__name__} at {_place(error)}.")


def _usage(error: click.exceptions.UsageError) -> UsageError:
    """A complaint of the option parser, with the way to the right help."""
    context = error.ctx.find_root() if error.ctx and error.ctx.command.hidden else error.ctx
    path = context.command_path if context else "workbench"
    return UsageError(error.format_message(), next=f"See `{path} --help`.")


def _not_done(call: Call, failure: WorkbenchError) -> str:
    if call.stage == "recording":
        return "Whether anything was recorded is not known."
    if call.stage == "after":
        return "What was recorded before stays recorded."
    return "" if isinstance(failure, Unreadable) or not call.records else "Nothing was recorded."


def _place(error: BaseException) -> str:
    """File and line of the innermost frame that is ours, else of the innermost frame."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGES)]
    if not (ours or frames):
        return "an unknown place"
    frame = (ours or frames)[-1]
    name = Path(frame.filename)
    shown = name.relative_to(_PACKAGES) if ours else Path(name.name)
    return f"{os.fspath(shown)}:{frame.lineno}"
