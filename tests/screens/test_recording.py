"""A plan on its way into the ledger: whatever comes meanwhile, what became of it is told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from screens.app import WorkbenchApp
from screens.base import ReloadWanted
from screens.decide import Decide
from screens.queue import Queue
from screens.widgets.diff_view import DiffView
from screens.widgets.recall_input import RecallInput
from tests.screens.conftest import NARROW, WIDE, Opened, press, settle, status_of, write
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from tests.screens.test_batches import SENTENCE, TOPIC, ask, marked_in, records_of
from workbench.desk import Desk
from workbench.desk.remembered import reasons_given
from workbench.text.errors import IoFailed

pytestmark = pytest.mark.slow
QUICK = pytest.mark.usefixtures("quick_keys")


@contextmanager
def slow_commit(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Decisions are recorded once the event is set, as on a slow disk."""
    go, commit = threading.Event(), Desk.commit

    def slow(desk: Desk, *args: Any, **options: Any) -> Any:
        assert go.wait(20)
        return commit(desk, *args, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Desk, "commit", slow)
        try:
            yield go
        finally:
            go.set()


async def to_the_plan(pilot: Pilot[Any], why: str = "measured again") -> Decide:
    """Decide on the first case that waits, as far as its plan."""
    await press(pilot, "enter", "1")
    await write(pilot, why)
    await press(pilot, "enter")
    decide = pilot.app.screen
    assert isinstance(decide, Decide)
    assert decide.plan is not None
    return decide


