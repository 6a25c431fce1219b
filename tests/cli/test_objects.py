"""The objects of the contract have its keys and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cli.values import (
    CASE,
    CASE_KEYS,
    DECISION_KEYS,
    ERROR_KEYS,
    EVIDENCE_KEYS,
    STORE,
    STORE_KEYS,
    TARGET_KEYS,
    VERDICT_KEYS,
    outcome,
)
from workbench.cli.objects import case_object, decided_object, failed_object, store_object
from workbench.cli.outcome_text import failure_of, outcome_object, worst
from workbench.text.errors import Refused


def test_the_store() -> None:
    answer = store_object(STORE)

    assert list(answer) == STORE_KEYS
    assert answer["root"] == "/agents/harbour/memory"
    assert answer["unfinished"] == ["memdec-2026-08-13-004-1f0c"]
    assert answer["capabilities"][1] == {"name": "archive", "present": False, "reason": "no archive/"}


def test_a_case_and_all_in_it() -> None:
    answer = case_object(CASE)

    assert list(answer) == CASE_KEYS
    assert [list(one) for one in answer["targets"]] == [TARGET_KEYS]
    assert [list(one) for one in answer["verdicts"]] == [VERDICT_KEYS] * 2
    assert [list(one) for one in answer["evidence"]] == [EVIDENCE_KEYS] * 2
    assert answer["targets"][0] == {
        "id": "mem-2026-07-02-002", "path": "topics/pitfalls.md", "line": 15, "role": "item",
        "status": "pending-cleanup",
    }  # fmt: skip
    assert answer["verdicts"][1] == {
        "verdict": "stale", "allowed": False, "rule": "§9: only a person", "needs": ["with"],
    }  # fmt: skip


def test_a_text_that_is_held_back_says_by_what() -> None:
    withheld = case_object(CASE)["evidence"][1]

    assert withheld["text"] == ""
    assert withheld["why"] == "withdrawn by memwd-2026-08-05-001"


def test_a_decision() -> None:
    done = decided_object(outcome(0, recorded=True))

    assert list(done) == DECISION_KEYS
    assert done["effects"] == [{"path": "topics/pitfalls.md", "op": "replace", "state": "done"}]
    assert outcome_object(outcome(0, recorded=True)) == done


def test_what_a_person_must_know_of_a_decision_that_is_done_is_a_note() -> None:
    done = outcome(0, recorded=True)
    noted = replace(done, message="Recorded. a.md: this file system cannot swap two files in one step.")

    assert outcome_object(noted)["note"] == "a.md: this file system cannot swap two files in one step."
    assert "note" not in outcome_object(replace(done, message="Recorded."))
    assert "note" not in outcome_object(replace(noted, exit=7))


def test_a_case_that_was_refused_in_a_batch_says_why() -> None:
    answer = failed_object("stale:x", Refused("not this one", rule="§9"))

    assert list(answer) == [*DECISION_KEYS, "error"]
    assert (answer["id"], answer["effects"], answer["exit"]) == (None, [], 3)
    assert list(answer["error"]) == ERROR_KEYS


@pytest.mark.parametrize(
    ("code", "recorded", "word"),
    [(3, False, "refused"), (4, False, "store-changed"), (5, False, "io-failed"), (7, True, "unfinished")],
)
def test_an_outcome_that_is_not_done_is_the_error_of_its_code(code: int, recorded: bool, word: str) -> None:
    failure = failure_of(outcome(code, recorded=recorded))

    assert (failure.exit_code, failure.code, failure.message) == (code, word, "it stopped")
    assert ("Nothing was recorded." in failure.not_done) is not recorded


def test_a_batch_ends_with_its_worst_item() -> None:
    assert worst([]) == 0
    assert worst([0, 3, 0]) == 3
    assert worst([4, 7, 2]) == 7
