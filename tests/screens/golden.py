"""The one place that reads a screen as text, and compares a reading with the one on file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App

FOLDER = Path(__file__).parent / "goldens"
_DRAWN_AT_RANDOM = re.compile(r"\b(?:[0-9a-f]{16,})\b")

Golden = Callable[[App[Any], str], None]


def screen_text(app: App[Any]) -> str:
    """What stands on the screen, one line a row, without the blanks at line ends."""
    screen = app.screen
    strips = screen._compositor.render_strips(screen.size)
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def compare(app: App[Any], name: str, *, update: bool) -> None:
    """Compare the screen with the file of that name, or write the file. Salted digests are blotted out."""
    text = _DRAWN_AT_RANDOM.sub(lambda found: "x" * len(found[0]), screen_text(app))
    path = FOLDER / f"{name}.txt"
    if update:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no {path.name}; `make golden` writes it"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
