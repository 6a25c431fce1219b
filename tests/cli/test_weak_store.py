"""A store on a file system that keeps less than promised: said to people and to programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from workbench.text.mounts import Mount


@pytest.fixture
def on_memory(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Command lines on stores that stand in memory."""
    monkeypatch.setattr("workbench.text.filesystems.mount_of", lambda root: Mount("tmpfs"))
    return workbench


@pytest.mark.parametrize("verb", ["status", "cases", "ledger"])
def test_the_header_says_what_is_lacking_and_what_still_holds(
    verb: str, on_memory: Workbench, l1_store: Path
) -> None:
    told = on_memory(verb, l1_store)
    words = " ".join(told.out.split())
    assert "weak store: memory (tmpfs): everything is gone when the machine stops." in words
    assert "Still, when the program is killed, a decision is whole or not there." in words


def test_a_program_is_told_in_words_that_do_not_change(on_memory: Workbench, l1_store: Path) -> None:
    weak = on_memory("status", l1_store, "--json").answer["store"]["weak"]
    assert (weak["file_system"], weak["lacks"]) == ("tmpfs", ["gone"])
    assert weak["words"].endswith(weak["promise"])


def test_a_data_folder_in_memory_is_told_beside_a_sound_store(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "workbench.text.filesystems.mount_of",
        lambda path: Mount("ext4" if path.is_relative_to(l1_store) else "tmpfs"),
    )
    words = " ".join(workbench("status", l1_store).out.split())
    assert "weak store" not in words
    assert "weak: your data folder on memory (tmpfs): everything is gone when the machine stops." in words
    assert "one that was begun may then be left unfinished." in words
    weak = workbench("status", l1_store, "--json").answer["store"]["weak"]
    assert (weak["file_system"], weak["lacks"]) == ("ext4", [])
    assert (weak["data"]["file_system"], weak["data"]["lacks"]) == ("tmpfs", ["gone"])
    assert weak["promise"] == weak["data"]["promise"]
    assert weak["promise"] in weak["words"]


def test_an_ordinary_disk_is_not_mentioned(workbench: Workbench, l1_store: Path) -> None:
    assert workbench("status", l1_store, "--json").answer["store"]["weak"] is None
    assert "weak" not in workbench("status", l1_store).out
