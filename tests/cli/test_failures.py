"""A failure says what happened, what was not done and what to do, and never what the memory holds."""

from __future__ import annotations

import io
import json

import click
import pytest

from tests.cli.values import ERROR_KEYS
from workbench.cli.call import Call
from workbench.cli.emit import Emit
from workbench.cli.failures import as_failure, tell
from workbench.text.errors import IoFailed, NotAStore, Refused

SECRET = "the launch code is 0000"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:
        return caught


@pytest.mark.parametrize(
    ("error", "code", "word"),
    [
        (NotAStore("no store there"), 2, "not-a-store"),
        (Refused("not you", rule="§12.3"), 3, "refused"),
        (IoFailed("disk full"), 5, "io-failed"),
        (PermissionError(13, "Permission denied", "/x"), 5, "io-failed"),
        (click.NoSuchOption("--x"), 2, "usage"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (click.Abort(), 130, "interrupted"),
        (KeyError(SECRET), 70, "defect"),
        (RecursionError(SECRET), 70, "defect"),
    ],
)
def test_codes(error: BaseException, code: int, word: str) -> None:
    failure = as_failure(raised(error), Call(Emit(), verb="decide"))

    assert (failure.exit_code, failure.code) == (code, word)
    assert failure.not_done == "Nothing was recorded."
    assert list(failure.as_dict()) == ERROR_KEYS


@pytest.mark.parametrize("verb", ["show", "cases", "records", "status", "ledger", "verify", "demo", ""])
def test_a_verb_that_records_nothing_does_not_say_so(verb: str) -> None:
    failure = as_failure(raised(NotAStore("no store there")), Call(Emit(), verb=verb))

    assert failure.not_done == ""


def test_a_defect_tells_its_type_and_place_and_not_its_message() -> None:
    failure = as_failure(raised(KeyError(SECRET)), Call(Emit()))

    assert failure.message.startswith("An unexpected KeyError at tests/cli/test_failures.py:")
    assert SECRET not in json.dumps(failure.as_dict())


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("x"), OSError(5, "Input/output error")])
def test_while_recording_nothing_is_claimed(error: BaseException) -> None:
    failure = as_failure(raised(error), Call(Emit(), stage="recording"))

    assert "not known" in failure.not_done
    assert "workbench resume" in failure.next
    assert failure.exit_code != 5, "5 promises that nothing was recorded"


def test_a_person_reads_sentences_on_standard_error_and_a_program_an_object_on_standard_output() -> None:
    out, err = io.StringIO(), io.StringIO()
    call = Call(Emit(out, err), verb="revert")
    failure = as_failure(Refused("not \x1b[2J you", rule="§12.3", next="ask ada"), call)

    assert tell(failure, call) == 3
    assert out.getvalue() == ""
    assert err.getvalue().splitlines() == [
        "workbench: not ␛[2J you", "  rule: §12.3", "  Nothing was recorded.", "  ask ada",
    ]  # fmt: skip

    call.emit.as_json = True
    assert tell(failure, call) == 3
    assert json.loads(out.getvalue()) == {
        "schema": "workbench.error/1", "code": "refused", "rule": "§12.3", "message": "not \x1b[2J you",
        "not_done": "Nothing was recorded.", "next": "ask ada",
    }  # fmt: skip
