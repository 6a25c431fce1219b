"""A person's own editor on a text that they write: a private file for a moment, and what came back of it.

What comes back is a value for a person to look at. Nothing here applies it.
"""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.governance.own import own_dir
from workbench.governance.places import data_home
from workbench.text.diff import DiffRow, diff_rows
from workbench.text.errors import IoFailed, Refused, UsageError
from workbench.text.visible import hidden

LIMIT: Final = 1024 * 1024
"""The most bytes that are read back."""
FOLDER: Final = "editing"
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


def edit(root: Path, text: str, run: Run, environ: Mapping[str, str] | None = None) -> Edited:
    """Open ``text`` in the person's editor, for the store at ``root``, and read back what they left.

    The file stands outside the store, mode 0600 in a folder of mode 0700, and is taken away
    again; files of runs that were killed are taken away first.

    Raises:
        UsageError: no editor is named that reads as a command, or it is not there.
        Refused: the editor ended with an error, or what it left is no text of a decent size.
        IoFailed: the file could not be made or read.
    """
    command = editor_of(os.environ if environ is None else environ)
    path = _begun(own_dir(data_home(), root) / FOLDER, text)
    try:
        code = _run(run, (*command, str(path)), command[0])
        if code:
            raise Refused(
                f"The editor {command[0]} ended with exit code {code}.", code="editor", not_done=UNCHANGED
            )
        return Edited(text, _read(path))
    finally:
        path.unlink(missing_ok=True)


def _run(run: Run, words: Sequence[str], name: str) -> int:
    try:
        return run(words)
    except OSError as error:
        raise UsageError(
            f"The editor {name} could not be started: {os.strerror(error.errno or 0)}.",
            code="no-editor",
            not_done=UNCHANGED,
            next="Name one in $VISUAL or $EDITOR.",
        ) from None


def _begun(folder: Path, text: str) -> Path:
    """A new file with the text, in a folder that nobody else looks into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        clean(folder)
        path = folder / f"{os.getpid()}-{secrets.token_hex(8)}.md"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write((text + "\n").encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise IoFailed(
            "No file for the editor could be made.", errno=error.errno, not_done=UNCHANGED
        ) from None
    return path


def clean(folder: Path) -> int:
    """Take away what runs that are over left in the folder, swap files of editors too; answers how many."""
    gone = 0
    for path in folder.iterdir():
        owner = path.name.lstrip(".").partition("-")[0]
        if not (owner.isdigit() and _runs(int(owner))):
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return process > 0


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise IoFailed(
            "The editor left no file that can be read.", errno=error.errno, not_done=UNCHANGED
        ) from None
    if len(data) > LIMIT:
        raise Refused("What the editor left is larger than 1 MiB.", code="editor", not_done=UNCHANGED)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("What the editor left is not UTF-8 text.", code="editor", not_done=UNCHANGED) from None
    return text.replace("\r\n", "\n").rstrip("\n")
