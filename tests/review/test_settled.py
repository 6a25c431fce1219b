"""What a decision settled is no case again while what it left stands, and is one once it is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.desk.conftest import prepare, take_back
from tests.trees import copy_store
from workbench.desk import Desk
from workbench.text.errors import UnknownId

SAMPLE = Path(__file__).resolve().parents[2] / "sample_store"
LEFT_OPEN = "contradiction:mem-2026-02-19-005+mem-2026-07-21-001"
DIFFER = "contradiction:mem-2026-04-21-009+mem-2026-07-21-010"
SAME = "duplicate:mem-2026-04-02-002+mem-2026-07-21-005"
LOST = "broken-supersede:mem-2026-07-07-007"
SETTLING: dict[str, tuple[str, dict[str, Any]]] = {
    LEFT_OPEN: ("both", {"condition": "Before it on Sundays, after it else."}),
    DIFFER: ("both", {"condition": "With the new reader, and without it."}),
    SAME: ("both", {}),
    LOST: ("accept", {}),
}
EDITED = {DIFFER: "mem-2026-04-21-009", SAME: "mem-2026-04-02-002", LOST: "mem-2026-07-07-007"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORKBENCH_NOW", "2026-08-21T10:00:00Z")
    return copy_store(SAMPLE / "agent", tmp_path / "agent")


def give(store: Path, case: str, name: str, **parameters: Any) -> str:
    desk = Desk.open(store)
    prepared = prepare(desk, case, name, **parameters)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (0, True), outcome
    return prepared.id


def settle(store: Path, case: str) -> str:
    name, parameters = SETTLING[case]
    return give(store, case, name, **parameters)


def waits(store: Path, case: str) -> bool:
    """Whether a case waits: by its id, and in the lists of a desk, which agree."""
    desk = Desk.open(store)
    listed = {one.id for one in (*desk.cases(), *desk.possible_cases())}
    assert (desk.waits(case) is not None) == (case in listed)
    return case in listed


def reword(store: Path, item: str) -> None:
    """Somebody edits the first line of an item."""
    for page in sorted((store / "memory/topics").glob("*.md")):
        lines = page.read_text().split("\n")
        at = next((number for number, line in enumerate(lines) if line.strip() == f"- id: {item}"), None)
        if at is not None:
            lines[at - 1] += " So it is."
            page.write_text("\n".join(lines))
            return
    raise AssertionError(item)


@pytest.mark.parametrize("case", SETTLING)
def test_a_settled_case_waits_no_longer_and_does_again_once_that_is_taken_back(
    store: Path, case: str
) -> None:
    assert waits(store, case)
    decision = settle(store, case)
    assert not waits(store, case)
    take_back(store, decision)
    assert waits(store, case)


@pytest.mark.parametrize("case", SETTLING)
def test_a_desk_that_reloads_says_what_a_new_one_says(store: Path, case: str) -> None:
    desk = Desk.open(store)
    desk.look()
    desk.possible_cases()
    decision = settle(store, case)
    desk = desk.reload()
    assert desk.waits(case) is None
    assert desk.cases() == Desk.open(store).cases()
    assert desk.possible_cases() == Desk.open(store).possible_cases()
    take_back(store, decision)
    desk = desk.reload()
    assert desk.waits(case) is not None
    assert desk.possible_cases() == Desk.open(store).possible_cases()


@pytest.mark.parametrize("case", EDITED)
def test_a_settled_case_waits_again_once_one_of_its_records_says_something_else(
    store: Path, case: str
) -> None:
    settle(store, case)
    reword(store, "mem-2026-02-19-002")
    assert not waits(store, case)
    reword(store, EDITED[case])
    assert waits(store, case)


@pytest.mark.parametrize("case", [LEFT_OPEN, DIFFER, SAME, LOST])
def test_a_case_left_open_waits_on_and_is_marked_until_that_day(
    store: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(store, case, "open", until="2026-09-01")
    desk = Desk.open(store)
    light = desk.waits(case)
    assert light is not None and light.deferred == "2026-09-01"
    listed = {one.id: one.deferred for one in (*desk.cases(), *desk.possible_cases())}
    assert listed[case] == "2026-09-01"
    monkeypatch.setenv("WORKBENCH_NOW", "2026-09-02T10:00:00Z")
    later = Desk.open(store).waits(case)
    assert later is not None and later.deferred is None


def test_a_settled_case_can_be_decided_by_nobody(store: Path) -> None:
    settle(store, SAME)
    desk = Desk.open(store)
    with pytest.raises(UnknownId):
        prepare(desk, SAME, "both")


def test_a_pair_that_the_log_connects_is_certain_again_once_its_settling_is_taken_back(store: Path) -> None:
    take_back(store, settle(store, LEFT_OPEN))
    light = Desk.open(store).waits(LEFT_OPEN)
    assert light is not None and not light.possible
