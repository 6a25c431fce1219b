"""Two calm themes, one accent each; what matters is said in words and signs first."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="workbench-dark",
    primary="#7fb4ca",
    secondary="#8a9bb0",
    accent="#e0b36a",
    warning="#e0b36a",
    error="#e58a7d",
    success="#94c58c",
    foreground="#d5d9e0",
    background="#14171c",
    surface="#191d23",
    panel="#232932",
    dark=True,
    variables={
        "wb-quiet": "#8d97a5",
        "wb-faint": "#4a5361",
        "wb-quote": "#ece6d6",
        "wb-bar": "#4d6b7a",
        "wb-cursor": "#27313d",
        "wb-added": "#16302a",
        "wb-removed": "#3a2223",
        "input-cursor-background": "#e0b36a",
        "input-selection-background": "#7fb4ca 35%",
    },
)

LIGHT = Theme(
    name="workbench-light",
    primary="#1f6482",
    secondary="#55606e",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#a8322a",
    success="#2f6b2c",
    foreground="#22272e",
    background="#f7f5f0",
    surface="#fbfaf7",
    panel="#e9e5dc",
    dark=False,
    variables={
        "wb-quiet": "#5c6672",
        "wb-faint": "#b9bdc2",
        "wb-quote": "#1b1f24",
        "wb-bar": "#9db8c4",
        "wb-cursor": "#dde7ec",
        "wb-added": "#dcefdc",
        "wb-removed": "#f6dedb",
        "input-cursor-background": "#8a5a00",
        "input-selection-background": "#1f6482 25%",
    },
)

THEMES = (DARK, LIGHT)
