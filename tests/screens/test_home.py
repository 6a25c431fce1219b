"""Home: what changed since the last decision, the alarm, what the store rests on, and how its pages turn."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from screens.changes import Changes
from screens.home import Home
from screens.ledger import Ledger
from screens.records import Records
from tests.screens.conftest import NARROW, NOW, WIDE, Opened, page_text, press, settle, status_of, write
from tests.screens.golden import Golden, screen_text
from tests.screens.stores import HOSTILE, rewrite
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.rests import Rests
from workbench.store.decision import Actor, Verdict

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

ADA = Actor("user:ada", "git identity", False)
BEFORE = "2026-08-19T10:00:00Z"
MARKED = "mem-2026-02-03-003"
"""An item of the sample store that an agent makes stale after the decision."""
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])


@pytest.fixture
def decided(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample store with a decision of ada's, two days ago."""
    monkeypatch.setenv("WORKBENCH_NOW", BEFORE)
    desk = Desk.open(sample_store)
    case = desk.cases("pending-cleanup")[0]
    (outcome,) = desk.commit(desk.prepare([case.id], Verdict("keep"), ADA, "measured again"))
    assert outcome.recorded
    monkeypatch.setenv("WORKBENCH_NOW", NOW)
    return sample_store


@pytest.fixture
def changed(decided: Path) -> Path:
    """One item made stale, one new in the inbox, one entry in the log."""
    rewrite(decided, "topics/environment.md", "Status: active", "Status: stale")
    with (decided / "memory" / "memory.md").open("a", encoding="utf-8") as inbox:
        inbox.write("\n- [2026-08-20] (knowledge) Boats leave on the hour in winter.\n")
    with (decided / "memory" / "log.md").open("a", encoding="utf-8") as log:
        log.write("- 2026-08-20T23:40:00Z autodream by agent:dream\n")
    return decided


@pytest.fixture
def lost(changed: Path) -> Path:
    """And a whole topic is gone with its 23 items."""
    (changed / "memory" / "topics" / "kiosks.md").unlink()
    return changed


def lines(pilot) -> list[str]:
    return screen_text(pilot.app).splitlines()


