"""The folder outside a store in which a text stands while a person's editor has it.

Every step is taken beneath one open descriptor of that folder, and no link is followed on the way to it:
where somebody put a link in its place, nothing is read, written or taken away. A file is ours by its whole
name, as :meth:`Folder.begin` makes them, when it is a regular file of this person with no second name.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workbench.governance.own import open_private, own_dir
from workbench.governance.places import data_home
from workbench.text.beneath import open_regular, read_all
from workbench.text.errors import IoFailed, Refused, Unreadable
from workbench.text.visible import visible

KEEP_DAYS: Final = 30
"""How long what was written and not read back is kept."""
LIMIT: Final = 1024 * 1024
"""The most bytes that are read of one file."""
FOLDER: Final = "editing"
_KEEP_SECONDS: Final = KEEP_DAYS * 86_400
_NAME: Final = re.compile(
    r"(?P<process>[0-9]{1,10})-(?P<about>[0-9a-f]{16})-(?P<given>[0-9a-f]{16})-[0-9a-f]{16}\.md"
)
_BESIDE: Final = re.compile(rf"[.#]?{_NAME.pattern}(?:~|#|\.sw[a-z]|\.save)?")
"""What editors put beside a file: swap files, copies from before."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one store, open. ``path`` is where an editor finds it."""

    path: Path
    descriptor: int

    def begin(self, data: bytes, about: str) -> str:
        """The name of a file with ``data``, or with what was left of an edit about the same.

        Raises:
            OSError: none could be made.
        """
        name = f"{os.getpid()}-{short(about.encode())}-{short(data)}-{secrets.token_hex(8)}.md"
        left = self._left(about) if about else None
        if left is not None:
            os.rename(left, name, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
            return name
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(name, flags, 0o600, dir_fd=self.descriptor), "wb") as file:
            file.write(data)
        return name

    def read(self, name: str) -> bytes:
        """The bytes of a file, one more than :data:`LIMIT` at most.

        Raises:
            Unreadable: nothing is there, or no regular file.
            OSError: it could not be read.
        """
        device = os.fstat(self.descriptor).st_dev
        file, _ = open_regular(self.descriptor, name, name, device)
        try:
            return read_all(file, LIMIT + 1)
        finally:
            os.close(file)

    def take_away(self, name: str, *, only_untouched: bool = False) -> bool:
        """Take a file of ours away; answers whether it is gone.

        With ``only_untouched`` it stays where somebody wrote into it.
        """
        try:
            if self._state(name) is None or (only_untouched and not self._is_untouched(name)):
                return False
            os.unlink(name, dir_fd=self.descriptor)
        except FileNotFoundError:
            return True
        except (OSError, Unreadable):
            return False
        return True

    def has(self, name: str) -> bool:
        """Whether a file of ours is there."""
        try:
            return self._state(name) is not None
        except OSError:
            return False

    def clean(self) -> int:
        """Take away what runs that are over left and nobody misses; answers how many.

        That is a file as it was given to the editor, and any other of ours after :data:`KEEP_DAYS`, an
        editor's swap file too. What a person wrote into one stays until then.
        """
        gone = 0
        for name in self._names():
            with suppress(OSError):
                state = self._state(name)
                if state is not None and _is_over(name):
                    young = time.time() - state.st_mtime < _KEEP_SECONDS
                    gone += self.take_away(name, only_untouched=young)
        return gone

    def _names(self) -> list[str]:
        with os.scandir(self.descriptor) as entries:
            return [entry.name for entry in entries]

    def _left(self, about: str) -> str | None:
        """What was left of an edit about the same, the latest; None where nothing was."""
        found: list[tuple[float, str]] = []
        for name in self._names():
            parts = _NAME.fullmatch(name)
            if parts is None or parts["about"] != short(about.encode()):
                continue
            with suppress(OSError):
                state = self._state(name)
                if state is not None and (_is_over(name) or int(parts["process"]) == os.getpid()):
                    found.append((state.st_mtime, name))
        return max(found, default=(0.0, None))[1]

    def _state(self, name: str) -> os.stat_result | None:
        """What a file of ours is, or None for anything that is not ours."""
        if _BESIDE.fullmatch(name) is None:
            return None
        state = os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        ours = state.st_uid == os.geteuid() and state.st_nlink == 1
        return state if ours and stat.S_ISREG(state.st_mode) else None

    def _is_untouched(self, name: str) -> bool:
        """Whether a file holds just what was given to the editor; its name tells the digest of that."""
        parts = _NAME.fullmatch(name)
        return parts is not None and parts["given"] == short(self.read(name))


@contextmanager
def opened(root: Path) -> Iterator[Folder]:
    """The folder for the store at ``root``, made where it is not there, open to this person alone.

    Raises:
        Refused: it would lie inside the memory root, or something else stands in its place.
        IoFailed: it could not be made.
    """
    home = data_home()
    path = own_dir(home, root) / FOLDER
    try:
        descriptor = open_private(home, path)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise Refused(
                f"{visible(str(path))} cannot be used: a link or a file stands in the place of a folder.",
                code="symlink",
                next="Look at what stands there, and take it away yourself.",
            ) from None
        raise IoFailed("No folder for the editor could be made.", errno=error.errno) from None
    try:
        with suppress(OSError):
            os.fchmod(descriptor, 0o700)
        yield Folder(path, descriptor)
    finally:
        os.close(descriptor)


def short(data: bytes) -> str:
    """A digest that is short enough for a name."""
    return hashlib.sha256(data).hexdigest()[:16]


def _is_over(name: str) -> bool:
    """Whether the process that opened the editor on a file has ended, as the file's name tells."""
    parts = _BESIDE.fullmatch(name)
    return parts is not None and not _runs(int(parts["process"]))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return process > 0
