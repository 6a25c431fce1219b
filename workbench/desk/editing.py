"""A person's own editor on a text that they write: a private file for a moment, and what came back of it.

What comes back is a value for a person to look at. Nothing here applies it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.governance.own import own_dir
from workbench.governance.places import data_home
from workbench.text.diff import DiffRow, diff_rows
from workbench.text.errors import IoFailed, Refused, UsageError, WorkbenchError
from workbench.text.visible import hidden, visible

LIMIT: Final = 1024 * 1024
"""The most bytes that are read back."""
KEEP_DAYS: Final = 30
"""How long what was written and not read back is kept."""
_KEEP_SECONDS: Final = KEEP_DAYS * 86_400
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


def edit(
    root: Path, text: str, run: Run, environ: Mapping[str, str] | None = None, *, about: str = ""
) -> Edited:
    """Open ``text`` in the person's editor, for the store at ``root``, and read back what they left.

    The file stands outside the store, mode 0600 in a folder of mode 0700, and is taken away once
    what it holds was read. What could not be read, or was left by a run that was ended meanwhile,
    stays: the next edit with the same ``about`` opens it in the place of ``text``.

    Raises:
        UsageError: no editor is named that reads as a command, or it is not there.
        Refused: the editor ended with an error, or what it left is no text of a decent size.
        IoFailed: the file could not be made or read.
    """
    command = editor_of(os.environ if environ is None else environ)
    path = _begun(own_dir(data_home(), root) / FOLDER, text, about)
    try:
        code = _run(run, (*command, str(path)), command[0])
        if code:
            raise Refused(
                f"The editor {command[0]} ended with exit code {code}.", code="editor", not_done=UNCHANGED
            )
        edited = Edited(text, _read(path))
    except WorkbenchError as error:
        if not _taken_away(path, only_untouched=True):
            error.next = f"What you wrote is kept in {visible(str(path))}; the editor opens it next time."
        raise
    _taken_away(path)
    return edited


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


def _begun(folder: Path, text: str, about: str) -> Path:
    """A file with the text, or with what was left of it, in a folder that nobody else looks into."""
    data = (text + "\n").encode("utf-8", "surrogateescape")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        clean(folder)
        path = folder / "-".join((str(os.getpid()), _short(about.encode()), _short(data), _drawn()))
        path = path.with_suffix(".md")
        left = _left(folder, about)
        if left is not None:
            left.rename(path)
            return path
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except OSError as error:
        raise IoFailed(
            "No file for the editor could be made.", errno=error.errno, not_done=UNCHANGED
        ) from None
    return path


def clean(folder: Path) -> int:
    """Take away what runs that are over left there and nobody misses; answers how many.

    That is a file as it was given to the editor, and any other after :data:`KEEP_DAYS`, an editor's
    swap file too. What a person wrote into one stays until then.
    """
    gone = 0
    for path in folder.iterdir():
        with suppress(OSError):
            if _is_over(path):
                gone += _taken_away(path, only_untouched=time.time() - path.lstat().st_mtime < _KEEP_SECONDS)
    return gone


def _left(folder: Path, about: str) -> Path | None:
    """What was left of an edit about the same, the latest; None where nothing was."""
    found = [
        path
        for path in folder.glob(f"*-{_short(about.encode())}-*.md")
        if about and _owner(path).isdigit() and path.is_file() and not path.is_symlink()
        and (_is_over(path) or _owner(path) == str(os.getpid()))
    ]  # fmt: skip
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def _taken_away(path: Path, *, only_untouched: bool = False) -> bool:
    """Take a file away; answers whether it is gone. ``only_untouched``: unless somebody wrote into it."""
    try:
        if only_untouched and not _is_untouched(path):
            return False
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _is_untouched(path: Path) -> bool:
    """Whether a file holds just what was given to the editor; its name tells the digest of that."""
    parts = path.stem.split("-")
    if not path.exists():
        return True
    return len(parts) == 4 and path.is_file() and parts[2] == _short(path.read_bytes())


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _drawn() -> str:
    return secrets.token_hex(8)


def _owner(path: Path) -> str:
    """The process that opened the editor on a file, as its name tells; swap files begin with a dot."""
    return path.name.lstrip(".").partition("-")[0]


def _is_over(path: Path) -> bool:
    owner = _owner(path)
    return not (owner.isdigit() and _runs(int(owner)))


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
