"""One git process: its own environment, a time and a size it may not pass."""

from __future__ import annotations

import os
import selectors
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from workbench.text.errors import Unreadable

TIMEOUT = 10.0
"""Seconds that one command may take."""
OUTPUT_LIMIT = 64 * 1024 * 1024
"""Bytes that one command may print."""
_ERROR_LIMIT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What a finished command returned and printed."""

    code: int
    out: bytes = field(repr=False)
    err: bytes = field(repr=False)


def isolated(home: Path) -> dict[str, str]:
    """The whole environment of a git that may look at nothing but what it is told."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "LC_ALL": "C",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_PAGER": "cat",
        "GIT_CEILING_DIRECTORIES": str(home.parent),
    }


def run_git(
    arguments: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    timeout: float = TIMEOUT,
    limit: int = OUTPUT_LIMIT,
) -> Answer:
    """Run git with exactly this environment (nothing is inherited) and return what it printed.

    Raises `Unreadable` when git is missing, takes longer than `timeout` seconds or prints
    more than `limit` bytes.
    """
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git.cmd import Git

    git, bare = shutil.which("git"), shutil.which("env")
    if git is None or bare is None:
        raise Unreadable("git is not installed", code="no-git", next="install git to see the history")
    # GitPython adds to the inherited environment; `env -i` takes all of that away again.
    command = [bare, "-i", *(f"{key}={value}" for key, value in env.items()), git, *arguments]
    running = Git(str(cwd)).execute(command, as_process=True)
    process = running.proc
    if process is None or process.stdout is None or process.stderr is None:
        raise Unreadable("git did not start", code="no-git")
    try:
        out, err = _collect(process.stdout, process.stderr, time.monotonic() + timeout, limit)
        return Answer(process.wait(timeout=timeout), out, err)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()


def _collect(stdout: IO[bytes], stderr: IO[bytes], deadline: float, limit: int) -> tuple[bytes, bytes]:
    """Read both streams to their ends within the time and size allowed."""
    out, err = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ, out)
        selector.register(stderr, selectors.EVENT_READ, err)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                raise Unreadable("git took too long", code="git-timeout")
            for key, _ in selector.select(left):
                part = os.read(key.fd, 1 << 16)
                if not part:
                    selector.unregister(key.fileobj)
                elif key.data is out or len(err) < _ERROR_LIMIT:
                    key.data.extend(part)
            if len(out) > limit:
                raise Unreadable("git printed too much", code="git-output")
    return bytes(out), bytes(err)
