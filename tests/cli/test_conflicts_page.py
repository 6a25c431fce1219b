"""The page of the conflicts shows to the byte what the command says of the sample store."""

from __future__ import annotations

import re

from tests.cli.conflicts_page import PAGE, on_page, printed
from workbench.cli.decide import TAKES

TEXT = PAGE.read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<case>[a-z ]*) ?\| `(?P<given>[^`]+)` \|", re.MULTILINE)


def test_the_page_shows_what_is_printed_to_the_byte() -> None:
    assert on_page() == printed()


def test_what_is_printed_withholds_what_is_withdrawn() -> None:
    """Two sentences of the sample store that withdrawals hold back, written off its topics by hand."""
    said = on_page()
    assert "does not change late returns" not in said
    assert "Eastgate closes at 18:00 on Wednesdays" not in said


def test_every_verdict_of_the_page_is_given_as_the_command_takes_it() -> None:
    rows = ROW.findall(TEXT.partition("## What each verdict does")[2])
    told = {given.split()[0].strip("[") for _, given in rows}
    assert told == {"current", "both", "none", "new-value", "confirm", "merge", "restore", "accept", "open"}
    for _, given in rows:
        verdict, *options = re.findall(r"--[a-z]+|^[a-z-]+", given)
        assert {option.removeprefix("--") for option in options} <= set(TAKES[verdict])
