"""`workbench cases` with a filter, an order and saved views: what the queue shows, without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Workbench
from tests.trees import tree_bytes
from workbench.desk import Desk


def ids(answer: dict[str, Any]) -> list[str]:
    return [case["id"] for case in answer["cases"]]


def test_a_filter_tells_how_many_of_how_many(workbench: Workbench, sample_store: Path) -> None:
    waiting = len(Desk.open(sample_store).cases("pending-cleanup"))
    answer = workbench(
        "cases", sample_store, "--kind", "pending-cleanup", "--filter", "kind:state", "--json"
    ).answer
    states = [
        case.id
        for case in Desk.open(sample_store).cases("pending-cleanup")
        if case.targets[0].item_kind == "state"
    ]
    assert (answer["of"], ids(answer)) == (waiting, states)
    assert 0 < len(states) < waiting
    done = workbench("cases", sample_store, "--kind", "pending-cleanup", "--filter", "kind:state")
    assert f"{len(states)} of {waiting} cases" in done.out


def test_a_filter_that_matches_nothing_says_of_how_many(workbench: Workbench, sample_store: Path) -> None:
    done = workbench("cases", sample_store, "--kind", "stale", "--filter", "nosuchword")
    total = len(Desk.open(sample_store).cases("stale"))
    assert done.code == 0
    assert f"0 of {total} cases" in done.out


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--filter", "age:old", "old is no age"),
        ("--filter", "nokey:x", "no key is called nokey"),
        ("--sort", "size", "There is no order called size"),
        ("--view", "nosuch", "No view of that name"),
        ("--forget-view", "nosuch", "No view of that name"),
        ("--save-view", "", "The name of a view has"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(
    option: str, value: str, words: str, workbench: Workbench, sample_store: Path
) -> None:
    done = workbench("cases", sample_store, option, value)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err


def test_an_order_sorts_and_leaves_nothing_out(workbench: Workbench, sample_store: Path) -> None:
    plain = ids(workbench("cases", sample_store, "--json").answer)
    answer = workbench("cases", sample_store, "--sort", "topic", "--json").answer
    paths = [case["targets"][0]["path"].casefold() for case in answer["cases"] if case["targets"]]
    assert sorted(ids(answer)) == sorted(plain)
    assert paths == sorted(paths)


def test_a_view_is_saved_used_narrowed_listed_and_forgotten(workbench: Workbench, sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    saved = workbench(
        "cases", sample_store, "--filter", "kind:k", "--sort", "source", "--save-view", "mine", "--json"
    ).answer
    again = workbench("cases", sample_store, "--view", "mine", "--json").answer
    assert ids(again) == ids(saved) != []
    fewer = workbench("cases", sample_store, "--view", "mine", "--filter", "age:>60", "--json").answer
    assert set(ids(fewer)) < set(ids(saved))
    assert all(case["age_days"] > 60 for case in fewer["cases"])
    listed = workbench("cases", sample_store, "--views", "--json").answer
    assert listed["views"] == [{"name": "mine", "filter": "kind:k", "sort": "source"}]
    assert "mine  kind:k  by source" in workbench("cases", sample_store, "--views").out
    assert workbench("cases", sample_store, "--forget-view", "mine", "--json").answer["views"] == []
    assert "No view is kept." in workbench("cases", sample_store, "--views").out
    assert tree_bytes(sample_store) == before


def test_a_read_only_call_keeps_no_view(workbench: Workbench, sample_store: Path) -> None:
    done = workbench("cases", sample_store, "--save-view", "mine", "--readonly")
    assert done.code == 2
    assert "read-only" in done.err
    assert workbench("cases", sample_store, "--views", "--json").answer["views"] == []
