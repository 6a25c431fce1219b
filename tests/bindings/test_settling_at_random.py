"""What every verdict on a conflict leaves, on stores made at random, by §7.2 and §14.2 told plainly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import groupby
from pathlib import Path

import pytest

from tests.bindings.kit import bytes_of, context, write
from tests.review.random_store import RandomStore
from tests.review.test_random_conflicts import load, reviewed
from workbench.bindings.filesystem import binding
from workbench.review.queue import Review
from workbench.store.case import Case, Offer
from workbench.store.decision import Verdict
from workbench.store.plan import Plan
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused

pytestmark = pytest.mark.slow

KINDS = ("conflict", "contradiction", "copies", "broken-supersede")
LATER = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
"""A moment after every date that stands in such a store."""
SEEDS = 3
"""Stores that are made in a run; a failure names the seed with which to repeat it."""


@pytest.fixture(params=range(SEEDS))
def seed(request: pytest.FixtureRequest) -> int:
    return random.SystemRandom().randrange(10**9)


def verdicts(snapshot: Snapshot, case: Case, offer: Offer) -> Iterator[Verdict]:
    """Every verdict that an offer comes to, with what it needs."""
    topic = next(path for path in snapshot.files if path.startswith("topics/"))
    base = Verdict(offer.verdict, topic=topic if "topic" in offer.needs else None)
    keys = [target.key for target in case.targets]
    passage = next(one for one in snapshot.passages if one.anchor)
    if case.kind == "copies" and offer.verdict == "current":
        yield from (replace(base, with_ids=(f"{one.path}:{one.line}",)) for one in case.targets)
    elif case.kind == "contradiction" and offer.verdict == "confirm":
        evidence = (f"{passage.path}#{passage.anchor}",)
        yield from (replace(base, with_ids=(key,), evidence=evidence) for key in keys)
    elif case.kind == "conflict" and offer.verdict == "both":
        yield from (replace(base, with_ids=(key,), subject="a subject:of its own") for key in keys)
        yield replace(base, condition="The one by day, the other by night.")
    elif "with" in offer.needs:
        yield from (replace(base, with_ids=(key,)) for key in keys)
    elif "value" in offer.needs:
        yield replace(base, value="Another value holds.")
    elif "condition" in offer.needs:
        yield replace(base, condition="On the new host alone.")
    else:
        yield base


def shown(case: Case) -> set[str]:
    """The keys of every row that a case shows."""
    return {one.key for one in case.targets} | {one.key for one in case.evidence if one.key}


def active(snapshot: Snapshot) -> dict[str, set[str]]:
    """The ids that say they are current, by subject: the word of the item store, else of inbox and index."""
    found: dict[str, set[str]] = {}
    for key, rows in snapshot.rows_by_key.items():
        stored = [row for row in rows if row.place in ("topic", "historical")]
        for row in stored or [one for one in rows if one.place in ("inbox", "index")]:
            if row.kind == "state" and row.subject and row.status in (None, "", "active"):
                found.setdefault(row.subject, set()).add(key)
    return found


def more_than_one(before: dict[str, set[str]], now: dict[str, set[str]]) -> set[str]:
    """Subjects that have a row active beside another which was not so before."""
    return {
        subject for subject, keys in now.items() if len(keys) > 1 and not keys <= before.get(subject, set())
    }


def settled(root: Path, snapshot: Snapshot, plan: Plan, before: dict[str, set[str]]) -> Snapshot:
    """The store once all is done; after no write two rows are active that were not so ``before``."""
    files, now = bytes_of(snapshot), snapshot
    for path, effects in groupby(plan.effects, key=lambda effect: effect.path):
        files[path] = binding.apply(path, files[path], list(effects))
        now = write(root, {path: files[path]})
        assert not more_than_one(before, active(now)), path
    return now


def calendar_day(text: str | None) -> str:
    """A date as it sorts, or nothing where it is no day of the calendar."""
    try:
        return date.fromisoformat(text or "").isoformat() if len(text or "") == 10 else ""
    except ValueError:
        return ""


def check_history(snapshot: Snapshot, now: Snapshot) -> None:
    """No item is lost, and each new supersede is one of §14.2: same subject, both state, newer follows."""
    assert snapshot.rows_by_key.keys() <= now.rows_by_key.keys()
    old = {(row.key, row.superseded_by) for row in snapshot.rows if row.status == "superseded"}
    for row in now.rows:
        if row.status != "superseded" or (row.key, row.superseded_by) in old or row.place == "archive":
            continue
        follower = next(one for one in now.rows_by_key[row.superseded_by or ""] if one.stored)
        day = calendar_day(row.date)
        assert follower.kind == row.kind == "state"
        assert follower.subject == row.subject
        assert follower.status in (None, "", "active")
        assert (follower.date or "") >= day


def check_outcome(case: Case, verdict: Verdict, snapshot: Snapshot, now: Snapshot, after: Review) -> None:
    """What the verdict promises: the case is over, or for `open` it is as it was."""
    gone = {one.id for one in reviewed(snapshot).cases} - {one.id for one in after.cases}
    if verdict.name == "open":
        assert now.files == snapshot.files
    elif case.kind == "conflict":
        three = verdict.subject is not None and len(case.targets) > 2
        assert case.id in gone or three
    elif case.kind == "copies" or verdict.name == "restore":
        assert case.id in gone
    elif verdict.name == "confirm":
        other = next(one.key for one in case.targets if one.key not in verdict.with_ids)
        assert {row.status for row in now.rows_by_key[other] if row.stored} == {"stale"}
    if case.kind == "conflict" and verdict.name == "current":
        subject, chosen = snapshot.rows_by_key[verdict.with_ids[0]][0].subject or "", verdict.with_ids[0]
        before = {key for keys in active(snapshot).values() for key in keys} - {chosen}
        (left,) = active(now)[subject] - before
        texts = {row.text for row in snapshot.rows_by_key[chosen]}
        assert {row.text for row in now.rows_by_key[left] if row.stored} <= texts


def test_every_verdict_settles_what_it_says_and_is_taken_back_to_the_byte(seed: int, tmp_path: Path) -> None:
    home = RandomStore(seed).write(tmp_path / "agent")
    snapshot = load(home)
    review = reviewed(snapshot)
    before, stood, given = bytes_of(snapshot), active(snapshot), 0
    for light in [case for case in review.cases if case.kind in KINDS]:
        for offer in light.verdicts:
            for verdict in verdicts(snapshot, light, offer) if offer.allowed else ():
                again = f"RandomStore({seed}) {light.id} {verdict}"
                ctx = replace(context(snapshot, excluded=sorted(review.exclusions.keys)), now=LATER)
                try:
                    plan = binding.plan(snapshot, review.open(light.id), verdict, ctx)
                except Refused as refused:
                    assert refused.rule, again
                    continue
                now = settled(snapshot.root, snapshot, plan, stood)
                check_history(snapshot, now)
                check_outcome(light, verdict, snapshot, now, reviewed(now))
                beside = shown(review.open(light.id))
                back = binding.revert(now, plan.effects, context(now, 2), (), beside)
                restored = settled(snapshot.root, now, back, stood)
                assert bytes_of(restored) == before, again
                given += 1
    assert given > 40