async def passing(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys and give them time, without waiting for threads."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.1)


@QUICK
@pytest.mark.parametrize(
    "keys",
    [("R",), ("shift+tab", "x"), ("shift+tab", "enter"), ("R", "shift+tab", "x", "enter")],
    ids=" ".join,
)
async def test_what_comes_while_a_decision_is_recorded_does_not_unsay_it(
    keys: tuple[str, ...], sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        session = decide.session
        with slow_commit(monkeypatch) as go:
            await passing(pilot, "enter")
            assert decide.busy("commit")
            await passing(pilot, *keys)
            go.set()
            await settle(pilot)
        assert isinstance(pilot.app.screen, Queue)
        assert "Nothing was recorded" not in screen_text(pilot.app)
        [record] = records_of(sample_store)
        assert session.decided == [record["id"]]
    assert dict(Desk.open(sample_store).own("drafts")) == {}


@QUICK
async def test_a_refusal_takes_away_a_plan_of_other_words(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*args: object, **options: object) -> object:
        raise IoFailed("no space left on the device")

    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        monkeypatch.setattr("workbench.desk.committing.commit", no_space)
        with slow_commit(monkeypatch) as go:
            await passing(pilot, "enter", "shift+tab", "x")
            go.set()
            await settle(pilot)
        assert "Nothing was recorded" in status_of(pilot.app)
        assert decide.plan is None
    assert records_of(sample_store) == []


@QUICK
async def test_a_failure_after_the_record_does_not_hide_the_record(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise ValueError("planted-9c41f2aa")

    async with opened(sample_store, WIDE) as pilot:
        await to_the_plan(pilot)
        monkeypatch.setattr("workbench.desk.keeping.Keeper.decided", broken)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Queue)
        assert "planted" not in screen_text(pilot.app)
        assert len(records_of(sample_store)) == 1


@QUICK
async def test_a_failure_in_the_middle_asks_the_ledger(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise ValueError("planted-9c41f2aa")

    async with opened(sample_store, WIDE) as pilot:
        await to_the_plan(pilot)
        monkeypatch.setattr("workbench.governance.commit._carry_out", broken)
        await press(pilot, "enter")
        [record] = records_of(sample_store)
        assert f"recorded as {record['id']}, but not all of it is done" in " ".join(
            screen_text(pilot.app).split()
        )


@QUICK
async def test_our_own_writes_are_no_news(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        app = pilot.app
        assert isinstance(app, WorkbenchApp)
        with slow_commit(monkeypatch) as go:
            await passing(pilot, "enter")
            rewrite(sample_store, "log.md", "2026", "2025")
            app.poll()
            await pilot.pause(0.3)
            assert not decide.session.changed
            app.go_to(None)
            assert app.screen is decide, "a decision is not left in the middle"
            go.set()
            await settle(pilot)


@QUICK
async def test_a_draft_that_is_kept_while_its_decision_is_recorded_goes_with_it(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await to_the_plan(pilot)
        app = pilot.app
        assert isinstance(app, WorkbenchApp)
        with slow_commit(monkeypatch) as go:
            await passing(pilot, "enter")
            app.keep_all()
            go.set()
            await settle(pilot)
        assert len(records_of(sample_store)) == 1
    assert dict(Desk.open(sample_store).own("drafts")) == {}


@QUICK
async def test_what_was_not_recorded_is_not_gone_from_by_a_key_typed_ahead(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        answers = await ask(pilot, marked_in(pilot.app, 3))  # type: ignore[arg-type]
        await write(pilot, "checked")
        await press(pilot, "enter")
        rewrite(sample_store, TOPIC, SENTENCE, "Supplier records come in any encoding.")
        monkeypatch.setattr("screens.base.ARM_SECONDS", 60)
        await press(pilot, "enter")
        assert "Not recorded, 1:" in screen_text(pilot.app)
        await press(pilot, "enter", "escape", "q")
        assert "Not recorded, 1:" in screen_text(pilot.app)
        assert answers == []
        monkeypatch.setattr("screens.base.ARM_SECONDS", 0.001)
        pilot.app.screen.disarm()  # type: ignore[attr-defined]
        await settle(pilot)
        await press(pilot, "enter")
        assert len(answers) == 1


async def test_a_wait_that_is_begun_anew_is_not_cut_short_by_the_one_before(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.base.ARM_SECONDS", 0.05)
    async with opened(sample_store, NARROW) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, Queue) or screen.scope == "home"  # type: ignore[attr-defined]
        screen.disarm()  # type: ignore[attr-defined]
        await pilot.pause()
        monkeypatch.setattr(screen, "call_after_refresh", lambda *args: True)  # painting takes its time
        screen.disarm()  # type: ignore[attr-defined]
        await pilot.pause(0.2)
        assert not screen.armed  # type: ignore[attr-defined]


async def test_a_key_that_was_typed_before_the_plan_was_to_be_seen_records_nothing(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        early = events.Key("enter", "\r")  # typed now, and its turn comes when the plan has long been there
        await pilot.pause(0.5)
        assert decide.armed
        pilot.app.post_message(early)
        await settle(pilot)
        assert records_of(sample_store) == []
        assert "has only just been shown" in status_of(pilot.app)
        await pilot.pause(0.5)
        await press(pilot, "enter")
    assert len(records_of(sample_store)) == 1


@QUICK
async def test_a_click_on_the_hint_counts_from_when_it_was_clicked(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        lines = screen_text(pilot.app).splitlines()
        at = next(row for row in range(len(lines) - 1, 0, -1) if "record" in lines[row])
        await pilot.click(offset=(lines[at].index("record"), at))
        await settle(pilot)
        assert pilot.app.screen is not decide
    assert len(records_of(sample_store)) == 1


@QUICK
async def test_a_reason_that_quotes_any_case_of_a_batch_is_not_remembered(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        cases = marked_in(pilot.app, 3)  # type: ignore[arg-type]
        quoted = next(case for case in cases if PENDING in case.id)
        others = [case for case in cases if case is not quoted]
        await ask(pilot, [others[0], quoted])
        await write(pilot, SENTENCE.removesuffix("."))
        await press(pilot, "enter", "enter")
        assert len(records_of(sample_store)) == 2
    assert reasons_given(Desk.open(sample_store)) == ()


# The store is read again


@QUICK
async def test_our_own_reload_leaves_the_plan_of_the_next_case(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        plan, said = decide.plan, status_of(pilot.app)
        pilot.app.screen.post_message(ReloadWanted(own=True))
        await settle(pilot)
        assert decide.plan is plan
        assert isinstance(pilot.app.focused, DiffView)
        assert decide.desk is decide.session.desk
        assert status_of(pilot.app) == said
        await press(pilot, "enter")
    assert len(records_of(sample_store)) == 1


@QUICK
async def test_a_plan_that_would_do_something_else_by_now_is_shown_and_waits(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await press(pilot, "enter", "j", "1")
        await write(pilot, "why")
        await press(pilot, "enter")
        decide = pilot.app.screen
        assert isinstance(decide, Decide)
        plan = decide.plan
        rewrite(sample_store, "index.md", "发布新版本前必须", "发布前必须")  # it stands beside the change
        monkeypatch.setattr("screens.base.ARM_SECONDS", 60)
        pilot.app.screen.post_message(ReloadWanted(own=True))
        await settle(pilot)
        assert decide.plan is not plan
        assert "the plan is another now" in status_of(pilot.app)
        await press(pilot, "enter")
        assert records_of(sample_store) == []


@QUICK
async def test_our_own_reload_leaves_the_keys_where_they_are(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await press(pilot, "enter", "1")
        await write(pilot, "half a re")
        pilot.app.screen.post_message(ReloadWanted(own=True))
        await settle(pilot)
        await write(pilot, "ason")
        assert isinstance(pilot.app.focused, RecallInput)
        assert pilot.app.focused.value == "half a reason"


@QUICK
async def test_a_batch_shows_what_became_of_a_text_and_calls_it_not_seen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await ask(pilot, marked_in(pilot.app, 3))  # type: ignore[arg-type]
        await write(pilot, "checked")
        rewrite(sample_store, TOPIC, "always encoded", "seldom encoded")
        await press(pilot, "enter", "R")
        assert "1 of 3 cases changed, look again" in status_of(pilot.app)
        await press(pilot, "v", *["pagedown"] * 12, "v")
        text = screen_text(pilot.app)
        assert "1 of 3 cases changed" in text or "keep   3 cases" in text
        decide = pilot.app.screen
        assert isinstance(decide, Decide)
        lines = [line.content.plain for line in decide.quote._lines]
        assert any("−" in line and "always encoded" in line for line in lines)
        assert any("+" in line and "seldom encoded" in line for line in lines)


@QUICK
async def test_evidence_of_a_batch_that_was_rewritten_is_recorded_as_not_seen(
    sample_store: Path, opened: Opened
) -> None:
    passage = "archive/2026-02-19.md"
    async with opened(sample_store, NARROW) as pilot:
        cases = [case for case in marked_in(pilot.app, 9) if PENDING in case.id]  # type: ignore[arg-type]
        others = [case for case in marked_in(pilot.app, 3) if PENDING not in case.id]  # type: ignore[arg-type]
        await ask(pilot, [*cases, others[0]])
        await write(pilot, "checked")
        await press(pilot, "enter", "v", *["pagedown"] * 14, "v")
        assert "not on screen" not in screen_text(pilot.app)
        rewrite(sample_store, passage, SENTENCE, "Supplier records come in any encoding at all.")
        await press(pilot, "R")
        assert "1 of 2 cases changed, look again" in status_of(pilot.app)
        await press(pilot, "enter", "enter")
    [record] = [one for one in records_of(sample_store) if PENDING in one["case"]]
    seen = {one["path"]: one["seen"] for one in record["reviewed"] if one["role"] != "target"}
    assert seen[f"memory/{passage}" if f"memory/{passage}" in seen else passage] is False


@QUICK
async def test_a_rewritten_text_that_was_not_looked_at_is_not_seen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, WIDE) as pilot:
        await press(pilot, "enter", "j", "1")
        decide = pilot.app.screen
        assert isinstance(decide, Decide)
        [case] = (one.case for one in decide.question.shown)
        assert case is not None
        decide.session.seen.note(case, ["\x00text", *(one.ref for one in case.evidence)])
        assert decide.session.seen.unseen(case) == frozenset()
        rewrite(sample_store, TOPIC, "always encoded", "seldom encoded")
        fresh = decide.session.desk.reload()
        again = decide.question.renew(fresh, decide.session.seen.unseen)
        assert again is not None
        assert PENDING in again.unseen[case.id]


@QUICK
async def test_each_errand_counts_for_itself(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, WIDE) as pilot:
        decide = await to_the_plan(pilot)
        first = decide.progress_of("plan")
        decide.no_plan("given up")
        second = decide.progress_of("plan")
        assert (first.stopped, second.stopped) == (True, False)
