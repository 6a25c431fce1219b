"""The manual page, derived from the parser of the commands; what a parser does not know stands here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from textwrap import wrap
from typing import Final

import click

from workbench import __version__

EXITS: Final = (
    (0, "It was done."),
    (1, "What was asked about is there: status --exit-code and something waits, verify and something fails."),
    (
        2,
        "The command line makes no sense, no store or no such id is there, or the plan got no yes.",
    ),
    (3, "A rule does not allow it; the rule is named."),
    (4, "The store changed since it was read, or somebody else is writing to it. Nothing was recorded."),
    (5, "The operating system failed. Nothing was recorded, or the answer could not be written."),
    (7, "The decision is recorded and its effects are not all carried out: run workbench resume."),
    (70, "A defect of the workbench, told by its type and place alone."),
    (130, "You stopped it."),
)

ENVIRONMENT: Final = (
    ("WORKBENCH_STORE", "The store, where none is named."),
    ("WORKBENCH_NOW", "A day, or a time with its zone, that stands in for the clock."),
    ("WORKBENCH_THEME", "The colours of the screens, where --theme names none."),
    ("VISUAL", "The editor that e opens where there is text to write; else EDITOR."),
    ("EDITOR", "The editor where VISUAL is not set."),
    ("NO_COLOR", "Where it is set to anything, nothing is drawn in colour."),
    ("XDG_CONFIG_HOME", "Where the settings of the screens are, in workbench/; else ~/.config."),
    ("XDG_DATA_HOME", "Where this machine keeps what belongs to you, in workbench/; else ~/.local/share."),
)

FILES: Final = (
    ("memory/governance/decisions/", "The ledger: a record, a salt and a reason for each decision."),
    ("memory/governance/store.yaml", "The name of the store, made with its first decision."),
    ("memory/governance/roster.yaml", "Who may decide what, where people have written one."),
    ("$XDG_CONFIG_HOME/workbench/config.yaml", "Your colours, keys and mouse; workbench config tells."),
    ("memory/log.md", "The operation log; each decision adds a line."),
    (
        "$XDG_DATA_HOME/workbench/",
        "Outside the store: the bytes that a revert needs, and the heads once seen.",
    ),
)

_SPECIAL: Final = {
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", '"': "\\(dq",
}  # fmt: skip


def page(command: click.Group, groups: dict[str, tuple[str, ...]]) -> str:
    """The whole page in roff, ASCII, for the man macros. ``groups`` are the verbs as help shows them."""
    context = click.Context(command, info_name="workbench", **command.context_settings)
    lines = [
        '.\\" Written by `workbench man` from the parser of the commands.',
        f'.TH WORKBENCH 1 "" "workbench {escaped(__version__)}" "User Commands"',
        ".SH NAME",
        "workbench \\- govern what an agent remembers",
        ".SH SYNOPSIS",
        ".B workbench",
        "[\\fIOPTIONS\\fR] [\\fISTORE\\fR]",
        ".br",
        ".B workbench",
        "\\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fISTORE\\fR] ...",
        ".SH DESCRIPTION",
        *list(_help(command))[1:],
        *_options(command, context),
        ".SH COMMANDS",
        *_filled("Each of them tells its options with --help, and answers a program with --json."),
    ]
    for title, verbs in groups.items():
        lines += [".PP", *_filled(f"{title}: {', '.join(verbs)}.")]
    for verb in (verb for verbs in groups.values() for verb in verbs):
        found = command.get_command(context, verb)
        if found is not None:
            lines += _verb(found, click.Context(found, info_name=verb, parent=context))
    lines += _table("EXIT STATUS", [(str(code), words) for code, words in EXITS])
    lines += _table("ENVIRONMENT", ENVIRONMENT)
    lines += _table("FILES", FILES)
    lines += [".SH SEE ALSO", ".BR git (1)"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text that roff shows letter for letter, wherever in a line it stands."""
    shown = "".join(_letter(character) for character in text)
    return f"\\&{shown}" if text[:1] in (".", "'") else shown


def _filled(text: str) -> list[str]:
    """A paragraph in source lines that a reader of the source can take in, each safe on its own."""
    lines = wrap(" ".join(text.split()), 72, break_on_hyphens=False, break_long_words=False)
    return [escaped(line) for line in lines]


def _letter(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    return character if character.isascii() else f"\\[u{ord(character):04X}]"


def _verb(command: click.Command, context: click.Context) -> Iterator[str]:
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f".SS {escaped(context.command_path)}"
    yield f".B {escaped(context.command_path)}"
    yield from _filled(pieces)
    yield from _help(command)
    yield from _options(command, context)
    yield from _examples(command.epilog or "")


def _help(command: click.Command) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", cleandoc(command.help or "")):
        yield ".PP"
        yield from _filled(paragraph)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            yield ".TP"
            yield f".B {escaped(record[0])}"
            yield from _filled(record[1])


def _examples(epilog: str) -> Iterator[str]:
    shown = [line.strip() for line in epilog.splitlines() if line.startswith("  ")]
    if shown:
        yield from (".PP", "Example:", ".PP", ".RS 4", ".nf")
        yield from (escaped(line) for line in shown)
        yield from (".fi", ".RE")


def _table(title: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    lines = [f".SH {title}"]
    for name, words in rows:
        lines += [".TP", f".B {escaped(name)}", *_filled(words)]
    return lines
