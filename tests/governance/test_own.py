"""What is remembered for a person: outside the store, for this person alone, and never trusted blindly."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.governance.own import change_own, own_dir, read_own, write_own
from workbench.text.errors import Refused


@pytest.fixture
def store(tmp_path: Path) -> Path:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "log.md").write_text("# Log\n")
    return root


def test_what_is_written_is_read_again_and_no_byte_enters_the_store(tmp_path: Path, store: Path) -> None:
    before = tree_bytes(store)

    assert write_own(tmp_path / "data", store, "drafts", {"a": "\udcff 发布", "b": [1, None]})

    assert read_own(tmp_path / "data", store, "drafts") == {"a": "\udcff 发布", "b": [1, None]}
    assert tree_bytes(store) == before


def test_it_is_open_to_this_person_alone(tmp_path: Path, store: Path) -> None:
    write_own(tmp_path / "data", store, "drafts", {"a": 1})

    folder = own_dir(tmp_path / "data", store)
    assert [path.name for path in folder.iterdir()] == ["drafts.json"]
    assert stat.S_IMODE((folder / "drafts.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_an_empty_value_takes_the_file_away(tmp_path: Path, store: Path) -> None:
    write_own(tmp_path / "data", store, "drafts", {"a": 1})

    assert write_own(tmp_path / "data", store, "drafts", {})

    assert list(own_dir(tmp_path / "data", store).iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000])
def test_a_file_that_does_not_read_counts_as_none(tmp_path: Path, store: Path, content: bytes) -> None:
    folder = own_dir(tmp_path / "data", store)
    folder.mkdir(parents=True)
    (folder / "drafts.json").write_bytes(content)

    assert read_own(tmp_path / "data", store, "drafts") == {}


def test_two_places_are_two_stores(tmp_path: Path, store: Path) -> None:
    other = tmp_path / "clone"
    other.mkdir()
    write_own(tmp_path / "data", store, "drafts", {"a": 1})

    assert read_own(tmp_path / "data", other, "drafts") == {}


def test_it_never_lies_inside_the_memory(tmp_path: Path, store: Path) -> None:
    before = tree_bytes(store)

    with pytest.raises(Refused):
        own_dir(store / "data", store)
    assert not write_own(store / "data", store, "drafts", {"a": 1})
    assert tree_bytes(store) == before


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path, store: Path) -> None:
    (tmp_path / "data").write_text("a file")

    assert not write_own(tmp_path / "data", store, "drafts", {"a": 1})


def test_two_that_change_one_topic_keep_each_others_entries(tmp_path: Path, store: Path) -> None:
    """Two workbenches on one store: what one keeps is not lost by the other, which read before it wrote."""
    in_change, other_waits = threading.Event(), threading.Event()

    def slowly(kept: dict[str, object]) -> dict[str, object]:
        in_change.set()
        other_waits.wait(0.2)
        return {**kept, "a": 1}

    first = threading.Thread(target=change_own, args=(tmp_path / "data", store, "drafts", slowly))
    first.start()
    assert in_change.wait(5)
    assert change_own(tmp_path / "data", store, "drafts", lambda kept: {**kept, "b": 2})
    first.join()

    assert read_own(tmp_path / "data", store, "drafts") == {"a": 1, "b": 2}


def test_what_an_alarm_rests_on_is_synced_before_it_takes_its_place(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    did: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        did.append("sync folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "sync file")
        sync(descriptor)

    def replaced(old: str, new: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        did.append("replace")
        replace(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)

    assert write_own(tmp_path / "data", store, "seen", {"a": 1}, sure=True)
    assert did == [*["sync folder"] * len(("places", "its own")), "sync file", "replace", "sync folder"]
    did.clear()
    assert write_own(tmp_path / "data", store, "drafts", {"a": 1})
    assert did == ["replace"]


def test_what_is_no_file_of_ours_counts_as_none_and_is_not_waited_for(tmp_path: Path, store: Path) -> None:
    folder = own_dir(tmp_path / "data", store)
    folder.mkdir(parents=True)
    (tmp_path / "theirs.json").write_text('{"a": 1}')
    (folder / "drafts.json").symlink_to(tmp_path / "theirs.json")
    os.mkfifo(folder / "views.json")

    assert read_own(tmp_path / "data", store, "drafts") == {}
    assert read_own(tmp_path / "data", store, "views") == {}
    assert write_own(tmp_path / "data", store, "drafts", {"b": 2})
    assert (tmp_path / "theirs.json").read_text() == '{"a": 1}'
    assert read_own(tmp_path / "data", store, "drafts") == {"b": 2}


def test_a_link_in_the_place_of_the_folder_is_not_followed(tmp_path: Path, store: Path) -> None:
    """Behind it may be another store: nothing is read, written or taken away there."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "drafts.json").write_text('{"a": 1}')
    folder = own_dir(tmp_path / "data", store)
    folder.parent.mkdir(parents=True)
    folder.symlink_to(other)
    before = tree_bytes(other)

    assert read_own(tmp_path / "data", store, "drafts") == {}
    assert not write_own(tmp_path / "data", store, "drafts", {})
    assert not write_own(tmp_path / "data", store, "drafts", {"b": 2})
    assert not change_own(tmp_path / "data", store, "views", lambda kept: {"b": 2})
    assert tree_bytes(other) == before