@SIZES
@pytest.mark.parametrize(
    ("name", "keys"),
    [("home", ()), ("home-since", ("tab",)), ("changes", ("n",)), ("change", ("n", "enter"))],
)
async def test_changes_look_as_on_file(
    name: str, keys: tuple[str, ...], size: tuple[int, int], changed: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(changed, size) as pilot:
        await press(pilot, *keys)
        golden(pilot.app, f"{name}-changed-{size[0]}x{size[1]}")


@SIZES
@pytest.mark.parametrize(("name", "keys"), [("home", ()), ("changes", ("n",))])
async def test_a_mass_loss_looks_as_on_file(
    name: str, keys: tuple[str, ...], size: tuple[int, int], lost: Path, opened: Opened, golden: Golden
) -> None:
    async with opened(lost, size) as pilot:
        await press(pilot, *keys)
        golden(pilot.app, f"{name}-alarm-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [(40, 12), NARROW, (100, 24), WIDE])
async def test_a_mass_loss_is_said_before_everything_else(
    size: tuple[int, int], lost: Path, opened: Opened
) -> None:
    async with opened(lost, size) as pilot:
        said = " ".join(" ".join(lines(pilot)[1:5]).split())
        assert said.startswith("‼ 23 of 120 items are gone since your last decision 2 days ago.")
        assert lines(pilot)[1].startswith(" ‼ 23 of 120 items")


async def test_before_the_first_decision_nothing_is_claimed(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        assert "no decision of yours yet: nothing to compare with" in screen_text(pilot.app)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, Home)
        assert status_of(pilot.app).strip() == "no decision of yours yet: nothing to compare with"


async def test_tab_turns_the_pages_and_escape_comes_back(changed: Path, opened: Opened) -> None:
    async with opened(changed, NARROW) as pilot:
        home = pilot.app.screen
        assert isinstance(home, Home)
        shown = []
        for key in ("tab", "tab", "tab", "shift+tab", "escape", "tab"):
            await press(pilot, key)
            shown.append((home.page_open, lines(pilot)[1].strip()))
        since = ("since", "Since your last decision, 2 days ago")
        records = ("records", "Records, to read")
        waiting = ("waiting", shown[2][1])
        assert shown == [since, records, waiting, records, waiting, since]
        assert shown[2][1].startswith("Waiting for a person")


async def test_every_pane_keeps_the_keys_when_the_terminal_changes(changed: Path, opened: Opened) -> None:
    async with opened(changed, WIDE) as pilot:
        home = pilot.app.screen
        assert isinstance(home, Home)
        for pane in ("since", "records", "waiting"):
            await press(pilot, "tab")
            for size in (NARROW, (40, 12), WIDE):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                assert home.page_open == pane
                assert home.focused is not None and home.focused.region.height > 0


async def test_rows_lead_to_the_changes_the_ledger_and_the_log(changed: Path, opened: Opened) -> None:
    async with opened(changed) as pilot:
        await press(pilot, "tab", "j", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, Changes)
        assert screen.change is not None and screen.change.key == MARKED
        assert "active → stale" in page_text(pilot.app)
        await press(pilot, "escape", "j", "j", "j", "enter")
        assert isinstance(pilot.app.screen, Ledger)
        await press(pilot, "escape", "j", "enter")
        assert isinstance(pilot.app.screen, Records)
        assert pilot.app.screen.kind == "log"


async def test_a_change_says_what_happened_where_and_that_no_decision_is_behind_it(
    changed: Path, opened: Opened
) -> None:
    text = (changed / "memory/topics/environment.md").read_text().splitlines()
    named = next(at for at, one in enumerate(text) if one.strip() == f"- id: {MARKED}")
    line = next(at for at in range(named, 0, -1) if text[at].startswith("- [")) + 1
    async with opened(changed) as pilot:
        await press(pilot, "n")
        shown = page_text(pilot.app)
        assert f"topics/environment.md:{line}" in shown
        assert "Status before active Status now stale decision none is behind this" in shown
        assert "│ Staging runs on the host stage-1." in shown


async def test_withdrawn_text_is_not_among_the_changes(lost: Path, opened: Opened) -> None:
    withheld = {record.id for record in Desk.open(lost).records("item") if record.withheld_by}
    audited = {record.id: record for record in Desk.open(lost).records("item", audit=True)}
    name = sorted(withheld)[0]
    record = audited[name]
    rewrite(lost, record.path, record.summary, f"{record.summary} And more.")
    async with opened(lost) as pilot:
        await press(pilot, "n")
        screen = pilot.app.screen
        assert isinstance(screen, Changes)
        at = [row.key for row in screen.rows.rows].index(name)
        screen.rows.cursor = at
        await settle(pilot)
        assert "its text is held back" in page_text(pilot.app)
        assert record.summary not in page_text(pilot.app) + screen_text(pilot.app)


async def test_hostile_text_and_names_arrive_as_marks(changed: Path, opened: Opened) -> None:
    with (changed / "memory" / "memory.md").open("a", encoding="utf-8") as inbox:
        inbox.write(f"\n- [2026-08-20] (knowledge) {HOSTILE}\n")
    (changed / "memory" / "topics" / "bad\x1b]0;x\x07.md").write_text(
        "- [2026-08-20] (knowledge) Odd place.\n"
    )
    async with opened(changed) as pilot:
        await press(pilot, "n")
        screen = pilot.app.screen
        assert isinstance(screen, Changes)
        seen = ""
        for at in range(len(screen.rows.rows)):
            screen.rows.cursor = at
            await settle(pilot)
            seen += screen_text(pilot.app) + page_text(pilot.app)
        assert "Odd place." in seen
        assert "⟨U+202E⟩" in seen
        assert not set(seen) & {"\x1b", "\x07", "\u202e", "\x9b"}


async def test_looking_writes_neither_into_the_store_nor_into_the_data(
    lost: Path, opened: Opened, a_clean_person: Path
) -> None:
    before = tree_bytes(lost), tree_bytes(a_clean_person / "data")
    async with opened(lost, NARROW) as pilot:
        await press(pilot, "tab", "tab", "tab", "n", "enter", "escape", "escape", "R")
    assert (tree_bytes(lost), tree_bytes(a_clean_person / "data")) == before


async def test_a_decision_here_is_counted_today_and_is_no_change(changed: Path, opened: Opened) -> None:
    async with opened(changed) as pilot:
        assert "~ 1 changed" in " ".join(screen_text(pilot.app).split())
        await press(pilot, "enter", "j", "enter", "1")
        await write(pilot, "measured again")
        await press(pilot, "enter", "enter", "escape", "escape")
        assert isinstance(pilot.app.screen, Home)
        shown = " ".join(screen_text(pilot.app).split())
        assert "Since your last decision, today" in shown
        assert "~ 0 changed" in shown
        assert "1 case decided today" in shown


async def test_counts_come_in_place_and_move_nothing(
    changed: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    really = Desk.rests

    def slowly(desk: Desk) -> Rests:
        assert go_on.wait(20)
        return really(desk)

    monkeypatch.setattr(Desk, "rests", slowly)
    from screens.app import WorkbenchApp

    app = WorkbenchApp(changed)
    async with app.run_test(size=WIDE) as pilot:
        for _ in range(200):
            if isinstance(app.screen, Home):
                break
            await pilot.pause(0.05)
        await pilot.pause(0.3)
        waiting = screen_text(app)
        go_on.set()
        await settle(pilot)
        done = screen_text(app)
    labels = (
        "confirmed",
        "Age",
        "Sources",
        "Status",
        "Kind",
        "withdrawn,",
        "The files hold",
        "operation log",
    )
    for label in labels:
        rows = [
            [at for at, line in enumerate(text.splitlines()) if label in line[60:]]
            for text in (waiting, done)
        ]
        assert rows[0] == rows[1] != [], label
    sure = [next(line for line in text.splitlines() if "confirmed" in line) for text in (waiting, done)]
    assert sure[0].endswith("…")
    assert " 44 " in sure[1]


@pytest.mark.parametrize("width", [40, 47, 60, 80, 83, 91, 99, 100, 101, 107, 113, 119, 120, 127, 140])
async def test_no_words_are_cut_at_any_width(width: int, lost: Path, opened: Opened) -> None:
    async with opened(lost, (width, 40)) as pilot:
        for page in ("waiting", "since", "records"):
            body = [line.replace("today … ", "") for line in lines(pilot)[1:-1]]
            assert [line for line in body if "…" in line] == [], page
            await press(pilot, "tab")


@pytest.mark.parametrize("width", [40, 80, 100, 120])
async def test_what_waits_is_split_and_a_first_decision_pushes_nothing_down(
    width: int, changed: Path, opened: Opened
) -> None:
    """Nine still wait under Pending cleanup, and four under Stale with the one that the agent made so."""
    async with opened(changed, (width, 36)) as pilot:
        before = lines(pilot)
        assert "25 to decide · 23 to read" in " ".join(before[:4])
        calm = [" ".join(line.split()) for line in before]
        assert any("0 cases decided today" in line for line in calm), (
            "whole, on one line, before there is one"
        )
