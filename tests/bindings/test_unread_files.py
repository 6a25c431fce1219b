"""Of a file that does not read: what it is there for, its size and permissions, nothing of its content."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trees import open_up
from workbench.bindings.filesystem import layout
from workbench.bindings.filesystem.read import load
from workbench.store.snapshot import UnreadableFile


def unread(home: Path) -> dict[str, UnreadableFile]:
    found = layout.recognise(home)
    assert found is not None
    return {file.path: file for file in load(found).unreadable}


def test_size_and_mode_are_those_that_the_system_tells(l1_store: Path) -> None:
    page = l1_store / "memory/topics/zz.md"
    page.write_bytes(b"zqcontent\0")
    page.chmod(0o640)

    file = unread(l1_store)["topics/zz.md"]

    assert (file.holds, file.size, file.mode) == ("topic", 10, "-rw-r-----")
    assert "zq" not in repr(file)


@pytest.mark.case("BI-15")
def test_a_link_is_told_as_a_link_and_not_followed(l1_store: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("zqcontent\n" * 100, encoding="utf-8")
    log = l1_store / "memory/log.md"
    log.unlink()
    log.symlink_to(outside)

    file = unread(l1_store)["log.md"]

    assert (file.holds, file.size) == ("log", None)
    assert file.mode is not None and file.mode.startswith("l")


AS_NOBODY = """
import os, sys
from pathlib import Path
from tests.bindings.test_unread_files import unread
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
file = unread(Path(sys.argv[1]))["log.md"]
print(file.reason, file.size, file.mode, sep="|")
"""
"""Looks at a store as somebody whom permissions stop, which they do not do to the superuser."""


@pytest.mark.case("BI-19")
def test_a_file_that_may_not_be_read_still_tells_its_size(l1_store: Path) -> None:
    log = l1_store / "memory/log.md"
    size = log.stat().st_size
    open_up(l1_store)
    log.chmod(0)

    told = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(l1_store)], capture_output=True, text=True, timeout=60,
        cwd=Path(__file__).resolve().parents[2], env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip

    assert told.stdout.split("|") == ["permission denied", str(size), "----------\n"], told.stderr


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("memory.md", "inbox"),
        ("index.md", "index"),
        ("log.md", "log"),
        ("conventions.md", "conventions"),
        ("topics", "topic"),
        ("topics/deep/page.md", "topic"),
        ("archive/2026-07-02.md", "archive"),
        ("governance/controls/memwd-2026-08-05-001.yaml", "controls"),
        ("../controls/memwd-2026-08-05-001.yaml", "controls"),
        ("../proposals/mempolicy-2026-08-10-001.yaml", "proposals"),
        ("governance/erasures", "erasures"),
        ("../feedback/memfb-2026-08-14-001.yaml", "feedback"),
        ("../walks/active/hyp-2026-08-06-001.yaml", "walks"),
        ("walks/x.yaml", None),
        ("notes.md", None),
    ],
)
def test_what_a_file_is_there_for_follows_from_its_place(path: str, holds: str | None) -> None:
    assert layout.expected(path) == holds
