"""The command line as a whole: help, options anywhere, and usage errors in words and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import workbench.cli
from tests.cli.values import ERROR_KEYS
from workbench import __version__
from workbench.cli.decide import VERDICTS, spread, verdict_of
from workbench.cli.main import VERBS, run
from workbench.text.errors import UsageError

CASE = "stale:mem-2026-07-02-002"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example_and_answers_in_json(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb, "--help"]) == 0

    told = capsys.readouterr().out
    assert f"Example:\n    workbench {verb}" in told
    assert "--json" in told


@pytest.mark.parametrize("verb", ["decide", "revert"])
def test_the_deciding_verbs_take_who_why_and_a_dry_run(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, "--help"]) == 0

    told = capsys.readouterr().out
    assert all(option in told for option in ("--as WHO", "--reason TEXT", "--dry-run"))


def test_the_first_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0

    told = capsys.readouterr().out
    assert all(f"\n  {verb} " in told for verb in VERBS)
    assert "Example:" in told


def test_every_verb_is_a_file_of_its_own() -> None:
    folder = Path(workbench.cli.__file__).parent

    with_command = {path.stem for path in folder.glob("*.py") if "@click.command" in path.read_text("utf-8")}
    assert with_command == {*VERBS, "open"}


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"workbench {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["status", "--nonsense"],
        ["status", "a", "b"],
        ["show"],
        ["show", "a", "b", "c"],
        ["decide", CASE],
        ["decide", CASE, "burn"],
        ["decide", CASE, "keep", "--value", "x"],
        ["decide", CASE, "keep", "--with"],
        ["revert"],
        ["cases", "--kind", "nonsense"],
        ["records", "--kind", "nonsense"],
        ["resume", "a", "b"],
        ["status", "no\x1b[2Jwhere/\u202ex"],
    ],
)
def test_usage_errors(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("workbench: ")
    assert "Traceback" not in told.err
    assert not set(told.err) & set("\x1b\u202e")

    for as_json in ([*words, "--json"], ["--json", *words]):
        if as_json[-2:] == ["--with", "--json"]:
            continue  # there the word is the value of the option
        assert run(as_json) == 2
        told = capsys.readouterr()
        assert told.err == ""
        assert told.out.isascii()
        answer = json.loads(told.out)
        assert list(answer) == ERROR_KEYS
        assert answer["schema"] == "workbench.error/1"
        assert answer["message"]
        assert answer["next"]


@pytest.mark.parametrize(
    ("word", "nearest"), [("statsu", "status"), ("cass", "cases"), ("legder", "ledger"), ("xyzzy", None)]
)
def test_a_first_word_that_is_no_command_and_no_place(
    word: str, nearest: str | None, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ([word], [word, "agent"], [word, "./agent", "--exit-code"]):
        assert run(words) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"workbench: There is no command {word}.\n")
        assert all(verb in told for verb in VERBS)
        assert (f"Did you mean `workbench {nearest}`?" in told) is (nearest is not None)
        assert "open" not in told


def test_no_complaint_names_a_command_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words in ([str(tmp_path), "status"], [str(tmp_path), "--nonsense"]):
        assert run(words) == 2
        assert capsys.readouterr().err.splitlines()[-1] == "  See `workbench --help`."


def test_a_file_is_a_place_and_no_store(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch
) -> None:
    (tmp_path / "notes").write_text("x", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert run(["notes", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["code"] == "not-a-store"


def test_the_help_of_a_store_is_the_first_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    first = capsys.readouterr().out

    assert run(["./agent", "--help"]) == 0
    assert capsys.readouterr().out == first


def test_at_a_terminal_the_screens_get_the_store_and_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, dict[str, object]]] = []

    def open_screens(where: object, **options: object) -> int:
        asked.append((where, options))
        return 4

    monkeypatch.setattr("screens.app.run", open_screens)
    monkeypatch.setattr("workbench.cli.open.can_open", lambda call: True)

    assert run(["./agent", "--readonly", "--no-mouse"]) == 4
    assert run(["--theme", "nord"]) == 4
    assert asked == [
        (Path("agent"), {"readonly": True, "no_mouse": True}),
        (None, {"readonly": False, "no_mouse": False, "theme": "nord"}),
    ]


def test_where_no_store_is_the_error_says_what_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(["status", "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer["code"] == "not-a-store"
    assert "memory" in answer["message"] + answer["next"]


def test_with_takes_the_ids_that_follow_it() -> None:
    one, two, three = (f"mem-2026-07-0{number}-001" for number in (1, 2, 3))

    assert spread([CASE, "merge", "--with", one, two, "--reason", "x"]) == [
        CASE, "merge", "--with", one, "--with", two, "--reason", "x",
    ]  # fmt: skip
    assert spread(["--with", one, CASE, "merge"]) == ["--with", one, CASE, "merge"]
    assert spread(["--with", "--json", three]) == ["--with", "--json", "--with", three]
    assert spread(["--reason", one, two]) == ["--reason", one, two]
    assert spread(["--", "--with", one, two]) == ["--", "--with", one, two]


def test_evidence_takes_the_references_that_follow_it() -> None:
    item, passage, page = "mem-2026-07-01-001", "archive/2026-07-02.md#cache", "archive/2026-07-03.md"

    assert spread([CASE, "confirm", "--with", item, "--evidence", passage, item, page, "--reason", "x"]) == [
        CASE, "confirm", "--with", item, "--evidence", passage, "--evidence", item, "--evidence", page,
        "--reason", "x",
    ]  # fmt: skip
    assert spread(["--evidence", "a book", CASE, "none"]) == ["--evidence", "a book", CASE, "none"]
    assert spread(["--with", item, item, "--evidence", item, "agent"]) == [
        "--with", item, "--with", item, "--evidence", item, "agent",
    ]  # fmt: skip


def test_a_row_named_by_its_place_is_one_word() -> None:
    verdict = verdict_of("current", ("topics/a,b.md:12",), {}, ("archive/2026-07-02.md#a,b",))

    assert (verdict.with_ids, verdict.evidence) == (("topics/a,b.md:12",), ("archive/2026-07-02.md#a,b",))


def test_with_takes_commas() -> None:
    verdict = verdict_of("merge", ("a,b", "c"), {"text": None, "topic": "pitfalls"})

    assert (verdict.name, verdict.with_ids, verdict.topic) == ("merge", ("a", "b", "c"), "pitfalls")


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_refuses_the_options_of_another(name: str) -> None:
    wrong = {"value": "status", "status": "until", "until": "value"}
    option = {"new-value": "status", "cool": "until", "defer": "value"}.get(name, "status")

    with pytest.raises(UsageError, match=f"{name} takes no --{option}."):
        verdict_of(name, (), dict.fromkeys(wrong) | {option: "x"})
