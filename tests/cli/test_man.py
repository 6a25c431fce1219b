"""The manual page is made from the parser, says all of it, and is roff that no reader complains about."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.conftest import Workbench
from workbench.cli.main import GROUPS, VERBS, run, workbench
from workbench.cli.manpage import ENVIRONMENT, EXITS, escaped, page

ROOT = Path(__file__).parents[2]
ON_FILE = ROOT / "docs" / "workbench.1"
PAGE = page(workbench, GROUPS)


def commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(workbench, info_name="workbench", **workbench.context_settings)
    for verb in VERBS:
        command = workbench.get_command(context, verb)
        assert command is not None
        yield verb, command


def rendered(text: str) -> str:
    """The page as groff shows it, in plain letters and one blank between words."""
    made = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=text, capture_output=True, text=True, check=True
    )
    assert made.stderr == ""
    plain = made.stdout.replace("\u2010\n", "").replace("\u2010", "-").replace("\u2212", "-")
    return " ".join(plain.split())


def test_the_page_on_file_is_the_one_the_parser_makes() -> None:
    assert ON_FILE.read_text(encoding="ascii") == PAGE, "`make man` writes it anew"


def test_it_is_printed_and_answers_in_json(workbench: Workbench) -> None:
    assert workbench("man").out == PAGE
    assert workbench("man", "--json").answer == {"schema": "workbench.man/1", "page": PAGE}


def test_it_names_every_command_and_every_option() -> None:
    for verb, command in commands():
        section = PAGE.partition(f".SS workbench {verb}\n")[2].partition("\n.S")[0]
        for parameter in command.get_params(
            click.Context(command, info_name=verb, help_option_names=["-h", "--help"])
        ):
            for option in parameter.opts if isinstance(parameter, click.Option) else ():
                assert escaped(option) in section, (verb, option)
        assert "Example:" in section, verb


def test_the_exit_codes_are_those_of_the_page_about_commands() -> None:
    told = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").partition("## Exit codes")[2]
    table = re.findall(r"^\| (\d+) \|", told.partition("##")[0], re.MULTILINE)
    assert [code for code, _ in EXITS] == [int(code) for code in table]


def test_it_names_every_variable_that_is_read() -> None:
    sources = [path for folder in ("workbench", "screens") for path in (ROOT / folder).rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    read = set(
        re.findall(r"environ(?:ment)?(?:\.get\(|\[)\"((?:WORKBENCH|XDG)_[A-Z_]+|VISUAL|EDITOR)\"", text)
    )
    read |= set(re.findall(r"\"(WORKBENCH_[A-Z]+)\"", text))
    assert read <= {name for name, _ in ENVIRONMENT}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (".SH no macro", "\\&.SH no macro"),
        ("'br", "\\&\\(aqbr"),
        ("a\\fBb", "a\\efBb"),
        ("--json", "\\-\\-json"),
        ("~/agent `x` ^", "\\(ti/agent \\(gax\\(ga \\(ha"),
        ("§ é", "\\[u00A7] \\[u00E9]"),
    ],
)
def test_text_is_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
@pytest.mark.parametrize("text", [".SH x", "'ti y", "\\fB \\n(.k \\e", "a -- b", "~ ^ ` ' \" \\(aq"])
def test_a_reader_shows_text_letter_for_letter(text: str) -> None:
    made = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-cbou"],
        input=f".TH X 1\n.SH X\n.B {escaped(text)}\n.PP\n{escaped(text)}\n",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert made.stderr == ""
    assert made.stdout.count(text) == 2


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_groff_has_nothing_to_say_about_it() -> None:
    told = rendered(PAGE)
    assert "workbench - govern what an agent remembers" in told
    assert "workbench decide [OPTIONS] [STORE] CASE... VERDICT" in told
    assert "workbench ledger memdec-2026-08-13-004-1f0c --plan" in told


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="there is no mandoc here")
def test_mandoc_misses_nothing_but_a_date() -> None:
    made = subprocess.run(["mandoc", "-T", "lint"], input=PAGE, capture_output=True, text=True, check=False)
    assert [line for line in made.stdout.splitlines() if "missing date" not in line] == []


def test_help_is_grouped_and_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"\n{title}:\n" in told for title in GROUPS)
    assert "..." not in told.partition("Look:")[2].partition("Example:")[0]
    for verb in ("", *VERBS):
        assert run([verb, "--help"] if verb else ["--help"]) == 0
        shown = capsys.readouterr().out
        body = shown.partition("Example:")[0]
        assert all(len(line) <= 80 for line in body.splitlines()), verb
