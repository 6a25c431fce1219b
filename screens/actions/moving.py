"""What every list, every text and every screen with both can do."""

from __future__ import annotations

from screens.actions.action import Action


def moves(scope: str, thing: str) -> tuple[Action, ...]:
    """How to move in a list or a text; the same keys in both."""
    return (
        Action(f"{scope}.down", ("j", "down"), f"Next {thing}", scope, "down", f"Go to the next {thing}"),
        Action(f"{scope}.up", ("k", "up"), f"Previous {thing}", scope, "up", f"Go to the previous {thing}"),
        Action(f"{scope}.top", ("g", "home"), "Top", scope, "top", "Go to the beginning"),
        Action(f"{scope}.bottom", ("G", "end"), "Bottom", scope, "bottom", "Go to the end"),
        Action(
            f"{scope}.half_down", ("ctrl+d",), "Half a page down", scope, "half_down", "Move down half a page"
        ),
        Action(f"{scope}.half_up", ("ctrl+u",), "Half a page up", scope, "half_up", "Move up half a page"),
        Action(f"{scope}.page_down", ("pagedown",), "Page down", scope, "page_down", "Move down a page"),
        Action(f"{scope}.page_up", ("pageup",), "Page up", scope, "page_up", "Move up a page"),
    )


def browse(scope: str, thing: str) -> tuple[Action, ...]:
    """What every screen with a list and a text beside it can do."""
    return (
        Action(
            f"{scope}.next",
            ("right_square_bracket",),
            f"Next {thing}",
            scope,
            "next_row",
            f"Show the next {thing}, from the list or from the text",
            "next",
            40,
        ),
        Action(
            f"{scope}.previous",
            ("left_square_bracket",),
            f"Previous {thing}",
            scope,
            "previous_row",
            f"Show the previous {thing}, from the list or from the text",
        ),
        Action(
            f"{scope}.scroll_down",
            ("J",),
            "Scroll the text down",
            scope,
            "scroll_text(3)",
            "Scroll the text while the list keeps the keys",
            "text",
            45,
        ),
        Action(
            f"{scope}.scroll_up",
            ("K",),
            "Scroll the text up",
            scope,
            "scroll_text(-3)",
            "Scroll the text while the list keeps the keys",
        ),
        Action(
            f"{scope}.pane",
            ("tab", "shift+tab"),
            "Other pane",
            scope,
            "pane",
            "Go from the list to the text and back",
            "pane",
            35,
        ),
        Action(
            f"{scope}.find",
            ("slash",),
            "Filter, or search in the text",
            scope,
            "find",
            "Show the rows that have some words, or look for them in the text that has the keys",
            "filter",
            20,
        ),
        Action(
            f"{scope}.next_hit",
            ("n",),
            "Next hit",
            scope,
            "hit(1)",
            "Go to the next place of the words looked for in the text",
        ),
        Action(
            f"{scope}.previous_hit",
            ("N",),
            "Previous hit",
            scope,
            "hit(-1)",
            "Go to the previous place of the words looked for in the text",
        ),
        Action(
            f"{scope}.zoom",
            ("plus",),
            "Text over the list",
            scope,
            "zoom",
            "Give the text all of the width, and take it back",
        ),
        Action(
            f"{scope}.more",
            ("m",),
            "More of a long text",
            scope,
            "more",
            "Show more of a text that is left out in part",
            "more",
            8,
        ),
    )
