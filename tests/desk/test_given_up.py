"""A plan that is made and given up costs nothing: the next one is as if it had never been."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trees import copy_store
from workbench.desk import Desk
from workbench.store.decision import Actor, Prepared, Verdict

SAMPLE = Path(__file__).resolve().parents[2] / "sample_store" / "agent"
ADA = Actor("user:ada", "flag", at_terminal=False)
NEW_VALUE = Verdict("new-value", value="The importer merges two records at a match score of 0.93.")


@pytest.fixture
def desk(tmp_path: Path, a_clean_person: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("WORKBENCH_NOW", "2026-08-21T09:00:00Z")
    return Desk.open(copy_store(SAMPLE, tmp_path / "agent"))


def takes(desk: Desk, verdict: str) -> list[str]:
    """The cases that allow a verdict without a topic."""
    offers = ((case.id, case.offer(verdict)) for case in desk.cases())
    return [id_ for id_, offer in offers if offer and offer.allowed and "topic" not in offer.needs]


def test_a_plan_given_up_and_made_again_is_the_same_and_is_recorded(desk: Desk) -> None:
    case = takes(desk, "new-value")[0]
    (first,) = desk.prepare([case], NEW_VALUE, ADA, "measured")
    (again,) = desk.prepare([case], NEW_VALUE, ADA, "measured again")

    assert [one.record for one in again.plan.effects] == [one.record for one in first.plan.effects]
    assert [outcome.exit for outcome in desk.commit([again])] == [0]


def test_a_plan_given_up_on_one_case_does_not_stand_in_the_way_of_another(desk: Desk) -> None:
    one, other = takes(desk, "new-value")[:2]
    desk.prepare([one], NEW_VALUE, ADA, "measured")
    (wanted,) = desk.prepare([other], NEW_VALUE, ADA, "measured")

    assert [outcome.exit for outcome in desk.commit([wanted])] == [0]


def test_numbers_of_decisions_have_no_gap(desk: Desk) -> None:
    one, other = takes(desk, "stale")[:2]
    desk.prepare([one], Verdict("stale"), ADA, "given up")
    (first,) = desk.prepare([one], Verdict("stale"), ADA, "no longer")
    desk.commit([first])
    (second,) = desk.reload().prepare([other], Verdict("stale"), ADA, "no longer")

    assert [one.id.split("-")[4] for one in (first, second)] == ["001", "002"]


@pytest.mark.parametrize("together", [True, False])
def test_a_batch_draws_ids_of_its_own_even_where_an_earlier_one_fails(desk: Desk, together: bool) -> None:
    cases = takes(desk, "new-value")[:2]
    if together:
        plans = desk.prepare_each(cases, NEW_VALUE, ADA, "measured")
    else:
        (first,) = desk.prepare_each(cases[:1], NEW_VALUE, ADA, "measured")
        assert isinstance(first, Prepared)
        plans = (first, *desk.prepare_each(cases[1:], NEW_VALUE, ADA, "measured", beside=[first]))
    first, second = plans
    assert isinstance(first, Prepared) and isinstance(second, Prepared)
    assert first.id != second.id
    target = desk.case(cases[0]).targets[0]
    page = desk.store().root / target.path
    page.write_bytes(page.read_bytes().replace(f"id: {target.id}".encode(), b"id: mem-2026-01-01-999"))

    assert [outcome.exit for outcome in desk.commit([first, second])] == [4, 0]
