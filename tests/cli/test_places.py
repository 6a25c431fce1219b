"""A STORE that can be no store, whatever the operating system makes of its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Workbench

LONG = "a" * 300


@pytest.mark.parametrize(
    "name", ["~nosuchuser/x", "~nosuchuser", LONG, f"/tmp/{LONG}", f"{LONG}/{LONG}", "a/" * 2500, "nowhere"]
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_it_is_no_store(workbench: Workbench, name: str, json: tuple[str, ...]) -> None:
    done = workbench("status", name, *json)

    assert done.code == 2
    assert (done.answer["code"] if json else "not-a-store") == "not-a-store"
    assert "Nothing was opened." in done.out + done.err


def test_nor_is_it_one_in_the_environment(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("~nosuchuser/x", LONG):
        monkeypatch.setenv("WORKBENCH_STORE", name)
        assert workbench("status", "--json").answer["code"] == "not-a-store"


@pytest.mark.parametrize("verb", ["show", "decide", "records", "ledger", "revert"])
def test_a_word_that_is_too_long_for_a_name_is_only_a_word(
    workbench: Workbench, l1_store: Path, verb: str
) -> None:
    words = (LONG, "keep", "--as", "ada", "--reason", "x") if verb == "decide" else (LONG,)
    more = ("--as", "ada", "--reason", "x") if verb == "revert" else ()

    assert workbench(verb, l1_store, *words, *more, "--json").answer["code"] == "unknown-id"


def test_a_word_that_is_too_long_opens_no_screens(workbench: Workbench) -> None:
    assert workbench(LONG).code == 2
