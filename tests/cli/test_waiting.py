"""How far a long search has come: told at a terminal alone, of a large store alone, and gone at the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from workbench.cli.emit import Emit
from workbench.cli.waiting import LARGE, Waiting


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def heard(err: io.StringIO, total: int) -> str:
    with Waiting(Emit(io.StringIO(), err)) as waiting:
        read = waiting.step("Reading")
        for done in range(0, total + 1, max(total // 4, 1)):
            read(done, total)
        look = waiting.step("Looking")
        look(1, 2)
    return err.getvalue()


def test_each_word_takes_the_place_of_the_last_and_nothing_is_left() -> None:
    told = heard(Terminal(), LARGE).split("\r\x1b[K")
    assert told[:2] == ["", "Reading … 0 %"]
    assert told[-3:] == ["Reading … 100 %", "Looking … 50 %", ""]


@pytest.mark.parametrize(("err", "total"), [(io.StringIO(), LARGE), (Terminal(), LARGE - 4)])
def test_nothing_is_told_to_no_terminal_and_of_no_small_store(err: io.StringIO, total: int) -> None:
    assert heard(err, total) == ""


def test_the_line_is_cleared_when_the_search_is_stopped() -> None:
    err = Terminal()
    with pytest.raises(KeyboardInterrupt), Waiting(Emit(io.StringIO(), err)) as waiting:
        waiting.step("Reading")(1, LARGE)
        raise KeyboardInterrupt
    assert err.getvalue().endswith("\r\x1b[K")


def test_a_search_that_is_stopped_ends_without_a_traceback(
    workbench: Workbench, sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.desk.conflicts.conflicts_of", stopped)
    done = workbench("conflicts", sample_store)
    assert (done.code, done.out) == (130, "")
    assert "Traceback" not in done.err
    answer = workbench("conflicts", sample_store, "--json").answer
    assert answer["code"] == "interrupted"
