"""A person's own editor on a text that they write: a private file for a moment, and what came back of it.

What comes back is a value for a person to look at. Nothing here applies it.
"""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.desk.editing_folder import LIMIT, Folder, opened
from workbench.text.diff import DiffRow, diff_rows
from workbench.text.errors import IoFailed, Refused, Unreadable, UsageError, WorkbenchError
from workbench.text.visible import hidden, visible

UNCHANGED: Final = "What was there is kept."

Run = Callable[[Sequence[str]], int]
"""Starts a program on the terminal and waits for it; answers its exit code.

Raises:
    OSError: it could not be started.
"""


@dataclass(frozen=True, slots=True)
class Edited:
    """What was in a field, and what the editor left in the file."""

    before: str = field(repr=False)
    after: str = field(repr=False)

    @property
    def changed(self) -> bool:
        """Whether the two differ."""
        return self.before != self.after

    @property
    def hidden(self) -> int:
        """How many hidden characters stand in what came back."""
        return hidden(self.after)

    @property
    def lines(self) -> int:
        """How many lines came back."""
        return self.after.count("\n") + 1

    @property
    def rows(self) -> list[DiffRow]:
        """What was changed, line by line."""
        return diff_rows(self.before + "\n" if self.before else "", self.after + "\n" if self.after else "")


def editor_of(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The words that start the person's editor: ``$VISUAL``, else ``$EDITOR``, else ``vi``.

    Raises:
        UsageError: a quote in it is not closed.
    """
    wanted = environ.get("VISUAL", "").strip() or environ.get("EDITOR", "").strip() or "vi"
    try:
        words = tuple(shlex.split(wanted))
    except ValueError:
        words = ()
    if not words:
        raise UsageError(
            "$VISUAL or $EDITOR does not read as a command.",
            code="no-editor",
            not_done=UNCHANGED,
            next="Close its quotes, or name another editor.",
        )
    return words


def edit(
    root: Path, text: str, run: Run, environ: Mapping[str, str] | None = None, *, about: str = ""
) -> Edited:
    """Open ``text`` in the person's editor, for the store at ``root``, and read back what they left.

    The file stands outside the store, mode 0600 in a folder of mode 0700, and is taken away once
    what it holds was read. What could not be read, or was left by a run that was ended meanwhile,
    stays: the next edit with the same ``about`` opens it in the place of ``text``.

    Raises:
        UsageError: no editor is named that reads as a command, or it is not there.
        Refused: the editor ended with an error, what it left is no text of a decent size, or a link
            stands where its folder should be.
        IoFailed: the file could not be made or read.
    """
    command = editor_of(os.environ if environ is None else environ)
    with _folder(root) as folder:
        name = _begun(folder, text, about)
        path = folder.path / name
        try:
            _run(run, (*command, str(path)), command[0])
            edited = Edited(text, _read(folder, name))
        except WorkbenchError as error:
            if not folder.take_away(name, only_untouched=True) and folder.has(name):
                error.next = f"What you wrote is kept in {visible(str(path))}; the editor opens it next time."
            raise
        folder.take_away(name)
    return edited


@contextmanager
def _folder(root: Path) -> Iterator[Folder]:
    try:
        with opened(root) as folder:
            yield folder
    except WorkbenchError as error:
        error.not_done = UNCHANGED
        raise


def _begun(folder: Folder, text: str, about: str) -> str:
    """The name of a file with the text, or with what was left of it; what nobody misses goes first."""
    try:
        folder.clean()
        return folder.begin((text + "\n").encode("utf-8", "surrogateescape"), about)
    except OSError as error:
        raise IoFailed("No file for the editor could be made.", errno=error.errno) from None


def _run(run: Run, words: Sequence[str], name: str) -> None:
    try:
        code = run(words)
    except OSError as error:
        raise UsageError(
            f"The editor {name} could not be started: {os.strerror(error.errno or 0)}.",
            code="no-editor",
            next="Name one in $VISUAL or $EDITOR.",
        ) from None
    if code:
        raise Refused(f"The editor {name} {_ended(code)}.", code="editor")


def _ended(code: int) -> str:
    """How a program ended that did not end well; a negative code names the signal that ended it."""
    if code > 0:
        return f"ended with exit code {code}"
    known = {one.value: one.name for one in signal.Signals}
    return f"was ended by {known.get(-code, f'signal {-code}')}"


def _read(folder: Folder, name: str) -> str:
    try:
        data = folder.read(name)
    except Unreadable as error:
        words = f"The editor left no file that can be read: what is there {error.reason}."
        words = "The editor left no file." if error.code == "missing" else words
        raise IoFailed(words, next="Save the text in the file that the editor was given.") from None
    except OSError as error:
        raise IoFailed("The editor left no file that can be read.", errno=error.errno) from None
    if len(data) > LIMIT:
        raise Refused("What the editor left is larger than 1 MiB.", code="editor")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("What the editor left is not UTF-8 text.", code="editor") from None
    return text.replace("\r\n", "\n").rstrip("\n")
