"""The demo's store: a copy of the packaged sample, a git repository of two commits, and someone to be.

Git runs with fixed arguments, without hooks, and with no configuration but the one given here.
"""

from __future__ import annotations

import os
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from workbench.text.errors import Unreadable, WorkbenchError
from workbench.text.git import global_identity
from workbench.text.gitrun import isolated, run_git

_PINNED = (
    "-c", "core.hooksPath=/dev/null", "-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false",
    "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.autocrlf=false",
    "-c", "user.name=Demo", "-c", "user.email=demo@example.invalid",
)  # fmt: skip
_GROWING = ("log.md", "memory.md")
"""Files that are only ever appended to: their first half is what they were earlier."""


class NoSample(WorkbenchError):
    """The sample store is not installed beside the workbench."""

    exit_code = 2
    default_code = "no-sample"
    default_next = "Install the whole package, or name a store of your own."


def copy_sample(target: Path) -> None:
    """Copy the agent's home of the packaged sample store, byte for byte.

    Raises:
        NoSample: it is not installed.
    """
    try:
        source = files("sample_store") / "agent"
    except ModuleNotFoundError as error:
        raise NoSample("The sample store is not installed.") from error
    if not source.is_dir():
        raise NoSample("The sample store is not installed.")
    _copy(source, target)


def _copy(source: Traversable, target: Path) -> None:
    if source.is_file():
        target.write_bytes(source.read_bytes())
        return
    target.mkdir()
    for child in source.iterdir():
        if child.name != "__pycache__":
            _copy(child, target / child.name)


def give_history(home: Path) -> list[str]:
    """Make the home a git repository whose two commits are a day's work apart; answers remarks."""
    earlier, later = _days(home / "memory" / "archive")
    whole = _step_back(home / "memory", later)
    try:
        _git(home, earlier, "init", "--quiet", "--template=")
        _commit(home, earlier, f"Memory up to {earlier}")
        for path, data in whole.items():
            path.write_bytes(data)
        _commit(home, later, f"Distil {later}")
    except Unreadable as error:
        return [f"The demo has no history to show: {error.message}."]
    finally:
        for path, data in whole.items():
            path.write_bytes(data)
    return []


def _days(archive: Path) -> tuple[str, str]:
    """The last two days of the archive."""
    days = sorted(path.stem for path in archive.glob("[0-9]*-[0-9]*-[0-9]*.md"))
    earlier, later = (days or ["2026-01-01"])[-2:][0], (days or ["2026-01-02"])[-1]
    return earlier, later


def _step_back(memory: Path, later: str) -> dict[Path, bytes]:
    """Take the last day out of the files; answers the bytes that they are to have again."""
    whole = {path: path.read_bytes() for name in _GROWING if (path := memory / name).is_file()}
    for path, data in whole.items():
        lines = data.splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: len(lines) // 2]))
    newest = memory / "archive" / f"{later}.md"
    if newest.is_file():
        whole[newest] = newest.read_bytes()
        newest.unlink()
    return whole


def _commit(home: Path, day: str, message: str) -> None:
    _git(home, day, "add", "--all")
    _git(home, day, "commit", "--quiet", "--no-verify", "--message", message)


def _git(home: Path, day: str, *words: str) -> None:
    """Run one fixed git command in the demo's own repository, dated the evening of a day.

    Raises:
        Unreadable: git is missing, or it failed.
    """
    when = f"{day}T20:00:00+00:00"
    env = {**isolated(home.parent), "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    if run_git([*_PINNED, *words], cwd=home, env=env).code:
        raise Unreadable("git failed")


def give_identity(scratch: Path) -> list[str]:
    """Without a global git identity here, let this process decide as ``user:demo``; answers remarks."""
    if global_identity() is not None:
        return []
    config = scratch / "gitconfig"
    config.write_text("[user]\n\tname = demo\n\temail = demo@example.invalid\n", encoding="utf-8")
    os.environ["GIT_CONFIG_GLOBAL"] = str(config)
    return ["This machine has no global git identity, so the demo decides as user:demo."]
