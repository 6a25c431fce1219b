"""Disks of a size of their own, and a person for whom permissions count, where this machine has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.proof.program import PROGRAM
from tests.trees import open_up

NOBODY = 65534
PAGE = os.sysconf("SC_PAGE_SIZE")


@cache
def no_mounts() -> str:
    """Why nothing can be mounted here; empty when it can."""
    if os.getuid() != 0 or shutil.which("mount") is None:
        return "only root can mount a file system, and this is not root"
    with tempfile.TemporaryDirectory() as where:
        words = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", where]
        tried = subprocess.run(words, capture_output=True, text=True, check=False)
        if tried.returncode == 0:
            subprocess.run(["umount", where], check=True)
    return "" if tried.returncode == 0 else f"nothing can be mounted here: {tried.stderr.strip()}"


class Disk:
    """A file system in memory, of which size, inodes and mode can be set anew while it is used."""

    def __init__(self, at: Path) -> None:
        self.at = at

    def set(self, *options: str) -> None:
        """Mount it again with other options."""
        subprocess.run(["mount", "-o", ",".join(("remount", *options)), self.at], check=True)

    def leave(self, pages: int) -> None:
        """Leave so many free pages, and no more."""
        state = os.statvfs(self.at)
        used = (state.f_blocks - state.f_bfree) * state.f_frsize // PAGE
        self.set(f"size={(used + pages) * PAGE}")

    def leave_inodes(self, number: int) -> None:
        """Leave so many names for new files, and no more."""
        state = os.statvfs(self.at)
        self.set(f"nr_inodes={state.f_files - state.f_ffree + number}")


@contextmanager
def disk_over(folder: Path) -> Iterator[Disk]:
    """The contents of a folder on a disk of their own, mounted over it; skips where that cannot be."""
    if no_mounts():
        pytest.skip(no_mounts())
    aside = folder.rename(folder.with_name(folder.name + ".aside"))
    mode = aside.stat().st_mode & 0o7777
    folder.mkdir()
    with _mounted(folder, f"size=16m,mode={mode:o}"):
        shutil.copytree(aside, folder, symlinks=True, dirs_exist_ok=True)
        shutil.rmtree(aside)
        yield Disk(folder)


@contextmanager
def _mounted(folder: Path, options: str) -> Iterator[None]:
    """A file system in memory on a folder, taken away by another process however this one ends."""
    words = ["sh", "-c", 'read -r _; exec umount --lazy "$1"', "sh", str(folder)]
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    guard = subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield
    finally:
        guard.communicate()
        assert guard.returncode == 0, f"{folder} is still mounted"


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """A folder of ours that everybody can enter from above; skips where there is no place for one."""
    for place in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp")):
        above = [path for path in (Path(place), *Path(place).parents) if path.is_dir()]
        if Path(place).is_dir() and all(path.stat().st_mode & 0o001 for path in above):
            with tempfile.TemporaryDirectory(dir=place) as where:
                Path(where).chmod(0o755)
                yield Path(where)
            return
    pytest.skip("no folder for temporary files can be entered by everybody")


def as_nobody() -> list[str]:
    """The words that start the program as a person without rights; skips where nobody can become one.

    Where the interpreter stands in a folder closed to others, they may read everything: what they
    may write is still what the modes say.
    """
    if os.getuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become a person for whom permissions count")
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    reading = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search"]
    for more in ([], reading):
        words = [*become, *more, str(PROGRAM)]
        tried = subprocess.run([*words, "--version"], capture_output=True, text=True, check=False)
        if tried.returncode == 0:
            return words
    pytest.skip(f"the program cannot be started by somebody else here: {tried.stderr.strip()}")


def give_to_nobody(world: Path) -> None:
    """A world of theirs, and a way to it."""
    open_up(world)
    for path in (world, *world.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        path.chmod(0o755 if path.is_dir() else 0o644)
    (world / "data").chmod(0o700)
