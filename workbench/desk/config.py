"""What a person has chosen for every store they open: colours, keys, the mouse.

One file of their own, `$XDG_CONFIG_HOME/workbench/config.yaml`, read as strictly as a record. It can
change how the workbench looks and which keys act, and nothing of what may be decided. A file that does
not read changes nothing; what is wrong with it is told in words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from workbench.protocol.errors import RecordError
from workbench.protocol.strict_yaml import MAX_BYTES, load_record
from workbench.text.errors import IoFailed, UsageError

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
        """Whether there is such a file."""
        return self.path.is_file()


def config_path() -> Path:
    """Where the file is looked for, whether it is there or not."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    home = Path(named) if named.startswith("/") else Path.home() / ".config"
    return home / "workbench" / "config.yaml"


def read_config(path: Path | None = None) -> Config:
    """The choices in the file at `path`, else at the usual place; defaults where nothing can be taken."""
    where = config_path() if path is None else path
    try:
        with where.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
        found = load_record(text) if text.strip() else {}
    except FileNotFoundError:
        return Config(where)
    except OSError as error:
        return Config(where, problems=(f"the file cannot be read: {error.strerror or 'no reason given'}",))
    except RecordError as error:
        return Config(where, problems=() if error.reason == "empty" else (error.reason,))
    return _taken(where, found)


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


def remember_theme(name: str, path: Path | None = None) -> Path:
    """Put `theme: NAME` into the file in the place of the one there, and leave every other byte.

    Raises:
        UsageError: the file does not read, so that nothing can be put into it safely.
        IoFailed: the operating system refused.
    """
    where = (config_path() if path is None else path).resolve()
    if _WORD.fullmatch(name) is None:
        raise UsageError("a theme is named by letters, digits and dashes")
    try:
        before = where.read_bytes() if where.exists() else b""
        after = _with_theme(before, name)
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = where.with_name(f".{where.name}.{os.getpid()}")
        aside.write_bytes(after)
        if before:
            aside.chmod(where.stat().st_mode & 0o777)
        aside.replace(where)
    except OSError as error:
        raise IoFailed("the theme could not be kept in the config file", errno=error.errno) from error
    return where


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
