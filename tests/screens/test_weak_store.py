"""The header of a store on a file system that keeps less than promised."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.base import DeskScreen
from screens.header import header_line
from tests.screens.conftest import NARROW, WIDE, Opened, settle
from tests.screens.golden import screen_text
from workbench.text.mounts import Mount

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_keys")]


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x36"])
@pytest.mark.parametrize(
    ("mount", "said"),
    [
        (Mount("tmpfs"), "tmpfs: safe from kills only"),
        (Mount("jfs"), "jfs: safe from kills, power cuts"),
        (Mount("odd"), "odd: no promise"),
        (Mount("ext4", frozenset({"ro"})), "ext4 read-only"),
    ],
    ids=["memory", "no exchange", "unknown", "read-only"],
)
async def test_what_still_holds_stands_on_the_first_line_of_every_screen(
    mount: Mount,
    said: str,
    size: tuple[int, int],
    sample_store: Path,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.text.filesystems.mount_of", lambda root: mount)
    async with opened(sample_store, size=size) as pilot:
        assert said in screen_text(pilot.app).splitlines()[0]
        screen = pilot.app.screen
        assert isinstance(screen, DeskScreen)
        weak = screen.session.store.weak or ""
        assert weak.split(".")[0].split()[:3] == [word for word in screen_words(pilot.app) if word][:3]
        await pilot.press("enter")
        await settle(pilot)
        assert pilot.app.screen is not screen
        assert said in screen_text(pilot.app).splitlines()[0]
        assert header_line(screen.session, size[0]).cell_length <= size[0]


async def test_a_data_folder_that_stands_on_less_is_told_on_the_first_line(
    sample_store: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = sample_store.resolve()
    monkeypatch.setattr(
        "workbench.text.filesystems.mount_of",
        lambda path: Mount("ext4" if path.resolve().is_relative_to(inside) else "tmpfs"),
    )
    async with opened(sample_store, size=NARROW) as pilot:
        assert "data on tmpfs: safe from kills only" in screen_text(pilot.app).splitlines()[0]
        assert screen_words(pilot.app)[:6] == ["your", "data", "folder", "on", "memory", "(tmpfs):"]


def screen_words(app: object) -> list[str]:
    """The words of the line that says what is wrong with the store."""
    lines = screen_text(app).splitlines()  # type: ignore[arg-type]
    return next(line for line in lines if line.startswith(" ! ")).removeprefix(" ! ").split()
