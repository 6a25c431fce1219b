"""The looks: contrast of every role on every ground, nothing by colour alone, and what reaches a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from screens.app import WorkbenchApp
from screens.theme import ABOUT, ANSI_DARK, ANSI_LIGHT, DARK, HIGH_CONTRAST, LIGHT, NAMES, THEMES
from screens.widgets.painted import ROLES, Painted
from tests.screens.conftest import NARROW, Opened, press, status_of
from tests.screens.stores import plant
from tests.screens.terminal import Terminal, on_a_terminal
from tests.screens.waiting import to_decide, until
from workbench.desk.config import config_path

GROUNDS = ("background", "surface", "panel", "wb-cursor", "wb-added", "wb-removed")
DRAWN = {"faint", "bar"}
"""Roles of lines and bars, which say nothing that no word says."""
SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
TRUE_COLOUR = re.compile(rb"\x1b\[[0-9;:]*[34]8[;:][25][;:]")


def light(colour: Color) -> float:
    """Relative luminance, by the definition of WCAG 2."""
    parts = [part / 255 for part in colour.rgb]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Contrast of two colours, 1 to 21, by the definition of WCAG 2."""
    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_the_measure_is_the_one_of_wcag() -> None:
    assert round(contrast(Color.parse("#000000"), Color.parse("#ffffff")), 1) == 21.0
    assert round(contrast(Color.parse("#777777"), Color.parse("#ffffff")), 2) == 4.48


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "least"), [(DARK, 4.5), (LIGHT, 4.5), (HIGH_CONTRAST, 7.0)])
async def test_every_role_can_be_read_on_every_ground(
    theme: Theme, least: float, sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, theme=theme.name) as pilot:
        painted = pilot.app.screen.query(Painted).first()
        variables = pilot.app.get_css_variables()
        weak = []
        for role in sorted(set(ROLES) - DRAWN):
            colour = painted.role_style(role).foreground or Color.parse(variables["foreground"])
            assert not painted.role_style(role).dim, f"{role} is dimmed by an unknown measure"
            for ground in GROUNDS:
                found = contrast(colour, Color.parse(variables[ground]))
                weak += [(role, ground, round(found, 2))] if found < least else []
        assert weak == []
        for role in DRAWN & {"bar"}:
            drawn = painted.role_style(role).foreground
            assert drawn is not None
            assert contrast(drawn, Color.parse(variables["background"])) >= 3


def test_the_colours_of_the_terminal_are_all_that_two_looks_name() -> None:
    for theme in (ANSI_DARK, ANSI_LIGHT):
        named = [theme.primary, theme.secondary, theme.accent, theme.warning, theme.error, theme.success]
        named += [theme.foreground, theme.background, theme.surface, theme.panel, theme.boost]
        named += [value for name, value in theme.variables.items() if not name.endswith("text-style")]
        assert [one for one in named if not str(one).startswith("ansi_")] == []


def test_every_look_has_a_name_and_words() -> None:
    assert set(ABOUT) | {"ansi"} == set(NAMES)
    assert {theme.name for theme in THEMES} == set(NAMES.values())


def walk(terminal: Terminal) -> bytes:
    """What reaches a terminal through queue, case, Decide, a plan, Home, ledger, help and palette."""
    to_decide(terminal, "sure")
    until(terminal, "\r", "nothing is written yet")
    for keys in ("\x1b", "\x1b", "\x1b", "\x1b"):
        terminal.send(keys)
    until(terminal, "L", "Ledger")
    until(terminal, "\x1b", "Waiting for a person")
    until(terminal, "?", "Search")
    terminal.send("/")
    until(terminal, "rev", "have it")
    until(terminal, "\x1b", "Page down")
    until(terminal, "\x1b", "Waiting for a person")
    until(terminal, ":", "An action, a place or a look")
    until(terminal, "\x1b", "Waiting for a person")
    return terminal.received


@pytest.mark.slow
@pytest.mark.parametrize("look", ["ansi-dark", "ansi-light"])
def test_the_looks_of_the_terminal_send_no_colour_of_ours(
    look: str, sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_THEME", look)
    with on_a_terminal(sample_store, NARROW) as terminal:
        received = walk(terminal)
    assert b"Pending cleanup" in received
    assert TRUE_COLOUR.findall(received) == []
    assert any(b"33" in found.split(b";") or b"35" in found.split(b";") for found in SGR.findall(received))


@pytest.mark.slow
def test_no_colour_is_sent_where_none_is_wanted_and_everything_is_still_told(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with on_a_terminal(sample_store, NARROW) as terminal:
        received = walk(terminal)
    codes = {code for found in SGR.findall(received) for code in re.split(rb"[;:]", found)}
    assert codes <= {b"", b"0", b"1", b"2", b"3", b"4", b"7", b"9", b"22", b"24", b"27", b"29"}
    assert {b"1", b"2", b"4", b"7", b"9"} <= codes, "these tell what colours do elsewhere"
    text = received.decode("utf-8", "replace")
    for sign in ("▸", "−", "+", "│"):
        assert sign in text


@pytest.mark.slow
def test_no_link_is_sent_whatever_a_store_holds(sample_store: Path) -> None:
    plant(sample_store)
    with on_a_terminal(sample_store, NARROW) as terminal:
        received = walk(terminal)
    assert b"Pending cleanup" in received
    assert b"\x1b]8" not in received
    assert b"\x9d8" not in received


@pytest.mark.slow
async def test_an_empty_no_color_says_nothing(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert WorkbenchApp(sample_store).no_color is False
    monkeypatch.setenv("NO_COLOR", "1")
    app = WorkbenchApp(sample_store, theme="light")
    assert (app.no_color, app.theme) == (True, ANSI_DARK.name)


@pytest.mark.slow
async def test_the_palette_shows_a_look_and_keeps_the_one_that_is_taken(
    sample_store: Path, opened: Opened
) -> None:
    async with opened(sample_store, NARROW) as pilot:
        await pilot.press("colon", *"theme")
        await pilot.pause(0.4)
        await pilot.press("down")
        await pilot.pause(0.2)
        assert pilot.app.theme == LIGHT.name
        assert not config_path().exists()
        await pilot.press("escape", "escape")
        await pilot.pause(0.2)
        assert pilot.app.theme == DARK.name
        await pilot.press("colon", *"high")
        await pilot.pause(0.4)
        await pilot.press("enter")
        await pilot.pause(0.4)
        assert pilot.app.theme == HIGH_CONTRAST.name
        assert config_path().read_text(encoding="utf-8") == "theme: high-contrast\n"
        assert status_of(pilot.app).startswith("theme high-contrast, kept in ")


@pytest.mark.slow
async def test_a_read_only_run_keeps_no_look(sample_store: Path, opened: Opened) -> None:
    async with opened(sample_store, NARROW, readonly=True) as pilot:
        await pilot.press("colon", *"light")
        await pilot.pause(0.4)
        await pilot.press("enter")
        await pilot.pause(0.4)
        await press(pilot)
        assert pilot.app.theme == LIGHT.name
        assert not config_path().exists()
