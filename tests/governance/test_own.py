"""What is remembered for a person: outside the store, for this person alone, and never trusted blindly."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.governance.own import own_dir, read_own, write_own
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
