"""Somebody who works with git in the store's own repository while others write there.

``git_user.py REPOSITORY PAGE BELIEVED STOP``: in turns a line is added to the page and committed, put
away by ``git stash`` and brought back, and another branch is checked out and left again. BELIEVED lists
every line added. What git refuses is left as it is. Only the standard library is imported.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path

BRANCH = "elsewhere"
TURNS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("commit", "-qam", "Noted"),),
    (("stash", "push", "-q"), ("stash", "pop", "-q")),
    (("checkout", "-q", BRANCH), ("checkout", "-q", "main")),
    (("stash", "push", "-q"), ("checkout", "-q", BRANCH), ("checkout", "-q", "main"), ("stash", "pop", "-q")),
)


def git(repository: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One git command in a repository; refusals are answers."""
    named = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "gc.auto=0")
    return subprocess.run(
        ["git", "-C", str(repository), *named, *words], capture_output=True, text=True, check=False
    )


def make_repository(agent: Path, page: Path) -> None:
    """A repository of the whole home, and a branch on which the page has one line more."""
    git(agent, "init", "-q", "-b", "main")
    git(agent, "add", "-A")
    git(agent, "commit", "-qm", "The store as it was")
    git(agent, "checkout", "-qb", BRANCH)
    page.write_bytes(page.read_bytes() + b"A line of the other branch.\n")
    git(agent, "commit", "-qam", "Another branch")
    git(agent, "checkout", "-q", "main")


def main(repository: Path, page: Path, believed: Path, stop: Path) -> None:
    """Work until told to stop."""
    with believed.open("w", encoding="ascii", buffering=1) as notes:
        for number, turn in enumerate(itertools.cycle(TURNS)):
            if stop.exists():
                break
            line = f"Noted by somebody with git as number {number:06d}.\n"
            if page.exists():
                with page.open("a", encoding="utf-8") as file:
                    file.write(line)
                notes.write(line)
            for words in turn:
                git(repository, *words)
            time.sleep(0.05)


if __name__ == "__main__":
    main(*(Path(word) for word in sys.argv[1:5]))
