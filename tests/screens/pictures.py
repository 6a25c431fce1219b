"""Draw the pictures of `docs/pictures/` from the sample store: ``python -m tests.screens.pictures [FOLDER]``.

Each is the real program on a fresh copy of the store, on one fixed day, in a home of its own.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from tests.trees import copy_store

ROOT = Path(__file__).parents[2]
PICTURES: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "home": ((110, 30), ()),
    "queue": ((120, 32), ("enter", "j")),
    "decide": ((110, 30), ("enter", "j", "1", *"asked Northvale again", "enter")),
}
"""Size, and the keys that lead there; a blank stands for the space bar."""

_FONT_FROM_ELSEWHERE = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)


async def picture(store: Path, size: tuple[int, int], keys: tuple[str, ...]) -> str:
    """The screen that the keys lead to, as SVG in the reader's own monospace font."""
    from screens.app import WorkbenchApp
    from tests.screens.conftest import settle

    app = WorkbenchApp(store)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in keys:
            await pilot.press("space" if key == " " else key)
            await settle(pilot)
        svg = app.export_screenshot(title="workbench")
    return _FONT_FROM_ELSEWHERE.sub("", svg).replace("Fira Code", "DejaVu Sans Mono")


def main(folder: Path) -> None:
    """Write every picture into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch) / "home"
        home.mkdir()
        (home / ".gitconfig").write_text("[user]\n\tname = ada\n", encoding="utf-8")
        os.environ |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "GIT_CONFIG_NOSYSTEM": "1"}
        os.environ |= {"WORKBENCH_NOW": "2026-08-21T09:00:00Z", "TEXTUAL_ANIMATIONS": "none"}
        for name, (size, keys) in PICTURES.items():
            store = copy_store(ROOT / "sample_store" / "agent", Path(scratch) / name / "agent")
            (folder / f"{name}.svg").write_text(asyncio.run(picture(store, size, keys)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
