"""The ``workbench`` command: it finds the verb, and turns whatever happens into words and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from workbench import __version__
from workbench.cli.call import Call, common, example, screen_options
from workbench.cli.completing import VARIABLE, complete
from workbench.cli.emit import Emit
from workbench.cli.failures import as_failure, tell
from workbench.cli.where import exists, names_a_place
from workbench.text.collecting import be_the_program
from workbench.text.errors import UsageError

GROUPS = {
    "Look": ("status", "changes", "cases", "show", "conflicts", "records"),
    "Decide": ("decide", "revert", "resume"),
    "Check what was decided": ("ledger", "verify"),
    "Get going": ("demo", "keys", "config", "completions", "man"),
}
"""The verbs as help shows them."""

VERBS = tuple(verb for verbs in GROUPS.values() for verb in verbs)
"""Each is the module of that name beside this one, and its ``command``."""

TELLING = 130
"""How many characters a verb has to say in help what it does; two lines at 80 columns."""


class NoCommand(UsageError):
    """The first word of the command line is neither a verb nor a place."""


def no_command(word: str) -> NoCommand:
    """What to say of such a word: the nearest verb, and all there are."""
    from difflib import get_close_matches

    nearest = get_close_matches(word, VERBS, n=1)
    meant = f"Did you mean `workbench {nearest[0]}`? " if nearest else ""
    known = f"The commands: {', '.join(VERBS)}. Any other first word is a folder with a store."
    return NoCommand(f"There is no command {word}.", next=meant + known)


class Verbs(click.Group):
    """A group that loads a verb when it is asked for; a first word that is no verb is a STORE to open."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of help."""
        return list(VERBS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by what they are for, each with what it does."""
        longest = max(map(len, VERBS))
        for title, verbs in GROUPS.items():
            commands = [(verb, self.get_command(ctx, verb)) for verb in verbs]
            rows = [(verb.ljust(longest), one.get_short_help_str(TELLING)) for verb, one in commands if one]
            with formatter.section(title):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The verbs and options, and a folder, which is a STORE to open."""
        found = super().shell_complete(ctx, incomplete)
        return found or [CompletionItem(incomplete, type="dir")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name."""
        if cmd_name not in (*VERBS, "open"):
            return None
        module = import_module(f"workbench.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb and its words, or the opening of the screens with all of them.

        Raises:
            NoCommand: the first word is neither a verb nor a place.
        """
        if args[0] in VERBS:
            ctx.obj.verb = args[0]
            return super().resolve_command(ctx, args)
        if not (names_a_place(args[0]) or exists(args[0])):
            raise no_command(args[0])
        return "open", self.get_command(ctx, "open"), args


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    subcommand_metavar="[STORE] | COMMAND [STORE] ...",
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    epilog=example("workbench ~/agent", "workbench status ~/agent --json"),
)
@common
@screen_options
@click.version_option(__version__, prog_name="workbench", message="%(prog)s %(version)s")
@click.pass_context
def workbench(context: click.Context) -> int:
    """Govern what an agent remembers: see what waits for a person, decide it, and keep who decided what.

    Without a command it opens the screens on STORE: an agent's home or its memory folder, else
    $WORKBENCH_STORE, else the store found upwards from here. Options may stand anywhere.
    """
    if context.invoked_subcommand is not None:
        return 0
    opening = import_module("workbench.cli.open").command
    code: int = context.invoke(opening, store=None)
    return code


def run(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line (without the program's name); answers its exit code, and never raises."""
    words = list(sys.argv[1:] if argv is None else argv)
    call = Call(Emit())
    try:
        code = _invoke(words, call)
    except BaseException as error:
        code = _failed(error, words, call)
    call.emit.flush()
    return _after_writing(code, call)


def entry() -> NoReturn:
    """The console script."""
    be_the_program()
    _fill_descriptors()
    sys.exit(complete(workbench, Call(Emit())) if VARIABLE in os.environ else run())


def _fill_descriptors() -> None:
    """Give closed standard descriptors to nobody: a file of the store that is opened must not get one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _invoke(words: list[str], call: Call) -> int:
    with workbench.make_context("workbench", words, obj=call) as context:
        code: int = workbench.invoke(context)
        return code


def _failed(error: BaseException, words: list[str], call: Call) -> int:
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, BrokenPipeError):
        return 0
    if isinstance(
        error, click.exceptions.UsageError | NoCommand
    ):  # the parser may have stopped before it met --json
        call.emit.as_json |= "--json" in words
    return tell(as_failure(error, call), call)


def _after_writing(code: int, call: Call) -> int:
    """A command that could not write its answer has not done what was asked of it."""
    if call.emit.lost is None or code:
        return code
    next_step = "  `workbench ledger` tells what was recorded."
    call.emit.complain("workbench: The answer could not be written.", next_step)
    return code if call.stage == "after" else 5
