"""A text goes to an editor and comes back; whatever the editor does, nothing of it stays behind."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk.editing import clean, edit, editor_of
from workbench.text.errors import Refused, UsageError

EDITOR = {"EDITOR": "ed --wait"}


def writing(data: bytes, code: int = 0, seen: list[tuple[Path, bytes]] | None = None) -> Callable[..., int]:
    """An editor that leaves these bytes."""

    def run(words: Sequence[str]) -> int:
        path = Path(words[-1])
        if seen is not None:
            seen.append((path, path.read_bytes()))
        path.write_bytes(data)
        return code

    return run


def test_what_the_editor_leaves_comes_back_and_the_file_is_gone(sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    seen: list[tuple[Path, bytes]] = []

    found = edit(sample_store / "memory", "one", writing(b"one\ntwo\n", seen=seen), EDITOR)

    [(path, given)] = seen
    assert given == b"one\n"
    assert (found.before, found.after, found.lines, found.changed) == ("one", "one\ntwo", 2, True)
    assert [(row.sign, row.text) for row in found.rows] == [(" ", "one"), ("+", "two")]
    assert not path.exists()
    assert sample_store not in path.parents
    assert tree_bytes(sample_store) == before


def test_the_file_is_for_its_owner_alone(sample_store: Path) -> None:
    modes: list[int] = []

    def run(words: Sequence[str]) -> int:
        path = Path(words[-1])
        modes.extend(one.stat().st_mode & 0o777 for one in (path, path.parent))
        return 0

    edit(sample_store / "memory", "", run, EDITOR)

    assert modes == [0o600, 0o700]


def test_an_empty_text_that_is_left_empty_is_unchanged(sample_store: Path) -> None:
    assert not edit(sample_store / "memory", "", writing(b"\n\n"), EDITOR).changed


def test_hidden_characters_are_counted_and_crlf_is_a_line_end(sample_store: Path) -> None:
    data = "a\u200bb\r\nc\u202e\r\n".encode()

    found = edit(sample_store / "memory", "", writing(data), EDITOR)

    assert (found.after, found.hidden, found.lines) == ("a\u200bb\nc\u202e", 2, 2)


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"kept?\n", 3, "exit code 3"),
        (b"\xff\xfe", 0, "not UTF-8"),
        (b"x" * (1024 * 1024 + 1), 0, "larger than 1 MiB"),
    ],
    ids=["failed", "bytes", "large"],
)
def test_what_cannot_be_taken_is_refused_and_comes_back_in_the_next_editor(
    data: bytes, code: int, words: str, sample_store: Path
) -> None:
    """Hours of writing must not go because an editor ended with an error."""
    seen: list[tuple[Path, bytes]] = []
    root = sample_store / "memory"
    with pytest.raises(Refused, match=words) as refused:
        edit(root, "mine", writing(data, code, seen), EDITOR, about="keep a")

    [kept] = seen[0][0].parent.iterdir()
    assert kept.read_bytes() == data
    assert str(kept) in str(refused.value.next)
    edit(root, "other", writing(b"", seen=seen), EDITOR, about="keep b")
    assert seen[1][1] == b"other\n", "it is offered where it was written, and nowhere else"
    found = edit(root, "mine", writing(b"mended\n", seen=seen), EDITOR, about="keep a")
    assert (seen[2][1], found.before, found.after) == (data, "mine", "mended")
    assert list(kept.parent.iterdir()) == []


def test_an_editor_that_failed_before_anything_was_written_leaves_no_file(sample_store: Path) -> None:
    seen: list[tuple[Path, bytes]] = []
    with pytest.raises(Refused):
        edit(sample_store / "memory", "mine", writing(b"mine\n", 1, seen), EDITOR)
    assert list(seen[0][0].parent.iterdir()) == []


def test_what_an_ended_run_left_in_its_editor_comes_back(sample_store: Path) -> None:
    root, seen = sample_store / "memory", list[tuple[Path, bytes]]()
    with pytest.raises(Refused):
        edit(root, "", writing(b"long thoughts\n", 1, seen), EDITOR, about="keep a")
    [kept] = seen[0][0].parent.iterdir()
    over = subprocess.Popen([sys.executable, "-c", ""])
    over.wait()
    kept.rename(kept.with_name(kept.name.replace(str(os.getpid()), str(over.pid), 1)))

    edit(root, "", writing(b"x", seen=seen), EDITOR, about="stale b")
    found = edit(root, "", lambda words: 0, EDITOR, about="keep a")

    assert (found.before, found.after, found.changed) == ("", "long thoughts", True)


def test_an_editor_that_is_not_there_is_named(sample_store: Path) -> None:
    with pytest.raises(UsageError, match="no-such-editor could not be started: No such file"):
        edit(sample_store / "memory", "", subprocess.call, {"VISUAL": "no-such-editor --wait"})


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"VISUAL": "code -w", "EDITOR": "ed"}, ("code", "-w")),
        ({"VISUAL": "  ", "EDITOR": "'my editor' -x 'a b'"}, ("my editor", "-x", "a b")),
        ({}, ("vi",)),
    ],
    ids=["visual", "editor", "neither"],
)
def test_the_editor_is_visual_then_editor_then_vi(environ: dict[str, str], words: tuple[str, ...]) -> None:
    assert editor_of(environ) == words


def test_an_editor_with_an_open_quote_is_refused() -> None:
    with pytest.raises(UsageError, match="does not read as a command"):
        editor_of({"EDITOR": "vi 'x"})


def test_only_what_nobody_misses_is_taken_away(tmp_path: Path) -> None:
    over = subprocess.Popen([sys.executable, "-c", ""])
    over.wait()
    given = hashlib.sha256(b"as given\n").hexdigest()[:16]
    untouched, written = f"{over.pid}-aa-{given}-cc.md", f"{over.pid}-aa-{given}-dd.md"
    old, swap, mine = (
        f"{over.pid}-aa-{given}-ee.md",
        f".{over.pid}-aa-{given}-dd.md.swp",
        f"{os.getpid()}-bb.md",
    )
    for name in (untouched, written, old, swap, mine):
        (tmp_path / name).write_bytes(b"as given\n" if name == untouched else b"thoughts\n")
    month = time.time() - 31 * 86_400
    os.utime(tmp_path / old, (month, month))
    folder = tmp_path / "folder"
    folder.mkdir()
    os.utime(folder, (month, month))

    assert clean(tmp_path) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted((written, swap, mine, "folder"))
