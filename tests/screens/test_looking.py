"""Looking only: nothing is written, withdrawn text stays back, a store that moves is never swapped."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest

from screens.app import WorkbenchApp, run, theme_named
from screens.home import Home
from screens.loading import Loading
from screens.queue import Queue
from screens.records import Records
from screens.widgets.record_list import RecordList
from tests.screens.conftest import NARROW, Opened, page_text, press, settle, status_of
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from tests.trees import tree_bytes
from workbench.desk import Desk
from workbench.desk.opening import Opening
from workbench.text.errors import NotAStore, UsageError

pytestmark = pytest.mark.slow

TOPIC = "topics/catalogue-imports.md"


async def test_walking_every_screen_leaves_the_store_byte_identical(
    sample_store: Path, opened: Opened
) -> None:
    before = tree_bytes(sample_store)
    async with opened(sample_store, NARROW) as pilot:
        kinds = len(pilot.app.screen.query_one("#kinds", RecordList).rows)
        held = len(pilot.app.screen.query_one("#records", RecordList).rows)
        for _ in range(kinds):
            await press(pilot, "enter", "enter", "X", "escape", "G", "escape", "j")
            assert isinstance(pilot.app.screen, Home)
        await press(pilot, "shift+tab")
        for _ in range(held):
            await press(pilot, "enter", "enter", "escape", "escape", "j")
            assert isinstance(pilot.app.screen, Home)
        await press(pilot, "L", "escape", "question_mark", "escape")
    assert tree_bytes(sample_store) == before


async def test_home_counts_what_the_desk_counts(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    picked = sum(case.kind == "duplicate" for case in desk.possible_cases())
    async with opened(sample_store) as pilot:
        lines = screen_text(pilot.app).splitlines()
        for kind in desk.status().kinds:
            [line] = [line for line in lines if line[3:22].rstrip() == kind.label]
            assert str(picked if kind.kind == "duplicate" else kind.waiting) in line
            assert kind.oldest_days is None or f"{kind.oldest_days} d" in line


async def test_every_kind_of_record_can_be_reached(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    async with opened(sample_store) as pilot:
        await press(pilot, "shift+tab")
        for kind, number in desk.status().records:
            await press(pilot, "enter")
            screen = pilot.app.screen
            assert isinstance(screen, Records)
            assert screen.kind == kind
            assert len(screen.rows.rows) == len(desk.records(kind)) >= number
            await press(pilot, "escape", "j")


async def test_withdrawn_text_is_shown_by_the_audit_key_alone_and_hidden_again(
    sample_store: Path, opened: Opened
) -> None:
    masked = [record for record in Desk.open(sample_store).records("item") if record.withheld_by]
    audited = {record.id: record for record in Desk.open(sample_store).records("item", audit=True)}
    place = [record.id for record in Desk.open(sample_store).records("item")].index(masked[0].id)
    words = " ".join(audited[masked[0].id].text.split("\n")[0].split()[3:7])
    async with opened(sample_store) as pilot:
        await press(pilot, "shift+tab", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, Records)
        screen.rows.cursor = place
        await settle(pilot)
        assert words not in page_text(pilot.app)
        assert "its text is held back (X audit)" in page_text(pilot.app)
        await press(pilot, "X")
        assert words in page_text(pilot.app).replace("│ ", "")
        assert "audit of withdrawn text" in page_text(pilot.app)
        await press(pilot, "j", "k")
        assert words not in page_text(pilot.app)
        assert "audit of withdrawn text" not in page_text(pilot.app)


async def test_withdrawn_text_is_on_no_screen(sample_store: Path, opened: Opened) -> None:
    desk = Desk.open(sample_store)
    withheld = {record.id for record in desk.records("item") if record.withheld_by}
    texts = [
        row.summary for row in desk.records("item", audit=True) if row.id in withheld and row.kind == "item"
    ]
    assert texts
    seen = ""
    async with opened(sample_store) as pilot:
        for kind in range(len(desk.status().kinds)):
            await press(pilot, "enter")
            queue = pilot.app.screen
            assert isinstance(queue, Queue)
            for row in range(len(queue.rows.rows)):
                queue.rows.cursor = row
                await settle(pilot)
                seen += screen_text(pilot.app)
                seen += "\n".join(line.content.plain for line in queue.page._lines)
            await press(pilot, "escape", "j")
            assert kind >= 0
    flat = " ".join(seen.split())
    assert [text for text in texts if " ".join(text.split()) in flat] == []


async def test_a_change_on_disk_gives_a_banner_and_never_a_swap(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        app = pilot.app
        assert isinstance(app, WorkbenchApp)
        await press(pilot, "enter", "j")
        rewrite(sample_store, TOPIC, "are always encoded in UTF-8", "come in any encoding")
        app.poll()
        await settle(pilot)
        assert "the store changed on disk: R reloads" in screen_text(app)
        assert "are always encoded in UTF-8" in page_text(app)
        await press(pilot, "R")
        assert "the store changed on disk" not in screen_text(app)
        assert "come in any encoding" in page_text(app)
        queue = app.screen
        assert isinstance(queue, Queue)
        assert queue.case is not None
        assert queue.case.targets[0].id == PENDING, "the place was lost"


async def test_a_reload_can_be_given_up_and_keeps_what_is_shown(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    read = Desk.reload

    def slowly(desk: Desk, progress: Opening) -> Desk:
        let_go.wait(10)
        return read(desk, progress)

    async with opened(sample_store) as pilot:
        desk = pilot.app.session.desk  # type: ignore[attr-defined]
        monkeypatch.setattr(Desk, "reload", slowly)
        await pilot.press("R")
        await pilot.pause()
        assert "Reading the store again" in status_of(pilot.app)
        await pilot.press("escape")
        await pilot.pause()
        assert "kept what was shown" in status_of(pilot.app)
        let_go.set()
        await settle(pilot)
        assert pilot.app.session.desk is desk  # type: ignore[attr-defined]


async def test_while_the_store_is_read_it_says_so_and_esc_leaves(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(Desk, "status", lambda desk: let_go.wait(10))
    app = WorkbenchApp(sample_store)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Loading)
        assert "Reading" in screen_text(app)
        await pilot.press("escape")
        let_go.set()
    assert app.return_value == 130


async def test_history_comes_from_git_in_a_thread(sample_store: Path, opened: Opened) -> None:
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.email=a@b", "commit", "-qm", "all of it"]):
        subprocess.run(["git", *words], cwd=sample_store, check=True)
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "H")
        queue = pilot.app.screen
        assert isinstance(queue, Queue)
        text = "\n".join(line.content.plain for line in queue.page._lines)
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=sample_store, check=True, capture_output=True, text=True
        ).stdout
        assert "History of its lines" in text
        assert head[:7] in text
        assert "ada" in text


async def test_an_empty_queue_says_what_was_looked_at(l1_store: Path, opened: Opened) -> None:
    async with opened(l1_store) as pilot:
        kinds = pilot.app.screen.query_one("#kinds", RecordList)
        empty = next(index for index, kind in enumerate(kinds.rows) if kind.waiting == 0)
        kinds.cursor = empty
        await press(pilot, "enter")
        pane = " ".join(line[:46].strip() for line in screen_text(pilot.app).splitlines())
        assert "Nothing waits here. The store was read at 2026-08-21T09:00:00Z." in " ".join(pane.split())
        await press(pilot, "1", "s", "X", "H", "enter", "j")
        assert isinstance(pilot.app.screen, Queue)


async def test_q_closes_and_quits_on_home(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "q")
        assert isinstance(pilot.app.screen, Home)
        await pilot.press("q")
        await pilot.pause()
    assert pilot.app.return_value == 0


async def test_a_failure_in_a_thread_is_told_by_place_and_quotes_nothing(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(desk: Desk, *args: object, **options: object) -> object:
        raise RuntimeError("the text of a memory")

    async with opened(sample_store) as pilot:
        await press(pilot, "enter")
        monkeypatch.setattr(Desk, "history", fails)
        await press(pilot, "H")
        assert "RuntimeError at test_looking.py:" in status_of(pilot.app)
        assert "the text of a memory" not in screen_text(pilot.app)


def test_a_folder_that_is_no_store_is_told_by_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_app = WorkbenchApp.run
    monkeypatch.setattr(WorkbenchApp, "run", lambda app, **options: run_app(app, headless=True, **options))

    with pytest.raises(NotAStore):
        run(tmp_path)


def test_an_unknown_theme_is_a_usage_error() -> None:
    assert theme_named("light") == "workbench-light"
    with pytest.raises(UsageError):
        theme_named("neon")


def test_an_unexpected_error_prints_type_and_place_alone(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(screen: Home) -> None:
        words = "the text of a memory"
        raise RuntimeError(words)

    run_app = WorkbenchApp.run
    monkeypatch.setattr(Home, "renew", fails)
    monkeypatch.setattr(WorkbenchApp, "run", lambda app, **options: run_app(app, headless=True, **options))

    assert run(sample_store) == 1
    printed = "".join(capfd.readouterr())
    assert "RuntimeError at test_looking.py:" in printed
    assert "the text of a memory" not in printed
    assert "words" not in printed
