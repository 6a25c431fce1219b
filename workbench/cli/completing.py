"""What a shell is told while somebody types: click's own machinery, and the ids of the store found from here.

Only ids, verbs and words of the protocol are ever offered, never a text of a memory, and of the ids
only those that every shell takes as one plain word.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

if TYPE_CHECKING:
    from workbench.cli.call import Call

VARIABLE: Final = "_WORKBENCH_COMPLETE"
"""Set by the scripts that `workbench completions` prints; its value is `<shell>_complete`."""

SECONDS: Final = 1.5
"""How long a store may take to tell its ids; then there are none."""

_SAFE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+%@~/-]{0,200}")

_BASH: Final = """\
%(complete_func)s() {
    local IFS=$'\\n' line kind value typed word cut=""
    typed="${COMP_LINE:0:COMP_POINT}"
    word="${typed##*[[:space:]]}"
    if [[ "$word" == *:* && "$COMP_WORDBREAKS" == *:* ]]; then
        cut="${word%%"${word##*:}"}"
    fi
    COMPREPLY=()
    while read -r line; do
        kind="${line%%%%,*}" value="${line#*,}"
        case "$kind" in
            dir) compopt -o dirnames 2>/dev/null ;;
            file) compopt -o default 2>/dev/null ;;
            plain) COMPREPLY+=("${value#"$cut"}") ;;
        esac
    done < <(env COMP_WORDS="$typed" %(complete_var)s=bash_complete "$1" 2>/dev/null)
}

if [[ "${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}" -ge 44 ]]; then
    complete -o nosort -F %(complete_func)s %(prog_name)s
else
    complete -F %(complete_func)s %(prog_name)s
fi
"""

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]


class Bash(BashComplete):
    """Bash breaks words at colons, which every case id has: the words are taken from the line itself."""

    source_template = _BASH

    def source(self) -> str:
        """The script; which bash will read it is not asked."""
        return self.source_template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being typed, and that one."""
        from click.shell_completion import split_arg_string

        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line[-1:].isspace() else ""
        return words[1:], incomplete


SHELLS: Final[dict[str, type[ShellComplete]]] = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}


def script(shell: str, command: click.Command) -> str:
    """What makes a shell complete the words of this command, for it to read."""
    return SHELLS[shell](command, {}, "workbench", VARIABLE).source()


def complete(command: click.Command, call: Call) -> int:
    """Answer a shell that asks how a line may go on; silent, and 0, whatever happens."""
    shell = os.environ.get(VARIABLE, "").partition("_")[0]
    if shell not in SHELLS:
        return 0
    try:
        offered = SHELLS[shell](command, {"obj": call}, "workbench", VARIABLE).complete()
        call.emit.verbatim(f"{offered}\n")  # a shell that reads line by line overlooks an open last one
        call.emit.flush()
    except Exception:
        return 0
    return 0


def offered(words: Iterable[str], incomplete: str) -> list[CompletionItem[str]]:
    """The words that begin like what was typed and are plain to every shell."""
    return [CompletionItem(word) for word in words if word.startswith(incomplete) and _SAFE.fullmatch(word)]


def of_words(words: Callable[[], Iterable[str]]) -> Complete:
    """Completes one of a closed list of words, which is made when it is asked for."""
    return lambda context, parameter, incomplete: offered(words(), incomplete)


def folders(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Completes a folder."""
    return [CompletionItem(incomplete, type="dir")]


def kinds_of_cases() -> Iterable[str]:
    """The kinds of cases."""
    from typing import get_args

    from workbench.store.case import CaseKind

    return get_args(CaseKind)


def kinds_of_records() -> Iterable[str]:
    """The kinds of records."""
    from typing import get_args

    from workbench.desk.views import RecordKind

    return get_args(RecordKind)


def statuses() -> Iterable[str]:
    """What the Status of a cooled item can be (§9, §14.3)."""
    return ("stale", "active")


def themes() -> Iterable[str]:
    """The themes of the screens."""
    names: Iterable[str] = import_module("screens.theme").NAMES
    return names


def cases(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Completes a case of the store, by its id or once it is begun by that of an item."""
    return _or_folders(context, offered(_case_names(context, incomplete), incomplete), incomplete)


def cases_and_verdict(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Completes further cases, and after the first the verdict."""
    from workbench.cli.decide import VERDICTS

    said = _said(context)
    verdicts = offered(VERDICTS, incomplete) if said else []
    names = [name for name in _case_names(context, incomplete) if name not in said]
    return _or_folders(context, [*verdicts, *offered(names, incomplete)], incomplete)


def conflicts(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Completes a certain conflict of the store by its case; no subject is offered, which a memory says."""
    from workbench.desk.conflicts import CERTAIN

    names = [name for name in _case_names(context, incomplete) if name.partition(":")[0] in CERTAIN]
    said = _said(context)
    found = [name for name in names if name not in said]
    return _or_folders(context, offered(found, incomplete), incomplete)


def decisions(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Completes a decision of the store, the newest first."""
    from workbench.desk.names import decision_names

    found: list[str] = []
    if not _said(context):
        with _briefly():
            found = decision_names(_where(context))
    return _or_folders(context, offered(found, incomplete), incomplete)


def _case_names(context: click.Context, incomplete: str) -> list[str]:
    from workbench.desk import Desk

    with _briefly():
        cases = Desk.open(_where(context), readonly=True).cases()
        items = [target.id for case in cases for target in case.targets if target.id and incomplete]
        return list(dict.fromkeys([*(case.id for case in cases), *items]))
    return []


def _words(context: click.Context) -> list[str]:
    return [str(word) for word in context.params.get("words") or ()]


def _where(context: click.Context) -> Path | None:
    from workbench.cli.where import names_a_place

    words = _words(context)
    return Path(words[0]) if words and names_a_place(words[0]) else None


def _said(context: click.Context) -> list[str]:
    """The words after STORE."""
    return _words(context)[1 if _where(context) is not None else 0 :]


def _or_folders(
    context: click.Context, found: list[CompletionItem[str]], incomplete: str
) -> list[CompletionItem[str]]:
    """The first word may be STORE: where no id fits, a shell offers folders."""
    return found if found or _words(context) else folders(context, context.command.params[0], incomplete)


class _TooLong(BaseException):
    """The time is over. No handler of ordinary errors, as of a file that does not read, takes it."""


@contextmanager
def _briefly() -> Iterator[None]:
    """No longer than :data:`SECONDS`, and without a word about what goes wrong."""

    def stop(number: int, frame: FrameType | None) -> Any:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    except (Exception, _TooLong):
        return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
