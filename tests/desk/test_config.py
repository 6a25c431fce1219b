"""A person's own settings: what is taken from the file, what is not and why, and how a theme gets in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk.config import config_path, read_config, remember_theme
from workbench.text.errors import IoFailed, UsageError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "own" / "config.yaml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_place_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_path() == tmp_path / "workbench" / "config.yaml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/absolute")
    assert config_path() == Path.home() / ".config" / "workbench" / "config.yaml"


def test_no_file_is_no_problem(file: Path) -> None:
    config = read_config(file)
    assert (config.exists, config.theme, dict(config.keys), config.mouse, config.problems) == (
        False, None, {}, True, (),
    )  # fmt: skip


def test_what_is_set_is_taken(file: Path) -> None:
    config = read_config(
        written(file, 'theme: light\nmouse: false\nkeys:\n  app.ledger: "D"\n  list.down: n, down\n')
    )
    assert (config.exists, config.theme, config.mouse, config.problems) == (True, "light", False, ())
    assert dict(config.keys) == {"app.ledger": "D", "list.down": "n, down"}


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "keys:\n", "\n\n"])
def test_an_empty_file_sets_nothing(text: str, file: Path) -> None:
    config = read_config(written(file, text))
    assert (config.theme, dict(config.keys), config.problems) == (None, {}, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("theme: [a]\n", "theme: give one name"),
        ("mouse: no\n", "mouse: say true or false"),
        ("keys: all\n", "keys: give the ids of actions"),
        ("keys:\n  app.help: [a, b]\n", "keys: app.help: give keys apart by commas"),
        ("colour: red\n", "colour: there is no such setting; there are theme, keys, mouse"),
        ("theme: light\ntheme: dark\n", "line 2: a key that was there before"),
        ("theme: &a light\nkeys: *a\n", "line 1: an anchor"),
        ("theme: !!python/object/apply:os.system [x]\n", "line 1: a tag"),
        ("- a\n", "line 1: not a mapping"),
        ("theme: \u202edark\n", "line 1: hidden character U+202E"),
        ("{", "line 2: not valid YAML"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_rest_is_used(text: str, words: str, file: Path) -> None:
    config = read_config(written(file, text))
    assert len(config.problems) == 1
    assert config.problems[0].startswith(words)
    assert config.mouse is True


def test_a_folder_and_bytes_that_are_no_text_are_told(file: Path) -> None:
    file.mkdir(parents=True)
    assert "cannot be read" in read_config(file).problems[0]
    other = file.with_name("other.yaml")
    other.write_bytes(b"theme: \xff\n")
    assert read_config(other).problems == ("line 1: not valid UTF-8",)


def test_one_bad_setting_spoils_no_other(file: Path) -> None:
    config = read_config(written(file, 'mouse: perhaps\ntheme: light\nkeys:\n  app.help: "h"\n'))
    assert (config.theme, dict(config.keys)) == ("light", {"app.help": "h"})


def test_a_theme_is_put_in_and_every_other_byte_stays(file: Path) -> None:
    text = '# mine\nkeys:\n  app.ledger: "D" # d for decisions\ntheme:   dark # old\nmouse: false\n'
    remember_theme("light", written(file, text))
    assert file.read_text(encoding="utf-8") == text.replace("theme:   dark # old", "theme: light")
    assert read_config(file).theme == "light"


def test_a_theme_makes_the_file_where_there_is_none(file: Path) -> None:
    remember_theme("light", file)
    assert file.read_text(encoding="utf-8") == "theme: light\n"
    remember_theme("high-contrast", written(file, "mouse: false\n"))
    assert file.read_text(encoding="utf-8") == "theme: high-contrast\nmouse: false\n"


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_no_link_is_followed(linked: str, file: Path, tmp_path: Path) -> None:
    there = written(tmp_path / "elsewhere" / "config.yaml", "theme: light\n")
    if linked == "file":
        file.parent.mkdir()
        file.symlink_to(there)
    else:
        file.parent.symlink_to(there.parent)

    config = read_config(file)

    assert config.theme is None
    assert config.exists
    assert config.problems == (f"the file cannot be read: is a symlink to {config_target(linked, there)}",)
    with pytest.raises(IoFailed, match="is a symlink to"):
        remember_theme("dark", file)
    assert there.read_text(encoding="utf-8") == "theme: light\n"
    assert sorted(path.name for path in there.parent.iterdir()) == ["config.yaml"]


def config_target(linked: str, there: Path) -> Path:
    return there if linked == "file" else there.parent


def test_what_is_no_file_is_not_waited_for(file: Path) -> None:
    file.parent.mkdir()
    os.mkfifo(file)
    assert read_config(file).problems == ("the file cannot be read: is a FIFO",)
    with pytest.raises(IoFailed, match="is a FIFO"):
        remember_theme("light", file)


def test_a_file_too_large_to_be_one_is_told(file: Path) -> None:
    [problem] = read_config(written(file, "# " + "x" * 2_000_000)).problems
    assert problem.startswith("the file cannot be read: larger than")


def test_nothing_is_read_or_written_inside_a_memory_root(sample_store: Path) -> None:
    """An agent that is told where settings are must not choose the keys of a person."""
    root = sample_store / "memory"
    file = root / "workbench" / "config.yaml"
    before = tree_bytes(sample_store)
    with pytest.raises(UsageError, match="lies inside the memory at"):
        remember_theme("light", file)
    assert tree_bytes(sample_store) == before
    config = read_config(written(file, "theme: light\n"))
    assert config.theme is None
    assert config.problems == (f"the file lies inside the memory at {root}, and is not read there",)
    with pytest.raises(UsageError, match="lies inside the memory at"):
        remember_theme("dark", sample_store / "own" / "config.yaml", root=sample_store)


def test_a_file_beside_the_memory_is_read(sample_store: Path) -> None:
    assert read_config(written(sample_store / "own" / "config.yaml", "theme: light\n")).theme == "light"


def test_the_mode_of_the_file_stays(file: Path) -> None:
    written(file, "mouse: false\n").chmod(0o640)
    remember_theme("light", file)
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in file.parent.iterdir()) == ["config.yaml"]


@pytest.mark.parametrize("text", ["{", "keys: |\n  theme: x\ntheme: [\n", "theme:\n  a: b\n"])
def test_a_file_that_cannot_be_changed_safely_is_left(text: str, file: Path) -> None:
    with pytest.raises(UsageError, match="does not read"):
        remember_theme("light", written(file, text))
    assert file.read_text(encoding="utf-8") == text


def test_a_name_that_is_none_is_refused(file: Path) -> None:
    with pytest.raises(UsageError):
        remember_theme("a: b\nkeys", file)
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(IoFailed, match="could not be kept"):
        remember_theme("light", tmp_path / "own" / "config.yaml")
