"""Draw the pictures of `docs/pictures/` from the sample store: ``python -m tests.screens.pictures [FOLDER]``.

Each is the real program on a fresh copy of the store, on one fixed day, in a home of its own.
A second argument names the one picture to draw.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from tests.screens.stage import a_person_and_a_day
from tests.screens.stores import plant
from tests.trees import copy_store

if TYPE_CHECKING:
    from textual.pilot import Pilot

ROOT = Path(__file__).parents[2]
READ = "read it again, it holds"
DECIDED = ("enter", "enter", "1", *READ, "enter", "enter")
"""From Home to the first case, kept with a reason."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Where to go: a kind of case or of record, a row of it, then keys; a blank stands for the space bar."""

    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    kind: str = ""
    row: str = ""
    """An id, or a part of it."""
    theme: str | None = None
    hostile: bool = False


PICTURES: dict[str, Picture] = {
    "home": Picture((120, 36), (*DECIDED, "escape", "escape", "escape")),
    "queue": Picture((120, 32), ("j",), "pending-cleanup"),
    "queue-filtered": Picture((120, 32), ("/", *"kind:knowledge", "enter", " ", "j", " "), "pending-cleanup"),
    "case-hidden": Picture((110, 30), ("enter",), "pending-cleanup", "02-19-001", hostile=True),
    "decide": Picture((120, 32), ("enter", "1", *READ, "enter"), "pending-cleanup", "mem-2026-02-19-001"),
    "batch": Picture((110, 30), (" ", " ", " ", "1", *READ, "enter"), "pending-cleanup"),
    "conflict": Picture((110, 32), ("enter",), "conflict"),
    "withdrawal": Picture((110, 32), ("enter",), "withdrawal"),
    "promotion": Picture((110, 32), ("enter",), "promotion"),
    "receipt": Picture((110, 32), ("enter",), "forget-request"),
    "erasure": Picture((110, 32), ("enter",), "erasure"),
    "ledger": Picture((120, 32), (*DECIDED, "1", "enter", "enter", *["escape"] * 3, "L", "enter")),
    "help": Picture((100, 30), ("question_mark",), "pending-cleanup"),
    "palette": Picture((100, 30), ("colon", *"led"), "pending-cleanup"),
    "light": Picture((110, 30), ("j",), "pending-cleanup", theme="light"),
    "high-contrast": Picture((110, 30), ("j",), "pending-cleanup", theme="high-contrast"),
}

_FONT_FROM_ELSEWHERE = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)
_NUMBERED = re.compile(r"terminal-\d+")
_KEYS = {" ": "space", ",": "comma", ":": "colon", "/": "slash", "-": "minus", ".": "full_stop"}


async def picture(store: Path, wanted: Picture) -> str:
    """The screen that a way leads to, as SVG in the reader's own monospace font."""
    from screens.app import WorkbenchApp
    from tests.screens.conftest import settle

    app = WorkbenchApp(store, theme=wanted.theme)
    async with app.run_test(size=wanted.size) as pilot:
        await settle(pilot)
        if wanted.kind:
            await to_row(pilot, wanted.kind, wanted.row)
        for key in wanted.keys:
            await pilot.press(_KEYS.get(key, key))
            await (pilot.pause(0.1) if len(key) == 1 and key.isalpha() else settle(pilot))
        await until_seen(pilot)
        svg = app.export_screenshot(title="workbench")
    own_font = _FONT_FROM_ELSEWHERE.sub("", svg).replace("Fira Code", "DejaVu Sans Mono")
    return _NUMBERED.sub("terminal-1", own_font)


async def until_seen(pilot: Pilot[int]) -> None:
    """Wait until every line in view counts as shown: how much of the evidence was seen is told."""
    from screens.widgets.page import Page
    from tests.screens.conftest import settle

    await settle(pilot)
    while any(page.counting for page in pilot.app.screen.query(Page)):
        await pilot.pause(0.05)
    await settle(pilot)


async def to_row(pilot: Pilot[int], kind: str, row: str) -> None:
    """Open a kind of case, with the cursor on a row."""
    from screens.queue import Queue
    from tests.screens.conftest import settle

    session = pilot.app.screen.session  # type: ignore[attr-defined]
    await pilot.app.push_screen(Queue(session, kind))
    await settle(pilot)
    queue = pilot.app.screen
    assert isinstance(queue, Queue)
    queue.rows.cursor = next((at for at, one in enumerate(queue.rows.rows) if row in one.id), 0)
    await settle(pilot)


def main(folder: Path, only: str = "") -> None:
    """Write every picture into the folder."""
    from screens import base

    folder.mkdir(parents=True, exist_ok=True)
    home = os.environ["HOME"]
    for name, wanted in PICTURES.items():
        if only and name != only:
            continue
        with tempfile.TemporaryDirectory() as scratch, patch.object(base, "ARM_SECONDS", 0.001):
            a_person_and_a_day(Path(scratch))
            store = copy_store(ROOT / "sample_store" / "agent", Path(scratch) / name / "agent")
            if wanted.hostile:
                plant(store)
            with patch("secrets.token_hex", lambda nbytes=32: "5a" * nbytes):
                svg = asyncio.run(picture(store, wanted))
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    os.environ["HOME"] = home


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures", *sys.argv[2:3])
