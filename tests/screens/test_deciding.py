"""From a number to a record in the ledger, and every way in which it stops before that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from screens.decide import Decide
from screens.home import Home
from screens.ledger import Ledger
from screens.queue import Queue
from screens.widgets.diff_view import DiffView
from screens.widgets.page import Page
from screens.widgets.record_list import RecordList
from screens.widgets.verdict_bar import numbered
from tests.desk.test_rechecking import withdraw
from tests.screens.conftest import NARROW, Opened, page_text, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from tests.trees import changed_paths, tree_bytes
from workbench.governance.effects import Progress
from workbench.store.decision import Prepared
from workbench.text.errors import IoFailed

pytestmark = pytest.mark.slow

TOPIC = "topics/catalogue-imports.md"
SENTENCE = "Supplier records from Northvale are always encoded in UTF-8."


def records_of(store: Path) -> list[dict[str, object]]:
    """The decision files of a store, as they read."""
    return [
        json.loads(path.read_bytes())
        for path in sorted((store / "memory" / "governance" / "decisions").glob("memdec-*.json"))
    ]


def plan_of(pilot: Pilot[Any]) -> Prepared:
    """The decision that Decide would record now."""
    screen = pilot.app.screen
    assert isinstance(screen, Decide)
    assert screen.plan is not None
    return screen.plan.prepared[0]


def undecided(pilot: Pilot[Any]) -> bool:
    """Whether Decide is open and holds no plan."""
    return isinstance(pilot.app.screen, Decide) and pilot.app.screen.plan is None


async def to_the_plan(pilot: Pilot[Any], *, reason: str = "measured again") -> None:
    """From Home to the plan for keeping the item that waits second."""
    await press(pilot, "enter", "j", "enter", "1")
    await write(pilot, reason)
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, Decide)
    assert isinstance(pilot.app.focused, DiffView)


@pytest.mark.usefixtures("quick_keys")
async def test_a_decision_is_recorded_and_changes_only_what_the_plan_showed(
    sample_store: Path, opened: Opened
) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store, NARROW) as pilot:
        await to_the_plan(pilot)
        assert tree_bytes(sample_store) == before, "showing a plan wrote something"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
        assert f"kept {PENDING}" in status_of(pilot.app)
        assert "z reverts" in status_of(pilot.app)

    [record] = records_of(sample_store)
    changed = changed_paths(before, tree_bytes(sample_store))
    assert record["verdict"] == "keep"
    assert record["case"] == f"pending-cleanup:{PENDING}"
    assert {path for path in changed if not path.startswith("memory/governance")} == {
        "memory/index.md",
        f"memory/{TOPIC}",
        "memory/log.md",
    }


@pytest.mark.usefixtures("quick_keys")
async def test_the_next_case_stands_at_the_same_place(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter")
        following = pilot.app.screen.query_one(RecordList).rows[2].id
        await press(pilot, "escape")
        await to_the_plan(pilot)
        await press(pilot, "enter")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        assert queue.case is not None
        assert (queue.rows.cursor, queue.case.id, queue.text_open) == (1, following, True)


@pytest.mark.usefixtures("quick_keys")
async def test_z_takes_the_decision_back_by_a_decision_of_its_own(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store / "memory")
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        await press(pilot, "enter", "z")
        await write(pilot, "it was the wrong host")
        await press(pilot, "enter", "enter")

    after = tree_bytes(sample_store / "memory")
    changed = {path for path in changed_paths(before, after) if not path.startswith("governance")}
    assert [record["verdict"] for record in records_of(sample_store)] == ["keep", "revert"]
    assert changed == {"log.md"}


@pytest.mark.usefixtures("quick_keys")
async def test_the_ledger_shows_a_decision_and_reverts_it(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot, reason="seen with my own eyes")
        await press(pilot, "enter", "L")
        assert isinstance(pilot.app.screen, Ledger)
        text = screen_text(pilot.app)
        assert "seen with my own eyes" in text
        assert "user:ada (by git, at a terminal)" in text
        assert '"verdict": "keep"' not in text
        await press(pilot, "v")
        assert '"verdict": "keep"' in page_text(pilot.app)
        await press(pilot, "z")
        await write(pilot, "no")
        await press(pilot, "enter", "enter")
        assert "reverted" in status_of(pilot.app)
        assert len(pilot.app.screen.rows.rows) == 2

    assert len(records_of(sample_store)) == 2


@pytest.mark.usefixtures("quick_keys")
async def test_without_a_reason_there_is_no_plan(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "1", "enter", "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert undecided(pilot)
        assert "a reason is needed" in status_of(pilot.app)


@pytest.mark.usefixtures("quick_keys")
async def test_other_words_make_the_plan_void(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        await press(pilot, "escape", "x")
        assert isinstance(pilot.app.focused, Input)
        assert undecided(pilot)


@pytest.mark.usefixtures("quick_keys")
async def test_numbers_and_letters_are_text_in_a_field(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "1")
        await write(pilot, "q2sLzR1")
        assert isinstance(pilot.app.screen, Decide)
        assert pilot.app.screen.query_one("#field-reason", Input).value == "q2sLzR1"


@pytest.mark.usefixtures("quick_keys")
async def test_escape_goes_back_without_a_decision(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, Queue)
    assert tree_bytes(sample_store) == before


async def test_typed_ahead_keys_decide_nothing(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        for key in ("enter", "1", "y", "enter", "enter", "enter", "enter", "1", "enter", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await settle(pilot)
        assert tree_bytes(sample_store) == before


async def test_a_held_enter_never_arms_the_plan(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each Enter that comes too early begins the wait anew, so that a repeating key records nothing."""
    begun: list[object] = []
    async with opened(sample_store) as pilot:
        monkeypatch.setattr("screens.base.ARM_SECONDS", 0.001)
        await press(pilot, "enter", "1")
        await write(pilot, "sure")
        monkeypatch.setattr("screens.base.ARM_SECONDS", 60)
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        original = screen._arm_soon

        def beginning() -> None:
            begun.append(screen)
            original()

        monkeypatch.setattr(screen, "_arm_soon", beginning)
        for _ in range(5):
            await press(pilot, "enter")
        assert len(begun) == 5
        assert not screen.armed
    assert records_of(sample_store) == []


