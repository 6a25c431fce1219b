"""Completion in real shells: what is offered, that colons do no harm, and that it is silent and quick."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from screens.theme import NAMES
from tests.cli.conftest import Workbench
from workbench.cli import completing
from workbench.cli.call import Call
from workbench.cli.completing import SHELLS, VARIABLE, complete, offered
from workbench.cli.decide import VERDICTS
from workbench.cli.emit import Emit
from workbench.cli.main import VERBS, workbench

CASE = "pending-cleanup:mem-2026-07-02-002"
BIN = Path(sys.executable).parent


def completions(line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What bash is told for a line, without the kind of each."""
    monkeypatch.setenv(VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    capsys.readouterr()
    assert complete(workbench, Call(Emit())) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return [one.partition(",")[2] for one in told.out.splitlines() if one]


@pytest.fixture
def here(l1_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(l1_store)
    return l1_store


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("workbench ", set(VERBS)),
        ("workbench led", {"ledger"}),
        ("workbench status --ex", {"--exit-code"}),
        ("workbench completions ", {"bash", "zsh", "fish"}),
        ("workbench --theme ", set(NAMES)),
        (f"workbench decide {CASE} coo", {"cool"}),
        (f"workbench decide {CASE} cool --status ", {"stale", "active"}),
        (f"workbench show {CASE[:-1]}", {CASE}),
        ("workbench show mem-2026-07-02-00", {"mem-2026-07-02-002"}),
        ("workbench cases --kind pending", {"pending-cleanup"}),
        ("workbench records --kind hyp", {"hypothesis"}),
    ],
)
@pytest.mark.usefixtures("here")
def test_what_a_line_may_go_on_with(
    line: str, wanted: set[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(completions(line, capsys, monkeypatch)) == wanted


@pytest.mark.usefixtures("here")
def test_after_a_case_every_verdict_is_offered_and_that_case_no_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = completions(f"workbench decide {CASE} ", capsys, monkeypatch)
    assert set(VERDICTS) <= set(found)
    assert CASE not in found


def test_decisions_are_offered_newest_first(
    workbench_: Workbench, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(here)
    workbench_("decide", here, CASE, "keep", "--as", "ada", "--reason", "sure")
    [first] = workbench_("ledger", here, "--json").answer["decisions"]
    workbench_("revert", here, first["id"], "--as", "ada", "--reason", "not sure")
    for line in ("workbench revert ", f"workbench ledger {here} memdec"):
        newest, oldest = completions(line, capsys, monkeypatch)
        assert oldest == first["id"] < newest


@pytest.fixture
def workbench_(workbench: Workbench) -> Workbench:
    return workbench


@pytest.mark.parametrize("line", ["workbench show x", "workbench revert x", "workbench nonsense x"])
def test_without_a_store_it_says_nothing(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert set(completions(line, capsys, monkeypatch)) <= {"x"}  # a folder that begins so


@pytest.mark.usefixtures("here")
def test_a_store_that_takes_too_long_offers_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completing, "SECONDS", 0.05)
    waited: list[str] = []

    def slow(desk: object) -> None:
        time.sleep(5)
        waited.append("to the end")

    monkeypatch.setattr("workbench.desk.desk.Desk.cases", slow)
    assert CASE not in completions("workbench show pend", capsys, monkeypatch)
    assert waited == []


def test_only_plain_words_are_offered() -> None:
    words = [
        "a b",
        "$(id)",
        "`id`",
        "a;b",
        "-x",
        "\x1b[2J",
        "a\nb",
        "é",
        "conflict:a%3Ab",
        "~0123456789",
        "*",
    ]
    assert [item.value for item in offered(words, "")] == ["conflict:a%3Ab"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed_and_answers_in_json(shell: str, workbench: Workbench) -> None:
    told = workbench("completions", shell)
    assert told.code == 0
    assert VARIABLE in told.out
    assert workbench("completions", shell, "--json").answer["script"] == told.out


def test_another_shell_is_a_usage_error(workbench: Workbench) -> None:
    done = workbench("completions", "tcsh")
    assert (done.code, done.out) == (2, "")


def test_every_argument_of_words_and_every_closed_option_completes() -> None:
    context = click.Context(workbench, info_name="workbench")
    for verb in ("show", "decide", "revert", "ledger"):
        command = workbench.get_command(context, verb)
        assert command is not None
        [words] = [one for one in command.params if one.name == "words"]
        assert words._custom_shell_complete is not None, verb


def environment(store: Path, home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("LANG", "LC_ALL", "TMPDIR")}
    path = f"{BIN}:{os.environ.get('PATH', '')}"
    return {**kept, "PATH": path, "HOME": str(home), "TERM": "dumb", "WORKBENCH_STORE": str(store)}


def typed(shell: list[str], setup: str, line: str, env: dict[str, str]) -> str:
    """Type a line and a tab into an interactive shell, and then let it print the line it made of that."""
    main, other = pty.openpty()
    process = subprocess.Popen(
        shell, stdin=other, stdout=other, stderr=other, env=env, start_new_session=True, close_fds=True
    )
    os.close(other)
    try:
        os.write(main, f"{setup}; echo rea''dy\n".encode())
        read_until(main, "ready", 20)
        os.write(main, f"echo GOT; {line}\t".encode())
        time.sleep(2.5)
        os.write(main, b"\x01echo \n")
        return read_until(main, "\nGOT", 10) + read_until(main, "", 1)
    finally:
        process.kill()
        process.wait()
        os.close(main)


def read_until(descriptor: int, mark: str, seconds: float) -> str:
    """What comes until a word does, or time is up."""
    told, end = "", time.monotonic() + seconds
    while time.monotonic() < end and (not mark or mark not in told):
        if select.select([descriptor], [], [], 0.1)[0]:
            try:
                told += os.read(descriptor, 4096).decode("utf-8", "replace").replace("\r", "")
            except OSError:
                break
    return told


@pytest.mark.slow
def test_bash_completes_an_id_with_a_colon(l1_store: Path, a_clean_person: Path) -> None:
    told = typed(
        ["bash", "--norc", "--noprofile", "-i"],
        "source <(workbench completions bash)",
        f"workbench show {CASE[:-1]}",
        environment(l1_store, a_clean_person),
    )
    assert f"workbench show {CASE} " in told


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh here")
def test_zsh_completes_an_id_with_a_colon(l1_store: Path, a_clean_person: Path) -> None:
    told = typed(
        ["zsh", "-f", "-i"],
        "autoload -U compinit; compinit -u -D; source <(workbench completions zsh)",
        f"workbench show {CASE[:-1]}",
        environment(l1_store, a_clean_person),
    )
    assert f"workbench show {CASE}" in told


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_fish_completes_an_id_with_a_colon(l1_store: Path, a_clean_person: Path) -> None:
    asked = f"workbench completions fish | source; complete -C 'workbench show {CASE[:-1]}'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", asked],
        env=environment(l1_store, a_clean_person),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines() == [CASE]


@pytest.mark.usefixtures("here")
def test_the_time_is_over_even_where_errors_of_files_are_handled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading a store takes any OSError for a file that does not read; the clock must be no such error."""
    went_on: list[str] = []

    def slow(self: object) -> tuple[object, ...]:
        try:
            time.sleep(1)
        except OSError:
            went_on.append("the deadline was taken for an error of a file")
        return ()

    monkeypatch.setattr(completing, "SECONDS", 0.05)
    monkeypatch.setattr("workbench.desk.desk.Desk.cases", slow)

    completions("workbench show memx", capsys, monkeypatch)

    assert went_on == []
