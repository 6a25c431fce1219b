"""The exception tree carries the exit codes and the JSON object of design/commands."""

from __future__ import annotations

import pytest

from workbench.text import errors


@pytest.mark.parametrize(
    ("kind", "parent", "exit_code"),
    [
        (errors.UsageError, errors.WorkbenchError, 2),
        (errors.NotAStore, errors.UsageError, 2),
        (errors.UnknownId, errors.UsageError, 2),
        (errors.Unreadable, errors.WorkbenchError, 2),
        (errors.Refused, errors.WorkbenchError, 3),
        (errors.StoreChanged, errors.WorkbenchError, 4),
        (errors.WriterBusy, errors.StoreChanged, 4),
        (errors.IoFailed, errors.WorkbenchError, 5),
        (errors.Unfinished, errors.WorkbenchError, 7),
    ],
)
def test_exit_codes(kind: type[errors.WorkbenchError], parent: type[Exception], exit_code: int) -> None:
    raised = kind("m")
    assert isinstance(raised, parent)
    assert raised.exit_code == exit_code


def test_error_object() -> None:
    error = errors.Refused("no", code="c", rule="§9", not_done="n", next="x")
    assert error.as_dict() == {
        "schema": "workbench.error/1",
        "code": "c",
        "rule": "§9",
        "message": "no",
        "not_done": "n",
        "next": "x",
    }
    assert str(error) == "no"


def test_fields_after_the_message_are_keyword_only() -> None:
    with pytest.raises(TypeError):
        errors.Refused("no", "c")  # type: ignore[call-arg]


def test_unreadable_keeps_its_reason_apart_from_the_path() -> None:
    error = errors.Unreadable("is a FIFO", path="topics/x.md")
    assert (error.reason, error.message) == ("is a FIFO", "topics/x.md: is a FIFO")
    assert errors.Unreadable("is a FIFO").message == "is a FIFO"
