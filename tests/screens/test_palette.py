"""The palette holds what the registry holds here, and goes places; copying says what it copied."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette

from screens.actions import use
from screens.decide import Decide
from screens.home import Home
from screens.ledger import Ledger
from screens.palette import commands
from screens.queue import Queue
from screens.records import Records
from screens.widgets.hint_bar import HintBar
from tests.screens.conftest import NARROW, Opened, press, settle, status_of, write
from tests.screens.stores import HOSTILE, PENDING, plant
from tests.screens.terminal import on_a_terminal
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.config import Config
from workbench.text.visible import hidden

pytestmark = pytest.mark.slow


def named(app: Any) -> dict[str, tuple[str, str]]:
    """What the palette holds now: name, then key and words."""
    return {one.name: (one.key, one.words) for one in commands(app, app.screen)}


async def test_it_has_the_actions_of_this_screen_with_their_keys(sample_store: Path, opened: Opened) -> None:
    mine = Config(Path("config.yaml"), keys={"app.reload": "F5"})
    async with opened(sample_store, config=mine) as pilot:
        assert named(pilot.app)["Reload"][0] == "F5"
        assert "Open the case" not in named(pilot.app)
        await press(pilot, "enter")
        found = named(pilot.app)
        assert found["History"][0] == "H"
        assert found["Verdict: keep"][0] == "1"
        assert found["Verdict: cool"][0] == "4"
        assert "Revert your last decision" not in found, "nothing was decided"
    use({})


async def test_a_verdict_that_is_not_allowed_says_by_which_rule(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    case = next(one for one in desk.cases(None) if any(not offer.allowed for offer in one.verdicts))
    offer = next(offer for offer in case.verdicts if not offer.allowed)
    async with opened(sample_store) as pilot:
        pilot.app.push_screen(Queue(pilot.app.session, case.kind))  # type: ignore[attr-defined]
        await settle(pilot)
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        queue.rows.cursor = [row.id for row in queue.rows.rows].index(case.id)
        await settle(pilot)
        words = [words for name, (_, words) in named(pilot.app).items() if name.startswith("Verdict: ")]
        assert any(one == f"Not allowed: {offer.rule}" for one in words)


@pytest.mark.parametrize(
    ("few", "contradictions", "duplicates"),
    [
        (20_000, "1 waiting, +2 possible", "2 waiting, possible"),
        (0, "1 waiting, possible: not looked for yet", "possible: not looked for yet"),
    ],
)
async def test_a_place_that_was_not_looked_at_is_never_said_to_be_empty(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch,
    few: int, contradictions: str, duplicates: str,
) -> None:  # fmt: skip
    monkeypatch.setattr("screens.home.BY_ITSELF", few)
    async with opened(sample_store) as pilot:
        found = named(pilot.app)
        assert found["Go to queue: Contradictions"][1] == contradictions
        assert found["Go to queue: Possible duplicates"][1] == duplicates
        assert found["Go to queue: Pending cleanup"][1] == "10 waiting"


async def test_it_goes_to_every_place_by_name(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        for way, kind in (
            ("goconflicts", Queue),
            ("gorecordsrules", Records),
            ("goledger", Ledger),
            ("gohome", Home),
        ):
            await pilot.press("colon", *way)
            await pilot.pause(0.5)
            await pilot.press("enter")
            await pilot.pause(0.3)
            await settle(pilot)
            assert isinstance(pilot.app.screen, kind)
            assert len(pilot.app.screen_stack) <= 3


async def test_it_opens_decide_by_the_name_of_a_verdict_and_nowhere_from_decide(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "enter")
        await pilot.press("colon", *"keep")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Decide)
        assert [name for name in named(pilot.app) if name.startswith("Go to")] == []


async def test_no_memory_text_is_in_it(sample_store: Path, opened: Opened) -> None:
    plant(sample_store)
    texts = {case.title[:40] for case in Desk.open(sample_store).cases(None) if len(case.title) > 20}
    async with opened(sample_store, NARROW) as pilot:
        for keys in ((), ("enter",), ("enter",)):
            await press(pilot, *keys)
            told = str(named(pilot.app))
            assert "\x1b" not in told
            assert [text for text in texts if text in told] == []


async def test_escape_leaves_it_and_nothing_was_done(sample_store: Path, opened: Opened) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store, NARROW) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, CommandPalette)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Home)
    assert tree_bytes(sample_store) == before


async def test_a_copy_is_raw_and_says_how_much_hides_in_it(sample_store: Path, opened: Opened) -> None:
    plant(sample_store)
    raw = Desk.open(sample_store).case(f"pending-cleanup:{PENDING}").text
    assert HOSTILE[:20] in raw
    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        queue.rows.cursor = [row.id for row in queue.rows.rows].index(f"pending-cleanup:{PENDING}")
        await settle(pilot)
        await press(pilot, "y")
        assert pilot.app.clipboard == raw
        words = f"copied {len(raw)} characters of {PENDING}, {hidden(raw)} hidden characters among them"
        assert status_of(pilot.app).startswith(words)
        assert "which may not take it" in status_of(pilot.app)
        await press(pilot, "Y")
        assert pilot.app.clipboard == PENDING


async def test_withdrawn_text_is_copied_from_an_audit_only(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    rows = desk.records("item")
    at = next(at for at, row in enumerate(rows) if row.withheld_by)
    async with opened(sample_store) as pilot:
        pilot.app.push_screen(Records(pilot.app.session, "item"))  # type: ignore[attr-defined]
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Records)
        screen.rows.cursor = at
        await settle(pilot)
        await press(pilot, "y")
        assert pilot.app.clipboard == ""
        assert status_of(pilot.app).startswith(f"✗ not copied: {rows[at].withheld_by} withdraws it")
        await press(pilot, "X", "y")
        audited = desk.records("item", audit=True)[at]
        assert pilot.app.clipboard == (audited.text or audited.summary)


async def test_the_plan_the_decision_and_nothing_are_copied(
    sample_store: Path, opened: Opened, quick_keys: None
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "y")
        assert "nothing to copy" in status_of(pilot.app)
        await press(pilot, "enter", "1")
        await write(pilot, "yes")
        assert pilot.app.clipboard == "", "in a field y is a letter"
        await press(pilot, "enter", "y")
        assert "\n- " in pilot.app.clipboard or "\n+ " in pilot.app.clipboard
        assert "Status: active" in pilot.app.clipboard
        assert "of the plan" in status_of(pilot.app)


def test_the_terminal_is_given_the_bytes_as_they_are(sample_store: Path) -> None:
    plant(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        terminal.send("L\x1b")
        for keys in ("\r", "\r", "y"):
            terminal.send(keys)
        received = terminal.received
    [sent] = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", received)
    text = base64.b64decode(sent).decode("utf-8", "surrogateescape")
    desk = Desk.open(sample_store)
    assert text in {desk.case(one.id).text for one in desk.cases("pending-cleanup")}


async def test_the_footer_under_it_names_its_keys(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        home = pilot.app.screen
        bar = home.query_one(HintBar)
        before = bar.lines(80)[0].plain
        await pilot.press("colon")
        await pilot.pause(0.3)
        assert isinstance(pilot.app.screen, CommandPalette)
        assert " ".join(bar.lines(80)[0].plain.split()) == "type to find ↑ ↓ move ↵ do it esc close"
        await pilot.press("escape")
        await settle(pilot)
        assert bar.lines(80)[0].plain == before
