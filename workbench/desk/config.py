"""What a person has chosen for every store they open: colours, keys, the mouse.

One file of their own, `$XDG_CONFIG_HOME/workbench/config.yaml`, read as strictly as a record. It can
change how the workbench looks and which keys act, and nothing of what may be decided. A file that does
not read changes nothing, nor does one inside a memory root or behind a link; what is wrong with it is told.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from workbench.protocol.errors import RecordError
from workbench.protocol.strict_yaml import MAX_BYTES, load_record
from workbench.store.find import bindings
from workbench.text.beneath import open_regular, opened_parent, read_file
from workbench.text.errors import IoFailed, Unreadable, UsageError
from workbench.text.visible import visible

NAMES: Final = ("theme", "keys", "mouse")
_THEME: Final = re.compile(r"^theme[ \t]*:.*$", re.MULTILINE)
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Config:
    """The choices of one person, with what could not be taken from their file.

    `keys` maps the id of an action to the keys the person wrote, apart by commas; which ids and keys
    there are is known to the screens. `problems` are sentences, each with its place in the file.
    """

    path: Path
    theme: str | None = None
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    mouse: bool = True
    problems: tuple[str, ...] = ()

    @property
    def exists(self) -> bool:
        """Whether anything stands there."""
        return os.path.lexists(self.path)


def config_path() -> Path:
    """Where the file is looked for, whether it is there or not."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    home = Path(named) if named.startswith("/") else Path.home() / ".config"
    return home / "workbench" / "config.yaml"


def read_config(path: Path | None = None) -> Config:
    """The choices in the file at `path`, else at the usual place; defaults where nothing can be taken."""
    where = config_path() if path is None else path
    inside = memory_around(where)
    if inside is not None:
        return Config(where, problems=(_inside_words(inside, "read"),))
    try:
        text = read_file(where.parent.parent, _name(where), limit=MAX_BYTES).data
        found = load_record(text) if text.strip() else {}
    except RecordError as error:
        return Config(where, problems=() if error.reason == "empty" else (error.reason,))
    except Unreadable as error:
        gone = error.code == "missing" and not os.path.lexists(where)
        return Config(where, problems=() if gone else (f"the file cannot be read: {error.reason}",))
    except OSError as error:
        return Config(where, problems=(f"the file cannot be read: {error.strerror or 'no reason given'}",))
    return _taken(where, found)


def memory_around(where: Path) -> Path | None:
    """The memory root that a file would lie in, or None. What an agent reads and writes is no one's own.

    Looked for from the file upwards, as far as the home of the person.
    """
    home = Path.home().resolve()
    for place in where.resolve().parents:
        if home.is_relative_to(place):
            break
        for binding in bindings():
            with suppress(OSError):
                found = binding.recognise(place)
                if found is not None and where.resolve().is_relative_to(found.root.resolve()):
                    return found.root
    return None


def _inside_words(root: Path, done: str) -> str:
    return f"the file lies inside the memory at {visible(str(root))}, and is not {done} there"


def _name(where: Path) -> str:
    """The file below the folder of all settings: no link is followed from there on."""
    return f"{where.parent.name}/{where.name}"


def _taken(where: Path, found: Mapping[str, Any]) -> Config:
    problems = [f"{name}: there is no such setting; there are {', '.join(NAMES)}" for name in found]
    problems = [words for words in problems if words.partition(":")[0] not in NAMES]
    theme, mouse, keys = found.get("theme"), found.get("mouse", "true"), found.get("keys", {})
    if theme is not None and not isinstance(theme, str):
        problems.append("theme: give one name")
        theme = None
    if mouse not in ("true", "false"):
        problems.append("mouse: say true or false")
        mouse = "true"
    if keys == "":
        keys = {}
    if not isinstance(keys, dict):
        problems.append('keys: give the ids of actions, each with its keys, such as app.ledger: "D"')
        keys = {}
    problems += [f"keys: {name}: give keys apart by commas" for name in keys if not _is_text(keys[name])]
    texts = {name: words for name, words in keys.items() if _is_text(words)}
    return Config(where, theme or None, MappingProxyType(texts), mouse == "true", tuple(problems))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def remember_theme(name: str, path: Path | None = None, *, root: Path | None = None) -> Path:
    """Put `theme: NAME` into the file in the place of the one there, and leave every other byte.

    `root` is the memory root of the store that is open.

    Raises:
        UsageError: the file does not read, so that nothing can be put into it safely, or it lies
            inside a memory root.
        IoFailed: something else than a file stands there, or the operating system refused.
    """
    where = config_path() if path is None else path
    if _WORD.fullmatch(name) is None:
        raise UsageError("a theme is named by letters, digits and dashes")
    inside = root if root is not None and where.resolve().is_relative_to(root.resolve()) else None
    inside = inside or memory_around(where)
    if inside is not None:
        raise UsageError(
            f"The theme is not kept: {_inside_words(inside, 'written')}.",
            next="Set XDG_CONFIG_HOME to a folder outside the memory.",
        )
    try:
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with opened_parent(where.parent.parent, _name(where)) as (folder, file, device):
            _put(folder, file, device, name)
    except Unreadable as error:
        raise IoFailed(
            f"The theme could not be kept in the config file: {visible(str(where))} {error.reason}.",
            next="Put a file of its own in its place.",
        ) from None
    except OSError as error:
        raise IoFailed("The theme could not be kept in the config file.", errno=error.errno) from error
    return where


def _put(folder: int, file: str, device: int, theme: str) -> None:
    """Write the file anew beside the old one, and put it in its place."""
    before, mode = b"", 0o600
    try:
        old, state = open_regular(folder, file, file, device)
        with os.fdopen(old, "rb") as reading:
            before, mode = reading.read(MAX_BYTES + 1), state.st_mode & 0o777
    except Unreadable as error:
        if error.code != "missing":
            raise Unreadable(error.reason) from None
    after = _with_theme(before, theme)
    aside = f".{file}.{secrets.token_hex(8)}"
    new = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder)
    try:
        with os.fdopen(new, "wb") as writing:
            writing.write(after)
            os.fchmod(writing.fileno(), mode)
        os.replace(aside, file, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside, dir_fd=folder)
        raise


def _with_theme(before: bytes, name: str) -> bytes:
    """The file with that theme; everything else in it reads as it did."""
    line = f"theme: {name}"
    try:
        old = load_record(before) if before.strip() else {}
        text = before.decode("utf-8")
        after = _THEME.sub(line, text, count=1) if _THEME.search(text) else f"{line}\n{text}"
        held = load_record(after) == {**old, "theme": name}
    except (RecordError, UnicodeDecodeError):
        held = False
    if not held:
        raise UsageError("the config file does not read, so the theme was not kept in it")
    return after.encode("utf-8")
