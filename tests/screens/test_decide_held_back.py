"""Decide while the store becomes another under it: what is held back leaves the screen, and why is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from screens.base import DeskScreen
from screens.decide import Decide
from screens.queue import Queue
from screens.recorded import Recorded
from screens.widgets.hint_bar import HintBar
from screens.widgets.recall_input import RecallInput
from tests.screens.conftest import NARROW, Opened, press, settle, status_of, write
from tests.screens.decisions import decided
from tests.screens.golden import screen_text
from tests.screens.stores import PENDING, rewrite
from workbench.desk.views import Outcome
from workbench.text.errors import Refused

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]

SENTENCE = "Northvale are always encoded in UTF-8"
CONTROL = "memwd-2026-08-21-901"
WITHDRAWAL = f"""- 2026-08-21T10:00:00+02:00 withdraw

```yaml
withdrawal_id: {CONTROL}
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: [{PENDING}]
  archive_refs: []
  source_or_run_refs: []
reason: failed-exploration
decided_by: user:mira
decided_at: 2026-08-21T10:00:00+02:00
effect: exclude-from-influence
```
"""


def withdraw(store: Path) -> None:
    """Withdraw the item that waits, as another person would."""
    with (store / "memory" / "log.md").open("a", encoding="utf-8") as log:
        log.write(WITHDRAWAL)


def words(pilot: Pilot[int]) -> str:
    """All that is on the screen in one line, without the signs at the edges."""
    return " ".join(screen_text(pilot.app).replace("┃", " ").replace("│", " ").split())


def footer(pilot: Pilot[int]) -> str:
    """The keys that the footer names."""
    return pilot.app.screen.query_one(HintBar).lines(80)[0].plain


async def to_plan(pilot: Pilot[int], *, key: str = "1") -> None:
    """From Home to the plan of a verdict on the item that waits second."""
    await press(pilot, "enter", "j", "enter", key)
    await write(pilot, "measured again")
    await press(pilot, "enter")


async def test_text_that_is_withdrawn_leaves_decide_when_the_store_is_read_again(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_plan(pilot)
        assert SENTENCE in words(pilot)
        withdraw(sample_store)
        await press(pilot, "R")
        text = words(pilot)
        assert isinstance(pilot.app.screen, Decide)
        assert "Northvale" not in text
        assert CONTROL in text
        assert "R reads the store" in text
        assert "esc goes back" in text
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Decide)
    assert not list((sample_store / "memory/governance/decisions").glob("*.json"))


async def test_a_refusal_because_of_a_withdrawal_names_it_and_offers_to_read_again(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_plan(pilot)
        withdraw(sample_store)
        await press(pilot, "enter")
        said = status_of(pilot.app)
        assert "Nothing was recorded" in said
        assert CONTROL in said
        assert "R reads the store" in said
        assert "record" not in footer(pilot)
        assert ".." not in said
        assert "., " not in said


async def test_a_case_that_waits_no_longer_leaves_no_text_on_decide(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_plan(pilot)
        decided(sample_store)
        await press(pilot, "R")
        text = words(pilot)
        assert "can no longer be decided" in text
        assert "Northvale" not in text


async def test_marked_cases_of_which_one_was_withdrawn_show_no_text_of_it(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await press(pilot, "enter", "j", "space", "space", "1")
        assert "Northvale" in screen_text(pilot.app)
        withdraw(sample_store)
        await write(pilot, "measured again")
        await press(pilot, "enter", "R")
        assert "Northvale are always" not in words(pilot)


async def test_a_text_that_was_rewritten_counts_as_seen_once_it_stood_on_the_screen(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store) as pilot:
        await to_plan(pilot)
        rewrite(sample_store, "topics/catalogue-imports.md", "always encoded in UTF-8", "often in Latin-1")
        await press(pilot, "R")
        assert "often in Latin-1" in words(pilot)
        await settle(pilot)
        said = words(pilot)
        assert "and the text were not on screen" not in said
        assert "evidence were not on screen" in said


async def test_the_footer_names_what_enter_does(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_plan(pilot)
        assert "↵ record" in footer(pilot)
        await press(pilot, "escape")
        assert "↵ plan" in footer(pilot)
        await write(pilot, "x")
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        screen.plan_view.focus()
        await settle(pilot)
        assert "↵ plan" in footer(pilot)
        assert "record" not in footer(pilot)


@pytest.mark.parametrize("size", [(40, 12), (80, 14)])
async def test_the_plan_has_room_and_what_must_be_known_stands_where_there_are_few_rows(
    sample_store: Path, opened: Opened, size: tuple[int, int]
) -> None:
    async with opened(sample_store, size) as pilot:
        await to_plan(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        assert screen.plan_view.scrollable_content_region.height >= 4
        text = words(pilot)
        assert "nothing is written yet" in text
        assert "more" in text
        assert "not on screen; the record will say so" in text
        assert "↵ record" in text
        await press(pilot, "escape")
        assert isinstance(pilot.app.focused, RecallInput)
        assert pilot.app.focused.region.height == 1


async def test_the_banner_moves_nothing_on_decide(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await to_plan(pilot)
        before = screen_text(pilot.app).splitlines()
        app = pilot.app
        app.session.changed = True  # type: ignore[attr-defined]
        app.screen.show_banner()  # type: ignore[attr-defined]
        await settle(pilot)
        after = screen_text(pilot.app).splitlines()
        assert "the store changed on disk" in after[0]
        assert after[1:] == before[1:]


async def test_the_first_field_that_is_needed_and_empty_has_the_keys(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "enter", "s")
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        assert [field.parameter for field in screen.fields] == ["reason", "until"]
        assert isinstance(pilot.app.focused, RecallInput)
        assert pilot.app.focused.parameter == "reason"
        await press(pilot, "escape", "3")
        screen = pilot.app.screen
        assert isinstance(screen, Decide)
        assert [field.parameter for field in screen.fields] == ["with", "reason", "text"]
        assert pilot.app.focused is screen.fields[0]
        await write(pilot, "mem")
        await press(pilot, "escape")
        assert type(pilot.app.screen) is Queue
        await press(pilot, "3")
        again = pilot.app.screen
        assert isinstance(again, Decide)
        assert pilot.app.focused is again.fields[1], "a draft fills the first; the reason is next"


async def test_what_was_said_goes_when_another_has_the_keys(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await press(pilot, "enter", "j", "1")
        assert "open the case first" in status_of(pilot.app)
        await press(pilot, "enter")
        assert status_of(pilot.app) == ""
        await press(pilot, "1", "enter")
        assert "a reason is needed first" in status_of(pilot.app)
        await press(pilot, "ctrl+t")
        assert status_of(pilot.app) == ""


async def test_an_error_ends_each_sentence_once(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, DeskScreen)
        screen.say_error(Refused("It is so.", rule="§4", not_done="Nothing was done.", next="Wait."))
        assert status_of(pilot.app) == "✗ It is so (§4). Nothing was done. Next: Wait"


def test_what_was_not_recorded_is_told_in_whole_sentences() -> None:
    outcomes = (
        Outcome("d1", "c1", 0, True, (), ""),
        Outcome("", "c2", 4, False, (), "It holds other bytes than were reviewed."),
        Outcome("", "c3", 4, False, (), "It is gone."),
    )
    told = Recorded(outcomes, "keep", "3 cases", {"c2": "two"}).words.plain
    assert (
        "not: two: It holds other bytes than were reviewed, and 1 more; what is unchanged stays marked"
        in told
    )
