"""The looks of the screens: one accent each; what matters is said in words and signs first.

`dark` and `light` keep 4.5:1 between every role of text and every ground it stands on,
`high-contrast` 7:1. The two `ansi` looks name the sixteen colours of the terminal and no other, so
that they are as the person set them; where the terminal wants no colour at all, they are used without.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="workbench-dark",
    primary="#7fb4ca",
    secondary="#8a9bb0",
    accent="#e0b36a",
    warning="#e0b36a",
    error="#eb968a",
    success="#94c58c",
    foreground="#d5d9e0",
    background="#14171c",
    surface="#191d23",
    panel="#232932",
    dark=True,
    variables={
        "wb-quiet": "#98a2b0",
        "wb-faint": "#4a5361",
        "wb-quote": "#ece6d6",
        "wb-bar": "#5f8598",
        "wb-cursor": "#27313d",
        "wb-added": "#16302a",
        "wb-removed": "#3a2223",
        "wb-option-background": "#27313d",
        "wb-option-foreground": "#d5d9e0",
        "input-cursor-background": "#e0b36a",
        "input-selection-background": "#7fb4ca 35%",
    },
)

LIGHT = Theme(
    name="workbench-light",
    primary="#1f6482",
    secondary="#55606e",
    accent="#825300",
    warning="#825300",
    error="#a8322a",
    success="#2a6427",
    foreground="#22272e",
    background="#f7f5f0",
    surface="#fbfaf7",
    panel="#e9e5dc",
    dark=False,
    variables={
        "wb-quiet": "#565f6b",
        "wb-faint": "#b9bdc2",
        "wb-quote": "#1b1f24",
        "wb-bar": "#5f8a9d",
        "wb-cursor": "#dde7ec",
        "wb-added": "#dcefdc",
        "wb-removed": "#f6dedb",
        "wb-option-background": "#dde7ec",
        "wb-option-foreground": "#22272e",
        "input-cursor-background": "#825300",
        "input-selection-background": "#1f6482 25%",
    },
)

HIGH_CONTRAST = Theme(
    name="workbench-high-contrast",
    primary="#9fd8ff",
    secondary="#c8d4e4",
    accent="#ffd75f",
    warning="#ffd75f",
    error="#ffc2b8",
    success="#a6e89a",
    foreground="#ffffff",
    background="#000000",
    surface="#0a0a0a",
    panel="#1c1c1c",
    dark=True,
    variables={
        "wb-quiet": "#d0d6de",
        "wb-faint": "#8b95a3",
        "wb-quote": "#fffbe8",
        "wb-bar": "#8fc4e8",
        "wb-cursor": "#0d3a66",
        "wb-added": "#0d3318",
        "wb-removed": "#4d1212",
        "wb-option-background": "#0d3a66",
        "wb-option-foreground": "#ffffff",
        "input-cursor-background": "#ffd75f",
        "input-selection-background": "#0d5fb0",
    },
)

_TERMINAL = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "wb-quiet": "ansi_default",
    "wb-faint": "ansi_bright_black",
    "wb-quote": "ansi_default",
    "wb-bar": "ansi_blue",
    "wb-cursor": "ansi_default",
    "wb-added": "ansi_default",
    "wb-removed": "ansi_default",
    "input-cursor-text-style": "none",
    "block-cursor-text-style": "none",
    "border": "ansi_bright_black",
    "border-blurred": "ansi_bright_black",
    "scrollbar": "ansi_bright_black",
    "scrollbar-hover": "ansi_bright_black",
    "scrollbar-active": "ansi_bright_black",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "scrollbar-corner-color": "ansi_default",
}

_CHOSEN = ("input-cursor", "input-selection", "block-cursor", "wb-option")
"""What is told by a ground of its own: the cursor and the selection of a field, a chosen line."""


def _of_the_terminal(name: str, accent: str, warning: str, *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary="ansi_cyan" if dark else "ansi_blue",
        secondary="ansi_default",
        accent=accent,
        warning=warning,
        error="ansi_red",
        success="ansi_green",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        dark=dark,
        ansi=True,
        variables={
            **_TERMINAL,
            **{f"{name}-background": "ansi_white" if dark else "ansi_blue" for name in _CHOSEN},
            **{f"{name}-foreground": "ansi_black" if dark else "ansi_bright_white" for name in _CHOSEN},
        },
    )


ANSI_DARK = _of_the_terminal("workbench-ansi-dark", "ansi_yellow", "ansi_yellow", dark=True)
ANSI_LIGHT = _of_the_terminal("workbench-ansi-light", "ansi_magenta", "ansi_magenta", dark=False)

THEMES = (DARK, LIGHT, HIGH_CONTRAST, ANSI_DARK, ANSI_LIGHT)

NAMES = {theme.name.removeprefix("workbench-"): theme.name for theme in THEMES} | {"ansi": ANSI_DARK.name}
"""The names that a person writes, each with the name of its theme."""

ABOUT = {
    "dark": "Calm, on a dark ground",
    "light": "Calm, on a light ground",
    "high-contrast": "White on black, 7:1 and more for all text",
    "ansi-dark": "The sixteen colours of your terminal, on its dark ground",
    "ansi-light": "The sixteen colours of your terminal, on its light ground",
}
"""Each theme in a few words."""


def short_name(theme: str) -> str:
    """The name that a person writes for a theme."""
    return theme.removeprefix("workbench-")
