"""One verdict on several cases: one plan, one reason, one decision each, and whoever is left out is named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.decide import Decide
from screens.question import about_cases
from screens.queue import Queue
from screens.recorded import Recorded
from screens.widgets.diff_view import DiffView
from tests.cli.conftest import Workbench
from tests.cli.conftest import workbench as workbench
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle, status_of, write
from tests.screens.golden import Golden, screen_text
from tests.screens.stores import PENDING, rewrite
from workbench.store.case import Case

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SENTENCE = "Supplier records from Northvale are always encoded in UTF-8."
TOPIC = "topics/catalogue-imports.md"


def records_of(store: Path) -> list[dict[str, Any]]:
    """The decision files of a store, as they read."""
    return [
        json.loads(path.read_bytes())
        for path in sorted((store / "memory" / "governance" / "decisions").glob("memdec-*.json"))
    ]


def marked_in(app: WorkbenchApp, count: int) -> list[Case]:
    """The first cases that wait, light, as a list shows them; the hostile item of them is one."""
    assert app.session is not None
    found = [case for case in app.session.desk.cases("pending-cleanup") if "topic" not in _needs(case)]
    return found[:count]


def _needs(case: Case) -> tuple[str, ...]:
    offer = case.offer("keep")
    return offer.needs if offer is not None and offer.allowed else ("topic",)


async def ask(pilot: Pilot[Any], cases: Sequence[Case], verdict: str = "keep") -> list[Recorded | None]:
    """Open Decide as a list with marks does; answers where the answer will stand."""
    app = pilot.app
    assert isinstance(app, WorkbenchApp)
    assert app.session is not None
    unseen = {
        case.id: frozenset(name for one in case.targets for name in (one.id, one.key) if name)
        | {one.ref for one in app.session.desk.case(case.id).evidence}
        for case in cases
    }
    answers: list[Recorded | None] = []
    question = about_cases(app.session.desk, cases, verdict, unseen)
    app.push_screen(Decide(app.session, question), answers.append)
    await settle(pilot)
    return answers


async def test_every_case_gets_a_decision_of_its_own_with_the_one_reason(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 3)  # type: ignore[arg-type]
        answers = await ask(pilot, cases)
        assert "keep   3 cases" in screen_text(pilot.app)
        await write(pilot, "checked on the host")
        await press(pilot, "enter", "enter")

    [answer] = answers
    assert answer is not None
    assert answer.done == tuple(case.id for case in cases)
    assert answer.words.plain.startswith("✓ kept 3 cases")
    records = records_of(sample_store)
    assert {record["case"] for record in records} == set(answer.done)
    assert len({record["id"] for record in records}) == 3


async def test_the_command_line_records_the_same_batch(
    sample_store: Path, l1_store: Path, tmp_path: Path, opened: Opened, workbench: Workbench
) -> None:
    from tests.trees import copy_store

    other = copy_store(sample_store, tmp_path / "other" / "agent")
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 2)  # type: ignore[arg-type]
        await ask(pilot, cases)
        await write(pilot, "checked on the host")
        await press(pilot, "enter", "enter")
    done = workbench(
        "decide",
        other,
        *[case.id for case in cases],
        "keep",
        "--as",
        "ada",
        "--reason",
        "checked on the host",
    )

    assert done.code == 0
    same = ("verdict", "decided_by", "effects", "targets")
    pairs = zip(records_of(sample_store), records_of(other), strict=True)
    for mine, theirs in pairs:
        for key in same:
            assert (key in mine) == (key in theirs)
        assert mine["verdict"] == theirs["verdict"] == "keep"
        paths = [[one["path"] for one in record["effects"]] for record in (mine, theirs)]
        assert paths[0] == paths[1]


async def test_what_changed_since_it_was_marked_is_left_out_by_name(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 3)  # type: ignore[arg-type]
        assert PENDING in {target.id for case in cases for target in case.targets}
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        await press(pilot, "R")
        answers = await ask(pilot, cases)
        await write(pilot, "checked")
        await press(pilot, "enter")
        text = screen_text(pilot.app)
        assert "1 of 3 left out; nothing is recorded for:" in text
        assert f"✗ {PENDING}   changed since it was marked" in text
        assert "2 decisions · 1 left out" in text
        await press(pilot, "enter")

    [answer] = answers
    assert answer is not None
    assert len(answer.done) == 2
    assert f"not: {PENDING}: changed since it was marked" in answer.words.plain
    assert f"pending-cleanup:{PENDING}" not in {record["case"] for record in records_of(sample_store)}


async def test_where_nothing_stands_nothing_can_be_recorded(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = [case for case in marked_in(pilot.app, 9) if PENDING in case.id]  # type: ignore[arg-type]
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        await press(pilot, "R")
        await ask(pilot, cases)
        await write(pilot, "checked")
        await press(pilot, "enter")
        assert "there is nothing to record" in status_of(pilot.app)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
    assert records_of(sample_store) == []


async def test_what_changes_under_the_plan_is_named_and_the_rest_is_recorded(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 3)  # type: ignore[arg-type]
        answers = await ask(pilot, cases)
        await write(pilot, "checked")
        await press(pilot, "enter")
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        await press(pilot, "enter")
        text = screen_text(pilot.app)
        assert "Not recorded, 1:" in text
        assert f"✗ {PENDING}" in text
        assert "Recorded, 2:" in text
        assert answers == []
        await press(pilot, "escape")

    [answer] = answers
    assert answer is not None
    assert len(answer.done) == 2 == len(records_of(sample_store))
    assert [name for name, _ in answer.not_done] == [PENDING]


async def test_texts_that_were_gone_through_here_are_recorded_as_seen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 2)  # type: ignore[arg-type]
        await ask(pilot, cases)
        assert "of evidence" in screen_text(pilot.app)
        await write(pilot, "checked")
        await press(pilot, "enter", "v", *["pagedown"] * 12, "v")
        assert isinstance(pilot.app.focused, DiffView)
        assert "were not on screen" not in screen_text(pilot.app)
        await press(pilot, "enter")
    unseen = [one for record in records_of(sample_store) for one in record["reviewed"] if not one["seen"]]
    assert [one for one in unseen if one["role"] == "target"] == []


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])
async def test_a_batch_looks_as_on_file(
    size: tuple[int, int], sample_store: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(sample_store, size) as pilot:
        cases = marked_in(pilot.app, 4)  # type: ignore[arg-type]
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        await press(pilot, "R")
        await ask(pilot, cases)
        await write(pilot, "checked on the host")
        await press(pilot, "enter")
        golden(pilot.app, f"decide-batch-{size[0]}x{size[1]}")


async def test_merge_on_marks_is_refused_in_words_before_anything_is_asked(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "space", "space", "3")
        assert isinstance(pilot.app.screen, Queue)
        assert "merge is given to one case at a time" in status_of(pilot.app)
        assert "(§14.3)" in status_of(pilot.app)
        assert len(pilot.app.screen.marks) == 2, "the marks stay for another verdict"
