"""In a store made at random every certain conflict is found, each with its rows, and no other one."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest

from tests.review.plain_conflicts import Plainly, plain_conflicts
from tests.review.random_store import RandomStore, mark_of
from workbench.bindings.filesystem import binding
from workbench.review.queue import Review, build
from workbench.store.case import Case
from workbench.store.details.broken import BrokenDetail
from workbench.store.details.conflict import ConflictDetail
from workbench.store.snapshot import Snapshot

KINDS = ("conflict", "copies", "broken-supersede", "contradiction")
STORES = 3
"""How many stores each seed makes: its own, and those of the numbers that follow it."""

Stores = list[tuple[RandomStore, Path]]


@pytest.fixture(scope="module", params=range(12))
def stores(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stores:
    """Stores of seeds that are drawn anew in each run; a failure names the seed with which to repeat it."""
    seed, folder = random.SystemRandom().randrange(10**9), tmp_path_factory.mktemp("stores")
    made = [RandomStore(seed + at) for at in range(STORES)]
    return [(store, store.write(folder / str(store.seed))) for store in made]


def load(home: Path, earlier: Snapshot | None = None) -> Snapshot:
    found = binding.recognise(home)
    assert found is not None
    return binding.load(found, earlier)


def reviewed(snapshot: Snapshot, earlier: Review | None = None) -> Review:
    assert snapshot.unreadable == ()
    day = dt.date(2026, 12, 1)
    return build(snapshot, lambda row: binding.item(snapshot, row), today=day, earlier=earlier)


def certain(review: Review) -> list[Case]:
    return [case for case in review.cases if case.kind in KINDS and not case.possible]


def found_in(review: Review) -> Plainly:
    """What the workbench finds, in the shape of the plain telling."""
    told = Plainly()
    for light in certain(review):
        told.cases.add(light.id)
        case = review.open(light.id)
        places = {target.key: f"{target.path}:{target.line}" for target in case.targets}
        if isinstance(case.detail, ConflictDetail):
            told.rows[case.id] = set(places.values())
            told.in_force[case.id] = places[case.detail.in_force] if case.detail.in_force else None
        elif isinstance(case.detail, BrokenDetail):
            told.broken[case.id] = {(one.name, one.constraint) for one in case.detail.findings}
    return told


def test_every_certain_conflict_is_found_and_no_other(stores: Stores) -> None:
    for store, home in stores:
        plain, found = plain_conflicts(home / "memory"), found_in(reviewed(load(home)))
        assert sorted(found.cases) == sorted(plain.cases), store
        assert found == plain, store


def test_the_plain_telling_tells_what_was_planted(stores: Stores) -> None:
    for store, home in stores:
        plain, planted = plain_conflicts(home / "memory"), store.planted
        assert sorted(plain.cases) == sorted(planted.cases), store
        assert plain.broken == planted.broken, store
        marks = {case: {mark(home, place) for place in places} for case, places in plain.rows.items()}
        assert marks == planted.rows, store
        acting = {case: mark(home, place) if place else None for case, place in plain.in_force.items()}
        assert acting == planted.in_force, store


def mark(home: Path, place: str) -> str:
    """The mark in the text of the row at a place."""
    path, _, line = place.rpartition(":")
    return mark_of((home / "memory" / path).read_bytes().split(b"\n")[int(line) - 1].decode())


def test_a_review_after_a_change_finds_what_a_new_one_finds(stores: Stores) -> None:
    store, home = stores[0]
    snapshot = load(home)
    review = reviewed(snapshot)
    for _ in range(3):
        store.change(home)
        snapshot = load(home, snapshot)
        review, new = reviewed(snapshot, review), reviewed(load(home))
        assert sorted(review.by_id) == sorted(new.by_id), store
        assert review.cases == new.cases, store
        assert all(new.open(case.id).detail is not None for case in certain(new)), store
