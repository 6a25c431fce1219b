"""Random keys: no screen crashes, and nothing is written but by Enter on a plan that is armed."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual import events

from screens.actions import ACTIONS
from screens.app import WorkbenchApp
from screens.base import DeskScreen
from screens.decide import Decide
from tests.screens.conftest import NARROW, WIDE, settle
from tests.screens.hostile import ON_A_LINE, spoil
from tests.screens.terminal import on_a_terminal
from tests.trees import copy_store, tree_bytes

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parents[2] / "sample_store" / "agent"
LEAVING = {"q", "ctrl+q", "ctrl+z", "ctrl+c"}
KEYS = sorted(
    {key for action in ACTIONS for key in action.keys} - LEAVING
    | {
        *"abxyz019 .",
        "enter",
        "escape",
        "tab",
        "space",
        "backspace",
        "delete",
        "left",
        "right",
        "f1",
        "ctrl+p",
    }
)
STEPS = st.lists(
    st.one_of(
        st.sampled_from(KEYS),
        st.sampled_from(["enter", "escape", "j", "tab", "1"]),
        st.sampled_from([(1, 1), (39, 24), (40, 12), NARROW, WIDE, (250, 80)]),
        st.just(events.Paste(ON_A_LINE)),
    ),
    max_size=60,
)


def planted(folder: Path, *, hostile: bool) -> Path:
    """A copy of the sample store, spoiled or not."""
    store = copy_store(SAMPLE, folder / "agent")
    if hostile:
        spoil(store, everything=False)
    return store


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(steps=STEPS, hostile=st.booleans())
def test_random_keys_crash_nothing_and_write_nothing_by_themselves(
    steps: list[object], hostile: bool, a_clean_person: Path
) -> None:
    shutil.rmtree(a_clean_person / "data", ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        store = planted(Path(folder), hostile=hostile)
        before = tree_bytes(store)
        pressed = asyncio.run(play(store, steps))
        assert pressed or tree_bytes(store) == before


async def play(store: Path, steps: list[object]) -> bool:
    """Type, paste and resize; answers whether Enter was ever pressed on an armed plan."""
    app = WorkbenchApp(store)
    recorded = False
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        for step in steps:
            screen = app.screen
            if isinstance(step, tuple):
                await pilot.resize_terminal(*step)
            elif isinstance(step, events.Paste):
                app.post_message(events.Paste(step.text))
            else:
                recorded |= (
                    step == "enter" and isinstance(screen, Decide) and bool(screen.plan and screen.armed)
                )
                await pilot.press(str(step))
            if app._exit:
                break
        await settle(pilot)
        assert isinstance(app.screen, DeskScreen) or app.screen.is_modal or app._exit
    return recorded


BURST = [key for key in "0123456789\r\rjkGg[]JK\t /nNvV*o+mdUzseXHLRa x?:yY" if key]
SCREENS: dict[str, tuple[str, ...]] = {
    "home": (),
    "records of home": ("\t",),
    "queue": ("\r",),
    "case": ("\r", "\r"),
    "conflict": ("j", "\r", "\r"),
    "marks": ("\r", " ", " "),
    "filter": ("\r", "/"),
    "views": ("\r", "V"),
    "decide": ("\r", "\r", "1"),
    "ledger": ("L",),
    "records": ("\t", "\t", "\r"),
    "help": ("?",),
    "palette": (":",),
}


@pytest.mark.parametrize("where", SCREENS)
def test_a_burst_of_keys_decides_nothing(where: str, sample_store: Path) -> None:
    draw = random.Random(where)
    before = tree_bytes(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        for _ in range(4):
            for key in SCREENS[where]:
                terminal.send(key)
            keys = "".join(draw.choices(BURST, k=40))
            pasted = f"\x1b[200~{''.join(draw.choices(BURST, k=20))}\x1b[201~"
            burst = keys + pasted + "1because\r\r\r" + keys[::-1] + "\r\r1\r\r\r"
            os.write(terminal.master, burst.encode())
            terminal.read_until_quiet(quiet=0.4)
            for _ in range(6):  # no Enter of the next burst may meet the plan that this one left
                terminal.send("\x1b")
        assert terminal.program.poll() is None, last_words(terminal.received)
    assert tree_bytes(sample_store) == before


def last_words(received: bytes) -> str:
    """What the workbench said when it ended, without what moves the cursor."""
    told = re.sub(rb"\x1b\[[0-9;?<>]*[a-zA-Z$]", b"", received)
    return f"the workbench ended by itself: {told[-3000:].decode(errors='replace')}"
