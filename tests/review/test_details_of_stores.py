"""What the dedicated pages hold of whole stores, against the lists written by hand beside the sample."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from tests.conftest import STORES
from tests.review.test_real_stores import FOUND, SAMPLE, of_kind, reviewed
from workbench.review.queue import Review
from workbench.store.details.conflict import ConflictDetail, reconcile_text
from workbench.store.details.drift import DriftDetail
from workbench.store.details.unreadable import UnreadableDetail
from workbench.store.details.withdrawal import WithdrawalDetail

KINDS = {
    "conflict": ConflictDetail,
    "withdrawal": WithdrawalDetail,
    "unreadable": UnreadableDetail,
    "drift": DriftDetail,
}


@pytest.fixture(scope="module", params=["sample", "protocol-l1", "protocol-legacy"])
def review(request: pytest.FixtureRequest) -> Review:
    store = SAMPLE / "agent" if request.param == "sample" else STORES / request.param
    return reviewed(store, FOUND["store_now"])


@pytest.fixture(scope="module")
def sample() -> Review:
    return reviewed(SAMPLE / "agent", FOUND["store_now"])


def test_every_case_of_these_kinds_has_its_detail(review: Review) -> None:
    for case in review.cases:
        if case.kind in KINDS:
            assert type(review.open(case.id).detail) is KINDS[case.kind], case.id


def test_no_detail_holds_withheld_text(review: Review) -> None:
    secrets = {row.text for row in review.reading.snapshot.rows if row.key in review.exclusions.keys}
    for light in review.cases:
        detail = review.open(light.id).detail
        said = str(asdict(detail)) if detail is not None else ""
        assert [secret for secret in secrets if secret and secret in said] == [], light.id


@pytest.mark.parametrize("listed", FOUND["conflicts"], ids=lambda listed: listed["subject"])
def test_a_conflict_holds_the_rows_and_the_one_in_force_of_the_list(
    sample: Review, listed: dict[str, Any]
) -> None:
    (detail,) = [
        detail
        for case in of_kind(sample, "conflict")
        if isinstance(detail := sample.open(case.id).detail, ConflictDetail)
        and detail.subject == listed["subject"]
    ]
    assert [row.id for row in detail.open_rows] == listed["rows"]
    assert (detail.in_force or "none") == listed["in_force"]
    lines = reconcile_text(detail).splitlines()
    assert lines[0] == f"Conflict on `subject: {listed['subject']}`:"
    assert [line[:5] == "  - [" for line in lines[1 : 1 + len(detail.rows)]] == [True] * len(detail.rows)
    assert ("← currently `active`" in "\n".join(lines)) is (listed["in_force"] != "none")


def test_what_the_withdrawals_exclude_is_what_the_list_excludes(sample: Review) -> None:
    """Items under a scope that waits: each is on the list, held by the record the page is of."""
    listed = {one["id"]: one["held_by"] for one in FOUND["excluded"]["items"]}
    for case in of_kind(sample, "withdrawal"):
        detail = sample.open(case.id).detail
        assert isinstance(detail, WithdrawalDetail) and detail.items
        for item in detail.items:
            assert listed[item.name] in ([detail.name], [item.also_by])


def test_every_drift_of_the_old_store_has_a_next_step() -> None:
    legacy = reviewed(STORES / "protocol-legacy", FOUND["store_now"])
    details = [legacy.open(case.id).detail for case in of_kind(legacy, "drift")]
    found = [finding for detail in details if isinstance(detail, DriftDetail) for finding in detail.findings]
    assert len(details) > 5 and len(found) > len(details)
    assert all(finding.expected and finding.next_step and finding.places for finding in found)