async def test_enter_on_the_plan_waits_until_the_plan_was_to_be_seen(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        monkeypatch.setattr("screens.base.ARM_SECONDS", 0.001)
        await press(pilot, "enter", "1")
        await write(pilot, "sure")
        monkeypatch.setattr("screens.base.ARM_SECONDS", 60)
        await press(pilot, "enter")
        assert plan_of(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
        monkeypatch.setattr("screens.base.ARM_SECONDS", 0.001)
        pilot.app.screen.disarm()
        await pilot.pause(0.05)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
    assert len(records_of(sample_store)) == 1


@pytest.mark.usefixtures("quick_keys")
@pytest.mark.parametrize("pasted", ["\n", "1\n\n", "\r\r\r"])
async def test_a_paste_never_decides(pasted: str, sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        pilot.app.post_message(events.Paste(pasted))
        await settle(pilot)
        assert isinstance(pilot.app.screen, Decide)
    assert tree_bytes(sample_store) == before


@pytest.mark.usefixtures("quick_keys")
async def test_a_changed_store_refuses_and_asks_again_only_when_told_to(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        agents = (sample_store / "memory" / TOPIC).read_bytes()
        await press(pilot, "enter")
        decide = pilot.app.screen
        assert isinstance(decide, Decide)
        assert "Nothing was recorded" in status_of(pilot.app)
        assert SENTENCE in decide.question.shown[0].text, "the text was swapped without being asked for"
        assert "the store changed on disk" in screen_text(pilot.app)

        await press(pilot, "R")
        text = screen_text(pilot.app)
        assert "Supplier records come in any encoding." in text
        assert "It was" in text
        assert decide.query_one("#field-reason", Input).value == "measured again"
        assert decide.plan is None

    assert records_of(sample_store) == []
    assert (sample_store / "memory" / TOPIC).read_bytes() == agents


@pytest.mark.usefixtures("quick_keys")
async def test_a_case_that_is_gone_can_no_longer_be_decided(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        for name in (TOPIC, "index.md"):
            path = sample_store / "memory" / name
            text = path.read_text(encoding="utf-8")
            head, _, tail = text.partition(f"- id: {PENDING}")
            path.write_text(head + f"- id: {PENDING}" + tail.replace("pending-cleanup", "active", 1), "utf-8")
        await press(pilot, "enter", "R")
        assert isinstance(pilot.app.screen, Decide)
        assert "can no longer be decided" in screen_text(pilot.app)
        await press(pilot, "enter", "escape")
        assert isinstance(pilot.app.screen, Queue)
    assert records_of(sample_store) == []


@pytest.mark.usefixtures("quick_keys")
async def test_an_io_error_is_told_and_leaves_the_plan(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*args: object, **options: object) -> object:
        raise IoFailed("no space left on the device")

    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        with monkeypatch.context() as broken:
            broken.setattr("workbench.desk.committing.commit", no_space)
            await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert "Nothing was recorded" in status_of(pilot.app)
        assert "no space left on the device" in status_of(pilot.app)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
    assert len(records_of(sample_store)) == 1


@pytest.mark.usefixtures("quick_keys")
async def test_a_verdict_that_is_not_allowed_says_its_rule_and_opens_nothing(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        places = [
            (index, number, offer)
            for index, case in enumerate(queue.rows.rows)
            for number, offer in numbered(case.verdicts).items()
            if not offer.allowed
        ]
        assert places, "the sample store holds a case with a refused verdict"
        index, number, offer = places[0]
        queue.rows.cursor = index
        await settle(pilot)
        assert f"{number} ✗" in screen_text(pilot.app)
        await press(pilot, str(number))
        assert pilot.app.screen is queue
        assert offer.rule and offer.rule in status_of(pilot.app)


@pytest.mark.usefixtures("quick_keys")
async def test_a_read_only_session_decides_nothing_and_says_so(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, readonly=True) as pilot:
        assert "read-only" in screen_text(pilot.app).splitlines()[0]
        await press(pilot, "enter", "1", "s", "z")
        assert isinstance(pilot.app.screen, Queue)
        assert "read-only" in screen_text(pilot.app).splitlines()[-3]


@pytest.mark.usefixtures("quick_keys")
async def test_below_100_columns_no_verdict_is_given_on_a_text_that_is_not_shown(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "1")
        assert isinstance(pilot.app.screen, Queue)
        await press(pilot, "enter", "1")
        assert isinstance(pilot.app.screen, Decide)


@pytest.mark.usefixtures("quick_keys")
async def test_evidence_that_was_not_on_the_screen_is_recorded_as_not_seen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_the_plan(pilot)
        unseen = {one.ref for one in plan_of(pilot).plan.reviewed if not one.seen}
        assert unseen
        await press(pilot, "escape", "escape")
        page = pilot.app.screen.query_one("#text", Page)
        await press(pilot, *["ctrl+d"] * (page.line_count // 8 + 2))
        assert page.seen() == {ref for line in page._lines for ref in line.refs}
        await press(pilot, "1")
        await write(pilot, "read all of it")
        await press(pilot, "enter")
        assert [one.ref for one in plan_of(pilot).plan.reviewed if not one.seen] == []


@pytest.mark.usefixtures("quick_keys")
async def test_nobody_known_is_asked_for_a_name_and_it_is_recorded_as_asked(
    sample_store: Path, opened: Opened, a_clean_person: Path
) -> None:
    (a_clean_person / ".gitconfig").unlink()
    async with opened(sample_store) as pilot:
        assert "nobody named yet" in screen_text(pilot.app).splitlines()[0]
        await press(pilot, "enter", "1")
        await write(pilot, "bo")
        await press(pilot, "enter")
        await write(pilot, "I know this one")
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, Queue)
    [record] = records_of(sample_store)
    assert "asked" in json.dumps(record)
    assert "user:bo" in json.dumps(record)


@pytest.mark.usefixtures("quick_keys")
async def test_a_verdict_with_parameters_asks_for_them_first(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "4", "enter")
        assert isinstance(pilot.app.screen, Decide)
        assert status_of(pilot.app).startswith("say which Status it is to have")
        await press(pilot, "down", "enter")
        await write(pilot, "kept for the record only")
        await press(pilot, "enter")
        assert plan_of(pilot).verdict.status == "stale"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
        assert f"cooled {PENDING}" in status_of(pilot.app)


@pytest.mark.usefixtures("quick_keys")
async def test_a_reason_can_be_taken_again(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot, reason="read on the host")
        await press(pilot, "enter", "1", "down", "enter")
        assert plan_of(pilot).reason == "read on the host"


async def record_without_effects(pilot: Pilot[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Record the plan on screen on a disk that fills up behind the record."""

    def no_effect(*args: object, **options: object) -> object:
        return Progress(problem=IoFailed("no space left on the device"))

    with monkeypatch.context() as broken:
        broken.setattr("workbench.governance.commit._carry_out", no_effect)
        await press(pilot, "enter")


@pytest.mark.usefixtures("quick_keys")
async def test_effects_that_are_left_over_are_finished_from_home(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        await record_without_effects(pilot, monkeypatch)
        assert "not all of it is done" in status_of(pilot.app)
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, Home)
        assert "U finishes what is left" in screen_text(pilot.app)
        await press(pilot, "U")
        assert "finished 1 decision" in status_of(pilot.app)
        assert "U finishes" not in screen_text(pilot.app)


@pytest.mark.usefixtures("quick_keys")
async def test_what_is_finished_late_tells_that_its_item_was_withdrawn(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store) as pilot:
        await to_the_plan(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        item = screen.question.about[0].partition(":")[2]
        await record_without_effects(pilot, monkeypatch)
        await press(pilot, "escape", "escape")
        withdraw(sample_store, item)
        await press(pilot, "R", "U")
        assert "finished 1 decision" in status_of(pilot.app)
        assert "withdrawn by memwd-2026-08-20-001" in status_of(pilot.app)
