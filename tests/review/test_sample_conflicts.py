"""The certain conflicts of two stores, each kind exactly as a list written by hand has it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.review.plain_conflicts import plain_conflicts
from workbench.bindings.filesystem import binding
from workbench.review.queue import Review, build
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictDetail
from workbench.store.details.pair import PairDetail

SAMPLE = Path(__file__).resolve().parents[2] / "sample_store"
STORES = Path(__file__).resolve().parents[1] / "stores"
LIST: dict[str, Any] = yaml.load((SAMPLE / "findings.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
KINDS = ("conflict", "contradiction", "copies", "broken-supersede")
LEVEL_ONE = {
    "conflict": {
        "conflict:nightly-export%3Aschedule": "mem-2026-08-03-001",
        "conflict:staging-gateway%3Aport": "mem-2026-08-12-001",
    },
    "contradiction": {},
    "copies": {},
    "broken-supersede": {},
}
"""Read off the files of protocol-l1: an export with two active rows, a gateway with one more in the inbox.

The index copies what a topic says to the letter, the one supersede is sound, and no entry leaves a pair open.
"""


def reviewed(home: Path, today: str) -> Review:
    found = binding.recognise(home)
    assert found is not None
    snapshot = binding.load(found)
    return build(snapshot, lambda row: binding.item(snapshot, row), today=dt.date.fromisoformat(today))


@pytest.fixture(scope="module")
def sample() -> Review:
    return reviewed(SAMPLE / "agent", LIST["store_now"])


@pytest.fixture(scope="module")
def level_one() -> Review:
    return reviewed(STORES / "protocol-l1", "2026-08-13")


def certain(review: Review, kind: str) -> list[str]:
    return sorted(case.id for case in review.cases if case.kind == kind and not case.possible)


@pytest.mark.parametrize("kind", KINDS)
def test_every_certain_conflict_of_the_sample_store_is_found_and_no_other(sample: Review, kind: str) -> None:
    assert certain(sample, kind) == sorted(LIST["cases"][kind])


@pytest.mark.parametrize("kind", KINDS)
def test_every_certain_conflict_of_the_store_of_level_one_is_found(level_one: Review, kind: str) -> None:
    assert certain(level_one, kind) == sorted(LEVEL_ONE[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_the_plain_telling_tells_of_both_stores_what_the_lists_say(kind: str) -> None:
    listed = {SAMPLE / "agent": LIST["cases"], STORES / "protocol-l1": LEVEL_ONE}
    for home, cases in listed.items():
        plain = plain_conflicts(home / "memory")
        assert {name for name in plain.cases if name.startswith(kind)} == set(cases[kind])


@pytest.mark.parametrize("case_id", LEVEL_ONE["conflict"])
def test_the_newest_active_row_is_in_force_in_the_inbox_too(level_one: Review, case_id: str) -> None:
    detail = level_one.open(case_id).detail
    assert isinstance(detail, ConflictDetail)
    assert detail.in_force == LEVEL_ONE["conflict"][case_id]


@pytest.mark.parametrize("listed", LIST["conflicts"], ids=lambda listed: listed["subject"])
def test_a_conflict_has_the_rows_of_the_list(sample: Review, listed: dict[str, Any]) -> None:
    details = [sample.open(name).detail for name in certain(sample, "conflict")]
    (detail,) = [
        one for one in details if isinstance(one, ConflictDetail) and one.subject == listed["subject"]
    ]
    assert [row.id for row in detail.open_rows] == listed["rows"]
    assert detail.in_force == (None if listed["in_force"] == "none" else listed["in_force"])


@pytest.mark.parametrize("listed", LIST["broken_supersedes"], ids=lambda listed: listed["item"])
def test_what_is_wrong_with_a_supersede_is_what_the_list_says(sample: Review, listed: dict[str, Any]) -> None:
    detail = sample.open(f"broken-supersede:{listed['item']}").detail
    assert isinstance(detail, BrokenDetail)
    assert [one.name for one in detail.findings] == [listed["finding"]]
    assert detail.pointer == listed.get("pointer")


def test_no_item_of_a_sound_chain_is_broken(sample: Review) -> None:
    sound = {f"broken-supersede:{name}" for chain in LIST["sound_chains"] for name in chain}
    assert len(sound) == 16 and not sound & {case.id for case in sample.cases}


def test_the_pair_that_the_log_leaves_open_is_connected_by_that_entry(sample: Review) -> None:
    (name,) = certain(sample, "contradiction")
    detail = sample.open(name).detail
    assert isinstance(detail, PairDetail)
    assert (detail.possible, detail.connected_by) == (False, "log.md:127")
    assert [row.id for row in detail.rows] == ["mem-2026-02-19-005", "mem-2026-07-21-001"]


@pytest.mark.parametrize("pair", LIST["near_miss_subjects"], ids=lambda pair: pair[0])
def test_subjects_that_look_alike_are_no_conflict(sample: Review, pair: list[str]) -> None:
    details = [sample.open(name).detail for name in certain(sample, "conflict")]
    assert {one.subject for one in details if isinstance(one, ConflictDetail)}.isdisjoint(pair)


@pytest.mark.parametrize("listed", LIST["not_conflicts"], ids=lambda listed: listed["subject"])
def test_rows_that_are_settled_or_withdrawn_are_no_conflict(sample: Review, listed: dict[str, Any]) -> None:
    details = [sample.open(name).detail for name in certain(sample, "conflict")]
    assert listed["subject"] not in {one.subject for one in details if isinstance(one, ConflictDetail)}


@pytest.mark.parametrize("kind", ["contradiction", "duplicate"])
def test_the_possible_pairs_of_the_list_are_found(sample: Review, kind: str) -> None:
    found = {case.id for case in sample.possible(None) if case.kind == kind}
    assert set(LIST["possible"][kind]) <= found


def test_what_is_possible_is_none_of_the_certain_cases(sample: Review) -> None:
    possible = sample.possible(None)
    assert all(case.possible for case in possible)
    assert {case.id for case in possible}.isdisjoint(case.id for case in sample.cases)
